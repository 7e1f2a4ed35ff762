"""Methods are found by name; what is absent is named, what raises is counted."""

import sys
from pathlib import Path

import numpy as np
import pytest

from harderlasso import HarderLASSORegressor
from harderlasso._base import BaseHarderLASSO
from studies import lists, methods
from studies.designs.simulated import simulated
from studies.errors import Refused
from studies.methods.lasso_cv import LassoCrossValidated
from studies.methods.ours import Ours
from studies.plans import STUDIES
from studies.results import read
from studies.tests.common import study


def test_every_method_of_every_study_is_found() -> None:
    for plan in STUDIES.values():
        tasks = {point.task for point in plan.points()} or {plan.scenario}
        for name in plan.methods:
            assert tasks <= set(methods.find(name).tasks), (plan.name, name)


def test_names_are_unique() -> None:
    names = methods.names()
    assert len(names) == len(set(names)) > 8


def test_our_names_may_carry_widths_and_others_may_not() -> None:
    assert methods.find("HarderLASSO_QUT (20, 10)") is methods.find("linear_LASSO_QUT")
    assert methods.find("auto_HarderLASSO_QUT without ranks") is methods.find("LASSO_QUT")
    others = ("auto_HarderLASSO_QUT (20)", "HarderLASSO_QUT without rain", "abess without ranks")
    for name in ("abess (20)", "HarderLASSO", "HarderLASSO_QUT ()", "linear_abess", *others):
        with pytest.raises(Refused, match="there is no method called"):
            methods.find(name)
    # Rows are told apart by names, so that a network has one.
    assert lists.names("LASSO_QUT (20,10),LASSO_QUT (20 , 10)") == ["LASSO_QUT (20, 10)"]


def test_names_choose_the_model_and_what_it_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(name: str) -> HarderLASSORegressor:
        method = Ours(name, "regression", (20,))
        method.load()
        estimator = method._estimator(7)
        assert isinstance(estimator, HarderLASSORegressor)
        return estimator

    monkeypatch.setattr(HarderLASSORegressor, "_without", (), raising=False)
    for name, hidden, without in (
        ("HarderLASSO_QUT", (20,), ()),
        ("linear_HarderLASSO_QUT", None, ()),
        ("auto_HarderLASSO_QUT", "auto", ()),
        ("HarderLASSO_QUT (5) without units", (5,), ("units",)),
        ("auto_HarderLASSO_QUT without wide-start", "auto", ("wide-start",)),
    ):
        estimator = made(name)
        assert (estimator.hidden_dims, getattr(estimator, "_without")) == (hidden, without)


@pytest.mark.parametrize("s", [0, 5])
def test_our_regressions_answer_as_the_estimator(s: int) -> None:
    data = simulated("linear", "paper", 70, s, 1, 0)
    method = Ours("HarderLASSO_QUT", "regression", ())
    method.load()
    method.fit(data.x, data.y, data.fit_seed)
    estimator = method._estimator(data.fit_seed).fit(data.x, data.y)
    assert method.selected() == estimator.selected_features_indices_.tolist()
    assert len(method.selected()) == s
    predictions = method.predict(data.test_x(method.selected()))
    np.testing.assert_array_equal(predictions, estimator.predict(data.test_x(None)))


def test_our_classifications_answer_as_the_estimator() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(120, 8))
    # Class 1 is in no row to learn from.
    y = np.where(x[:, 3] + 0.3 * rng.normal(size=120) > 0, 2, 0)
    method = Ours("LASSO_QUT", "classification", ())
    method.load()
    method.weights = rng.integers(1, 3, size=120).astype(float)
    method.fit(x, y, 7)
    estimator = method._estimator(7).fit(x, y, sample_weight=method.weights)
    assert method.selected() == estimator.selected_features_indices_.tolist() != []
    fresh = rng.normal(size=(50, 8))
    np.testing.assert_array_equal(method.predict(fresh), estimator.predict(fresh))
    np.testing.assert_array_equal(method.probabilities(fresh), estimator.predict_proba(fresh))


def test_an_engine_that_leaves_nothing_out_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr(BaseHarderLASSO, "_without", raising=False)
    out = tmp_path / "out"
    assert study("run", "ablation", "--runs", "1", "--out", str(out)) == 2
    said = capsys.readouterr().err
    assert "needs a harderlasso that can leave out its departures" in said and not out.exists()


def test_a_missing_library_is_named_and_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "abess", None)
    out = tmp_path / "out"
    asked = ("--methods", "abess,LASSO_QUT", "--runs", "1", "--s", "2")
    assert study("run", "linear", *asked, "--out", str(out)) == 0
    assert "abess is left out: abess is not installed" in capsys.readouterr().err
    assert set(read(out)["method"]) == {"LASSO_QUT"}


def test_without_any_method_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "abess", None)
    out = tmp_path / "out"
    assert study("run", "linear", "--methods", "abess", "--out", str(out)) == 2
    assert "none of the methods can run here" in capsys.readouterr().err
    assert not out.exists()


def test_a_method_that_raises_is_a_failed_row_and_no_score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = LassoCrossValidated.fit

    def sometimes(self: LassoCrossValidated, x: np.ndarray, y: np.ndarray, seed: int) -> None:
        if y.std() > 3:
            raise ArithmeticError("too, \n much")
        honest(self, x, y, seed)

    monkeypatch.setattr(LassoCrossValidated, "fit", sometimes)
    out = tmp_path / "out"
    asked = ("run", "linear", "--methods", "LASSO_CV", "--runs", "2", "--s", "0,20")
    assert study(*asked, "--out", str(out)) == 0
    said = capsys.readouterr()
    assert "4 runs done, 2 of them failed" in said.out
    assert "LASSO_CV failed at n = 70, s = 20" in said.err
    rows = read(out).set_index("s")
    assert rows.loc[0, "status"].eq("ok").all()
    assert rows.loc[20, "status"].eq("failed").all()
    assert rows.loc[20, "message"].eq("ArithmeticError: too, much").all()
    assert rows.loc[20, ["exact", "fdr", "tpr", "l2_error", "seconds"]].isna().all(axis=None)

    # A report counts them, and keeps them out of every mean.
    assert study("report", str(out)) == 0
    table = capsys.readouterr().out.splitlines()[4].split("|")
    assert [table[2].strip(), table[8].strip()] == ["1", "2"]
    assert "ArithmeticError: too, much" in (out / "report.html").read_text()

    # They stay until somebody wants them tried again.
    monkeypatch.setattr(LassoCrossValidated, "fit", honest)
    assert study(*asked, "--out", str(out), "--resume") == 0
    assert read(out)["status"].eq("failed").sum() == 2
    assert study(*asked, "--out", str(out), "--resume", "--retry") == 0
    assert read(out)["status"].eq("ok").all()
