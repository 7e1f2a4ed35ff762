"""Simulated data are the engine's, under every condition."""

import numpy as np
import pytest

from harderlasso._harderlasso import simulate
from studies.designs.conditions import CONDITIONS
from studies.designs.simulated import simulated
from studies.plans import STUDIES


def test_a_perfect_prediction_costs_nothing_in_any_unit() -> None:
    for condition, settings in CONDITIONS.items():
        drawn = simulate("linear", 70, 5, seed=3, run=2, **settings)
        data = simulated("linear", condition, 70, 5, 3, 2)
        means = drawn.test_means * settings.get("y_scale", 1.0)
        scores = data.judge(drawn.support, means)
        assert scores.exact is True and scores.fdr == 0 and scores.tpr == 1
        assert scores.l2_error == pytest.approx(0, abs=1e-20)
        worse = data.judge([*drawn.support[1:], 249 - drawn.support[0]], means)
        assert worse.exact is False


def test_units_change_y_alone() -> None:
    plain, small = (simulate("linear", 70, 5, y_scale=c) for c in (1.0, 0.001))
    np.testing.assert_array_equal(plain.x, small.x)
    np.testing.assert_array_equal(plain.test_x, small.test_x)
    np.testing.assert_array_equal(0.001 * plain.y, small.y)
    assert plain.fit_seed == small.fit_seed


def test_correlations_reach_the_test_points() -> None:
    drawn = simulate("linear", 2000, 3, toeplitz=0.9)
    for x in (drawn.x, drawn.test_x):
        assert np.corrcoef(x[:, 10], x[:, 11])[0, 1] == pytest.approx(0.9, abs=0.05)
        assert np.corrcoef(x[:, 10], x[:, 12])[0, 1] == pytest.approx(0.81, abs=0.07)


def test_every_study_can_draw_its_points() -> None:
    for study in STUDIES.values():
        for point in study.points(None, None)[::7]:
            data = simulated(point.scenario, point.condition, point.n, point.s, 1, 0)
            assert len(data.x) == len(data.y) == point.n


@pytest.mark.parametrize(
    "settings",
    [
        {"scenario": "cubic"},
        {"signs": "both"},
        {"toeplitz": 1.5},
        {"toeplitz": 0.5, "blocks": (5, 0.5)},
        {"blocks": (0, 0.5)},
        {"student": 0.0},
        {"y_scale": 0.0},
    ],
)
def test_impossible_designs_are_refused(settings: dict[str, object]) -> None:
    arguments = {"scenario": "linear", "n": 70, "s": 2} | settings
    with pytest.raises(ValueError, match="scenario|signs|toeplitz|correlation|block|freedom|scale"):
        simulate(**arguments)  # type: ignore[arg-type]
