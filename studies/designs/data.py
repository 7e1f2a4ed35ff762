"""The data of a task, and the judge of its answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Codes = NDArray[np.int64]
#: Below this, a probability counts as this in the log loss, which stays finite.
_LEAST = 1e-15


@dataclass(frozen=True)
class Scores:
    """The criteria of an answer; ``None`` where a criterion has no meaning."""

    exact: bool | None = None
    fdr: float | None = None
    tpr: float | None = None
    l2_error: float | None = None
    accuracy: float | None = None
    log_loss: float | None = None
    r2: float | None = None


@dataclass(frozen=True)
class Data:
    """Training data, fresh points, and the judge of the predictions there."""

    task: str
    x: Matrix
    y: NDArray[Any]
    fit_seed: int
    #: The fresh points: all columns, or only those of a list, in its order.
    test_x: Callable[[list[int] | None], Matrix]
    judge: Callable[[list[int], NDArray[Any]], Scores]
    #: The weights of the rows, where they have any.
    weights: NDArray[np.float64] | None = None
    #: The classes of the fresh points, where probabilities are judged as well.
    fresh_classes: Codes | None = None


def whole(fresh: Matrix) -> Callable[[list[int] | None], Matrix]:
    """Fresh points whose columns are all there."""
    return lambda columns: fresh if columns is None else fresh[:, columns]


def recovery(selected: list[int], support: list[int]) -> Scores:
    """How well a list recovers the columns that matter."""
    found = len(set(selected) & set(support))
    return Scores(
        exact=set(selected) == set(support),
        fdr=(len(selected) - found) / max(len(selected), 1),
        tpr=found / len(support) if support else 0.0,
    )


def log_loss(probabilities: Matrix, classes: Codes) -> float:
    """Minus the mean log-probability of the true classes; a column for each class."""
    if probabilities.shape != (len(classes), int(classes.max()) + 1):
        raise ValueError(f"probabilities of shape {probabilities.shape} for {len(classes)} rows")
    true = probabilities[np.arange(len(classes)), classes]
    return float(-np.mean(np.log(np.maximum(true, _LEAST))))
