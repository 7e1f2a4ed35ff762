"""What a report says follows from the rows."""

import re
from contextlib import closing
from pathlib import Path

import pandas as pd
import pytest

from studies.report.comparison import comparison
from studies.report.points import all_measured
from studies.report.summary import interval, summarize, totals
from studies.results import Store, read
from studies.tasks import COLUMNS, Row
from studies.tests.common import study


def row(method: str, s: int, run: int, exact: int, condition: str = "paper") -> Row:
    made: Row = dict.fromkeys(COLUMNS)
    made |= {"study": "linear" if condition == "paper" else "units", "scenario": "linear"}
    made |= {"condition": condition, "table": "", "n": 70, "s": s, "run": run, "method": method}
    made |= {"seed": 1, "fit_seed": run, "status": "ok", "message": "", "selected": "1"}
    made |= {"n_selected": 1, "p": 250, "exact": exact, "fdr": 0.5 - exact / 2, "tpr": 1.0}
    made |= {"l2_error": 0.5 + run, "seconds": 0.25, "predict_seconds": 0.1, "cpu_seconds": 0.125}
    made |= {"libraries": "x 1", "harderlasso": "1", "python": "3", "machine": "m"}
    return made


def stored(folder: Path, rows: list[Row]) -> Path:
    with closing(Store(folder, {"study": rows[0]["study"], "seed": 1}, resume=False)) as store:
        for one in rows:
            store.append(one)
        store.finish()
    return folder


ROWS = [
    *(row("HarderLASSO_QUT", s, run, exact=1) for s in (0, 1, 2) for run in range(4)),
    *(row("abess", s, run, exact=int(run < 2)) for s in (1, 2) for run in range(4)),
]


def test_means_sums_and_errors_are_those_of_the_rows(tmp_path: Path) -> None:
    summary = summarize(read(stored(tmp_path / "out", ROWS)))
    points = summary.points.set_index(["method", "s"])
    assert points.loc[("abess", 1), ["runs", "pesr", "pesr_se"]].tolist() == [4, 0.5, 0.25]
    assert points.loc[("abess", 1), "l2_error"] == 2.0
    # Where nothing matters there is nothing to find.
    assert points["tpr"].isna().to_dict() == {place: place[1] == 0 for place in points.index}
    assert points.loc[("abess", 1), "l2_error_se"] == pytest.approx((5 / 3) ** 0.5 / 2)
    table = totals(summary, "paper").set_index("method")
    assert table["sum of PESR"].to_dict() == {"HarderLASSO_QUT": 3.0, "abess": 1.0}
    assert table["on the 2 shared points"].to_dict() == {"HarderLASSO_QUT": 2.0, "abess": 1.0}
    assert table.loc["abess", "standard error"] == pytest.approx(0.125**0.5)
    assert table["seconds in total"].to_dict() == {"HarderLASSO_QUT": 3.0, "abess": 2.0}
    assert table["core seconds per fit"].to_dict() == {"HarderLASSO_QUT": 0.125, "abess": 0.125}
    assert table["core seconds in total"].to_dict() == {"HarderLASSO_QUT": 1.5, "abess": 1.0}


def test_a_comparison_tells_every_place_where_another_method_is_better(tmp_path: Path) -> None:
    rows = [row("HarderLASSO_QUT", s, run, int(s < 2 or run < 1)) for s in (1, 2) for run in (0, 1)]
    rows += [row("abess", s, run, int(s == 2)) for s in (1, 2) for run in (0, 1)]
    # The runs that both have are compared.
    rows += [row("abess", 1, 2, 1), row("LASSO_CV", 2, 0, 1)]
    table = comparison(summarize(read(stored(tmp_path / "out", rows))))
    assert table is not None
    lines = {line[0].text: [cell.text for cell in line[1:]] for line in table.lines}
    assert lines["abess"] == ["1", "0", "1", "s = 2: 0.500 ± 0.500"]
    assert lines["LASSO_CV"] == ["0", "1", "0", ""]
    # One run has no error.
    few = [row("HarderLASSO_QUT", 1, 0, 0), row("abess", 1, 0, 1)]
    table = comparison(summarize(read(stored(tmp_path / "few", few))))
    assert table is not None and table.lines[0][-1].text == "s = 1: 1.000"
    alone = summarize(read(stored(tmp_path / "alone", [row("abess", 1, 0, 1)])))
    assert comparison(alone) is None


