"""The simulated designs that are not the paper's."""

from pathlib import Path

import numpy as np
import pytest
from pandas.testing import assert_frame_equal

from studies.designs import classes, level, noise
from studies.designs.conditions import check
from studies.designs.data import Data, log_loss, recovery
from studies.designs.drawn import drawn
from studies.errors import Refused
from studies.results import read
from studies.tests.common import meaning, study


def support(data: Data) -> list[int]:
    """The columns that matter, which the judge knows."""
    predictions = np.zeros(len(data.test_x(None)))
    matters = [
        column
        for column in range(data.x.shape[1])
        if data.judge([column], predictions).fdr == 0
    ]
    assert data.judge(matters, predictions).exact is True
    return matters


@pytest.mark.parametrize("condition", level.CONDITIONS)
def test_pure_noise_has_its_laws_and_nothing_to_find(condition: str) -> None:
    y, x, weights = level.laws(condition)
    for n, p in level.COLUMNS.items():
        data = drawn("level", condition, n, 0, 1, 0)
        assert data.x.shape == (n, p) and data.y.shape == (n,)
        assert np.isfinite(data.x).all() and np.isfinite(data.y).all()
        assert data.judge([], data.y).exact is True and data.judge([1], data.y).exact is False
        if y in level.CLASSES:
            counts = np.bincount(data.y)
            assert data.task == "classification" and len(counts) == (4 if y == "4 classes" else 2)
            assert counts.min() >= 2
        if x == "dummies":
            assert set(np.unique(data.x)) == {0, 1} and 0.02 < data.x.mean() < 0.08
        assert (data.weights is None) == (weights == "")
        if data.weights is not None:
            assert data.weights.mean() == pytest.approx(1)
            if weights == "balanced":
                sums = np.bincount(data.y, data.weights)
                np.testing.assert_allclose(sums, sums[0])


def test_a_run_is_a_draw_of_its_own() -> None:
    for scenario, condition, n, s in (
        ("level", "y t3 & X t2", 100, 0),
        ("noise", "t2 noise", 400, 4),
        ("classes", "logistic", 200, 5),
    ):
        first = drawn(scenario, condition, n, s, 1, 0)
        again = drawn(scenario, condition, n, s, 1, 0)
        np.testing.assert_array_equal(first.x, again.x)
        np.testing.assert_array_equal(first.y, again.y)
        assert first.fit_seed == again.fit_seed
        for seed, run in ((1, 1), (2, 0)):
            other = drawn(scenario, condition, n, s, seed, run)
            assert not np.array_equal(first.x, other.x) and first.fit_seed != other.fit_seed


@pytest.mark.parametrize("condition", noise.NOISES)
def test_noise_is_around_a_sum_of_columns(condition: str) -> None:
    data = drawn("noise", condition, 400, 4, 1, 0)
    matters = support(data)
    assert data.x.shape == (400, 40) and len(matters) == 4
    mean = np.zeros(1000)
    if condition != "cauchy noise":
        beta = np.linalg.lstsq(data.x[:, matters], data.y, rcond=None)[0]
        assert np.abs(beta).min() > 0.5 and np.abs(beta).max() < 3.8
        error = data.judge(matters, data.test_x(None)[:, matters] @ np.round(beta)).l2_error
        assert error == pytest.approx(0, abs=1e-20) or condition != "normal noise"
    worst = data.judge([], mean).l2_error
    assert worst is not None and worst > 1


def test_classes_follow_from_the_columns_that_matter() -> None:
    for condition, design in classes.DESIGNS.items():
        data = drawn("classes", condition, design.n, design.s, 1, 0)
        matters, answers = support(data), data.fresh_classes
        assert data.x.shape == (design.n, design.p) and len(matters) == design.s
        assert answers is not None and set(data.y) == set(answers)
        assert data.judge([], answers).accuracy == 1
        z = data.test_x(None)[:, matters]
        if condition == "xor":
            agree = np.mean((z[:, 0] * z[:, 1] > 0) == (answers == 1))
            assert 0.92 < agree < 0.98
        if condition == "ring":
            norm = np.linalg.norm(z, axis=1)
            assert norm[answers == 0].max() < norm[answers == 1].min()


def test_a_list_and_probabilities_are_judged() -> None:
    scores = recovery([1, 2, 9], [1, 2, 3, 4])
    assert scores.exact is False and scores.fdr == pytest.approx(1 / 3) and scores.tpr == 0.5
    scores = recovery([], [])
    assert scores.exact is True and scores.fdr == 0 and scores.tpr == 0
    chances = np.array([[0.5, 0.5], [1.0, 0.0]])
    assert log_loss(chances, np.array([1, 0])) == pytest.approx(np.log(2) / 2)
    # A class that was thought impossible costs much, but not everything.
    assert 10 < log_loss(chances, np.array([1, 1])) < 20
    with pytest.raises(ValueError, match="probabilities of shape"):
        log_loss(chances, np.array([2, 0]))


@pytest.mark.parametrize(
    ("scenario", "condition"),
    [
        ("level", "paper"),
        ("level", "y normal"),
        ("level", "y normal & X rain"),
        ("level", "y normal & X normal & weights balanced"),
        ("level", "y normal & X normal & weights "),
        ("noise", "t noise"),
        ("classes", "linear"),
        ("regression", "target label"),
        ("regression", "rain"),
        ("linear", "xor"),
    ],
)
def test_a_design_has_its_own_conditions(scenario: str, condition: str) -> None:
    with pytest.raises(Refused, match="there is no condition"):
        check(scenario, condition)


def test_rows_depend_on_nothing_else_and_reports_have_all_criteria(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    some = "y cauchy & X dummies,y rare class & X normal & weights balanced"
    for name, asked, methods, said in (
        ("level", ("--n", "60,100", "--conditions", some), "linear_LASSO_QUT", "share of empty"),
        ("noise", ("--conditions", "t2 noise"), "linear_LASSO_QUT,LASSO_CV", "L2 error"),
        ("classes", ("--conditions", "logistic"), "linear_HarderLASSO_QUT", "log loss"),
    ):
        words = ("run", name, *asked, "--methods", methods)
        whole, parts = tmp_path / name, tmp_path / f"{name}-parts"
        assert study(*words, "--runs", "2", "--out", str(whole)) == 0
        assert study(*words, "--runs", "1", "--out", str(parts)) == 0
        jobs = "2" if name == "noise" else "1"
        assert study(*words, "--runs", "2", "--out", str(parts), "--resume", "--jobs", jobs) == 0
        assert_frame_equal(meaning(whole), meaning(parts))
        assert read(whole)["status"].eq("ok").all()
        capsys.readouterr()
        assert study("report", str(whole)) == 0
        assert f"{name}: {said}" in capsys.readouterr().out
        page = (whole / "report.html").read_text()
        assert f"python -m studies run {name} --out {name} --runs 2" in page
