"""The data of a task, and the judge of its answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Scores:
    """The criteria of an answer; ``None`` where a criterion has no meaning."""

    exact: bool | None = None
    fdr: float | None = None
    tpr: float | None = None
    l2_error: float | None = None
    accuracy: float | None = None


@dataclass(frozen=True)
class Data:
    """Training data, fresh points, and the judge of the predictions there."""

    task: str
    x: Matrix
    y: NDArray[Any]
    fit_seed: int
    #: The fresh points. Where a list of columns is given, the other columns may
    #: be zero, which saves the time to draw them.
    test_x: Callable[[list[int] | None], Matrix]
    judge: Callable[[list[int], NDArray[Any]], Scores]
