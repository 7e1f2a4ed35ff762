"""LassoNet, tuned by its own cross-validation."""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from studies.designs.data import Matrix
from studies.methods.base import Method, seed32

HIDDEN = (20,)


class LassoNet(Method):
    """One hidden layer of 20, ReLU, 5 folds, as in the paper; otherwise the defaults."""

    names = ("LassoNet",)
    distributions = ("lassonet", "torch")
    tasks = ("regression", "classification")
    #: Further settings, for tests, which shorten the path; a full one takes minutes.
    settings: ClassVar[dict[str, Any]] = {}

    def load(self) -> None:
        import torch
        from lassonet import LassoNetClassifierCV, LassoNetRegressorCV

        torch.set_num_threads(1)
        self._torch = torch
        regression = self.task == "regression"
        self._kind: Any = LassoNetRegressorCV if regression else LassoNetClassifierCV

    def fit(self, x: Matrix, y: NDArray[Any], seed: int) -> None:
        # Some of its random numbers do not come from random_state.
        self._torch.manual_seed(seed32(seed))
        self._model = self._kind(
            cv=5,
            hidden_dims=HIDDEN,
            random_state=seed32(seed),
            torch_seed=seed32(seed),
            device="cpu",
            verbose=0,
            **self.settings,
        )
        kind = np.float32 if self.task == "regression" else np.int64
        self._model.fit(x.astype(np.float32), y.astype(kind))

    def selected(self) -> list[int]:
        return [int(column) for column in np.flatnonzero(np.asarray(self._model.best_selected_))]

    def predict(self, x: Matrix) -> NDArray[Any]:
        return np.ravel(self._model.predict(x.astype(np.float32)))
