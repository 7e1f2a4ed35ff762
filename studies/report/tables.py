"""Tables of a report, as cells that a page or a document can show."""

from dataclasses import dataclass, field, replace

import pandas as pd

from studies.designs.conditions import PAPER
from studies.report.summary import Summary, seconds, totals

BEST, FRUGAL, LOW = "best", "frugal", "low"


@dataclass(frozen=True)
class Cell:
    """A text, and whether it is the best of its line or column, or too low."""

    text: str
    marks: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True)
class Table:
    """A heading, names of columns, and lines."""

    title: str
    columns: list[str]
    lines: list[list[Cell]]
    note: str = ""

    def markdown(self) -> str:
        """The table as Markdown; the best or too low is bold, the most frugal in italics."""

        def shown(cell: Cell) -> str:
            text = _escaped(cell.text)
            if FRUGAL in cell.marks:
                text = f"_{text}_"
            return f"**{text}**" if {BEST, LOW} & cell.marks else text

        lines = [
            "| " + " | ".join(map(_escaped, self.columns)) + " |",
            "|" + "---|" * len(self.columns),
            *("| " + " | ".join(map(shown, line)) + " |" for line in self.lines),
        ]
        return f"**{self.title}**\n\n" + "\n".join(lines) + (f"\n\n{self.note}" if self.note else "")


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def number(value: object, decimals: int | None = None) -> str:
    """A number as people read it: with these decimals, or with three digits."""
    if isinstance(value, float):
        if value != value:
            return "–"
        if decimals is not None:
            return f"{value:.{decimals}f}"
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return str(value)


def recovery(summary: Summary, theirs: pd.DataFrame | None = None) -> list[Table]:
    """A table per condition: sums of PESR and seconds, a line per method."""
    found = []
    for condition in summary.conditions:
        frame = totals(summary, condition)
        if frame.empty:
            continue
        if theirs is not None:
            frame["authors' results"] = [
                _their_sum(summary, condition, str(name), theirs) for name in frame["method"]
            ]
        best = frame["sum of PESR"].max()
        lines = [
            [
                Cell(
                    number(value, 2 if "PESR" in name or "shared points" in name else None),
                    frozenset({BEST}) if name == "sum of PESR" and value == best else frozenset(),
                )
                for name, value in record.items()
            ]
            for record in frame.to_dict("records")
        ]
        title = summary.study.name if summary.is_of_the_paper else f"{summary.study.name}, {condition}"
        found.append(Table(title, list(frame.columns), lines))
    note = (
        "The highest sum is bold. A point where all runs agree adds nothing to the error of a "
        "sum. Shared points are those at which every method has runs."
    )
    return [*found[:-1], *(replace(last, note=note) for last in found[-1:])]


def _their_sum(summary: Summary, condition: str, method: str, theirs: pd.DataFrame) -> str:
    """The authors' sum over the points that a method has here."""
    axis, points = summary.study.axis, summary.points
    mine = points[(points["condition"] == condition) & (points["method"] == method)]
    same = theirs[(theirs["method"] == method) & theirs[axis].isin(mine[axis])]
    return f"{same['pesr'].sum():.2f} ({len(same)} points)" if len(same) else ""


def features_and_accuracy(summary: Summary, theirs: pd.DataFrame | None) -> Table:
    """The paper's table: mean number of features, and accuracy in per cent in brackets."""
    lines = []
    for (table, condition), group in summary.points.groupby(["table", "condition"]):
        here = {
            str(row["method"]): (float(row["n_selected"]), 100 * float(row["accuracy"]))
            for row in group[group["runs"] > 0].to_dict("records")
        }
        name = table if condition == PAPER else f"{table}, {condition}"
        lines.append([Cell(name), *_marked(summary.methods, here)])
        if theirs is None:
            continue
        rows = theirs[theirs["dataset"].map(_plain) == _plain(str(table))]
        if len(rows):
            there = {
                str(row["method"]): (float(row["selected"]), float(row["accuracy"]))
                for row in rows.to_dict("records")
            }
            lines.append([Cell("authors' results"), *_marked(summary.methods, there)])
    note = "The best accuracy is bold, the fewest features in italics."
    return Table("mean number of selected features (accuracy in %)", ["table", *summary.methods], lines, note)


def _plain(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())


def _marked(methods: list[str], values: dict[str, tuple[float, float]]) -> list[Cell]:
    shown = {
        name: (round(features, 1), round(accuracy, 1))
        for name, (features, accuracy) in values.items()
        if name in methods
    }
    fewest = min((features for features, _ in shown.values()), default=None)
    best = max((accuracy for _, accuracy in shown.values()), default=None)
    cells = []
    for name in methods:
        if name not in shown:
            cells.append(Cell(""))
            continue
        features, accuracy = shown[name]
        marks = {
            mark for mark, hit in ((BEST, accuracy == best), (FRUGAL, features == fewest)) if hit
        }
        cells.append(Cell(f"{features:.1f} ({accuracy:.1f})", frozenset(marks)))
    return cells


def effort(summary: Summary) -> Table:
    """Runs, failures and seconds of every method, over all points."""
    lines, columns = [], ["method", "runs", "failed"]
    for method in summary.methods:
        mine = summary.points[summary.points["method"] == method]
        spent = seconds(mine[mine["runs"] > 0])
        cells = [method, str(mine["runs"].sum()), str(mine["failed"].sum())]
        lines.append([Cell(text) for text in [*cells, *map(number, spent.values())]])
        columns = [*columns[:3], *spent]
    return Table("time", columns, lines)


def failures(summary: Summary) -> Table | None:
    """The messages of failed fits; nothing where none failed."""
    failed = summary.rows[summary.rows["status"] == "failed"]
    if failed.empty:
        return None
    counts = failed.groupby(["method", "message"]).size()
    lines = [
        [Cell(str(m)), Cell(str(count)), Cell(str(text))] for (m, text), count in counts.items()
    ]
    return Table("failed fits, in no mean", ["method", "fits", "message"], lines)


def data(summary: Summary, digests: dict[str, str]) -> Table:
    """The tables of a study with their digests, to compare with other copies."""
    kinds = summary.rows[["table", "n", "p"]].drop_duplicates().sort_values("table")
    lines = [
        [Cell(str(value)) for value in (name, rows, columns, digests.get(name, "–"))]
        for name, rows, columns in kinds.to_numpy()
    ]
    return Table("tables", ["table", "rows", "columns", "sha256"], lines)


def versions(summary: Summary) -> Table:
    """The versions of the libraries."""
    rows = summary.rows[summary.rows["status"] == "ok"]
    columns = ["method", "libraries", "harderlasso", "python"]
    kinds = rows[columns].drop_duplicates().sort_values(columns)
    lines = [[Cell(str(value)) for value in line] for line in kinds.to_numpy()]
    return Table("versions", columns, lines)
