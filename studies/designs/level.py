"""Pure noise: no column says anything about y, and an empty list is the right one.

X, y and the weights are drawn anew in every run, independently of each other. A
condition names the law of y, that of the columns, and that of the weights where
there are any: ``y lognormal 2 & X dummies & weights lognormal``.
"""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from studies.designs.data import Data, Matrix, Scores, recovery, whole
from studies.errors import Refused

#: The number of columns for each number of rows.
COLUMNS = {60: 300, 100: 50, 500: 20}

_Law = Callable[[Generator, int], NDArray[Any]]


def _shares(*shares: float) -> _Law:
    """Classes with these shares, two rows of each at least."""

    def draw(rng: Generator, n: int) -> NDArray[Any]:
        classes = len(shares)
        sure = np.repeat(np.arange(classes), 2)
        rest = rng.choice(classes, n - len(sure), p=shares)
        return rng.permutation(np.concatenate([sure, rest]))

    return draw


NUMBERS: dict[str, _Law] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "lognormal 1": lambda rng, n: rng.lognormal(sigma=1.0, size=n),
    "lognormal 2": lambda rng, n: rng.lognormal(sigma=2.0, size=n),
    "t3": lambda rng, n: rng.standard_t(3, size=n),
    "cauchy": lambda rng, n: rng.standard_cauchy(size=n),
    "exponential": lambda rng, n: rng.exponential(size=n),
    "poisson": lambda rng, n: rng.poisson(3.0, size=n).astype(float),
}
CLASSES: dict[str, _Law] = {
    "2 classes": _shares(0.5, 0.5),
    "4 classes": _shares(0.25, 0.25, 0.25, 0.25),
    "rare class": _shares(0.9, 0.1),
}
X_LAWS: dict[str, Callable[[Generator, int, int], Matrix]] = {
    "normal": lambda rng, n, p: rng.normal(size=(n, p)),
    "t2": lambda rng, n, p: rng.standard_t(2, size=(n, p)),
    # A column of few rows may be constant.
    "dummies": lambda rng, n, p: (rng.random(size=(n, p)) < 0.05).astype(float),
    "factors": lambda rng, n, p: (
        rng.normal(size=(n, 3)) @ rng.normal(size=(3, p)) + rng.normal(size=(n, p))
    ),
}
WEIGHTS = ("lognormal", "balanced")
#: Every law of y with every law of X, and the weights with normal columns.
CONDITIONS = (
    *(f"y {y} & X {x}" for y in (*NUMBERS, *CLASSES) for x in X_LAWS),
    *(f"y {y} & X normal & weights lognormal" for y in (*NUMBERS, *CLASSES)),
    *(f"y {y} & X normal & weights balanced" for y in CLASSES),
)
_CONDITION = re.compile(r"y (.+?) & X (.+?)(?: & weights (.+))?")


def laws(condition: str) -> tuple[str, str, str]:
    """The laws of y, X and the weights that a condition names; the last may be empty."""
    read = _CONDITION.fullmatch(condition)
    y, x, weights = read.groups(default="") if read else ("", "", "")
    if (
        (y not in NUMBERS and y not in CLASSES)
        or x not in X_LAWS
        or weights not in ("", *WEIGHTS)
        or (weights == "balanced" and y not in CLASSES)
    ):
        raise Refused(
            f"there is no condition {condition!r}; there is 'y LAW & X LAW', with the laws "
            f"{', '.join((*NUMBERS, *CLASSES))} of y and {', '.join(X_LAWS)} of X, and "
            "'& weights lognormal' or, for classes, '& weights balanced' after it"
        )
    return y, x, weights


def draw(condition: str, n: int, s: int, rng: Generator, fit_seed: int) -> Data:
    """A table in which nothing matters."""
    if n not in COLUMNS or s != 0:
        sizes = ", ".join(f"{rows} rows" for rows in COLUMNS)
        raise ValueError(f"pure noise has {sizes}, and s = 0")
    y_law, x_law, weights_law = laws(condition)
    x = X_LAWS[x_law](rng, n, COLUMNS[n])
    y = (NUMBERS | CLASSES)[y_law](rng, n)
    weights = None
    if weights_law == "lognormal":
        weights = rng.lognormal(size=n)
        weights /= weights.mean()
    elif weights_law == "balanced":
        counts = np.bincount(y)
        weights = n / (len(counts) * counts[y])
    task = "classification" if y_law in CLASSES else "regression"

    def judge(selected: list[int], _: NDArray[Any]) -> Scores:
        return recovery(selected, [])

    # There is nothing to predict on fresh rows.
    return Data(task, x, y, fit_seed, whole(x), judge, weights)
