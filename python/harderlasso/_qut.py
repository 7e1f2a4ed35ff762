"""The quantile universal threshold alone."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_array

from harderlasso._base import PRECISIONS
from harderlasso._columns import has_categories
from harderlasso._docs import documented
from harderlasso._harderlasso import DEFAULTS
from harderlasso._laws import estimator_for


class Threshold(float):
    """A quantile universal threshold, with the null draws behind it.

    Attributes
    ----------
    interval : tuple of float
        A 95 % confidence interval for the threshold, which is estimated from a
        finite number of null draws.
    null : ndarray of float
        For each null draw, the smallest penalty parameter at which no feature is
        selected, in increasing order.
    observed : float
        The same for the observed target. Pure noise exceeds the threshold with
        probability `alpha` only.
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


@documented
def qut(
    X: Any,
    y: Any,
    task: str = "auto",
    *,
    hidden_dims: Any = DEFAULTS["hidden_dims"],
    activation: Any = DEFAULTS["activation"],
    alpha: Any = DEFAULTS["alpha"],
    categorical: Any = None,
    n_draws: Any = DEFAULTS["n_draws"],
    sample_weight: Any = None,
    random_state: Any = None,
    n_jobs: Any = None,
) -> Threshold:
    r"""Compute the quantile universal threshold, the penalty parameter of a fit.

    Let :math:`\lambda_0(X, y)` be the smallest :math:`\lambda` for which the
    model without features is a local minimum. The threshold is the
    :math:`(1 - \alpha)`-quantile of :math:`\lambda_0(X, Y)` when :math:`Y` is `y`
    in random order. It does not depend on the unit of `y`. If the values of a
    numeric target have heavy tails, their ranks take the place of the values.

    A linear model and a network may have different thresholds: for classes they
    differ, and for numbers they are the same if ``activation`` is "relu" and there
    is one hidden layer. With ``hidden_dims="auto"`` this is the threshold of the
    network. A fit has that of the model that it kept.

    Parameters
    ----------
    $X
    y : array-like of shape (n_samples,)
        Target values or class labels.
    task : {"auto", "classification", "regression"}, default="auto"
        Law of the target. "auto" chooses it as :class:`HarderLASSOSelector`
        does.
    $hidden_dims
    $activation
    $alpha
    $categorical
    $n_draws
    $sample_weight
    $random_state
    $n_jobs

    Returns
    -------
    threshold : Threshold
        A float with the attributes ``interval``, ``null`` and ``observed``.

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
    estimator = estimator_for(y, task)(
        hidden_dims=hidden_dims,
        activation=activation,
        alpha=alpha,
        categorical=categorical,
        n_draws=n_draws,
        random_state=random_state,
        n_jobs=n_jobs,
    )
    # Names of features have no effect, so frames whose names are not all strings are
    # accepted.
    if not has_categories(X) and categorical is None:
        X = check_array(X, dtype=PRECISIONS, ensure_all_finite="allow-nan")
    value, interval, observed, null = estimator._calibrate(X, y, sample_weight)
    return Threshold(value, interval, null, observed)
