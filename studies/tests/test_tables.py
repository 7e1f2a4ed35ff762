"""Folders of tables."""

import hashlib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from studies.designs.csv_table import read
from studies.designs.tables import fold, split, tables
from studies.errors import Refused
from studies.results import read as rows_of
from studies.tests.common import study


def table(seed: int = 0, rows: int = 90) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.normal(size=(rows, 6)), columns=list("abcdef"))
    frame["label"] = np.where(frame["c"] + 0.1 * rng.normal(size=rows) > 0, "yes", "no")
    return frame


def test_splits_are_stratified_and_belong_to_a_seed_and_a_run(tmp_path: Path) -> None:
    table().to_csv(tmp_path / "one.csv", index=False)
    [point] = tables(tmp_path)
    data = split(point.path, point.digest, 1, 0)
    assert data.x.shape == (60, 6) and data.test_x(None).shape == (30, 6)
    share = (table()["label"] == "yes").mean()
    assert abs(data.y.mean() - share) < 0.02
    np.testing.assert_allclose(data.x.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(data.x.std(axis=0), 1, atol=1e-12)
    again = split(point.path, point.digest, 1, 0)
    np.testing.assert_array_equal(data.x, again.x)
    for seed, run in ((1, 1), (2, 0)):
        assert not np.array_equal(data.x, split(point.path, point.digest, seed, run).x)


def test_missing_values_become_the_mean_of_the_rows_to_learn_from(tmp_path: Path) -> None:
    frame = table()
    frame.loc[::7, "b"] = np.nan
    frame["constant"] = 0.1
    frame.to_csv(tmp_path / "one.csv", index=False)
    [point] = tables(tmp_path)
    data = split(point.path, point.digest, 3, 0)
    assert np.isfinite(data.x).all() and np.isfinite(data.test_x(None)).all()
    # The mean is 0 once columns are standardized.
    assert (data.x[:, 1] == 0).sum() >= 5
    assert (data.x[:, 6] == 0).all() and (data.test_x(None)[:, 6] == 0).all()


def test_a_table_may_be_compressed_and_is_there_once(tmp_path: Path) -> None:
    table().to_csv(tmp_path / "one.csv.gz", index=False)
    [point] = tables(tmp_path, ["one.csv.gz"])
    assert point.table == "one" and point.n == 90
    np.testing.assert_array_equal(read(point.path, point.digest)[0], table().iloc[:, :6])
    table().to_csv(tmp_path / "one.csv", index=False)
    with pytest.raises(Refused, match="has one.csv twice; remove one.csv.gz"):
        tables(tmp_path)
    (tmp_path / "one.csv").unlink()
    for content in (b"a,label\n", (tmp_path / "one.csv.gz").read_bytes()[:-9]):
        (tmp_path / "one.csv.gz").write_bytes(content)
        with pytest.raises(Refused, match="not a whole gzip file"):
            tables(tmp_path)


def test_text_becomes_a_column_for_each_level(tmp_path: Path) -> None:
    rows = ["1,b,u", "2,a,u", "3,,u", "4,a,v", "5,b,v", "6,c,v"]
    (tmp_path / "one.csv").write_text("x,t,label\n" + "\n".join(rows) + "\n")
    [point] = tables(tmp_path)
    x, _ = read(point.path, point.digest)
    assert x[:, 1:].T.tolist() == [[0, 1, 0, 1, 0, 0], [1, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]]
    many = "".join(f"{row},name{row},{row % 2}\n" for row in range(6))
    (tmp_path / "one.csv").write_text("x,t,label\n" + many)
    with pytest.raises(Refused, match="t is text with 6 levels in 6 rows"):
        tables(tmp_path)


def test_a_regression_is_judged_on_folds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = table().drop(columns="label")
    frame["kind"] = np.where(np.arange(90) % 3, "x", "y")
    frame["Ozone"] = 3 * frame["c"] + frame["a"] ** 2
    frame.loc[[4, 7], "Ozone"] = np.nan
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    frame.to_csv(data / "air.csv", index=False)
    [point] = tables(data, None, "regression", "Ozone")
    assert (point.n, point.condition) == (88, "target Ozone")
    there = frame["Ozone"].dropna().to_numpy()
    parts = [fold(point.path, point.digest, 1, run, point.condition) for run in range(10)]
    for repeat in (parts[:5], parts[5:]):
        # Every row is tested once, and the mean over folds is that of all predictions.
        assert sum(len(part.test_x(None)) for part in repeat) == 88
        scores = [part.judge([], np.zeros(len(part.test_x(None)))).r2 or 0.0 for part in repeat]
        whole = 1 - np.mean(there**2) / np.var(there)
        sizes = [88 - len(part.x) for part in repeat]
        assert np.average(scores, weights=sizes) == pytest.approx(whole)
    assert parts[0].x.shape[1] == 8 and not np.array_equal(parts[0].y, parts[5].y)

    methods = "linear_HarderLASSO_QUT,LASSO_CV"
    place = ("--data", str(data), "--out", str(out))
    asked = ("run", "regression", *place, "--methods", methods, "--runs", "5")
    assert study(*asked, "--target", "Ozone") == 0
    # Another target is another point.
    assert study(*asked, "--target", "a", "--resume") == 0
    rows = rows_of(out)
    assert rows["condition"].value_counts().to_dict() == {"target Ozone": 10, "target a": 10}
    assert rows.loc[rows["condition"] == "target Ozone", "r2"].between(0.3, 1).all()
    capsys.readouterr()
    assert study("report", str(out)) == 0
    said = capsys.readouterr().out
    assert "regression: R²" in said and "| air, target Ozone | " in said
    page = (out / "report.html").read_text()
    assert "--tables air --target Ozone" in page and "--tables air --target a" in page
    assert study(*asked, "--target", "kind", "--resume") == 2
    assert "column kind, line 2: 'y' is not a number" in capsys.readouterr().err


def test_a_classification_writes_features_and_accuracy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out, authors = tmp_path / "data", tmp_path / "out", tmp_path / "authors"
    for folder in (data, authors):
        folder.mkdir()
    table(0).to_csv(data / "first_one.csv", index=False)
    # A dollar begins a formula in figures, a bar a cell in tables.
    second = "se$_$c|ond"
    table(1).to_csv(data / f"{second}.csv", index=False)
    methods = "linear_HarderLASSO_QUT,LASSO_CV"
    asked = ("run", "classification", "--data", str(data), "--methods", methods, "--runs", "2")
    assert study(*asked, "--out", str(out), "--tables", second) == 0
    # Another table may join, the first one may not change.
    assert study(*asked, "--out", str(out), "--resume") == 0
    rows = rows_of(out)
    assert len(rows) == 8 and rows["accuracy"].between(0.8, 1).all()
    assert rows["log_loss"].between(0, 1).all()
    found = rows[rows["method"] == "linear_HarderLASSO_QUT"]["selected"]
    assert found.eq("2").all()
    table(2).to_csv(data / f"{second}.csv", index=False)
    assert study(*asked, "--out", str(out), "--resume") == 2
    assert f"sha256 of {second} was" in capsys.readouterr().err

    (authors / "classification.csv").write_text(
        "dataset,method,runs,selected,accuracy\nFirst One,LASSO_CV,50,7.25,91.5\n"
    )
    assert study("report", str(out), "--published", str(authors)) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[2] == "| table | linear_HarderLASSO_QUT | LASSO_CV |"
    assert said[4].startswith("| first_one | ") and "_1.0 (" in said[4]
    assert said[5] == "| authors' results |  | **_7.2 (91.5)_** |"
    assert said[6].startswith("| se$_$c\\|ond | ")
    # Others can see whether their tables are the same.
    digest = hashlib.sha256((data / "first_one.csv").read_bytes()).hexdigest()
    page = (out / "report.html").read_text()
    assert digest in page
    assert study(*asked, "--out", str(data), "--resume") == 2
    assert "--out is the folder of the tables" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b\n1,2\n", "has no column called label"),
        ("a;label\n1;x\n", "no column called label, but a;label; .* by commas"),
        ("a,label\n1,x\n2,\n", "line 3: label is missing"),
        ("a,label\n1,x\n2,NA\n", r"line 3: label is missing \('NA'\)"),
        ("a,label\n1,x\ntwo,y\n", "column a, line 3: 'two' is not a number"),
        ("a,label\n1,x\n1_000,y\n", "column a, line 3: '1_000' is not a number"),
        ("a,label\ninf,x\n2,y\n", "column a, line 2: inf is too large"),
        ("a,label\n1e200,x\n2,y\n", "column a, line 2: 1e200 is too large"),
        ("a,label\n1,x\n2,x\n", "has one class"),
        ("a,label\n1,x\n2,x\n3,x\n4,y\n", "label is y in 1 of the rows and has 2 classes"),
        ("label\nx\ny\n", "no column beside label"),
        ("", "has no rows"),
        ("a,label\n", "has no rows"),
        ("a,label\n1,x\n1,2,3,x\n", "line 3: it has 4 fields and the first line has 2"),
        ("label,a,b\nx,1\n", "line 2: it has 2 fields"),
        ("a,label,label\n1,x,x\n", "two columns are called label"),
        (",a,label\n0,1,x\n", "column 1 has no name"),
        ('a,label\n1,"x\n', "mend that line"),
    ],
)
def test_a_bad_table_is_refused_with_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "bad.csv").write_text(text)
    with pytest.raises(Refused, match=sentence):
        tables(tmp_path)


