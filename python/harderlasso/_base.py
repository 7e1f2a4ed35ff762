"""What the estimators share: fitting, the attributes, saving and showing."""

import json
import os
import warnings
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import estimator_html_repr
from sklearn.utils.validation import check_is_fitted, validate_data

from harderlasso import _parameters
from harderlasso._files import write_whole
from harderlasso._harderlasso import Fitted, Settings
from harderlasso._progress import Bar
from harderlasso._summary import Summary, as_html, as_text

# The engine takes both as they are; whatever else comes becomes the first.
_PRECISIONS = [np.float64, np.float32]


class BaseHarderLASSO(BaseEstimator):
    """Base of the regressor and the classifier."""

    # Whether a model file belongs to this class.
    _is_classification: ClassVar[bool]

    _fitted: Fitted

    # ---- data in -----------------------------------------------------------

    def _read_table(self, X: Any, y: Any, **options: Any) -> tuple[Any, Any]:
        X, y = validate_data(
            self,
            X,
            y,
            dtype=_PRECISIONS,
            ensure_all_finite="allow-nan",
            ensure_min_samples=2,
            **options,
        )
        return np.require(X, requirements="A"), y

    def _read_rows(self, X: Any) -> NDArray[Any]:
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=_PRECISIONS, ensure_all_finite="allow-nan")
        return np.require(X, requirements="A")

    def _settings(self) -> Settings:
        names = (
            "hidden_dims",
            "lambda_qut",
            "penalty",
            "activation",
            "alpha",
            "nu",
            "n_draws",
            "n_restarts",
            "random_state",
            "n_jobs",
        )
        return _parameters.settings(**{name: getattr(self, name) for name in names})

    def _column_names(self) -> list[str] | None:
        names = getattr(self, "feature_names_in_", None)
        return None if names is None else [str(name) for name in names]

    def _with_progress(self, fit: Any) -> Fitted:
        """Runs ``fit``, which takes something to report progress to."""
        bar = Bar() if _parameters.is_verbose(self.verbose) else None
        try:
            fitted: Fitted = fit(bar)
        finally:
            if bar is not None:
                bar.close()
        return fitted

    # ---- what a fit leaves -------------------------------------------------

    def _take(self, fitted: Fitted) -> None:
        """Sets the attributes of a fit, and none of an earlier one."""
        self._fitted = fitted
        self.selected_features_indices_ = fitted.selected
        names = np.asarray(fitted.names, dtype=object)
        self.selected_features_ = names[fitted.selected]
        self.support_ = np.zeros(len(names), dtype=bool)
        self.support_[fitted.selected] = True
        self.feature_importances_ = fitted.importances
        self.lambda_qut_ = fitted.lambda_
        self.lambda_interval_ = fitted.interval
        self.qut_null_ = fitted.draws
        self.n_iter_ = sum(steps for _, _, steps, _, _ in fitted.phases)
        self.certificate_ = fitted.certificate
        self.converged_ = bool(self.certificate_["is_optimal"])
        for name in ("coef_", "intercept_"):
            if hasattr(self, name):
                delattr(self, name)
        if not json.loads(fitted.settings_json())["hidden"]:
            self._take_coefficients(fitted)

    def _take_coefficients(self, fitted: Fitted) -> None:
        raise NotImplementedError

    def _warn_unless_converged(self) -> None:
        if self.converged_:
            return
        certificate = self.certificate_
        worst = max(certificate["zeros"], certificate["nonzeros"])
        warnings.warn(
            "the penalized fit is no local minimum: its optimality conditions are violated by"
            f" {worst:.2g} in units of lambda (certificate_). Up to a few hundredths this is"
            " usual for networks with kinks (relu) and harmless. If it is more, compare the"
            " selection for a few values of random_state, or raise n_restarts.",
            ConvergenceWarning,
            stacklevel=3,
        )

    # ---- files -------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the fitted model to a file.

        The file is versioned JSON, the one that the command ``harderlasso``
        reads and writes. It holds what is needed to predict and to report, and
        no training data beyond the points of the diagnostic picture.

        Parameters
        ----------
        path : str or path-like
            Where to write. An existing file is replaced once the new one is
            complete.
        """
        check_is_fitted(self)
        write_whole(path, self._fitted.to_json().encode())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Load a model that :meth:`save` or the command wrote.

        Parameters
        ----------
        path : str or path-like
            The file.

        Returns
        -------
        estimator
            A fitted estimator of this class, with the parameters of the fit
            that a file holds: all but ``class_weight``, ``n_jobs`` and
            ``verbose``, and ``nu`` for the harder penalty only.
            Classes are what they were in the table: whole numbers, numbers
            or text.
        """
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"path must be a str or a path-like object, and is {path!r}")
        try:
            fitted = Fitted.from_json(Path(path).read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"path: {os.fspath(path)!r} cannot be loaded: {error}") from None
        if bool(fitted.classes) != cls._is_classification:
            found = "classification" if fitted.classes else "regression"
            raise ValueError(f"path: {os.fspath(path)} holds a {found} model, which is no {cls.__name__}")
        estimator = cls(**_parameters_of(fitted))
        estimator.n_features_in_ = len(fitted.names)
        if fitted.is_named:
            estimator.feature_names_in_ = np.asarray(fitted.names, dtype=object)
        estimator._take(fitted)
        return estimator

    def to_report(self, path: str | os.PathLike[str]) -> None:
        """Write the report of the fit, one HTML page that needs nothing else.

        Parameters
        ----------
        path : str or path-like
            Where to write, for example ``"report.html"``.
        """
        check_is_fitted(self)
        write_whole(path, self._fitted.html().encode())

    def to_onnx(
        self, path: str | os.PathLike[str], *, inputs: Literal["all", "selected"] = "all"
    ) -> None:
        """Write the model as an ONNX file, to predict without this package.

        The file takes one float column of shape (rows, 1) a feature, under the
        name of the feature; NaN is a missing value. Imputation and scaling are
        inside, in double precision. A regressor answers with ``prediction`` of
        shape (rows, 1), a classifier with ``label`` (integers where the classes
        are, text otherwise) and ``probabilities``.

        Parameters
        ----------
        path : str or path-like
            Where to write, for example ``"model.onnx"``.
        inputs : {"all", "selected"}, default="all"
            Whether the file asks for every column of the fit or only for the
            selected ones.
        """
        check_is_fitted(self)
        if inputs not in ("all", "selected"):
            raise ValueError(f"inputs is {inputs!r}; it must be 'all' or 'selected'")
        write_whole(path, self._fitted.onnx(inputs == "selected"))

    # ---- showing -----------------------------------------------------------

    def summary(self) -> Summary:
        """What was found, as text.

        Returns
        -------
        summary : str
            A string that notebooks and consoles show line by line.
        """
        check_is_fitted(self)
        return as_text(self._fitted)

    def _repr_html_(self) -> str:
        diagram: str = estimator_html_repr(self)
        if not self.__sklearn_is_fitted__():
            return diagram
        return as_html(self._fitted) + diagram

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_fitted")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


def _parameters_of(fitted: Fitted) -> dict[str, Any]:
    """The parameters of an estimator that would repeat a fit."""
    saved = json.loads(fitted.settings_json())
    parameters = {
        "hidden_dims": tuple(saved["hidden"]) or None,
        "lambda_qut": saved["lambda"],
        "penalty": saved["penalty"]["name"],
        "activation": saved["activation"],
        "alpha": saved["alpha"],
        "n_draws": saved["draws"],
        "n_restarts": saved["restarts"],
        "random_state": saved["seed"],
    }
    if "nu" in saved["penalty"]:
        parameters["nu"] = saved["penalty"]["nu"]
    return parameters
