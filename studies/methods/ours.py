"""The methods of this project: four penalties with the quantile universal threshold."""

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies.designs.data import Matrix
from studies.errors import Refused
from studies.methods.base import Method

_PENALTIES = {"HarderLASSO": "harder", "LASSO": "l1", "SCAD": "scad", "MCP": "mcp"}
#: The departures from the paper, by the names under which the engine leaves them out.
DEPARTURES = (
    "permutations",
    "ranks",
    "units",
    "evidence",
    "neighbours",
    "message-passing",
    "elimination",
    "wide-start",
    "shrinkage",
)
# `linear_` stands for the linear model where a study has networks, and `auto_` for what
# suits the data; widths in parentheses stand for networks other than the study's own.
_NAME = re.compile(
    r"(?P<model>linear_|auto_)?(?P<penalty>HarderLASSO|LASSO|SCAD|MCP)_QUT"
    r"(?(model)|(?: \((?P<widths>[1-9]\d*(?:, [1-9]\d*)*)\))?)"
    rf"(?: without (?P<without>{'|'.join(DEPARTURES)}))?"
)


class Ours(Method):
    """A penalty of ours on a linear model or a network."""

    names = tuple(f"{penalty}_QUT" for penalty in _PENALTIES)
    distributions = ("harderlasso",)
    tasks = ("regression", "classification")
    takes_weights = True

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
        hidden: Any = self.hidden or None
        if read["model"]:
            hidden = "auto" if read["model"] == "auto_" else None
        if read["widths"]:
            hidden = tuple(int(width) for width in read["widths"].split(", "))
        penalty = _PENALTIES[read["penalty"]]
        settings = {"hidden_dims": hidden, "penalty": penalty, "n_jobs": 1}
        # Without the attribute of the estimators, setting it would change nothing.
        if read["without"] and not hasattr(kinds[self.task], "_without"):
            raise Refused(
                f"{self.name} needs a harderlasso that can leave out its departures from the "
                "paper; install the package of this clone"
            )

        def make(seed: int) -> Any:
            model = kinds[self.task](random_state=seed, **settings)
            if read["without"]:
                model._without = (read["without"],)
            return model

        self._make = make

    @property
    def predicts_from_selected(self) -> bool:
        return self.task == "regression"

    # The data of studies are arrays of finite numbers, so the engine gets them without
    # the checks of the estimator, which would take a twentieth of the time of a short
    # fit. The answers are those of the estimator.

    def fit(self, x: Matrix, y: NDArray[Any], seed: int) -> None:
        from harderlasso._harderlasso import fit
        from harderlasso._parameters import check_parameters

        model = self._make(seed)
        weights = model._check_weights(self.weights, y)
        target = model._check_target(y)
        self._classes = np.unique(y)
        self._fitted = fit(check_parameters(model), x, target, weights, None, None)

    def selected(self) -> list[int]:
        return [int(column) for column in self._fitted.selected]

    def predict(self, x: Matrix) -> NDArray[Any]:
        if self.task == "classification":
            classes: NDArray[Any] = self._classes[self._fitted.predict_classes(x)]
            return classes
        return self._fitted.predict_selected(x)[:, 0]

    def probabilities(self, x: Matrix) -> Matrix | None:
        return self._fitted.predict(x)
