"""Weights of rows."""

from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_array


def row_weights(sample_weight: Any, n_rows: int) -> NDArray[np.float64] | None:
    """One weight a row, or none at all."""
    if sample_weight is None:
        return None
    if isinstance(sample_weight, Real):
        sample_weight = np.full(n_rows, float(sample_weight))
    try:
        weights: NDArray[np.float64] = check_array(
            sample_weight,
            ensure_2d=False,
            allow_nd=True,
            dtype=np.float64,
            order="C",
            input_name="sample_weight",
            ensure_min_samples=0,
        )
    except ValueError as error:
        if "sample_weight" in str(error):
            raise
        raise ValueError(f"sample_weight cannot be used: {error}") from None
    if weights.ndim != 1:
        raise ValueError(f"sample_weight must be 1D, and has {weights.ndim} dimensions")
    if len(weights) != n_rows:
        raise ValueError(f"sample_weight has {len(weights)} entries for the {n_rows} rows of X")
    if (weights < 0).any():
        raise ValueError("sample_weight has negative entries; weights must not be negative")
    return weights


def weighed(
    sample_weight: Any, class_weight: Any, weights: NDArray[np.float64] | None
) -> tuple[str, int] | None:
    """What the weights are called in a report, and how many of them are 0."""
    if weights is None:
        return None
    given = {"sample_weight": sample_weight, "class_weight": class_weight}
    name = " times ".join(name for name, value in given.items() if value is not None)
    return name, int((weights == 0).sum())


def counted(
    X: NDArray[Any], y: NDArray[Any], weights: NDArray[np.float64] | None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.float64] | None]:
    """The rows that count: weight 0 is a row left out."""
    if weights is None or (weights > 0).all():
        return X, y, weights
    rows = weights > 0
    if rows.sum() < 2:
        raise ValueError(
            f"sample_weight is above zero in {rows.sum()} of {len(rows)} rows;"
            " at least 2 must count"
        )
    return X[rows], y[rows], weights[rows]
