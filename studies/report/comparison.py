"""One method against each of the others, on the same data."""

import numpy as np
import pandas as pd

from studies.report.points import PLACE, place_names
from studies.report.summary import Summary
from studies.report.tables import Cell, Table
from studies.tasks import OK

REFERENCE = "HarderLASSO_QUT"
_WORDS = {"exact": "PESR", "accuracy": "accuracy", "r2": "R²"}


def comparison(summary: Summary) -> Table | None:
    """The points at which ``REFERENCE`` is ahead, and each point at which it is behind.

    Differences and their standard errors are taken run by run, since every method
    had the same data. Nothing where there is no other method, and nothing for pure
    noise, where more empty lists than promised are no merit.
    """
    if summary.study.scenario == "level":
        return None
    measure = summary.study.measure
    good = summary.rows[summary.rows["status"] == OK]
    values = good.set_index([*PLACE, "run", "method"])[measure].astype("float64").unstack("method")
    if REFERENCE not in values or len(values.columns) < 2:
        return None
    lines = []
    for method in summary.methods:
        # A method that failed everywhere cannot be compared.
        if method == REFERENCE or method not in values:
            continue
        paired = (values[REFERENCE] - values[method]).dropna().groupby(PLACE)
        # Means that differ by rounding alone are level.
        found = pd.DataFrame({"mean": paired.mean().round(12), "error": paired.std(ddof=1)})
        found["error"] /= np.sqrt(paired.size())
        behind = found[found["mean"] < 0]
        counts = [(found["mean"] > 0).sum(), (found["mean"] == 0).sum(), len(behind)]
        said = [
            f"{_named(summary, place)}: {-row['mean']:.3f}"
            + ("" if np.isnan(row["error"]) else f" ± {row['error']:.3f}")
            for place, row in behind.iterrows()
        ]
        cells = [method, *map(str, counts), "; ".join(said)]
        lines.append([Cell(text) for text in cells])
    return Table(
        f"{REFERENCE} against the others",
        ["method", "points ahead", "level", "behind", "where behind"],
        lines,
        f"Where behind, and by how much in {_WORDS[measure]}: differences run by run on the same "
        "data, their mean and its standard error"
        + (
            "; splits share rows, so that the error is more than this"
            if summary.study.has_tables
            else ""
        )
        + ".",
    )


def _named(summary: Summary, place: object) -> str:
    assert isinstance(place, tuple), "an index of several columns"
    if not summary.study.axis:
        return place_names(summary)[place]
    _, condition, n, s, _ = place
    where = f"n = {n}" if summary.study.axis == "n" else f"s = {s}"
    return where if summary.is_of_the_paper else f"{condition}, {where}"
