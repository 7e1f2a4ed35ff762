"""Scikit-learn's own checks, for every estimator with every penalty, linear and
with a hidden layer.
"""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from harderlasso import HarderLASSOClassifier, HarderLASSORegressor, HarderLASSOSelector

PENALTIES = ("harder", "l1", "scad", "mcp")
# Small, because there are some sixty checks an estimator.
LINEAR = {"hidden_dims": None, "n_draws": 200, "random_state": 0}
NETWORK = {"hidden_dims": (5,), "n_draws": 200, "n_restarts": 1, "random_state": 0}


def estimators():
    for penalty in PENALTIES:
        for size in (LINEAR, NETWORK):
            for kind in (HarderLASSORegressor, HarderLASSOClassifier):
                yield kind(penalty=penalty, **size)
                yield HarderLASSOSelector(kind(penalty=penalty, **size))
    yield HarderLASSOSelector()


def expected_failures(estimator):
    return {}


@pytest.mark.filterwarnings("default")
@parametrize_with_checks(list(estimators()), expected_failed_checks=expected_failures)
def test_check(estimator, check):
    check(estimator)
