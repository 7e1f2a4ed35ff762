"""The simulated designs of the paper.

A :class:`SimulatedDesign` is one of three scenarios at one sample size. Its
columns are standard normal, standardized, and the same in all of its runs. Each
run draws which columns matter, the true mean, the noise, and fresh points to
judge predictions by: a :class:`SimulatedData`.

=================  ====  ====================================================
scenario              p  true mean
=================  ====  ====================================================
``linear``          250  a sum of s columns with coefficients ±1, ±2 or ±3
``nonlinear``        50  a sum of s/2 bumps ``10 * abs(x2 - x1)``
``architecture``     50  ``10 * abs(abs(x2 - x1) - abs(x4 - x3))``, s = 4
=================  ====  ====================================================

A data set depends on the scenario, the sizes, the seed, the run and the
conditions, and on nothing else. ``harderlasso simulate`` writes the same data as
a table.
"""

from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from harderlasso._harderlasso import SimulatedRun, Simulation

__all__ = ["SimulatedData", "SimulatedDesign", "draw"]

_Array = NDArray[np.float64]
Scenario = Literal["linear", "nonlinear", "architecture"]
Signs = Literal["positive", "negative", "random"]


class SimulatedDesign:
    """A scenario at one sample size, with the columns that its runs share.

    Parameters
    ----------
    scenario : {"linear", "nonlinear", "architecture"}
        The design of the paper.
    n : int, default=None
        The number of rows. None is 70 for ``linear``, 500 for ``nonlinear`` and
        400 for ``architecture``.
    seed : int, default=1
        The seed of all random numbers.
    signs : {"positive", "negative", "random"}, default="positive"
        The signs of the bumps of ``nonlinear`` and ``architecture``. The paper
        has positive ones.
    toeplitz : float, default=None
        The correlation ``toeplitz ** abs(j - k)`` between columns j and k. None
        is independent columns, as in the paper.
    blocks : tuple of (int, float), default=None
        The size of blocks of neighbouring columns, and the correlation within
        them.
    student : float, default=None
        The degrees of freedom of noise with Student's t distribution, which is
        not rescaled. None is standard normal noise, as in the paper.

    Attributes
    ----------
    X : ndarray of shape (n, p)
        The standardized columns.

    Examples
    --------
    >>> from harderlasso.simulate import SimulatedDesign
    >>> design = SimulatedDesign("linear", n=100, toeplitz=0.5)
    >>> [design.draw(s=3, run=run).support for run in range(2)]
    [[141, 165, 189], [136, 184, 219]]
    """

    def __init__(
        self,
        scenario: Scenario,
        n: int | None = None,
        *,
        seed: int = 1,
        signs: Signs = "positive",
        toeplitz: float | None = None,
        blocks: tuple[int, float] | None = None,
        student: float | None = None,
    ) -> None:
        self._simulation = Simulation(
            scenario,
            n,
            seed=seed,
            signs=signs,
            toeplitz=toeplitz,
            blocks=blocks,
            student=student,
        )

    @cached_property
    def X(self) -> _Array:
        """The standardized columns."""
        return self._simulation.x

    def draw(
        self,
        s: int | None = None,
        run: int = 0,
        *,
        y_scale: float = 1.0,
        y_shift: float = 0.0,
    ) -> "SimulatedData":
        """Draw one data set.

        Parameters
        ----------
        s : int, default=None
            The number of columns that matter. None is 5 for ``linear`` and 4 for
            the others.
        run : int, default=0
            The number of the run. Runs differ in the columns that matter, the
            true mean, the noise and the fresh points.
        y_scale, y_shift : float, default=1.0 and 0.0
            The unit of the response: ``y_scale * (mean + noise) + y_shift``.

        Returns
        -------
        SimulatedData
            The data set.
        """
        return SimulatedData(self.X.copy(), self._simulation.run(s, run, y_scale, y_shift))


