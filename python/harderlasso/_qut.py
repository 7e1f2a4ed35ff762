"""The threshold alone."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_X_y
from sklearn.utils.multiclass import check_classification_targets

from harderlasso import _parameters
from harderlasso._harderlasso import calibrate_classification, calibrate_regression
from harderlasso._labels import names_of
from harderlasso._tasks import is_classification
from harderlasso._weights import counted, row_weights

_TASKS = ("auto", "regression", "classification")


class Threshold(float):
    """A penalty parameter with what is known about it.

    Attributes
    ----------
    interval : tuple of float
        What the finite number of draws leaves open: a 95 % interval.
    null : ndarray of float
        The smallest penalty that selects nothing, for each draw, sorted.
    observed : float
        The same for the data: above the threshold something is there.
    """

    interval: tuple[float, float]
    null: NDArray[np.float64]
    observed: float

    def __new__(
        cls,
        value: float,
        interval: tuple[float, float],
        null: NDArray[np.float64],
        observed: float,
    ) -> Self:
        threshold = super().__new__(cls, value)
        threshold.interval = interval
        threshold.null = null
        threshold.observed = observed
        return threshold

    def __getnewargs__(self) -> Any:
        return float(self), self.interval, self.null, self.observed


def qut(
    X: Any,
    y: Any,
    task: str = "auto",
    *,
    hidden_dims: Any = (20,),
    activation: Any = "relu",
    alpha: Any = 0.05,
    n_draws: Any = 5000,
    sample_weight: Any = None,
    random_state: Any = None,
    n_jobs: Any = None,
) -> Threshold:
    r"""Quantile universal threshold: the penalty parameter of a fit.

    :math:`\lambda_0(X, y)` is the smallest :math:`\lambda` for which the model
    that selects nothing is a local minimum. The threshold is its
    :math:`(1 - \alpha)`-quantile when y is pure noise. It depends on X, and for
    classes on their frequencies, but not on how large the noise is.

    Parameters
    ----------
    X : array-like or dataframe of shape (n_samples, n_features)
        Numbers; NaN is a missing value.
    y : array-like of shape (n_samples,)
        What is to be explained.
    task : {"auto", "regression", "classification"}, default="auto"
        "auto" goes by y, as :class:`HarderLASSOSelector` does.
    hidden_dims : tuple of int or None, default=(20,)
        Widths of the hidden layers. None is the linear model.
    activation : str, default="relu"
        Activation of the hidden layers.
    alpha : float, default=0.05
        Bound on the probability of selecting anything under pure noise.
    n_draws : int, default=5000
        Targets of pure noise.
    sample_weight : array-like of shape (n_samples,), float or None
        How many observations each row stands for, each with noise of its own.
    random_state : int, RandomState instance or None, default=None
        Seeds the noise.
    n_jobs : int or None, default=None
        Threads; -1 is all processors.

    Returns
    -------
    threshold : Threshold
        A float, with the attributes ``interval``, ``null`` and ``observed``.

    References
    ----------
    .. [1] C. Giacobino, S. Sardy, J. Diaz-Rodriguez and N. Hengartner, "Quantile
       universal threshold", Electronic Journal of Statistics 11 (2017).

    Examples
    --------
    >>> import numpy as np
    >>> from harderlasso import qut
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(80, 100))
    >>> noise = qut(X, rng.normal(size=80), "regression", random_state=0)
    >>> noise.observed > noise
    False
    >>> signal = qut(X, X[:, 0] + 0.1 * X[:, 1], "regression", random_state=0)
    >>> signal.observed > signal
    True
    """
    if task not in _TASKS:
        raise ValueError(f"task is {task!r}; it must be one of {', '.join(_TASKS)}")
    settings = _parameters.settings(
        hidden_dims=hidden_dims,
        lambda_qut=None,
        penalty="harder",
        activation=activation,
        alpha=alpha,
        nu=0.1,
        n_draws=n_draws,
        n_restarts=1,
        random_state=random_state,
        n_jobs=n_jobs,
    )
    classes_wanted = task == "classification" or (task == "auto" and is_classification(y))
    X, y = check_X_y(
        X,
        y,
        dtype=[np.float64, np.float32],
        ensure_all_finite="allow-nan",
        ensure_min_samples=2,
        y_numeric=not classes_wanted,
    )
    X = np.require(X, requirements="A")
    weights = row_weights(sample_weight, len(y))
    X, y, weights = counted(X, y, weights)
    if classes_wanted:
        check_classification_targets(y)
        classes, codes = np.unique(y, return_inverse=True)
        codes = codes.astype(np.int64, copy=False)
        found = calibrate_classification(settings, X, codes, names_of(classes), weights, None)
    else:
        found = calibrate_regression(settings, X, y.astype(np.float64), weights, None)
    lambda_, interval, observed, null = found
    return Threshold(lambda_, interval, null, observed)
