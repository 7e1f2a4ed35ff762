"""Four columns in a sum, under noise of several laws.

The columns of X are standard normal. The coefficients are drawn as in the paper,
uniformly from -3, -2, -1, 1, 2 and 3. X, the columns that matter, their
coefficients and the noise are drawn anew in every run.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from studies.designs.data import Data, Matrix, Scores, recovery, whole

COLUMNS = 40
FRESH = 1000
_SIGMA = 1.2

#: All in the unit of the smallest coefficient; the lognormal law has mean 0.
NOISES: dict[str, Callable[[Generator, int], Matrix]] = {
    "normal noise": lambda rng, n: rng.normal(size=n),
    "t2 noise": lambda rng, n: rng.standard_t(2, size=n),
    "lognormal noise": lambda rng, n: (
        rng.lognormal(sigma=_SIGMA, size=n) - np.exp(_SIGMA**2 / 2)
    ),
    "cauchy noise": lambda rng, n: rng.standard_cauchy(size=n),
}


def draw(condition: str, n: int, s: int, rng: Generator, fit_seed: int) -> Data:
    """A sum of ``s`` columns with noise; the L2 error is that of the sum."""
    if n < 2 or s > COLUMNS:
        raise ValueError(f"n must be at least 2, and s from 0 to {COLUMNS}")
    support = np.sort(rng.choice(COLUMNS, s, replace=False))
    beta = rng.choice([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0], s)
    x, fresh = rng.normal(size=(n, COLUMNS)), rng.normal(size=(FRESH, COLUMNS))
    y = x[:, support] @ beta + NOISES[condition](rng, n)
    mean = fresh[:, support] @ beta

    def judge(selected: list[int], predictions: NDArray[Any]) -> Scores:
        error = float(np.mean((predictions - mean) ** 2))
        return replace(recovery(selected, support.tolist()), l2_error=error)

    return Data("regression", x, y, fit_seed, whole(fresh), judge)
