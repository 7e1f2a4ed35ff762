"""Ensembles of trees, with columns chosen by Boruta."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies.designs.data import Matrix
from studies.methods.base import Method, seed32

TREES = 100


class _Boruta(Method):
    """Boruta's selection, and the same ensemble refitted to the selected columns.

    100 trees in both, as in the paper's forests and by default in XGBoost;
    otherwise the defaults. Tentative columns are not selected.
    """

    tasks = ("regression", "classification")

    def load(self) -> None:
        from boruta import BorutaPy

        self._boruta = BorutaPy
        self._ensemble = self._ensemble_class()

    def _ensemble_class(self) -> Any:
        raise NotImplementedError

    def fit(self, x: Matrix, y: NDArray[Any], seed: int) -> None:
        def ensemble() -> Any:
            return self._ensemble(n_estimators=TREES, n_jobs=1, random_state=seed32(seed))

        chosen = self._boruta(ensemble(), n_estimators=TREES, random_state=seed32(seed))
        chosen.fit(x, y)
        self._columns = np.flatnonzero(chosen.support_)
        self._model: Any = None
        if len(self._columns):
            self._model = ensemble().fit(x[:, self._columns], y)
        # Without a column the prediction is the mean, or the most frequent class.
        elif self.task == "regression":
            self._guess: Any = np.mean(y)
        else:
            classes, counts = np.unique(y, return_counts=True)
            self._guess = classes[np.argmax(counts)]

    def selected(self) -> list[int]:
        return [int(column) for column in self._columns]

    def predict(self, x: Matrix) -> NDArray[Any]:
        if self._model is None:
            return np.full(len(x), self._guess)
        predictions: NDArray[Any] = self._model.predict(x[:, self._columns])
        return predictions


class Forest(_Boruta):
    """Random forests of scikit-learn."""

    names = ("RandomForest",)
    distributions = ("Boruta", "scikit-learn")

    def _ensemble_class(self) -> Any:
        from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

        return RandomForestRegressor if self.task == "regression" else RandomForestClassifier


class Boosting(_Boruta):
    """Boosted trees of XGBoost."""

    names = ("XGBoost",)
    distributions = ("Boruta", "xgboost")

    def _ensemble_class(self) -> Any:
        from xgboost import XGBClassifier, XGBRegressor

        return XGBRegressor if self.task == "regression" else XGBClassifier
