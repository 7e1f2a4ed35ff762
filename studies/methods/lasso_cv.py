"""The lasso of scikit-learn, tuned by cross-validation."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies.designs.data import Matrix
from studies.methods.base import Method, nonzero, seed32


class LassoCrossValidated(Method):
    """``LassoCV`` or l1 logistic regression with 5 folds, otherwise the defaults.

    The solver of logistic regression is liblinear for two classes, and saga, the
    only one for l1, for more. After its default of 100 iterations saga has not
    converged and keeps columns that do not matter, so it gets 2000; with as many,
    liblinear took more than ten minutes on some splits of spambase.
    """

    names = ("LASSO_CV",)
    distributions = ("scikit-learn",)
    tasks = ("regression", "classification")

    def load(self) -> None:
        from sklearn.linear_model import LassoCV, LogisticRegressionCV

        def logistic(classes: int, seed: int) -> Any:
            return LogisticRegressionCV(
                cv=5,
                solver="liblinear" if classes == 2 else "saga",
                max_iter=100 if classes == 2 else 2000,
                l1_ratios=(1.0,),
                use_legacy_attributes=False,
                random_state=seed32(seed),
            )

        self._lasso, self._logistic = LassoCV, logistic

    def fit(self, x: Matrix, y: NDArray[Any], seed: int) -> None:
        if self.task == "regression":
            self._model: Any = self._lasso(cv=5)
        else:
            self._model = self._logistic(len(np.unique(y)), seed)
        self._model.fit(x, y)

    def selected(self) -> list[int]:
        return nonzero(self._model.coef_)

    def predict(self, x: Matrix) -> NDArray[Any]:
        predictions: NDArray[Any] = self._model.predict(x)
        return predictions

    def probabilities(self, x: Matrix) -> Matrix | None:
        shares: Matrix = self._model.predict_proba(x)
        return shares
