"""The base of the estimators: parameters, fit, attributes, files and display.

An estimator of a law of the target is a file that derives from
:class:`BaseHarderLASSO`, and an entry in ``_laws.py``.
"""

import os
import warnings
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_X_y, estimator_html_repr
from sklearn.utils.validation import check_is_fitted, validate_data

from harderlasso._columns import (
    check_categorical,
    columns_at,
    default_names,
    encode_array,
    encode_frame,
    has_categories,
    library_of,
    names_of_columns,
    new_columns,
)
from harderlasso._docs import documented
from harderlasso._files import write_whole
from harderlasso._harderlasso import DEFAULTS, CheckedTarget, Encoded, Fitted, calibrate, fit
from harderlasso._parameters import check_parameters, is_verbose
from harderlasso._plots import Plots
from harderlasso._progress import ProgressBar
from harderlasso._summary import SummaryText, as_html, as_text
from harderlasso._weights import NamedWeights, check_weights

# The engine reads both; all other types are converted to the first.
PRECISIONS = [np.float64, np.float32]


class BaseHarderLASSO(Plots, BaseEstimator):
    """Base of the estimators, one for each law of the target."""

    # The engine's name for the law.
    _law: ClassVar[str]
    # How scikit-learn checks the target.
    _target_options: ClassVar[dict[str, Any]] = {}

    # Departures from the paper that a study switches off.
    _without: tuple[str, ...] = ()

    _fitted: Fitted
    # Names of the columns of `X`, and whether the model was read from a file.
    _columns: list[str]
    _is_loaded: bool

    def __init__(
        self,
        hidden_dims: Any = DEFAULTS["hidden_dims"],
        lambda_qut: Any = DEFAULTS["lambda_qut"],
        penalty: Any = DEFAULTS["penalty"],
        activation: Any = DEFAULTS["activation"],
        alpha: Any = DEFAULTS["alpha"],
        *,
        categorical: Any = None,
        nu: Any = DEFAULTS["nu"],
        n_draws: Any = DEFAULTS["n_draws"],
        n_restarts: Any = DEFAULTS["n_restarts"],
        random_state: Any = None,
        n_jobs: Any = None,
        verbose: Any = 0,
    ) -> None:
        self.hidden_dims = hidden_dims
        self.lambda_qut = lambda_qut
        self.penalty = penalty
        self.activation = activation
        self.alpha = alpha
        self.categorical = categorical
        self.nu = nu
        self.n_draws = n_draws
        self.n_restarts = n_restarts
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    # ---- what a law defines ------------------------------------------------

    @staticmethod
    def _suits(y: Any) -> bool:
        """Whether the law is the usual choice for a target."""
        raise NotImplementedError

    def _check_target(self, y: NDArray[Any]) -> CheckedTarget:
        """Check a target and convert it for the engine."""
        raise NotImplementedError

    def _check_weights(self, sample_weight: Any, y: NDArray[Any]) -> NamedWeights:
        """Check the weights of the rows."""
        return check_weights(len(y), sample_weight=sample_weight)

    def _set_coefficients(
        self, coefficients: NDArray[np.float64], intercepts: NDArray[np.float64]
    ) -> None:
        """Set the attributes of a linear model, from a row for each output."""
        raise NotImplementedError

    # ---- fit ---------------------------------------------------------------

    def _check_training(
        self, X: Any, y: Any, sample_weight: Any
    ) -> tuple[NDArray[Any] | Encoded, NDArray[Any], CheckedTarget, NamedWeights]:
        if has_categories(X):
            X, y = self._encode_frame(X, y)
        else:
            X, y = validate_data(
                self,
                X,
                y,
                dtype=PRECISIONS,
                ensure_all_finite="allow-nan",
                ensure_min_samples=2,
                **self._target_options,
            )
            X = np.require(X, requirements="A")
            names = getattr(self, "feature_names_in_", None)
            self._columns = default_names(X.shape[1]) if names is None else list(map(str, names))
            categorical = check_categorical(
                self.categorical, None if names is None else self._columns, X.shape[1]
            )
            if categorical:
                X = encode_array(X, self._columns, categorical)
        return X, y, self._check_target(y), self._check_weights(sample_weight, y)

    def _encode_frame(self, X: Any, y: Any) -> tuple[Encoded, NDArray[Any]]:
        """Check a frame whose columns are not all numbers, and its target."""
        validate_data(self, X, skip_check_array=True)
        names = names_of_columns(X)
        self._columns = default_names(X.shape[1]) if names is None else names
        # A column of numbers stands for X where the number of rows matters.
        _, y = check_X_y(
            np.zeros((len(X), 1)), y, ensure_min_samples=2, estimator=self, **self._target_options
        )
        categorical = check_categorical(self.categorical, names, X.shape[1])
        encoded = encode_frame(X, self._columns, categorical)
        for note in encoded.notes:
            warnings.warn(note, UserWarning, stacklevel=5)
        return encoded, y

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Self:
        parameters = check_parameters(self)
        bar = ProgressBar() if is_verbose(self.verbose) else None
        X, y, target, weights = self._check_training(X, y, sample_weight)
        is_named = hasattr(self, "feature_names_in_") and not isinstance(X, Encoded)
        names = self._columns if is_named else None
        with nullcontext() if bar is None else closing(bar):
            fitted = fit(parameters, X, target, weights, names, bar)
        self._is_loaded = False
        self._set_attributes(fitted, y)
        self._warn_if_unsettled()
        return self

    def _calibrate(
        self, X: Any, y: Any, sample_weight: Any
    ) -> tuple[float, tuple[float, float], float, NDArray[np.float64]]:
        parameters = check_parameters(self)
        X, _, target, weights = self._check_training(X, y, sample_weight)
        return calibrate(parameters, X, target, weights, None)

    def _set_attributes(self, fitted: Fitted, y: NDArray[Any] | None) -> None:
        """Set the attributes of a fit to ``y``, or of a saved model."""
        self._fitted = fitted
        selected, names = fitted.selected, np.asarray(fitted.names, dtype=object)
        self.encoded_names_ = names
        if fitted.is_encoded:
            places = {name: place for place, name in enumerate(self._columns)}
            of_columns = np.array([places[name] for name in fitted.columns], dtype=np.int64)
            self.encoded_from_ = of_columns[fitted.origins]
        else:
            self.encoded_from_ = np.arange(len(names))
        self.selected_features_indices_ = selected
        self.selected_features_ = names[selected]
        self.support_ = np.zeros(len(names), dtype=bool)
        self.support_[selected] = True
        self.feature_importances_ = np.zeros(len(names))
        self.feature_importances_[selected] = fitted.importances
        self.lambda_qut_ = fitted.lambda_
        self.lambda_interval_ = fitted.interval
        self.qut_null_ = fitted.draws
        self.n_iter_ = fitted.iterations
        self.certificate_ = fitted.certificate
        self.converged_ = bool(self.certificate_["is_optimal"])
        self.hidden_dims_ = fitted.kept
        self.comparison_ = fitted.comparison
        self.view_ = fitted.view
        self.alternatives_ = [
            {"selected": others, "names": names[others], "difference": difference}
            for others, difference in fitted.alternatives
        ]
        # An earlier fit may have been linear.
        for name in ("coef_", "intercept_"):
            self.__dict__.pop(name, None)
        coefficients, intercepts = fitted.coefficients, fitted.intercepts
        if coefficients is not None and intercepts is not None:
            self._set_coefficients(coefficients, intercepts)

    def _warn_if_unsettled(self) -> None:
        """Warn where another search may select other features, and say what to do."""
        if (advice := self._fitted.unsettled) is not None:
            warnings.warn(f"{advice[0].upper()}{advice[1:]}.", ConvergenceWarning, stacklevel=4)

    def _check_rows(self, X: Any) -> NDArray[Any] | Encoded:
        """Check the features of rows to predict."""
        check_is_fitted(self)
        fitted = self._fitted
        if not (fitted.is_encoded or (self._is_loaded and library_of(X) is not None)):
            rows: NDArray[Any] = validate_data(
                self, X, reset=False, dtype=PRECISIONS, ensure_all_finite="allow-nan"
            )
            return np.require(rows, requirements="A")
        columns = fitted.columns
        origins = fitted.origins
        needed = sorted({int(origins[feature]) for feature in fitted.selected})
        if library_of(X) is not None and hasattr(self, "feature_names_in_"):
            by_position = new_columns(X, columns, needed)
            if len(X) == 0:
                raise ValueError("X has no rows, so there is nothing to predict")
        else:
            is_frame = library_of(X) is not None
            X = validate_data(
                self,
                X,
                reset=False,
                skip_check_array=is_frame,
                **({} if is_frame else {"dtype": PRECISIONS, "ensure_all_finite": "allow-nan"}),
            )
            by_position = columns_at(X, columns, self._columns, needed)
        encoded = fitted.encode(by_position, len(X))
        for note in encoded.notes:
            warnings.warn(note, UserWarning, stacklevel=3)
        return encoded

    # ---- files -------------------------------------------------------------

    @documented
    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the fitted model to a file.

        The file is versioned JSON, which the command ``harderlasso`` reads and
        writes too. It holds what is needed to predict and to write the report.
        It holds no row of the training data: the target and the selected features
        are in it as counts, averages and names of categories.

        Parameters
        ----------
        $path
        """
        check_is_fitted(self)
        write_whole(path, self._fitted.to_json().encode())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Load a model that :meth:`save` or the command wrote.

        Parameters
        ----------
        path : str or path-like
            File to read.

        Returns
        -------
        estimator
            A fitted estimator of this class, with the parameters of the fit.
            Parameters that a file does not hold have their defaults:
            ``n_jobs``, ``verbose``, ``class_weight``, ``categorical``, and ``nu``
            for penalties other than "harder". Which columns are categories is in
            the file, and predictions do not need the parameter. They find the
            columns of a dataframe by their names.
        """
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"path must be a str or a path-like object; got {path!r}")
        try:
            fitted = Fitted.from_json(Path(path).read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"path: {os.fspath(path)!r} cannot be loaded: {error}") from None
        if fitted.law != cls._law:
            raise ValueError(
                f"path: {os.fspath(path)!r} holds a {fitted.law} model;"
                f" {cls.__name__} can only load a {cls._law} model"
            )
        estimator = cls(**fitted.parameters)
        columns = fitted.columns
        estimator.n_features_in_ = len(columns)
        # An array of codes has names in the file that it did not have in the fit.
        if fitted.is_named and not (fitted.is_encoded and columns == default_names(len(columns))):
            estimator.feature_names_in_ = np.asarray(columns, dtype=object)
        estimator._columns, estimator._is_loaded = columns, True
        estimator._set_attributes(fitted, None)
        return estimator

    @documented
    def to_report(self, path: str | os.PathLike[str]) -> None:
        """Write a report of the fit, as a single self-contained HTML page.

        Parameters
        ----------
        $path
        """
        check_is_fitted(self)
        write_whole(path, self._fitted.html().encode())

    @documented
    def to_onnx(
        self, path: str | os.PathLike[str], *, inputs: Literal["all", "selected"] = "all"
    ) -> None:
        """Write the model as an ONNX file, to predict without this package.

        The file has one input per feature, with the name of the feature: floats
        of shape (n_samples, 1), where NaN is a missing value. It imputes and
        scales them itself, in double precision. A column of categories has an input
        for each of its levels, ``column=level``, which is 0 or 1. The output of a regressor is
        ``prediction`` of shape (n_samples, 1). The outputs of a classifier are
        ``label``, which are integers if the classes are and strings otherwise,
        and ``probabilities``.

        Parameters
        ----------
        $path
        inputs : {"all", "selected"}, default="all"
            Whether the file has inputs for all features of the fit or for the
            selected features only.
        """
        check_is_fitted(self)
        if inputs not in ("all", "selected"):
            raise ValueError(f"inputs must be 'all' or 'selected'; got {inputs!r}")
        write_whole(path, self._fitted.onnx(inputs == "selected"))

    # ---- display -----------------------------------------------------------

    def summary(self) -> SummaryText:
        """Describe the fit as text.

        Returns
        -------
        summary : str
            Several lines of text, which notebooks and consoles show as they are.
        """
        check_is_fitted(self)
        return as_text(self._fitted)

    def _repr_html_(self) -> str:
        diagram: str = estimator_html_repr(self)
        return as_html(self._fitted) + diagram if self.__sklearn_is_fitted__() else diagram

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_fitted")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
