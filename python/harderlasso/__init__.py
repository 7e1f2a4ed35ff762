"""Find the few columns of a table that matter.

Three estimators for scikit-learn, :class:`HarderLASSORegressor`,
:class:`HarderLASSOClassifier` and the transformer :class:`HarderLASSOSelector`,
and :func:`qut`, the threshold behind them.
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
