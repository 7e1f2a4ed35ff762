"""Labels of classes, to names and back.

The engine knows classes by name. A model file keeps what kind of value they
were, so that a model which is read back answers with the same kind.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def kind_of(classes: NDArray[Any]) -> str:
    """The kind that a model file calls these classes."""
    by_dtype = {"b": "boolean", "i": "integer", "u": "integer", "f": "real"}
    if classes.dtype.kind != "O":
        return by_dtype.get(classes.dtype.kind, "text")
    for kind, types in (
        ("boolean", (bool, np.bool_)),
        ("integer", (int, np.integer)),
        ("real", (float, np.floating)),
    ):
        if all(isinstance(label, types) for label in classes):
            return kind
    return "text"


def names_of(classes: NDArray[Any]) -> list[str]:
    """A name for each class, which :func:`from_names` takes back."""
    kind = kind_of(classes)
    if kind == "real":
        return [repr(float(label)) for label in classes]
    if kind == "integer":
        return [str(int(label)) for label in classes]
    return [str(label) for label in classes]


def from_names(names: list[str], kind: str | None) -> NDArray[Any]:
    """The classes behind the names of a model file."""
    if kind == "boolean":
        return np.array([name == "True" for name in names])
    if kind == "integer":
        return np.array([int(name) for name in names])
    if kind == "real":
        return np.array([float(name) for name in names])
    return np.array(names)
