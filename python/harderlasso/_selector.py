"""Feature selection as a transformer."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted

from harderlasso._base import BaseHarderLASSO
from harderlasso._docs import documented
from harderlasso._laws import ESTIMATORS, estimator_for


@documented
class HarderLASSOSelector(SelectorMixin, MetaEstimatorMixin, BaseEstimator):
    """Transformer that keeps the features that a HarderLASSO estimator selects.

    Parameters
    ----------
    estimator : HarderLASSORegressor, HarderLASSOClassifier or None, default=None
        The estimator that selects. None uses an estimator with
        ``random_state=0``: the classifier if `y` holds strings, booleans or at
        most 10 different integers that are at most half as many as the rows, and
        the regressor otherwise. The command ``harderlasso`` uses the same rule.

    Attributes
    ----------
    estimator_ : HarderLASSORegressor or HarderLASSOClassifier
        The fitted estimator.
    $n_features_in_
    $feature_names_in_

    See Also
    --------
    HarderLASSORegressor : Regression that selects features.
    HarderLASSOClassifier : Classification that selects features.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from harderlasso import HarderLASSOClassifier, HarderLASSOSelector
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> linear = HarderLASSOClassifier(hidden_dims=None, random_state=0)
    >>> selector = HarderLASSOSelector(linear).set_output(transform="pandas")
    >>> list(selector.fit_transform(X, y).columns)
    ['petal length (cm)', 'petal width (cm)']
    """

    def __init__(self, estimator: Any = None) -> None:
        self.estimator = estimator

    @documented
    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Select the features to keep.

        Parameters
        ----------
        $X
        y : array-like of shape (n_samples,)
            Target values or class labels.
        $sample_weight

        Returns
        -------
        self : HarderLASSOSelector
            Fitted selector.
        """
        if y is None:
            raise ValueError(
                "This HarderLASSOSelector estimator requires y to be passed, but the target y is"
                " None."
            )
        self.estimator_ = self._estimator_for(y).fit(X, y, sample_weight=sample_weight)
        self.n_features_in_ = self.estimator_.n_features_in_
        if hasattr(self.estimator_, "feature_names_in_"):
            self.feature_names_in_ = self.estimator_.feature_names_in_
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        return self

    def _estimator_for(self, y: Any) -> Any:
        if self.estimator is None:
            return estimator_for(y)(random_state=0)
        if not isinstance(self.estimator, BaseHarderLASSO):
            names = ", ".join(estimator.__name__ for estimator in ESTIMATORS)
            raise TypeError(f"estimator must be None or one of {names}; got {self.estimator!r}")
        return clone(self.estimator)

    def _get_support_mask(self) -> NDArray[np.bool_]:
        check_is_fitted(self)
        # A column is kept if any of its levels is selected.
        fitted = self.estimator_
        mask = np.zeros(self.n_features_in_, dtype=bool)
        mask[fitted.encoded_from_[fitted.support_]] = True
        return mask

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.target_tags.required = True
        return tags
