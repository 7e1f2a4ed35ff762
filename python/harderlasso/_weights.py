"""Weights of rows."""

from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_array

NamedWeights = tuple[str, NDArray[np.float64]] | None


def check_weights(n_rows: int, **given: Any) -> NamedWeights:
    """Multiply the given weights of rows.

    The product has a name, for messages and reports. Whether weights can be used
    is checked by the engine; here they only become arrays of the same length.
    """
    weights = {
        name: _check_one(name, value, n_rows) for name, value in given.items() if value is not None
    }
    if not weights:
        return None
    return " times ".join(weights), np.prod(list(weights.values()), axis=0)


def _check_one(name: str, value: Any, n_rows: int) -> NDArray[np.float64]:
    if isinstance(value, Real):
        value = np.full(n_rows, float(value))
    try:
        weights: NDArray[np.float64] = check_array(
            value, ensure_2d=False, allow_nd=True, dtype=np.float64, ensure_min_samples=0
        )
    except ValueError as error:
        raise ValueError(f"{name} is invalid: {error}") from None
    if weights.shape != (n_rows,):
        raise ValueError(f"{name} has the shape {weights.shape}; it must be ({n_rows},)")
    return weights