def test_what_is_equal_but_for_rounding_is_level(tmp_path: Path) -> None:
    rows = [
        {**row(method, 1, run, 0), "study": "classification", "table": "t", "accuracy": share}
        for method, shares in (("HarderLASSO_QUT", (0.1, 0.2, 0.9)), ("abess", (0.3, 0.3, 0.6)))
        for run, share in enumerate(shares)
    ]
    table = comparison(summarize(read(stored(tmp_path / "out", rows))))
    assert table is not None
    assert [cell.text for cell in table.lines[0]] == ["abess", "0", "1", "0", ""]


def test_a_method_that_failed_everywhere_has_no_numbers_and_hides_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [*ROWS, *({**row("LASSO_CV", 1, run, 0), "status": "failed"} for run in range(2))]
    out = stored(tmp_path / "out", rows)
    table = totals(summarize(read(out)), "paper").set_index("method")
    shared = table["on the 2 shared points"]
    assert shared.drop("LASSO_CV").to_dict() == {"HarderLASSO_QUT": 2.0, "abess": 1.0}
    assert table.loc["LASSO_CV", "failed"] == 2
    numbers = ["sum of PESR", "standard error", "core seconds per fit", "seconds in total"]
    assert table.loc["LASSO_CV", numbers].isna().all()
    assert study("report", str(out)) == 0
    assert "| LASSO_CV | 0 | 0 | – | – | – | – | 2 | – | – | – |" in capsys.readouterr().out


def test_an_interval_of_a_share_is_wilsons() -> None:
    # Newcombe (1998), table I: 81 of 263 and 0 of 20.
    assert interval(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert interval(0.0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert interval(1.0, 20)[1] == 1.0


def test_a_report_shows_published_curves_as_theirs(tmp_path: Path) -> None:
    out, authors = stored(tmp_path / "out", ROWS), tmp_path / "authors"
    authors.mkdir()
    pd.DataFrame(
        [
            {"s": s, "method": m, "runs": 200, "pesr": p, "fdr": 0.1, "tpr": 0.9, "l2_error": 1.0}
            for s in (0, 1, 2)
            for m, p in (("HarderLASSO_QUT", 0.75), ("LASSO_CV", 0.125))
        ]
    ).to_csv(authors / "linear.csv", index=False)
    assert study("report", str(out)) == 0
    alone = (out / "pesr.svg").read_text()
    assert "published by the authors" not in alone and "LASSO_CV" not in alone
    assert study("report", str(out), "--published", str(authors)) == 0
    for name in ("pesr", "l2_error", "fdr", "tpr"):
        text = (out / f"{name}.svg").read_text()
        assert "published by the authors" in text and "LASSO_CV" in text and "abess" in text
    page = (out / "report.html").read_text()
    assert "2.25 (3 points)" in page
    assert page.count("data:image/svg+xml") == 5
    # One page that loads nothing.
    assert not re.findall(r'(?:src|href)="(?!data:)', page)


def test_a_report_is_the_same_for_the_same_rows(tmp_path: Path) -> None:
    out = stored(tmp_path / "out", ROWS)
    assert study("report", str(out)) == 0
    first = {path.name: path.read_bytes() for path in out.glob("*.svg")}
    assert study("report", str(out)) == 0
    assert len(first) == 5
    assert first == {path.name: path.read_bytes() for path in out.glob("*.svg")}


def test_conditions_have_a_panel_and_a_table_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row("abess", 5, run, 1, "y x 1000") for run in range(3)]
    rows += [row("abess", 5, run, 0, "y x 0.001") for run in range(3)]
    assert study("report", str(stored(tmp_path / "out", rows))) == 0
    said = capsys.readouterr().out
    assert "units, y x 0.001" in said and "units, y x 1000" in said
    figure = (tmp_path / "out" / "pesr.svg").read_text()
    assert "y x 0.001" in figure and "y x 1000" in figure


def test_methods_that_share_no_point_have_no_place_to_be_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row("abess", 1, 0, 1, "y x 1000"), row("LASSO_CV", 2, 0, 1, "y x 1000")]
    assert study("report", str(stored(tmp_path / "out", rows))) == 0
    assert "on the 0 shared points" in capsys.readouterr().out
    # The condition stands there though it is the only one.
    assert "y x 1000" in (tmp_path / "out" / "time.svg").read_text()


