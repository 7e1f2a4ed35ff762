"""The interface of a method."""

from functools import cache
from importlib import metadata
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

import harderlasso
from studies.designs.data import Matrix


class Method:
    """One fit of one method.

    A file of this folder holds a method and imports its library in ``load`` only,
    so that a study can name a library that is not installed and go on without it.
    """

    #: Its names in studies.
    names: ClassVar[tuple[str, ...]] = ()
    #: Distributions whose versions stand in every row, the method's own first.
    distributions: ClassVar[tuple[str, ...]] = ()
    #: ``"regression"``, ``"classification"`` or both.
    tasks: ClassVar[tuple[str, ...]] = ("regression",)

    #: Whether ``fit`` regards ``weights``.
    takes_weights: ClassVar[bool] = False

    def __init__(self, name: str, task: str, hidden: tuple[int, ...]) -> None:
        self.name = name
        self.task = task
        #: Widths of the hidden layers, for methods that have any; empty is linear.
        self.hidden = hidden
        #: Weights of the rows to learn from, where they have any.
        self.weights: NDArray[np.float64] | None = None

    @classmethod
    def matches(cls, name: str) -> bool:
        """Whether ``name`` is one of this method's."""
        return name in cls.names

    def load(self) -> None:
        """Imports the library; raises ``ImportError`` where it is not installed."""
        raise NotImplementedError

    @property
    def predicts_from_selected(self) -> bool:
        """Whether ``predict`` gets the selected columns only."""
        return False

    def warm_up(self) -> None:
        """Work that is done once per process and is not part of a fit, as compiling."""

    def fit(self, x: Matrix, y: NDArray[Any], seed: int) -> None:
        """Learns from ``x`` and ``y`` on one thread."""
        raise NotImplementedError

    def selected(self) -> list[int]:
        """Positions of the selected columns, in increasing order."""
        raise NotImplementedError

    def predict(self, x: Matrix) -> NDArray[Any]:
        """Predicted means, or codes of classes."""
        raise NotImplementedError

    def probabilities(self, x: Matrix) -> Matrix | None:
        """Predicted probabilities, a column for each class; ``None`` where there are none."""
        return None

    def libraries(self) -> str:
        """Names and versions of the libraries, as they stand in a row."""
        return "; ".join(f"{name} {version(name)}" for name in self.distributions)


@cache
def version(distribution: str) -> str:
    """The version of an installed library, or of the package in this clone."""
    if distribution == "harderlasso":
        return str(harderlasso.__version__)
    return metadata.version(distribution)


def nonzero(coefficients: Any) -> list[int]:
    """Columns with a coefficient that is not zero, in any class."""
    table = np.atleast_2d(np.asarray(coefficients))
    return [int(column) for column in np.flatnonzero(np.any(table != 0, axis=0))]


def seed32(seed: int) -> int:
    """A seed for libraries that take 32 bits."""
    return seed % 2**32