def test_a_file_that_cannot_be_a_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_bytes("a,label\n1,h\xe9\n".encode("latin-1"))
    with pytest.raises(Refused, match="not UTF-8"):
        tables(tmp_path)
    (tmp_path / "bad.csv").unlink()
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(Refused, match="folder.csv is not a file"):
        tables(tmp_path)
    (tmp_path / "folder.csv").rmdir()
    table().to_csv(tmp_path / "one,two.csv", index=False)
    with pytest.raises(Refused, match="rename it"):
        tables(tmp_path)


def test_spaces_and_spellings_of_numbers_make_no_classes(tmp_path: Path) -> None:
    rows = ["1,a ", "2, a", "3,a", "4,b", "5,b", "6,b"]
    (tmp_path / "one.csv").write_text("\ufeffx,label\n" + "\n".join(rows) + "\n", encoding="utf-8")
    [point] = tables(tmp_path)
    x, codes = read(point.path, point.digest)
    assert x[:, 0].tolist() == [1, 2, 3, 4, 5, 6] and codes.tolist() == [0, 0, 0, 1, 1, 1]
    # What a system leaves in a folder is no table.
    (tmp_path / "._one.csv").write_bytes(b"\xff")
    assert len(tables(tmp_path, ["one.csv"])) == 1
    for labels, classes in (
        (("1", "01", "1.0", "2", "2", "2"), [0, 0, 0, 1, 1, 1]),
        (("9007199254740992",) * 3 + ("9007199254740993",) * 3, [0, 0, 0, 1, 1, 1]),
    ):
        text = "".join(f"{row},{label}\n" for row, label in enumerate(labels))
        (tmp_path / "one.csv").write_text(f"x,label\n{text}")
        [point] = tables(tmp_path)
        assert read(point.path, point.digest)[1].tolist() == classes


def test_another_file_under_the_same_name_is_refused(tmp_path: Path) -> None:
    table().to_csv(tmp_path / "one.csv", index=False)
    [point] = tables(tmp_path)
    with pytest.raises(Refused, match="is not the file that the study began with"):
        read(point.path, "0" * 64)
    with pytest.raises(Refused, match="has no two.csv; it has one"):
        tables(tmp_path, ["two"])
    with pytest.raises(Refused, match="cannot be read"):
        read(str(tmp_path / "gone.csv"), point.digest)
