"""Simulated data are those of ``harderlasso.simulate``, under every condition."""

import numpy as np
import pytest

from harderlasso.simulate import draw
from studies.designs.conditions import settings
from studies.designs.simulated import simulated
from studies.errors import Refused
from studies.plans import STUDIES
from studies.tasks import Task, data_of

CONDITIONS = sorted(
    {name for study in STUDIES.values() if study.scenario == "linear" for name in study.conditions}
)
OTHERS = ["y x -2.5 + 7", "y x 1e-06 - 0.5", "blocks 0.3 & t noise", "toeplitz 0.25 & y x 3"]


@pytest.mark.parametrize("condition", [*CONDITIONS, *OTHERS])
def test_a_perfect_prediction_costs_nothing_in_any_unit(condition: str) -> None:
    asked = settings(condition)
    drawn = draw("linear", 70, 5, seed=3, run=2, **asked)
    data = simulated("linear", condition, 70, 5, 3, 2)
    np.testing.assert_array_equal(drawn.X, data.x)
    np.testing.assert_array_equal(drawn.y, data.y)
    means = drawn.mean_test * asked.get("y_scale", 1.0) + asked.get("y_shift", 0.0)
    scores = data.judge(drawn.support, means)
    assert scores.exact is True and scores.fdr == 0 and scores.tpr == 1
    assert scores.l2_error == pytest.approx(0, abs=1e-18)
    worse = data.judge([*drawn.support[1:], 249 - drawn.support[0]], means)
    assert worse.exact is False


@pytest.mark.parametrize("condition", ["paper", "toeplitz 0.9", "blocks 0.7"])
def test_some_columns_of_the_fresh_points_are_enough(condition: str) -> None:
    data = simulated("linear", condition, 70, 3, 1, 4)
    whole, some = data.test_x(None), data.test_x([4, 200])
    np.testing.assert_array_equal(some, whole[:, [4, 200]])
    predictions = whole[:, 4] - whole[:, 200]
    here = data.judge([4, 200], predictions)
    data.test_x(None)
    assert here == data.judge([4, 200], predictions)
    assert data.test_x([]).shape == (len(whole), 0)


def test_a_method_that_changes_its_data_changes_no_other_fit() -> None:
    first = simulated("linear", "paper", 70, 3, 1, 0)
    expected = first.x.copy(), first.y.copy(), first.test_x(None).copy()
    for array in (first.x, first.y, first.test_x(None)):
        array[:] = 0
    again = simulated("linear", "paper", 70, 3, 1, 0)
    for array, other in zip(expected, (again.x, again.y, again.test_x(None)), strict=True):
        np.testing.assert_array_equal(array, other)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("paper", {}),
        ("toeplitz 0.5", {"toeplitz": 0.5}),
        ("toeplitz 0.9", {"toeplitz": 0.9}),
        ("blocks 0.7", {"blocks": (10, 0.7)}),
        ("y x 0.001", {"y_scale": 0.001}),
        ("y x 1000", {"y_scale": 1000.0}),
        ("y x 1000 + 7", {"y_scale": 1000.0, "y_shift": 7.0}),
        ("t noise", {"student": 3.0}),
        ("signs random & y x -2", {"signs": "random", "y_scale": -2.0}),
    ],
)
def test_names_of_conditions_keep_their_meaning(
    condition: str, expected: dict[str, object]
) -> None:
    assert settings(condition) == expected


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        ("rain", "there is no condition 'rain'"),
        ("", "there is no condition ''"),
        ("paper & t noise", "there is no condition 'paper'"),
        ("y x 1e3", "write the condition 'y x 1e3' as 'y x 1000'"),
        ("toeplitz .5", "as 'toeplitz 0.5'"),
        ("y x 2 & y x 3", "says twice"),
        ("y x", "there is no condition"),
    ],
)
def test_a_condition_has_one_name(condition: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        settings(condition)


def test_every_study_can_draw_its_points() -> None:
    for study in STUDIES.values():
        for point in study.points()[::7]:
            data = data_of(Task(study.name, point, 0, "", 1))
            assert len(data.x) == len(data.y) == point.n