def test_commands_of_a_report_ask_for_the_rows_that_are_there(tmp_path: Path) -> None:
    out = stored(tmp_path / "out", ROWS)
    assert study("report", str(out)) == 0
    page = (out / "report.html").read_text()
    start = "python -m studies run linear --out linear --runs 4 --methods "
    assert f"{start}HarderLASSO_QUT --s 0..2 --seed 1 --resume" in page
    assert f"{start}abess --s 1,2 --seed 1 --resume" in page
    rows = [row("abess", 5, 0, 1, "y x 1000"), row("abess", 6, 0, 1, "y x 0.001")]
    assert study("report", str(stored(tmp_path / "units", rows))) == 0
    page = (tmp_path / "units" / "report.html").read_text()
    start = "python -m studies run units --out units --runs 1 --methods abess"
    for s, name in ((5, "y x 1000"), (6, "y x 0.001")):
        assert f"{start} --s {s} --conditions &#39;{name}&#39; --seed 1 --resume" in page


def test_a_report_goes_into_its_place_of_a_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, document = stored(tmp_path / "out", ROWS), tmp_path / "results.md"
    document.write_text("before\n<!-- study linear -->\nearlier\n<!-- end linear -->\nafter\n")
    assert study("report", str(out), "--into", str(document)) == 0
    text = document.read_text()
    assert text.startswith("before\n<!-- study linear -->\n")
    assert text.endswith("<!-- end linear -->\nafter\n") and "earlier" not in text
    assert "(results/linear-pesr.svg)" in text
    assert (tmp_path / "results" / "linear-pesr.svg").exists()
    # Again, and nothing grows.
    assert study("report", str(out), "--into", str(document)) == 0
    assert document.read_text() == text
    # Its line ends stay, and so do names with spaces.
    spaced = tmp_path / "my results.md"
    spaced.write_bytes(b"<!-- study linear -->\r\n<!-- end linear -->\r\n")
    assert study("report", str(out), "--into", str(spaced)) == 0
    assert spaced.read_bytes().count(b"\n") == spaced.read_bytes().count(b"\r\n")
    assert "(my%20results/linear-pesr.svg)" in spaced.read_text()
    spaced.write_bytes("h\xe9".encode("latin-1"))
    assert study("report", str(out), "--into", str(spaced)) == 2
    assert "not UTF-8" in capsys.readouterr().err
    document.write_text("nothing\n")
    assert study("report", str(out), "--into", str(document)) == 2
    assert "needs the lines <!-- study linear -->" in capsys.readouterr().err


