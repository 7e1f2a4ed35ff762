"""The methods of this project: four penalties with the quantile universal threshold."""

import re
from typing import Any

from numpy.typing import NDArray

from studies.designs.data import Matrix
from studies.methods.base import Method

_PENALTIES = {"HarderLASSO": "harder", "LASSO": "l1", "SCAD": "scad", "MCP": "mcp"}
# `linear_` stands for the linear model where a study has networks; widths in
# parentheses stand for networks other than the study's own.
_NAME = re.compile(
    r"(?P<linear>linear_)?(?P<penalty>HarderLASSO|LASSO|SCAD|MCP)_QUT"
    r"(?(linear)|(?: \((?P<widths>[1-9]\d*(?:, [1-9]\d*)*)\))?)"
)


class Ours(Method):
    """A penalty of ours on a linear model or a network."""

    names = tuple(f"{penalty}_QUT" for penalty in _PENALTIES)
    distributions = ("harderlasso",)
    tasks = ("regression", "classification")
    predicts_from_selected = True

    @classmethod
    def matches(cls, name: str) -> bool:
        return _NAME.fullmatch(name) is not None

    def load(self) -> None:
        import harderlasso

        kinds: dict[str, Any] = {
            "regression": harderlasso.HarderLASSORegressor,
            "classification": harderlasso.HarderLASSOClassifier,
        }
        read = _NAME.fullmatch(self.name)
        assert read is not None, "find() has matched it"
        hidden = self.hidden
        if read["linear"]:
            hidden = ()
        if read["widths"]:
            hidden = tuple(int(width) for width in read["widths"].split(", "))
        penalty = _PENALTIES[read["penalty"]]
        settings = {"hidden_dims": hidden or None, "penalty": penalty, "n_jobs": 1}
        self._make: Any = lambda seed: kinds[self.task](random_state=seed, **settings)

    def fit(self, x: Matrix, y: NDArray[Any], seed: int) -> None:
        self._model = self._make(seed).fit(x, y)

    def selected(self) -> list[int]:
        return [int(column) for column in self._model.selected_features_indices_]

    def predict(self, x: Matrix) -> NDArray[Any]:
        predictions: NDArray[Any] = self._model.predict(x)
        return predictions
