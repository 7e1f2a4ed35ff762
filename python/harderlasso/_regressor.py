"""Regression."""

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import RegressorMixin

from harderlasso._base import BaseHarderLASSO
from harderlasso._harderlasso import Fitted, fit_regression
from harderlasso._plots import Plots
from harderlasso._weights import counted, row_weights, weighed


class HarderLASSORegressor(Plots, RegressorMixin, BaseHarderLASSO):
    r"""Regression on the few columns that matter.

    A linear model or a small network whose first layer is penalized,

    .. math:: \min_\theta \; \lVert y - \mu_\theta(X) \rVert_2
              + \lambda \sum_{w \in W_1} \rho(w),
              \qquad \rho(t) = \frac{|t|}{1 + |t|^{1 - \nu}} ,

    with columns brought to mean 0 and standard deviation 1. A column is selected
    if its weights in :math:`W_1` are not all zero. The model on the selected
    columns is then fitted again without penalty. There is nothing to tune:
    :math:`\lambda` is the quantile universal threshold, the
    :math:`(1 - \alpha)`-quantile over targets of pure noise of the smallest
    :math:`\lambda` that selects nothing.

    Parameters
    ----------
    hidden_dims : tuple of int or None, default=(20,)
        Widths of the hidden layers. None is the linear model.
    lambda_qut : float or None, default=None
        A penalty parameter of your own; None calibrates it.
    penalty : {"harder", "l1", "lasso", "scad", "mcp"}, default="harder"
        The function :math:`\rho`; "lasso" is another name of "l1".
    activation : {"relu", "leaky_relu", "elu", "softplus", "gelu", "silu"}, \
            default="relu"
        Activation of the hidden layers.
    alpha : float, default=0.05
        Bound on the probability of selecting anything under pure noise.
    nu : float, default=0.1
        Concavity of the harder penalty, between 0 (close to a count) and 1
        (close to the lasso), both excluded.
    n_draws : int, default=5000
        Targets of pure noise behind ``lambda_qut_``.
    n_restarts : int, default=3
        Random starts of a network in each noise unit; linear models have one
        start.
    random_state : int, RandomState instance or None, default=None
        Seeds the noise and the starts. An int reproduces the fit, and gives the
        fit of the command with that ``--seed``.
    n_jobs : int or None, default=None
        Threads; -1 is all processors. It changes the time, never the result.
    verbose : int, default=0
        1 shows a progress bar on stderr.

    Attributes
    ----------
    selected_features_indices_ : ndarray of int
        Positions of the selected columns, rising.
    selected_features_ : ndarray of str
        Their names; ``x0, x1, ...`` where X has none.
    support_ : ndarray of bool of shape (n_features_in_,)
        Whether each column is selected.
    coef_ : ndarray of shape (n_features_in_,)
        Coefficients in the units of the data, for the linear model only.
    intercept_ : float
        Intercept, for the linear model only.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Length of the first-layer weights of each column per standard deviation
        of the column, divided by their sum.
    lambda_qut_ : float
        The penalty parameter of the fit.
    lambda_interval_ : tuple of float
        What the finite number of draws leaves open: a 95 % interval.
    qut_null_ : ndarray of float
        The smallest penalty that selects nothing, for each draw, sorted.
    n_iter_ : int
        Iterations over all phases of the annealing that won.
    converged_ : bool
        Whether the penalized fit is a local minimum to the tolerance.
    certificate_ : dict
        By how much its conditions are violated, at ``zeros`` and ``nonzeros``
        and in units of lambda; its ``cost`` and that of the empty model,
        ``null_cost``; and ``is_optimal``.
    n_features_in_ : int
        Columns of the fit.
    feature_names_in_ : ndarray of str
        Their names, if all of them are text.

    See Also
    --------
    HarderLASSOClassifier : The same for classes.
    HarderLASSOSelector : The selection as a step of a pipeline.
    qut : The threshold alone.

    Notes
    -----
    Missing values (NaN) are replaced by the mean of their column, at the fit and
    at predictions. Weights of rows count observations; see :meth:`fit`.

    With high probability the right columns are found, all of them and only them,
    up to a point: where the signal is too weak, or too many columns matter for
    the number of rows, recovery breaks down, and it does so abruptly.

    References
    ----------
    .. [1] M. van Cutsem and S. Sardy, "Validation-Free Sparse Learning: A Phase
       Transition Approach to Feature Selection".
    .. [2] C. Giacobino, S. Sardy, J. Diaz-Rodriguez and N. Hengartner, "Quantile
       universal threshold", Electronic Journal of Statistics 11 (2017).

    Examples
    --------
    Three columns of 100 matter:

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

    _is_classification: ClassVar[bool] = False

    def __init__(
        self,
        hidden_dims: Any = (20,),
        lambda_qut: Any = None,
        penalty: Any = "harder",
        activation: Any = "relu",
        alpha: Any = 0.05,
        *,
        nu: Any = 0.1,
        n_draws: Any = 5000,
        n_restarts: Any = 3,
        random_state: Any = None,
        n_jobs: Any = None,
        verbose: Any = 0,
    ) -> None:
        self.hidden_dims = hidden_dims
        self.lambda_qut = lambda_qut
        self.penalty = penalty
        self.activation = activation
        self.alpha = alpha
        self.nu = nu
        self.n_draws = n_draws
        self.n_restarts = n_restarts
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Select columns and fit the model on them.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            Numbers; NaN is a missing value.
        y : array-like of shape (n_samples,)
            What is to be explained.
        sample_weight : array-like of shape (n_samples,), float or None
            How many observations each row stands for: whole numbers mean
            repeated rows, 0 leaves a row out. Weights below 1 on average are
            scaled up to a mean of 1. The threshold takes every observation to
            bring noise of its own. Where weights are no counts but say what
            matters more, it is too low, and noise is selected more often than
            ``alpha`` says.

        Returns
        -------
        self : HarderLASSORegressor
            The fitted estimator.
        """
        settings = self._settings()
        X, y = self._read_table(X, y, y_numeric=True)
        y = np.asarray(y, dtype=np.float64)
        weights = row_weights(sample_weight, len(y))
        told = weighed(sample_weight, None, weights)
        X, y, weights = counted(X, y, weights)
        names = self._column_names()
        self._take(
            self._with_progress(
                lambda bar: fit_regression(settings, X, y, weights, told, names, bar),
            )
        )
        self._warn_unless_converged()
        return self

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the target.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The columns of the fit, in their order; those that are not selected
            may hold anything.

        Returns
        -------
        y : ndarray of shape (n_samples,)
            Predictions in the units of the target.
        """
        rows = self._read_rows(X)
        return self._fitted.decision(rows)[:, 0]

    def _take_coefficients(self, fitted: Fitted) -> None:
        coefficients, intercepts = fitted.coefficients, fitted.intercepts
        if coefficients is not None and intercepts is not None:
            self.coef_ = coefficients[0]
            self.intercept_ = float(intercepts[0])
