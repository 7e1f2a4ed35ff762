"""Regression or classification, where nobody said."""

from typing import Any

import numpy as np
from sklearn.utils import column_or_1d

# At most this many different whole numbers are taken for classes; the same
# rule as that of the command.
_FEW = 10


def is_classification(y: Any) -> bool:
    """Whether y looks like classes."""
    values = column_or_1d(y, warn=False)
    if values.dtype.kind not in "iuf":
        return True
    different = np.unique(values)
    whole = bool(np.all(np.isfinite(different) & (different == np.floor(different))))
    return whole and len(different) <= _FEW and 2 * len(different) <= len(values)
