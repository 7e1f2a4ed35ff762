"""Estimators and marks that the tests share."""

import pytest

from harderlasso import HarderLASSOClassifier, HarderLASSORegressor
from harderlasso._harderlasso import PENALTIES

# Fast and reproducible.
LINEAR = {"hidden_dims": None, "n_draws": 300, "random_state": 0}
NETWORK = {"hidden_dims": (6,), "n_draws": 300, "n_restarts": 1, "random_state": 0}
AUTO = {"hidden_dims": "auto", "n_draws": 300, "n_restarts": 1, "random_state": 0}

each_size = pytest.mark.parametrize(
    "size", [LINEAR, NETWORK, AUTO], ids=["linear", "network", "auto"]
)
each_penalty = pytest.mark.parametrize("penalty", PENALTIES)

# A network with a handful of neurons on a few rows may end far from a local minimum, at
# a kink of its activation, and warn. Only test_running.py tests the warning.
ignore_convergence = pytest.mark.filterwarnings(
    "ignore::sklearn.exceptions.ConvergenceWarning"
)


def regressor(**changes):
    return HarderLASSORegressor(**{**LINEAR, **changes})


def classifier(**changes):
    return HarderLASSOClassifier(**{**LINEAR, **changes})
