"""Estimators as the tests want them: quick and reproducible."""

from harderlasso import HarderLASSOClassifier, HarderLASSORegressor

LINEAR = {"hidden_dims": None, "n_draws": 300, "random_state": 0}
NETWORK = {"hidden_dims": (6,), "n_draws": 300, "n_restarts": 1, "random_state": 0}


def regressor(**changes):
    return HarderLASSORegressor(**{**LINEAR, **changes})


def classifier(**changes):
    return HarderLASSOClassifier(**{**LINEAR, **changes})
