"""The estimators by the law of the target."""

from typing import Any

from harderlasso._base import BaseHarderLASSO
from harderlasso._classifier import HarderLASSOClassifier
from harderlasso._regressor import HarderLASSORegressor

# The first one that suits a target is its usual choice, and the last one suits
# every target.
ESTIMATORS: tuple[type[BaseHarderLASSO], ...] = (HarderLASSOClassifier, HarderLASSORegressor)
TASKS = ("auto", *(estimator._law for estimator in ESTIMATORS))


def estimator_for(y: Any, task: str = "auto") -> type[BaseHarderLASSO]:
    """The estimator for a task, or the usual one for a target."""
    if task not in TASKS:
        raise ValueError(f"task must be one of {', '.join(TASKS)}; got {task!r}")
    return next(
        estimator
        for estimator in ESTIMATORS
        if (estimator._suits(y) if task == "auto" else estimator._law == task)
    )
