"""Best subsets of abess, chosen by its extended BIC."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies.designs.data import Matrix
from studies.methods.base import Method, nonzero


class BestSubset(Method):
    """``ic_type="ebic"``, in regressions up to n/2 columns; otherwise the defaults.

    By default abess selects at most n / (log log n · log p) columns, 8 in the
    linear study; beyond n/2 columns its criterion breaks down. The tables of the
    classification study are far from that limit.
    """

    names = ("abess",)
    distributions = ("abess",)
    tasks = ("regression", "classification")

    def load(self) -> None:
        from abess import LinearRegression, LogisticRegression, MultinomialRegression

        self._kinds = (LinearRegression, LogisticRegression, MultinomialRegression)

    def fit(self, x: Matrix, y: NDArray[Any], seed: int) -> None:
        linear, binary, multinomial = self._kinds
        if self.task == "regression":
            kind = linear
        else:
            kind = binary if len(set(y.tolist())) == 2 else multinomial
        # It refuses tables with a column that is constant.
        self._columns = np.flatnonzero(np.ptp(x, axis=0) > 0)
        sizes = None
        if self.task == "regression":
            sizes = range(min(len(self._columns), len(x) // 2) + 1)
        self._model = kind(ic_type="ebic", support_size=sizes, thread=1)
        self._model.fit(x[:, self._columns], y)

    def selected(self) -> list[int]:
        coefficients = self._model.coef_
        # One column a class in the multinomial model, one vector otherwise.
        found = nonzero(coefficients.T if coefficients.ndim == 2 else coefficients)
        return [int(column) for column in self._columns[found]]

    def predict(self, x: Matrix) -> NDArray[Any]:
        predictions: NDArray[Any] = self._model.predict(x[:, self._columns])
        return predictions

    def probabilities(self, x: Matrix) -> Matrix | None:
        shares: Matrix = self._model.predict_proba(x[:, self._columns])
        return shares