def test_what_cannot_be_reported_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert study("report", str(tmp_path)) == 2
    assert "has no runs.csv" in capsys.readouterr().err
    mixed = [row("abess", 5, 0, 1), row("abess", 5, 0, 1, "y x 1000")]
    assert study("report", str(stored(tmp_path / "mixed", mixed))) == 2
    assert "the rows are of linear, units" in capsys.readouterr().err
    out = stored(tmp_path / "out", ROWS)
    assert study("report", str(out), "--published", str(tmp_path)) == 2
    assert "linear.csv does not exist" in capsys.readouterr().err
    (tmp_path / "linear.csv").write_text("s,method\n1,abess\n")
    assert study("report", str(out), "--published", str(tmp_path)) == 2
    assert "has no column runs, pesr" in capsys.readouterr().err
    header = "s,method,runs,pesr,fdr,tpr,l2_error\n"
    for lines, sentence in (
        ("", "has a line of names and no numbers"),
        ("1,abess,200,,0,0,1\n", "the column pesr has an empty cell"),
        ("1,abess,200,90,0,0,1\n", "the column pesr must be from 0 to 1"),
        ("1,abess,200,half,0,0,1\n", "the column pesr has text in it"),
        ("1,abess,200,1,0,0,1\n1,abess,200,0,0,0,1\n", "two lines with s 1 and method abess"),
    ):
        (tmp_path / "linear.csv").write_text(header + lines)
        assert study("report", str(out), "--published", str(tmp_path)) == 2
        assert sentence in capsys.readouterr().err
    (tmp_path / "linear.csv").write_text(header + "1,5,200,1,0,0,1\n")
    assert study("report", str(out), "--published", str(tmp_path)) == 0
    assert study("report", str(tmp_path / "linear.csv")) == 2
    assert "linear.csv is a file" in capsys.readouterr().err
    units = stored(tmp_path / "units", [row("abess", 5, 0, 1, "y x 1000")])
    assert study("report", str(units), "--published", str(tmp_path)) == 0
    assert "the authors published nothing like units" in capsys.readouterr().err
    assert study("report", str(units), "--published", str(tmp_path / "gone")) == 2
    assert "gone is not a folder" in capsys.readouterr().err


def test_points_without_a_curve_have_a_line_each(tmp_path: Path) -> None:
    def of(name: str, condition: str, runs: int, empty: int, n: int) -> list[Row]:
        made = {"study": "level", "scenario": "level", "condition": condition, "n": n}
        return [{**row(name, 0, run, int(run < empty)), **made} for run in range(runs)]

    rows = [
        *of("HarderLASSO_QUT", "y t3 & X t2", 40, 30, 60),
        *of("HarderLASSO_QUT", "y t3 & X t2", 40, 40, 500),
        *of("linear_HarderLASSO_QUT", "y cauchy & X t2", 1, 1, 60),
    ]
    summary = summarize(read(stored(tmp_path / "out", rows)))
    overview, shares, *_ = all_measured(summary)
    assert [[cell.text for cell in line] for line in overview.lines] == [
        ["linear_HarderLASSO_QUT", "1", "1.000", "1.00", "", "0"],
        ["HarderLASSO_QUT", "2", "0.875", "0.75", "y t3 & X t2, n = 60", "1"],
    ]
    # In the order of the study, the lines that are below the level marked.
    assert [[cell.text for cell in line] for line in shares.lines] == [
        ["y t3 & X t2, n = 60", "", "0.75 [0.60, 0.86]"],
        ["y t3 & X t2, n = 500", "", "1.00 [0.91, 1.00]"],
        ["y cauchy & X t2", "1.00 [0.21, 1.00]", ""],
    ]
    assert "**0.75 [0.60, 0.86]**" in shares.markdown()
    assert shares.markdown().count("**") == 4 and comparison(summary) is None


def test_points_of_several_designs_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        {**row(name, s, run, int(run < hits)), "study": "ablation", "scenario": scenario, "n": n}
        for name, hits in (("HarderLASSO_QUT", 2), ("HarderLASSO_QUT without ranks", 1))
        for scenario, n, s in (("linear", 70, 5), ("nonlinear", 500, 4), ("nonlinear", 500, 12))
        for run in range(2)
    ]
    assert study("report", str(stored(tmp_path / "out", rows))) == 0
    said = capsys.readouterr().out
    assert "| nonlinear, s = 12 | **1.00 [0.34, 1.00]** | 0.50 [0.09, 0.91] |" in said
    assert "| linear | **1.00" in said and "| HarderLASSO_QUT without ranks | 3 | 0 | 0 |" in said
    page = (tmp_path / "out" / "report.html").read_text()
    assert "--n 70,500 --s 4,5,12 --conditions paper" in page
