"""Classes that depend on a few columns, linearly or not.

The columns of X are standard normal. X, the columns that matter, the signs of
their coefficients and the classes are drawn anew in every run.

- ``logistic``: two classes, log odds of a sum of columns with coefficients ±1.5
- ``softmax``: three classes; a third of the columns that matter speaks for each of
  them, with coefficients ±1.5
- ``xor``: whether two columns have the same sign, with 5 % wrong labels
- ``ring``: whether the norm of the columns that matter is above its median
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from studies.designs.data import Codes, Data, Matrix, Scores, recovery, whole

FRESH = 1000
_COEFFICIENT, _WRONG = 1.5, 0.05


@dataclass(frozen=True)
class _Design:
    """Rows, columns, columns that matter, and the classes that follow from those."""

    n: int
    p: int
    s: int
    classes: Callable[[Matrix, Generator], Codes]


def _logistic(z: Matrix, rng: Generator) -> Codes:
    beta = _COEFFICIENT * rng.choice([-1.0, 1.0], z.shape[1])
    return _drawn(np.column_stack([np.zeros(len(z)), z @ beta]), rng)


def _softmax(z: Matrix, rng: Generator) -> Codes:
    beta = _COEFFICIENT * rng.choice([-1.0, 1.0], z.shape[1])
    speaks_for = np.arange(z.shape[1]) % 3
    return _drawn(z @ (beta[:, None] * (speaks_for[:, None] == np.arange(3))), rng)


def _drawn(scores: Matrix, rng: Generator) -> Codes:
    """Classes with probabilities proportional to exp(score): the largest with Gumbel noise."""
    classes: Codes = np.argmax(scores + rng.gumbel(size=scores.shape), axis=1)
    return classes


def _xor(z: Matrix, rng: Generator) -> Codes:
    same = (z[:, 0] > 0) == (z[:, 1] > 0)
    wrong = rng.random(len(z)) < _WRONG
    return np.where(same != wrong, 1, 0)


def _ring(z: Matrix, rng: Generator) -> Codes:
    norm = np.linalg.norm(z, axis=1)
    return np.where(norm > np.median(norm), 1, 0)


DESIGNS = {
    "logistic": _Design(200, 100, 5, _logistic),
    "softmax": _Design(500, 100, 6, _softmax),
    "xor": _Design(500, 20, 2, _xor),
    "ring": _Design(500, 50, 3, _ring),
}


def draw(condition: str, n: int, s: int, rng: Generator, fit_seed: int) -> Data:
    """The classes of a condition, with fresh rows."""
    design = DESIGNS[condition]
    if (n, s) != (design.n, design.s):
        raise ValueError(f"{condition} has n = {design.n} and s = {design.s}")
    support = np.sort(rng.choice(design.p, s, replace=False))
    # Drawn together, so that fresh rows have the same coefficients.
    x = rng.normal(size=(n + FRESH, design.p))
    y = design.classes(x[:, support], rng)
    fresh, answers = x[n:], y[n:]

    def judge(selected: list[int], predictions: NDArray[Any]) -> Scores:
        accuracy = float(np.mean(predictions == answers))
        return replace(recovery(selected, support.tolist()), accuracy=accuracy)

    return Data(
        "classification", x[:n], y[:n], fit_seed, whole(fresh), judge, fresh_classes=answers
    )