class SimulatedData:
    """One simulated data set and what it was made from.

    Data sets come from :func:`draw` and :meth:`SimulatedDesign.draw`.

    Attributes
    ----------
    X : ndarray of shape (n, p)
        The standardized columns.
    y : ndarray of shape (n,)
        The response.
    support : list of int
        The columns that matter, in increasing order.
    formula : str
        The true mean as an expression over ``x0``, ``x1``, … with ``abs``.
    fit_seed : int
        The seed for fits of this data set, so that methods are compared on the
        same null draws.
    X_test : ndarray of shape (1000, p)
        Fresh points.
    mean_test : ndarray of shape (1000,)
        The true mean at the fresh points, in the unit of the noise.
    """

    def __init__(self, X: _Array, run: SimulatedRun) -> None:
        self.X = X
        self.y: _Array = run.y
        self.support: list[int] = run.support
        self.fit_seed: int = run.fit_seed
        self._run = run

    def __repr__(self) -> str:
        n, p = self.X.shape
        return f"SimulatedData(n={n}, p={p}, support={self.support})"

    @property
    def formula(self) -> str:
        """The true mean as an expression."""
        return self._run.formula

    @cached_property
    def _test(self) -> tuple[_Array, _Array]:
        return self._run.test_set()

    @property
    def X_test(self) -> _Array:
        """The fresh points."""
        return self._test[0]

    @property
    def mean_test(self) -> _Array:
        """The true mean at the fresh points."""
        return self._test[1]

    def test_columns(self, columns: ArrayLike) -> tuple[_Array, _Array]:
        """Draw some columns of the fresh points only.

        It takes less time than ``X_test`` where few columns are needed.

        Parameters
        ----------
        columns : array-like of int
            The columns to draw.

        Returns
        -------
        X_test : ndarray of shape (1000, n_columns)
            These columns of the fresh points, in the order of ``columns``.
        mean_test : ndarray of shape (1000,)
            The true mean at the fresh points, in the unit of the noise.
        """
        places = np.atleast_1d(np.asarray(columns, dtype=np.int64)).tolist()
        values, means = self._run.test_columns(places)
        return values.T, means

    def l2_error(self, predictions: ArrayLike, mean_test: _Array | None = None) -> float:
        """The mean squared distance of predictions to the true means.

        Parameters
        ----------
        predictions : array-like of shape (1000,)
            Predictions at the fresh points, in the unit of ``y``.
        mean_test : ndarray of shape (1000,), default=None
            The true means, where :meth:`test_columns` has already drawn them.

        Returns
        -------
        float
            The L2 error, in the unit of the noise.
        """
        means = self.mean_test if mean_test is None else mean_test
        return self._run.l2_error(np.ascontiguousarray(predictions, dtype=np.float64), means)

    def recovery(self, selected: ArrayLike) -> tuple[bool, float, float]:
        """How well a list of selected columns matches the true one.

        Parameters
        ----------
        selected : array-like of int
            Distinct columns, in any order.

        Returns
        -------
        exact : bool
            Whether they are the columns that matter.
        fdr : float
            The share of the selected columns that do not matter.
        tpr : float
            The share of the columns that matter that are selected; 0 where no
            column matters.
        """
        return self._run.recovery([int(column) for column in np.ravel(np.asarray(selected))])


def draw(
    scenario: Scenario,
    n: int | None = None,
    s: int | None = None,
    *,
    seed: int = 1,
    run: int = 0,
    signs: Signs = "positive",
    toeplitz: float | None = None,
    blocks: tuple[int, float] | None = None,
    student: float | None = None,
    y_scale: float = 1.0,
    y_shift: float = 0.0,
) -> SimulatedData:
    """Draw one simulated data set of the paper.

    For many runs of one design, :class:`SimulatedDesign` draws the columns once.

    Parameters
    ----------
    scenario, n, seed, signs, toeplitz, blocks, student
        As for :class:`SimulatedDesign`.
    s, run, y_scale, y_shift
        As for :meth:`SimulatedDesign.draw`.

    Returns
    -------
    SimulatedData
        The data set.

    Examples
    --------
    >>> from harderlasso import HarderLASSORegressor, simulate
    >>> data = simulate.draw("linear", n=70, s=5)
    >>> data
    SimulatedData(n=70, p=250, support=[23, 53, 80, 99, 249])
    >>> model = HarderLASSORegressor(hidden_dims=None, random_state=data.fit_seed)
    >>> selected = model.fit(data.X, data.y).selected_features_indices_
    >>> data.recovery(selected)
    (True, 0.0, 1.0)
    >>> round(data.l2_error(model.predict(data.X_test)), 3)
    0.095
    """
    design = SimulatedDesign(
        scenario,
        n,
        seed=seed,
        signs=signs,
        toeplitz=toeplitz,
        blocks=blocks,
        student=student,
    )
    return design.draw(s, run, y_scale=y_scale, y_shift=y_shift)
