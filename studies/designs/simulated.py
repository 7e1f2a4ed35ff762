"""The simulated designs of ``harderlasso.simulate``, drawn once for all runs of a worker."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harderlasso.simulate import SimulatedData, SimulatedDesign
from studies.designs.conditions import settings
from studies.designs.data import Data, Matrix, Scores

#: Arguments that belong to a run; the others belong to the design.
_OF_A_RUN = {"y_scale", "y_shift"}


def simulated(scenario: str, condition: str, n: int, s: int, seed: int, run: int) -> Data:
    """Run number ``run`` of a scenario with ``s`` columns that matter."""
    drawn = _drawn(scenario, condition, n, s, seed, run)
    means: list[Matrix] = []

    def test_x(columns: list[int] | None) -> Matrix:
        if columns is None:
            means[:] = [drawn.mean_test]
            return drawn.X_test.copy()
        points, there = drawn.test_columns(columns)
        means[:] = [there]
        return points

    def judge(selected: list[int], predictions: NDArray[Any]) -> Scores:
        exact, fdr, tpr = drawn.recovery(selected)
        error = drawn.l2_error(np.asarray(predictions), *means)
        return Scores(exact=exact, fdr=fdr, tpr=tpr, l2_error=error)

    # Copies, so that no method sees what another one did to its data.
    return Data("regression", drawn.X.copy(), drawn.y.copy(), drawn.fit_seed, test_x, judge)


@lru_cache(maxsize=8)
def _design(scenario: Any, condition: str, n: int, seed: int) -> SimulatedDesign:
    of_the_design = {k: v for k, v in settings(condition).items() if k not in _OF_A_RUN}
    return SimulatedDesign(scenario, n, seed=seed, **of_the_design)


@lru_cache(maxsize=1)
def _drawn(scenario: str, condition: str, n: int, s: int, seed: int, run: int) -> SimulatedData:
    """The last data set: the methods of one run follow each other."""
    unit = {k: v for k, v in settings(condition).items() if k in _OF_A_RUN}
    return _design(scenario, condition, n, seed).draw(s, run, **unit)
