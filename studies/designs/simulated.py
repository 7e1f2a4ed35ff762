"""Data of the engine's own generators: the same bytes as ``harderlasso study``."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from harderlasso._harderlasso import simulate
from studies.designs.conditions import CONDITIONS
from studies.designs.data import Data, Scores


def simulated(scenario: str, condition: str, n: int, s: int, seed: int, run: int) -> Data:
    """Run number ``run`` of a scenario with ``s`` columns that matter."""
    drawn = simulate(scenario, n, s, seed=seed, run=run, **CONDITIONS[condition])

    def judge(selected: list[int], predictions: NDArray[Any]) -> Scores:
        exact, fdr, tpr = drawn.recovery(selected)
        error = drawn.l2_error(np.ascontiguousarray(predictions, dtype=np.float64))
        return Scores(exact=exact, fdr=fdr, tpr=tpr, l2_error=error)

    return Data("regression", drawn.x, drawn.y, drawn.test_x, drawn.fit_seed, judge)
