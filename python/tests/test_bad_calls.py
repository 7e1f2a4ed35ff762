"""A thousand wrong calls: each raises an exception that names what is wrong, and the
engine never panics.
"""

import random

import numpy as np
import pytest
from common import classifier, regressor

from harderlasso import HarderLASSOSelector, qut

CALLS = 1000

WRONG_PARAMETERS = {
    "hidden_dims": [0, 5, "20", "AUTO", (0,), (-3,), (2.5,), ("a",), (True,), (2**70,), {3: 4}, (2**40,)],
    "lambda_qut": [0, -1.0, np.nan, np.inf, "1", True, 1e-200, [1.0], 10**400],
    "penalty": ["ridge", "", None, 3, b"l1", ["l1"]],
    "activation": ["tanh", "sigmoid", "nothing", None, 1, np.array(["relu"])],
    "alpha": [0, 1, -0.1, 2.0, np.nan, np.inf, "0.05", None, True, 1j],
    "nu": [0, 1, -1, np.nan, "0.1", None, False],
    "n_draws": [0, -1, 1.5, "100", None, 10**9, 2**80, True, np.nan],
    "n_restarts": [0, -2, 2.0, "3", None, 2**70],
    "random_state": [-1, 2**64, 1.5, "seed", [1, 2], object()],
    "n_jobs": [0, 1.0, "all", [2], True],
    "verbose": ["yes", 0.5, None, [1]],
}


def wrong_table(draw, good):
    """A table that cannot be used, and what the error message must contain."""
    table = good.copy()
    kind = draw.randrange(12)
    if kind == 0:
        table[draw.randrange(len(table)), draw.randrange(table.shape[1])] = np.inf
        return table, "infinity"
    if kind == 1:
        table[:, draw.randrange(table.shape[1])] = np.nan
        return table, "X"
    return [
        (table[:0], "sample"),
        (table[:1], "sample"),
        (table[:, :0], "feature"),
        (table[0], "2D"),
        (table[None], "dim 3"),
        (table + 1j, "[Cc]omplex"),
        (np.full(table.shape, "a"), "string|dtype|convert"),
        (None, "None|NaN|array|X"),
        (7, "2D|scalar"),
        ([[1, 2], [3]], "inhomogeneous|sequence|shape"),
    ][kind - 2]


def wrong_target(draw, good, is_classification):
    """A target that cannot be used, and what the error message must contain."""
    bad = np.array(good, dtype=object if is_classification else float)
    kind = draw.randrange(7)
    if kind == 0:
        return good[:-1], "inconsistent|[Ff]ound"
    if kind == 1:
        return np.column_stack([good, good]), "y|1d"
    if kind == 2:
        return None, "y"
    if kind == 3:
        return np.full(len(good), good[0]), "^y: the target has"
    if kind == 4 and not is_classification:
        bad[draw.randrange(len(bad))] = draw.choice([np.nan, np.inf, -np.inf])
        return bad, "y contains"
    if kind == 5 and not is_classification:
        return np.array(["text"] * len(good)), "string|convert|dtype"
    if is_classification:
        return np.random.default_rng(0).normal(size=len(good)), "continuous"
    return bad + 1j, "[Cc]omplex"


def wrong_weights(draw, rows):
    kind = draw.randrange(6)
    return [
        np.full(rows, -1.0),
        np.full(rows, np.nan),
        np.full(rows, np.inf),
        np.zeros(rows),
        np.ones(rows + 1),
        np.ones((rows, 1)),
    ][kind], "sample_weight"


def wrong_call(draw, table, number, labels):
    """A call that must fail, and what the error message must contain."""
    is_classification = draw.random() < 0.5
    y = labels if is_classification else number
    model = (classifier if is_classification else regressor)(
        n_draws=20, lambda_qut=draw.choice([None, 2.0])
    )
    kind = draw.choice(["parameter", "table", "target", "weights", "predict", "qut"])
    if kind == "parameter":
        name = draw.choice(list(WRONG_PARAMETERS))
        model.set_params(**{name: draw.choice(WRONG_PARAMETERS[name])})
        if draw.random() < 0.3:
            model = HarderLASSOSelector(model)
        return lambda: model.fit(table, y), name
    if kind == "table":
        bad, message = wrong_table(draw, table)
        return lambda: model.fit(bad, y), message
    if kind == "target":
        bad, message = wrong_target(draw, y, is_classification)
        return lambda: model.fit(table, bad), message
    if kind == "weights":
        bad, message = wrong_weights(draw, len(table))
        return lambda: model.fit(table, y, sample_weight=bad), message
    if kind == "predict":
        model.fit(table, y)
        bad, message = draw.choice(
            [
                (table[:, :-1], "features"),
                (table[0], "2D"),
                (table[:0], "sample"),
                (np.full((2, table.shape[1]), np.inf), "infinity"),
                (np.full((2, table.shape[1]), "a"), "string|convert|dtype"),
            ]
        )
        return lambda: model.predict(bad), message
    if draw.random() < 0.3:
        task = draw.choice(["clustering", None, 3, b"auto"])
        return lambda: qut(table, y, task), "task"
    name = draw.choice(["hidden_dims", "activation", "alpha", "n_draws", "random_state", "n_jobs"])
    bad = draw.choice(WRONG_PARAMETERS[name])
    return lambda: qut(table, y, **{"n_draws": 20, name: bad}), name


# NumPy and scikit-learn warn about some bad tables before the exception is raised.
@pytest.mark.filterwarnings("ignore")
def test_a_thousand_wrong_calls(table, number, labels, capfd):
    draw = random.Random(20)
    for attempt in range(CALLS):
        call, message = wrong_call(draw, table, number, labels)
        with pytest.raises((ValueError, TypeError), match=message) as caught:
            call()
        text = str(caught.value)
        assert "panicked" not in text and "defect" not in text, (attempt, text)
        assert caught.type.__module__ in ("builtins", "numpy.exceptions"), (attempt, caught.type)
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")


@pytest.mark.parametrize("name", list(WRONG_PARAMETERS))
def test_every_wrong_parameter(table, number, name):
    for value in WRONG_PARAMETERS[name]:
        model = regressor().set_params(**{name: value})
        with pytest.raises((ValueError, TypeError), match=name) as caught:
            model.fit(table, number)
        # A value of the right type raises a ValueError.
        if isinstance(value, float | int) and not isinstance(value, bool) and name == "alpha":
            assert caught.type is ValueError


def test_parameters_are_not_checked_before_the_fit():
    regressor(alpha=7, penalty=None, hidden_dims="many")


def test_the_selector_refuses_other_estimators(table, number):
    from sklearn.linear_model import Lasso

    with pytest.raises(TypeError, match="estimator"):
        HarderLASSOSelector(Lasso()).fit(table, number)
