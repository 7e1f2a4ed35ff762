"""What a task has to learn from, and how its answer is judged."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Scores:
    """What an answer is worth; ``None`` where a measure has no meaning."""

    exact: bool | None = None
    fdr: float | None = None
    tpr: float | None = None
    l2_error: float | None = None
    accuracy: float | None = None


@dataclass(frozen=True)
class Data:
    """Training data, fresh points, and the judge of what is predicted there."""

    task: str
    x: Matrix
    y: NDArray[Any]
    test_x: Matrix
    fit_seed: int
    judge: Callable[[list[int], NDArray[Any]], Scores]
