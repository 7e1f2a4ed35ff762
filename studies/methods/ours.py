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
        import harderlasso._harderlasso  # noqa: F401

        read = _NAME.fullmatch(self.name)
        assert read is not None, "find() has matched it"
        hidden: Any = self.hidden or None
        if read["model"]:
            hidden = "auto" if read["model"] == "auto_" else None
        if read["widths"]:
            hidden = tuple(int(width) for width in read["widths"].split(", "))
        self._settings = {"hidden_dims": hidden, "penalty": _PENALTIES[read["penalty"]]}
        self._without: str | None = read["without"]
        # Without the attribute of the estimators, setting it would change nothing.
        if self._without and not hasattr(self._estimators()[self.task], "_without"):
            raise Refused(
                f"{self.name} needs a harderlasso that can leave out its departures from the "
                "paper; install the package of this clone"
            )

    @property
    def predicts_from_selected(self) -> bool:
        return self.task == "regression"

    def fit(self, x: Matrix, y: NDArray[Any], seed: int) -> None:
        from harderlasso._harderlasso import CheckedTarget, fit

        # The data of studies are arrays of finite numbers, so the engine gets them
        # without the checks of the estimator, whose answers these are: the checks and
        # the import of scikit-learn would take a tenth of the time of short fits.
        if self.task == "regression":
            target = CheckedTarget.real(y)
        else:
            self._classes, codes = np.unique(y, return_inverse=True)
            names = [str(label) for label in self._classes]
            target = CheckedTarget.classes(codes, names, "integer")
        weights = None if self.weights is None else ("sample_weight", self.weights)
        self._fitted = fit(self._parameters(seed), x, target, weights, None, None)

    def _parameters(self, seed: int) -> Any:
        from harderlasso._harderlasso import DEFAULTS, Parameters

        if self._without:
            from harderlasso._parameters import check_parameters

            return check_parameters(self._estimator(seed))
        given: dict[str, Any] = {**DEFAULTS, **self._settings, "random_state": seed, "n_jobs": 1}
        if given["hidden_dims"] is None:
            given["hidden_dims"] = []
        return Parameters(**given)

    @staticmethod
    def _estimators() -> dict[str, Any]:
        from harderlasso import HarderLASSOClassifier, HarderLASSORegressor

        return {"regression": HarderLASSORegressor, "classification": HarderLASSOClassifier}

    def _estimator(self, seed: int) -> Any:
        """The estimator with the same parameters."""
        model = self._estimators()[self.task](random_state=seed, n_jobs=1, **self._settings)
        if self._without:
            model._without = (self._without,)
        return model

    def selected(self) -> list[int]:
        return [int(column) for column in self._fitted.selected]

    def predict(self, x: Matrix) -> NDArray[Any]:
        if self.task == "classification":
            classes: NDArray[Any] = self._classes[self._fitted.predict_classes(x)]
            return classes
        return self._fitted.predict_selected(x)[:, 0]

    def probabilities(self, x: Matrix) -> Matrix | None:
        return self._fitted.predict(x)
