"""Conversion of class labels to names and back.

The engine identifies classes by name. A model file also holds the kind of the
labels, so that a model that is read back predicts labels of the same kind.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_BY_DTYPE = {"b": "boolean", "i": "integer", "u": "integer", "f": "real"}
_BY_TYPES = {
    "boolean": (bool, np.bool_),
    "integer": (int, np.integer),
    "real": (float, np.floating),
}


def kind_of(classes: NDArray[Any]) -> str:
    """The kind of the labels, as a model file calls it."""
    if classes.dtype.kind != "O":
        return _BY_DTYPE.get(classes.dtype.kind, "text")
    for kind, types in _BY_TYPES.items():
        if all(isinstance(label, types) for label in classes):
            return kind
    return "text"


def names_of(classes: NDArray[Any]) -> list[str]:
    """A name for each class, which :func:`from_names` converts back."""
    kind = kind_of(classes)
    if kind == "real":
        return [repr(float(label)) for label in classes]
    if kind == "integer":
        return [str(int(label)) for label in classes]
    return [str(label) for label in classes]


def from_names(names: list[str], kind: str | None) -> NDArray[Any]:
    """The labels of the classes with these names."""
    if kind == "boolean":
        return np.array([name == "True" for name in names])
    if kind == "integer":
        return np.array([int(name) for name in names])
    if kind == "real":
        return np.array([float(name) for name in names])
    return np.array(names)
