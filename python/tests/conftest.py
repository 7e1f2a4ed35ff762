"""Data that the tests share, small enough for a fast fit."""

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture
def table(rng):
    """60 rows and 12 columns."""
    return rng.normal(size=(60, 12))


@pytest.fixture
def number(table, rng):
    """Depends on columns 2 and 9."""
    return 3 * table[:, 2] - 2 * table[:, 9] + 0.3 * rng.normal(size=60)


@pytest.fixture
def labels(table, rng):
    """Three classes that depend on columns 2 and 9."""
    scores = np.column_stack([4 * table[:, 2], 4 * table[:, 9], np.zeros(60)])
    return np.array(["low", "middle", "top"])[(scores + rng.gumbel(size=(60, 3))).argmax(axis=1)]
