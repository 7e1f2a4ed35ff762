"""Model-X knockoffs of HiDimStat."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies.designs.data import Matrix
from studies.methods.base import Method, seed32

FALSE_DISCOVERIES = 0.1


class Knockoffs(Method):
    """Gaussian second-order knockoffs, lasso statistic, false discovery rate 0.1.

    HiDimStat does not predict, so predictions are those of least squares on the
    selected columns.
    """

    names = ("Knockoffs",)
    distributions = ("HiDimStat", "scikit-learn")

    def load(self) -> None:
        from hidimstat import ModelXKnockoff
        from sklearn.linear_model import LassoCV, LinearRegression
        from sklearn.model_selection import KFold

        def filtered(seed: int) -> Any:
            # The default estimator of HiDimStat, with folds that can be repeated.
            folds = KFold(n_splits=5, shuffle=True, random_state=seed)
            lasso = LassoCV(max_iter=200_000, cv=folds, tol=1e-6)
            return ModelXKnockoff(estimator=lasso, random_state=seed, n_jobs=1)

        self._filter, self._least_squares = filtered, LinearRegression

    def fit(self, x: Matrix, y: NDArray[Any], seed: int) -> None:
        knockoffs = self._filter(seed32(seed))
        knockoffs.fit_importance(x, y)
        self._columns = np.flatnonzero(knockoffs.fdr_selection(fdr=FALSE_DISCOVERIES))
        self._mean = float(np.mean(y))
        if len(self._columns):
            self._model = self._least_squares().fit(x[:, self._columns], y)

    def selected(self) -> list[int]:
        return [int(column) for column in self._columns]

    def predict(self, x: Matrix) -> NDArray[Any]:
        if not len(self._columns):
            return np.full(len(x), self._mean)
        predictions: NDArray[Any] = self._model.predict(x[:, self._columns])
        return predictions
