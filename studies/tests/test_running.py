"""No finished run is lost, and rows do not depend on who makes them."""

import errno
import json
import re
import signal
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pandas.testing import assert_frame_equal

from harderlasso import HarderLASSORegressor
from harderlasso.simulate import draw
from studies import engines
from studies.plans import Point
from studies.results import Store, read
from studies.tasks import ADDED, Row, Task, key_of
from studies.tests.common import lines, meaning, started, study, until

FEW = ("run", "linear", "--methods", "HarderLASSO_QUT,LASSO_CV", "--runs", "2", "--s", "0,4")
# Half a second a fit or more: time enough to be killed.
SLOW = ("run", "nonlinear", "--methods", "LASSO_QUT", "--runs", "3", "--s", "2,4")


def test_rows_do_not_depend_on_the_number_of_jobs(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert study(*FEW, "--out", str(one), "--jobs", "1") == 0
    assert study(*FEW, "--out", str(two), "--jobs", "2") == 0
    assert_frame_equal(meaning(one), meaning(two))


def test_rows_are_the_answers_of_the_estimators(tmp_path: Path) -> None:
    methods = {"HarderLASSO_QUT": "harder", "LASSO_QUT": "l1", "SCAD_QUT": "scad", "MCP_QUT": "mcp"}
    asked = ("run", "linear", "--methods", ",".join(methods), "--seed", "5")
    sizes = ("--runs", "2", "--s", "0,6,15", "--conditions", "paper,y x 1000 + 7")
    assert study(*asked, *sizes, "--out", str(tmp_path)) == 0
    rows = read(tmp_path)
    assert len(rows) == 48
    for row in rows.to_dict("records"):
        unit: dict[str, Any] = {"y_scale": 1000.0, "y_shift": 7.0} if row["condition"] != "paper" else {}
        data = draw("linear", 70, row["s"], seed=5, run=row["run"], **unit)
        assert (row["seed"], row["fit_seed"]) == (5, data.fit_seed)
        model = HarderLASSORegressor(
            hidden_dims=None, penalty=methods[row["method"]], random_state=data.fit_seed
        ).fit(data.X, data.y)
        selected = model.selected_features_indices_
        assert row["selected"] == " ".join(map(str, selected))
        assert (row["exact"], row["fdr"], row["tpr"]) == data.recovery(selected)
        assert row["l2_error"] == data.l2_error(model.predict(data.X_test))
    # Another seed is another study.
    other = tmp_path / "other"
    assert study(*asked[:-1], "6", *sizes, "--out", str(other)) == 0
    assert not read(other)["fit_seed"].isin(rows["fit_seed"]).any()


def test_a_batch_returns_the_tasks_that_it_has_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = [
        Task("linear", Point("linear", n=70, s=1), run, "LASSO_QUT", 1) for run in range(3)
    ]
    monkeypatch.setattr(engines, "BATCH_SECONDS", 0.0)
    rows, left = engines._some(tasks)
    assert [key_of(row) for row in rows] == [tasks[0].key()] and left == tasks[1:]
    monkeypatch.setattr(engines, "BATCH_SECONDS", 60.0)
    rows, left = engines._some(tasks)
    assert [key_of(row) for row in rows] == [task.key() for task in tasks] and not left


def test_without_out_the_rows_go_to_a_folder_of_the_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert study("run", "linear", "--methods", "LASSO_QUT", "--runs", "2", "--s", "0,1") == 0
    assert len(read(tmp_path / "study-linear")) == 4
    said = capsys.readouterr()
    assert "| LASSO_QUT | 2 | 2 |" in said.out
    assert "python -m studies report study-linear" in said.err


def test_a_killed_driver_loses_no_finished_run(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    driver = started(*SLOW, "--out", str(torn), "--jobs", "1")
    until(lambda: lines(torn) >= 2)
    driver.send_signal(signal.SIGKILL)
    driver.communicate()
    kept = (torn / "runs.csv").read_text()
    count = lines(torn)
    assert 2 <= count < 6
    # As if it had been killed in the middle of a line.
    with open(torn / "runs.csv", "a") as file:
        file.write("nonlinear,nonlinear,paper,,500,4,")
    assert study(*SLOW, "--out", str(torn), "--resume") == 0
    assert study(*SLOW, "--out", str(whole)) == 0
    assert_frame_equal(meaning(torn), meaning(whole))
    # Kept rows are the same to the last digit of their seconds.
    after = (torn / "runs.csv").read_text().splitlines()
    assert all(line in after for line in kept.splitlines())


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_a_study_that_is_told_to_end_keeps_what_is_finished_and_says_so(
    tmp_path: Path, told: signal.Signals
) -> None:
    driver = started(*SLOW, "--out", str(tmp_path), "--jobs", "1")
    until(lambda: lines(tmp_path) >= 1)
    driver.send_signal(told)
    _, said = driver.communicate(timeout=60)
    assert driver.returncode == 130
    assert said == "stopped; the finished rows are kept, --resume goes on\n"
    assert 1 <= len(read(tmp_path)) == lines(tmp_path) < 6


def test_rows_are_not_mixed_or_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    asked = ("run", "linear", "--methods", "LASSO_QUT", "--runs", "1", "--s", "1")
    assert study(*asked, "--out", str(out)) == 0
    before = (out / "runs.csv").read_bytes()
    for changed, sentence in (
        (asked, "already holds rows; give --resume"),
        ((*asked, "--seed", "2", "--resume"), "seed was 1 and is now 2"),
        (("run", "units", *asked[2:], "--resume"), "study was linear and is now units"),
    ):
        assert study(*changed, "--out", str(out)) == 2
        assert sentence in capsys.readouterr().err
    assert (out / "runs.csv").read_bytes() == before
    settings = {"study": "linear", "seed": 1, "n": 70}
    assert json.loads((out / "study.json").read_text()) == settings
    # Rows themselves say where they come from.
    (out / "study.json").write_text("{}")
    assert study(*asked, "--out", str(out), "--resume", "--seed", "2") == 2
    assert "has a row with seed 1" in capsys.readouterr().err
    assert study(*asked, "--out", str(out), "--resume", "--n", "60") == 2
    assert "has a row with n 70" in capsys.readouterr().err
    (out / "study.json").write_text("[]")
    assert study(*asked, "--out", str(out), "--resume") == 2
    assert "does not hold the settings" in capsys.readouterr().err
    assert (out / "runs.csv").read_bytes() == before


def test_rows_of_an_older_version_are_kept(tmp_path: Path) -> None:
    asked = ("run", "linear", "--methods", "LASSO_QUT", "--s", "1", "--out", str(tmp_path))
    assert study(*asked, "--runs", "1") == 0
    path = tmp_path / "runs.csv"
    old = [line.rsplit(",", len(ADDED))[0] for line in path.read_text().splitlines()]
    path.write_text("\n".join(old) + "\n")
    assert study(*asked, "--runs", "2", "--resume") == 0
    new = path.read_text().splitlines()
    assert new[0] == f"{old[0]},{','.join(ADDED)}" and new[1] == old[1] + "," * len(ADDED)
    assert read(tmp_path)["cpu_seconds"].notna().tolist() == [False, True]
    assert study("report", str(tmp_path)) == 0


def test_a_file_that_is_no_study_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("run", "linear", "--methods", "LASSO_QUT", "--runs", "1", "--s", "1", "--resume")
    foreign = tmp_path / "runs.csv"
    foreign.write_text("a,b\n1,2\n")
    assert study(*asked, "--out", str(tmp_path)) == 2
    assert "line 1 of" in capsys.readouterr().err
    assert foreign.read_text() == "a,b\n1,2\n"


def test_damaged_rows_are_refused_with_their_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("run", "linear", "--methods", "LASSO_QUT", "--runs", "2", "--s", "1", "--resume")
    assert study(*asked, "--out", str(tmp_path)) == 0
    path = tmp_path / "runs.csv"
    good = path.read_bytes()
    header, first, second, _ = good.split(b"\n")
    for damaged, sentence in (
        (b"\n".join([header, first, second, first, b""]), "line 4 of .*has the same run"),
        (good.replace(b",paper,", b",weird,", 1), "line 2 of .*condition is 'weird'"),
        (good.replace(b",ok,", b",OK,", 1), "line 2 of .*status is 'OK'"),
        (good.replace(b",70,1,0,", b",,1,0,", 1), "line 2 of .*n is empty"),
        (good + b"\xff\xfe\n", "line 4 of"),
        (good + b"x" * 200_000 + b"\n", "line 4 of .*field"),
    ):
        path.write_bytes(damaged)
        for words in ((*asked, "--out", str(tmp_path)), ("report", str(tmp_path))):
            assert study(*words) == 2, sentence
            assert re.search(sentence, capsys.readouterr().err)
        assert path.read_bytes() == damaged


def test_a_path_that_cannot_be_used_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("kept")
    asked = ("run", "linear", "--methods", "LASSO_QUT", "--runs", "1", "--s", "1")
    for out in (file, file / "below"):
        assert study(*asked, "--out", str(out)) == 2
        assert f"error: {out} cannot be used" in capsys.readouterr().err
    assert study(*asked, "--out", str(tmp_path / "out")) == 0
    assert study("report", str(tmp_path / "out"), "--out", str(file)) == 2
    assert f"error: {file} cannot be used" in capsys.readouterr().err
    assert file.read_text() == "kept"


def test_a_full_disk_gets_a_sentence_and_costs_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = Store.append

    def full(self: Store, row: Row) -> None:
        if len(self.rows) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        honest(self, row)

    asked = ("run", "linear", "--methods", "LASSO_QUT", "--runs", "4", "--s", "1", "--resume")
    monkeypatch.setattr(Store, "append", full)
    assert study(*asked, "--out", str(tmp_path)) == 2
    said = capsys.readouterr().err
    assert "error: writing failed (No space left on device); make room" in said
    monkeypatch.setattr(Store, "append", honest)
    assert study(*asked, "--out", str(tmp_path)) == 0
    assert "2 finished runs are kept, 2 are to do" in capsys.readouterr().err


def test_an_empty_path_is_no_path(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        study("run", "linear", "--out", "")
    assert "the path is empty" in capsys.readouterr().err


def test_a_study_of_failures_alone_says_so(tmp_path: Path) -> None:
    # Five folds of four rows.
    asked = ("run", "linear", "--n", "4", "--s", "0", "--runs", "1", "--out", str(tmp_path))
    assert study(*asked, "--methods", "LASSO_CV") == 1
    assert study("report", str(tmp_path)) == 0
    assert study(*asked, "--methods", "LASSO_QUT,LASSO_CV", "--resume") == 0
    assert study("report", str(tmp_path)) == 0
    page = (tmp_path / "report.html").read_text()
    assert "failed fits, in no mean" in page and "LASSO_QUT" in page


def test_two_drivers_do_not_share_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Store(tmp_path, {"study": "linear", "seed": 1}, resume=False)):
        assert study(*FEW, "--out", str(tmp_path), "--resume") == 2
    assert "another study is writing to" in capsys.readouterr().err
    assert study(*FEW, "--out", str(tmp_path), "--resume") == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("linear", "--s", "251"), "it must be from 0 to 250"),
        (("nonlinear", "--s", "3"), "an even number"),
        (("linear", "--n", "1"), "from 2 to 1000000"),
        (("linear", "--n", "40,70"), "the curves of linear run along s, at one n"),
        (("linear", "--methods", "LASSO_QUT (0)"), "there is no method called 'LASSO_QUT (0)'"),
        (("linear", "--conditions", "rain"), "no condition 'rain'"),
        (("linear", "--conditions", "signs random"), "signs are those of the bumps"),
        (("linear", "--methods", "nothing"), "there is no method called 'nothing'"),
        (("classification",), "needs --data DIR"),
        (("linear", "--data", "."), "linear simulates its data"),
        (("noise", "--target", "a"), "noise simulates its data"),
        (("classes", "--s", "4"), "classes has no point with --s 4"),
        (("classes", "--s", "5", "--n", "500"), "no point with these --n, --s and --conditions"),
        (("ablation", "--conditions", "t noise"), "no point with --conditions t noise"),
        (("noise", "--conditions", "t noise"), "there is no condition 't noise' in noise"),
        (("noise", "--s", "41"), "s from 0 to 40"),
        (("level", "--n", "70"), "pure noise has 60 rows"),
        (("level", "--methods", "abess"), "abess does not regard weights"),
        (("linear", "--retry"), "needs --resume"),
        (("linear", "--seed", "-1"), "--seed is -1"),
        (("linear", "--methods", "LASSO_QUT", "--address", "tcp://here:1"), "--address is for"),
        (("classification", "--data", ".", "--methods", "SCAD_CV"), "no CSV file"),
        (("linear", "--methods", "linear_LASSO_QUT (5)"), "there is no method called"),
    ],
)
def test_bad_input_gets_a_sentence_and_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    out = tmp_path / "out"
    assert study("run", *arguments, "--out", str(out)) == 2
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1
    assert not (out / "runs.csv").exists()
