"""SCAD and MCP of skglm, tuned by its own cross-validation."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies.designs.data import Matrix
from studies.methods.base import Method, nonzero, seed32


class ConcaveCrossValidated(Method):
    """Least squares with SCAD (3.7) or MCP (3), 5 folds, as in the paper.

    The smallest λ is that of the R package ncvreg, which the paper used: 0.05 of
    the largest where there are more columns than rows, else 0.001.
    """

    names = ("SCAD_CV", "MCP_CV")
    distributions = ("skglm",)

    def load(self) -> None:
        from skglm import GeneralizedLinearEstimatorCV
        from skglm.datafits import Quadratic
        from skglm.penalties import SCAD, MCPenalty
        from skglm.solvers import AndersonCD

        def make(seed: int, share: float) -> Any:
            penalty = SCAD(1.0, 3.7) if self.name == "SCAD_CV" else MCPenalty(1.0, 3.0)
            return GeneralizedLinearEstimatorCV(
                Quadratic(),
                penalty,
                AndersonCD(warm_start=True),
                cv=5,
                eps=share,
                n_jobs=1,
                random_state=seed32(seed),
            )

        self._make = make

    def warm_up(self) -> None:
        # numba compiles during the first fit of a process.
        rng = np.random.default_rng(0)
        x = rng.normal(size=(20, 30))
        self.fit(x, x[:, 0] + rng.normal(size=20), 0)

    def fit(self, x: Matrix, y: NDArray[Any], seed: int) -> None:
        rows, columns = x.shape
        self._model = self._make(seed, 0.05 if columns > rows else 0.001)
        self._model.fit(np.asfortranarray(x), y)

    def selected(self) -> list[int]:
        return nonzero(self._model.coef_)

    def predict(self, x: Matrix) -> NDArray[Any]:
        predictions: NDArray[Any] = self._model.predict(x)
        return predictions
