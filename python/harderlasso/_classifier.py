"""Classification: the target is one of several classes."""

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils import column_or_1d, compute_sample_weight
from sklearn.utils.multiclass import check_classification_targets

from harderlasso._base import BaseHarderLASSO
from harderlasso._docs import documented
from harderlasso._harderlasso import DEFAULTS, CheckedTarget, Fitted
from harderlasso._labels import from_names, kind_of, names_of
from harderlasso._plots import draw_confusion
from harderlasso._weights import NamedWeights, check_weights

# Up to this many different integers are taken for classes, as in the command.
_MAX_INTEGER_CLASSES = 10


@documented
class HarderLASSOClassifier(ClassifierMixin, BaseHarderLASSO):
    r"""Classification that selects features.

    A linear model or a neural network with one output per class, whose
    first-layer weights :math:`W_1` are penalized:

    .. math:: \min_\theta \; -\sum_i \log p_\theta(y_i \mid x_i)
              + \lambda \sum_{w \in W_1} \rho(w),
              \qquad \rho(t) = \frac{|t|}{1 + |t|^{1 - \nu}} .

    The class probabilities :math:`p_\theta` are the softmax of the outputs. The
    features are standardized first. A feature is selected if any of its weights
    in :math:`W_1` is not zero. The model with the selected features is then
    fitted again with as much shrinkage as its evidence asks for; in a network,
    weights that are zero stay zero.

    There is nothing to tune. The penalty parameter :math:`\lambda` is the
    quantile universal threshold: the :math:`(1 - \alpha)`-quantile, over random
    orders of the labels, of the smallest :math:`\lambda` at which no feature is
    selected. By default, a linear model and a network are fitted, and the better
    one is kept.

    Parameters
    ----------
    $hidden_dims
    $lambda_qut
    $penalty
    $activation
    $alpha
    $categorical
    $nu
    $n_draws
    $n_restarts
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes, which multiply the weights of the rows. They give
        rare classes more influence on the fit. The threshold takes them into account: it also comes from random orders in
        which each label keeps its weight.
    $random_state
    $n_jobs
    $verbose

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Class labels, sorted.
    $selected_features_indices_
    $selected_features_
    $support_
    $hidden_dims_
    $comparison_
    $view_
    $alternatives_
    coef_ : ndarray of shape (1, n_encoded) or (n_classes, n_encoded)
        Coefficients of ``encoded_names_`` for the log odds, in the units of the
        data; with two classes, those of the second class against the first. Defined only if a linear model
        was kept.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        Intercepts. Defined only if a linear model was kept.
    $feature_importances_
    $encoded_names_
    $encoded_from_
    $lambda_qut_
    $lambda_interval_
    $qut_null_
    $n_iter_
    $converged_
    $certificate_
    $n_features_in_
    $feature_names_in_

    See Also
    --------
    HarderLASSORegressor : Regression that selects features.
    HarderLASSOSelector : Feature selection as a step of a pipeline.
    qut : The quantile universal threshold alone.

    References
    ----------
    .. [1] M. van Cutsem and S. Sardy, "Validation-Free Sparse Learning: A Phase
       Transition Approach to Feature Selection".

    Examples
    --------
    A few of 13 measurements distinguish three kinds of wine:

    >>> from sklearn.datasets import load_wine
    >>> from harderlasso import HarderLASSOClassifier
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = HarderLASSOClassifier(random_state=0).fit(X, y)
    >>> len(model.selected_features_) < 8
    True
    >>> "flavanoids" in model.selected_features_
    True
    >>> model.score(X, y) > 0.9
    True
    """

    _law: ClassVar[str] = "classification"

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
        class_weight: Any = None,
        random_state: Any = None,
        n_jobs: Any = None,
        verbose: Any = 0,
    ) -> None:
        super().__init__(
            hidden_dims,
            lambda_qut,
            penalty,
            activation,
            alpha,
            categorical=categorical,
            nu=nu,
            n_draws=n_draws,
            n_restarts=n_restarts,
            random_state=random_state,
            n_jobs=n_jobs,
            verbose=verbose,
        )
        self.class_weight = class_weight

    @documented
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Select features and fit the model.

        Parameters
        ----------
        $X
        y : array-like of shape (n_samples,)
            Class labels of any type that can be sorted.
        $sample_weight

        Returns
        -------
        self : HarderLASSOClassifier
            Fitted estimator.
        """
        return self._fit(X, y, sample_weight)

    @documented
    def predict(self, X: Any) -> NDArray[Any]:
        """Predict class labels.

        Parameters
        ----------
        $X

        Returns
        -------
        y : ndarray of shape (n_samples,)
            The most probable class of each row.
        """
        rows = self._check_rows(X)
        labels: NDArray[Any] = self.classes_[self._fitted.predict_classes(rows)]
        return labels

    @documented
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Predict class probabilities.

        Parameters
        ----------
        $X

        Returns
        -------
        p : ndarray of shape (n_samples, n_classes)
            Probabilities, with the classes in the order of ``classes_``.
        """
        rows = self._check_rows(X)
        return self._fitted.predict(rows)

    @documented
    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Compute the log odds of the classes.

        Parameters
        ----------
        $X

        Returns
        -------
        d : ndarray of shape (n_samples,) or (n_samples, n_classes)
            With two classes, the log odds of the second class against the
            first. Otherwise the log odds of all classes, up to a constant per
            row.
        """
        rows = self._check_rows(X)
        decisions = self._fitted.decision(rows)
        return decisions[:, 0] if decisions.shape[1] == 1 else decisions

    @staticmethod
    def _suits(y: Any) -> bool:
        values = column_or_1d(y, warn=False)
        if values.dtype.kind not in "iuf":
            return True
        different = np.unique(values)
        if len(different) > min(_MAX_INTEGER_CLASSES, len(values) / 2):
            return False
        return bool(np.all(np.isfinite(different) & (different == np.floor(different))))

    def _check_target(self, y: NDArray[Any]) -> CheckedTarget:
        check_classification_targets(y)
        classes, codes = np.unique(y, return_inverse=True)
        return CheckedTarget.classes(
            codes.astype(np.int64, copy=False), names_of(classes), kind_of(classes)
        )

    def _check_weights(self, sample_weight: Any, y: NDArray[Any]) -> NamedWeights:
        of_classes = None
        if self.class_weight is not None:
            try:
                of_classes = compute_sample_weight(self.class_weight, y)
            except (ValueError, TypeError) as error:
                raise ValueError(f"class_weight is invalid: {error}") from None
        return check_weights(len(y), sample_weight=sample_weight, class_weight=of_classes)

    def _set_attributes(self, fitted: Fitted, y: NDArray[Any] | None) -> None:
        if y is None:
            self.classes_ = from_names(fitted.classes, fitted.label_kind)
        else:
            classes = np.unique(y)
            # A class whose rows all have the weight 0 is not in the model.
            self.classes_ = classes[np.isin(names_of(classes), fitted.classes)]
        super()._set_attributes(fitted, y)

    def _set_coefficients(
        self, coefficients: NDArray[np.float64], intercepts: NDArray[np.float64]
    ) -> None:
        self.coef_ = coefficients
        self.intercept_ = intercepts

    def _labels_of(self, positions: list[int]) -> list[str | None]:
        return [str(label) for label in self.classes_[positions]]

    def _draw_outcome(self, ax: Any, *outcome: NDArray[Any]) -> None:
        shown, counts = outcome
        draw_confusion(ax, [str(label) for label in self.classes_[shown]], counts)
