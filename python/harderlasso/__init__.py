"""Feature selection with sparse linear models and small neural networks.

The package has two estimators for scikit-learn, :class:`HarderLASSORegressor` and
:class:`HarderLASSOClassifier`, the transformer :class:`HarderLASSOSelector`, and
:func:`qut`, the threshold that decides which features are selected.
"""

from harderlasso._classifier import HarderLASSOClassifier
from harderlasso._harderlasso import __version__
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
