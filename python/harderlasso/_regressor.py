"""Regression: the target is a number."""

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import RegressorMixin

from harderlasso._base import BaseHarderLASSO
from harderlasso._docs import documented
from harderlasso._harderlasso import CheckedTarget
from harderlasso._plots import draw_density


@documented
class HarderLASSORegressor(RegressorMixin, BaseHarderLASSO):
    r"""Regression that selects features.

    A linear model or a neural network :math:`\mu_\theta` whose first-layer
    weights :math:`W_1` are penalized:

    .. math:: \min_\theta \; \lVert y - \mu_\theta(X) \rVert_2
              + \lambda \sum_{w \in W_1} \rho(w),
              \qquad \rho(t) = \frac{|t|}{1 + |t|^{1 - \nu}} .

    The features are standardized first. A feature is selected if any of its
    weights in :math:`W_1` is not zero. The model with the selected features is
    then fitted again: a linear model by least squares, and a network with as much
    shrinkage as its evidence asks for.

    There is nothing to tune. The penalty parameter :math:`\lambda` is the
    quantile universal threshold: the :math:`(1 - \alpha)`-quantile, over random
    orders of the target, of the smallest :math:`\lambda` at which no feature is
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
    $random_state
    $n_jobs
    $verbose

    Attributes
    ----------
    $selected_features_indices_
    $selected_features_
    $support_
    $hidden_dims_
    $comparison_
    $view_
    $alternatives_
    coef_ : ndarray of shape (n_encoded,)
        Coefficients of ``encoded_names_`` in the units of the data. Defined only if a linear model was kept.
    intercept_ : float
        Intercept. Defined only if a linear model was kept.
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
    HarderLASSOClassifier : Classification that selects features.
    HarderLASSOSelector : Feature selection as a step of a pipeline.
    qut : The quantile universal threshold alone.

    Notes
    -----
    With high probability, exactly the features that matter are selected, up to a
    point: if the signal is too weak, or if too many features matter for the
    number of rows, the selection breaks down, and it does so abruptly.

    References
    ----------
    .. [1] M. van Cutsem and S. Sardy, "Validation-Free Sparse Learning: A Phase
       Transition Approach to Feature Selection".
    .. [2] C. Giacobino, S. Sardy, J. Diaz-Rodriguez and N. Hengartner, "Quantile
       universal threshold", Electronic Journal of Statistics 11 (2017).

    Examples
    --------
    Three of 100 features matter:

    >>> import numpy as np
    >>> from harderlasso import HarderLASSORegressor
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(80, 100))
    >>> y = 3 * X[:, 4] - 2 * X[:, 30] + 2 * X[:, 77] + rng.normal(size=80)
    >>> model = HarderLASSORegressor(hidden_dims=None, random_state=0).fit(X, y)
    >>> model.selected_features_indices_
    array([ 4, 30, 77])
    >>> model.coef_[[4, 30, 77]].round(1)
    array([ 3. , -2. ,  1.9])
    """

    _law: ClassVar[str] = "regression"
    _target_options: ClassVar[dict[str, Any]] = {"y_numeric": True}

    @documented
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Select features and fit the model.

        Parameters
        ----------
        $X
        y : array-like of shape (n_samples,)
            Target values.
        $sample_weight

        Returns
        -------
        self : HarderLASSORegressor
            Fitted estimator.
        """
        return self._fit(X, y, sample_weight)

    @documented
    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the target.

        Parameters
        ----------
        $X

        Returns
        -------
        y : ndarray of shape (n_samples,)
            Predicted values.
        """
        rows = self._check_rows(X)
        return self._fitted.predict(rows)[:, 0]

    @staticmethod
    def _suits(y: Any) -> bool:
        return True

    def _check_target(self, y: NDArray[Any]) -> CheckedTarget:
        return CheckedTarget.real(np.asarray(y, dtype=np.float64))

    def _set_coefficients(
        self, coefficients: NDArray[np.float64], intercepts: NDArray[np.float64]
    ) -> None:
        self.coef_ = coefficients[0]
        self.intercept_ = float(intercepts[0])

    def _draw_outcome(self, ax: Any, *outcome: NDArray[Any]) -> None:
        draw_density(ax, *outcome)
