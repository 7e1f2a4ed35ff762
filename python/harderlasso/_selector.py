"""The selection as a transformer."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted

from harderlasso._base import BaseHarderLASSO
from harderlasso._classifier import HarderLASSOClassifier
from harderlasso._regressor import HarderLASSORegressor
from harderlasso._tasks import is_classification


class HarderLASSOSelector(SelectorMixin, MetaEstimatorMixin, BaseEstimator):
    """Keep the columns that a HarderLASSO estimator selects.

    Parameters
    ----------
    estimator : HarderLASSORegressor, HarderLASSOClassifier or None, default=None
        What selects. None is, with ``random_state=0``, the classifier if y holds
        text, truth values or at most 10 different whole numbers that are at most
        half as many as the rows, and the regressor otherwise: the rule of the
        command.

    Attributes
    ----------
    estimator_ : HarderLASSORegressor or HarderLASSOClassifier
        The fitted estimator.
    n_features_in_ : int
        Columns of the fit.
    feature_names_in_ : ndarray of str
        Their names, if all of them are text.

    See Also
    --------
    HarderLASSORegressor : What selects for numbers.
    HarderLASSOClassifier : What selects for classes.

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

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the columns to keep.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            Numbers; NaN is a missing value.
        y : array-like of shape (n_samples,)
            What is to be explained.
        sample_weight : array-like of shape (n_samples,), float or None
            How many observations each row stands for.

        Returns
        -------
        self : HarderLASSOSelector
            The fitted selector.
        """
        if y is None:
            raise ValueError(
                "This HarderLASSOSelector estimator requires y to be passed, but the target y is None."
            )
        self.estimator_ = self._chosen(y).fit(X, y, sample_weight=sample_weight)
        self.n_features_in_ = self.estimator_.n_features_in_
        if hasattr(self.estimator_, "feature_names_in_"):
            self.feature_names_in_ = self.estimator_.feature_names_in_
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        return self

    def _chosen(self, y: Any) -> BaseHarderLASSO:
        if self.estimator is None:
            if is_classification(y):
                return HarderLASSOClassifier(random_state=0)
            return HarderLASSORegressor(random_state=0)
        if not isinstance(self.estimator, BaseHarderLASSO):
            raise TypeError(
                "estimator must be a HarderLASSORegressor, a HarderLASSOClassifier or None,"
                f" and is {self.estimator!r}"
            )
        chosen: BaseHarderLASSO = clone(self.estimator)
        return chosen

    def _get_support_mask(self) -> NDArray[np.bool_]:
        check_is_fitted(self)
        mask: NDArray[np.bool_] = self.estimator_.support_
        return mask

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.target_tags.required = True
        return tags
