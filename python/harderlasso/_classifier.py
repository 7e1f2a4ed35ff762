"""Classification."""

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils import compute_sample_weight
from sklearn.utils.multiclass import check_classification_targets

from harderlasso._base import BaseHarderLASSO
from harderlasso._harderlasso import Fitted, fit_classification
from harderlasso._labels import from_names, kind_of, names_of
from harderlasso._plots import Plots
from harderlasso._weights import counted, row_weights, weighed


class HarderLASSOClassifier(Plots, ClassifierMixin, BaseHarderLASSO):
    r"""Classification on the few columns that matter.

    A linear model or a small network with one output a class, whose first layer
    is penalized,

    .. math:: \min_\theta \; -\sum_i \log p_\theta(y_i \mid x_i)
              + \lambda \sum_{w \in W_1} \rho(w),
              \qquad \rho(t) = \frac{|t|}{1 + |t|^{1 - \nu}} ,

    with columns brought to mean 0 and standard deviation 1 and class
    probabilities :math:`p_\theta` by softmax. A column is selected if its weights
    in :math:`W_1` are not all zero. The model on the selected columns is then
    fitted again without penalty; weights that were zero stay so. There is nothing
    to tune: :math:`\lambda` is the quantile universal threshold, the
    :math:`(1 - \alpha)`-quantile over labels drawn from the class frequencies
    alone of the smallest :math:`\lambda` that selects nothing.

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
        Sets of labels without signal behind ``lambda_qut_``.
    n_restarts : int, default=3
        Random starts of a network; linear models have one start.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes, multiplied into the weights of the rows. They make
        a rare class matter more to the fit. The threshold takes them for
        observations, as it does with all weights (see :meth:`fit`), so with a
        rare class that is weighed up, noise is selected far more often than
        ``alpha`` says: look at the fit without weights too.
    random_state : int, RandomState instance or None, default=None
        Seeds the draws and the starts. An int reproduces the fit, and gives the
        fit of the command with that ``--seed``.
    n_jobs : int or None, default=None
        Threads; -1 is all processors. It changes the time, never the result.
    verbose : int, default=0
        1 shows a progress bar on stderr.

    Attributes
    ----------
    classes_ : ndarray
        The classes, sorted.
    selected_features_indices_ : ndarray of int
        Positions of the selected columns, rising.
    selected_features_ : ndarray of str
        Their names; ``x0, x1, ...`` where X has none.
    support_ : ndarray of bool of shape (n_features_in_,)
        Whether each column is selected.
    coef_ : ndarray of shape (1 or n_classes, n_features_in_)
        Coefficients of the log odds in the units of the data, for the linear
        model only. With two classes, those of the second against the first.
    intercept_ : ndarray of shape (1 or n_classes,)
        Intercepts, for the linear model only.
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
    HarderLASSORegressor : The same for numbers.
    HarderLASSOSelector : The selection as a step of a pipeline.
    qut : The threshold alone.

    Notes
    -----
    Missing values (NaN) are replaced by the mean of their column, at the fit and
    at predictions. Weights of rows count observations; see :meth:`fit`.

    References
    ----------
    .. [1] M. van Cutsem and S. Sardy, "Validation-Free Sparse Learning: A Phase
       Transition Approach to Feature Selection".

    Examples
    --------
    Two measurements of 13 tell three kinds of wine apart:

    >>> from sklearn.datasets import load_wine
    >>> from harderlasso import HarderLASSOClassifier
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> model = HarderLASSOClassifier(random_state=0).fit(X, y)
    >>> list(model.selected_features_)
    ['alcohol', 'flavanoids']
    >>> round(model.score(X, y), 1)
    0.9
    """

    _is_classification: ClassVar[bool] = True

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
        class_weight: Any = None,
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
        self.class_weight = class_weight
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
            Labels of any kind that can be sorted.
        sample_weight : array-like of shape (n_samples,), float or None
            How many observations each row stands for: whole numbers mean
            repeated rows, 0 leaves a row out. Weights below 1 on average are
            scaled up to a mean of 1. The threshold takes every observation to
            bring noise of its own. Where weights are no counts but say what
            matters more, it is too low, and noise is selected more often than
            ``alpha`` says.

        Returns
        -------
        self : HarderLASSOClassifier
            The fitted estimator.
        """
        settings = self._settings()
        X, y = self._read_table(X, y)
        check_classification_targets(y)
        weights = self._weights(sample_weight, y)
        told = weighed(sample_weight, self.class_weight, weights)
        X, y, weights = counted(X, y, weights)
        classes, codes = np.unique(y, return_inverse=True)
        codes = codes.astype(np.int64, copy=False)
        labels, kind, names = names_of(classes), kind_of(classes), self._column_names()
        fitted = self._with_progress(
            lambda bar: fit_classification(
                settings, X, codes, labels, kind, weights, told, names, bar
            ),
        )
        self.classes_ = classes
        self._take(fitted)
        self._warn_unless_converged()
        return self

    def _weights(self, sample_weight: Any, y: NDArray[Any]) -> Any:
        weights = row_weights(sample_weight, len(y))
        if self.class_weight is None:
            return weights
        try:
            of_classes = compute_sample_weight(self.class_weight, y)
            # What compute_sample_weight lets through is looked at here.
            checked = row_weights(of_classes, len(y))
        except (ValueError, TypeError) as error:
            raise type(error)(f"class_weight cannot be used: {error}") from None
        return checked if weights is None or checked is None else checked * weights

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict classes.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The columns of the fit, in their order; those that are not selected
            may hold anything.

        Returns
        -------
        y : ndarray of shape (n_samples,)
            The likeliest class of each row.
        """
        rows = self._read_rows(X)
        labels: NDArray[Any] = self.classes_[self._fitted.likeliest(rows)]
        return labels

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Predict probabilities of the classes.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The columns of the fit, in their order; those that are not selected
            may hold anything.

        Returns
        -------
        p : ndarray of shape (n_samples, n_classes)
            One column a class, in the order of ``classes_``.
        """
        rows = self._read_rows(X)
        return self._fitted.probabilities(rows)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Log odds of the classes.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The columns of the fit, in their order; those that are not selected
            may hold anything.

        Returns
        -------
        d : ndarray of shape (n_samples,) or (n_samples, n_classes)
            With two classes the log odds of the second against the first;
            otherwise one column a class, up to a constant.
        """
        rows = self._read_rows(X)
        decisions = self._fitted.decision(rows)
        return decisions[:, 1] - decisions[:, 0] if len(self.classes_) == 2 else decisions

    def _take(self, fitted: Fitted) -> None:
        if not hasattr(self, "classes_"):
            self.classes_ = from_names(fitted.classes, fitted.labels)
        super()._take(fitted)

    def _take_coefficients(self, fitted: Fitted) -> None:
        coefficients, intercepts = fitted.coefficients, fitted.intercepts
        if coefficients is None or intercepts is None:
            return
        if len(intercepts) == 2:
            coefficients = coefficients[1:] - coefficients[:1]
            intercepts = intercepts[1:] - intercepts[:1]
        self.coef_ = coefficients
        self.intercept_ = intercepts
