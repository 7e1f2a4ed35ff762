"""The lasso of scikit-learn, tuned by cross-validation."""

from typing import Any

from numpy.typing import NDArray

from studies.designs.data import Matrix
from studies.methods.base import Method, nonzero, seed32


class LassoCrossValidated(Method):
    """``LassoCV`` or l1 logistic regression, 5 folds, everything else as it comes."""

    names = ("LASSO_CV",)
    distributions = ("scikit-learn",)
    tasks = ("regression", "classification")

    def load(self) -> None:
        from sklearn.linear_model import LassoCV, LogisticRegressionCV

        if self.task == "regression":
            self._make: Any = lambda seed: LassoCV(cv=5)
        else:
            # saga is scikit-learn's only solver for l1 and several classes.
            self._make = lambda seed: LogisticRegressionCV(
                cv=5,
                solver="saga",
                l1_ratios=(1.0,),
                use_legacy_attributes=False,
                random_state=seed32(seed),
            )

    def fit(self, x: Matrix, y: NDArray[Any], seed: int) -> None:
        self._model = self._make(seed).fit(x, y)

    def selected(self) -> list[int]:
        return nonzero(self._model.coef_)

    def predict(self, x: Matrix) -> NDArray[Any]:
        predictions: NDArray[Any] = self._model.predict(x)
        return predictions
