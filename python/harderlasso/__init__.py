"""Feature selection with sparse linear models and small neural networks.

The package has two estimators for scikit-learn, :class:`HarderLASSORegressor` and
:class:`HarderLASSOClassifier`, the transformer :class:`HarderLASSOSelector`, and
:func:`qut`, the threshold that decides which features are selected.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from harderlasso._harderlasso import __version__

if TYPE_CHECKING:
    from harderlasso._classifier import HarderLASSOClassifier
    from harderlasso._qut import Threshold, qut
    from harderlasso._regressor import HarderLASSORegressor
    from harderlasso._selector import HarderLASSOSelector

__all__ = [
    "HarderLASSOClassifier",
    "HarderLASSORegressor",
    "HarderLASSOSelector",
    "Threshold",
    "__version__",
    "qut",
]

# Importing scikit-learn takes a second, which those who only simulate data need not wait.
_MODULES = {
    "HarderLASSOClassifier": "_classifier",
    "HarderLASSORegressor": "_regressor",
    "HarderLASSOSelector": "_selector",
    "Threshold": "_qut",
    "qut": "_qut",
}


def __getattr__(name: str) -> Any:
    if name == "simulate":
        return import_module(f"{__name__}.simulate")
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
