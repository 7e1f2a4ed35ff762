"""Puts a report together: its files, one HTML page, or a part of a document."""

import base64
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader

from studies.errors import Refused
from studies.report import figures, tables
from studies.report.commands import commands
from studies.report.comparison import comparison
from studies.report.points import all_measured, measured
from studies.report.published import published
from studies.report.summary import Summary, summarize
from studies.report.tables import Table
from studies.results import digests, read, replace


@dataclass(frozen=True)
class Picture:
    """A figure with its file name, title and caption."""

    name: str
    title: str
    caption: str
    svg: bytes

    @property
    def encoded(self) -> str:
        """The picture as it stands in the page."""
        return base64.b64encode(self.svg).decode()


@dataclass(frozen=True)
class Report:
    """All parts of a report."""

    summary: Summary
    pictures: list[Picture]
    main: list[Table]
    rest: list[Table]


def make(folder: Path, authors: Path | None) -> Report:
    """Makes the tables and figures of the rows of a folder; writes nothing."""
    rows = read(folder)
    if rows.empty:
        raise Refused(f"{folder} has no finished run yet; run the study first")
    summary = summarize(rows)
    theirs = published(authors, summary.study)
    if summary.study.axis:
        pictures = [
            Picture(name, title, f"{caption}; bands are 95 % of the mean over runs", svg)
            for name, (title, caption) in figures.CURVES.items()
            for svg in [figures.curves(summary, name, theirs)]
        ]
        shown = "mean PESR against seconds per fit, over the points at which every method has runs"
        svg = figures.time_against_recovery(summary)
        pictures.append(Picture("time", "time against recovery", shown, svg))
        main = tables.recovery(summary, theirs)
    elif summary.study.has_tables:
        what = figures.MEASURES[summary.study.measure][0]
        fewer = figures.features_against_accuracy(summary)
        faster = figures.time_against_accuracy(summary)
        pictures = [
            Picture("features", f"{what} against features", "up and to the left is better", fewer),
            Picture("time", f"time against {what}", "up and to the left is better", faster),
        ]
        if summary.study.measure == "accuracy":
            losses = measured(summary, "log_loss")
            main = [tables.features_and_accuracy(summary, theirs), *([losses] if losses else [])]
        else:
            main = all_measured(summary)
        main.append(tables.effort(summary))
    else:
        pictures, main = [], [*all_measured(summary), tables.effort(summary)]
    compared = comparison(summary)
    if compared is not None:
        main.append(compared)
    failed = tables.failures(summary)
    rest = [*([failed] if failed else []), tables.versions(summary)]
    if summary.study.has_tables:
        rest.append(tables.data(summary, digests(folder)))
    return Report(summary, pictures, main, rest)


def write(report: Report, out: Path) -> None:
    """``summary.csv``, the figures and ``report.html`` of a report."""
    out.mkdir(parents=True, exist_ok=True)
    replace(out / "summary.csv", report.summary.points.to_csv(index=False))
    for picture in report.pictures:
        replace(out / f"{picture.name}.svg", picture.svg.decode())
    loader = FileSystemLoader(Path(__file__).parent)
    template = Environment(loader=loader, autoescape=True).get_template("page.html")
    study = report.summary.study
    page = template.render(
        title=f"Study: {study.name}",
        about=f"{study.about}.",
        main=report.main,
        rest=report.rest,
        figures=report.pictures,
        commands=commands(report.summary),
        machines=_machines(report.summary),
    )
    replace(out / "report.html", page)


def write_into(report: Report, document: Path) -> None:
    """Puts a report between ``<!-- study NAME -->`` and ``<!-- end NAME -->`` of a document.

    Its figures go to a folder beside the document, named after it.
    """
    name = report.summary.study.name
    if not document.suffix:
        raise Refused(f"{document} has no ending; figures go to a folder of its name without .md")
    try:
        text = document.read_bytes().decode("utf-8")
    except OSError as error:
        raise Refused(f"{document} cannot be read ({error.strerror}); give a document") from None
    except UnicodeDecodeError as error:
        raise Refused(f"{document}, byte {error.start}: not UTF-8; save it as UTF-8") from None
    begin, end = f"<!-- study {name} -->", f"<!-- end {name} -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise Refused(f"{document} needs the lines {begin} and {end}, once each and in this order")
    folder = document.parent / document.stem
    folder.mkdir(exist_ok=True)
    parts = [table.markdown() for table in report.main]
    for picture in report.pictures:
        file = f"{name}-{picture.name}.svg"
        replace(folder / file, picture.svg.decode())
        parts.append(f"![{picture.title}: {picture.caption}]({quote(folder.name)}/{file})")
    parts.append("```sh\n" + "\n".join(commands(report.summary)) + "\n```")
    parts += [table.markdown() for table in report.rest]
    middle = "\n\n".join([begin, *parts, end])
    if "\r\n" in text:
        middle = middle.replace("\n", "\r\n")
    pattern = re.escape(begin) + ".*?" + re.escape(end)
    replace(document, re.sub(pattern, lambda _: middle, text, flags=re.DOTALL))


def _machines(summary: Summary) -> str:
    count = summary.rows["machine"].nunique()
    return f"The rows come from {count} machine{'s' if count > 1 else ''}."
