"""One method against each of the others, on the same data."""

import numpy as np
import pandas as pd

from studies.report.summary import Summary
from studies.report.tables import Cell, Table
from studies.tasks import OK

REFERENCE = "HarderLASSO_QUT"
_PLACE = ["condition", "table", "n", "s"]


def comparison(summary: Summary) -> Table | None:
    """The points at which ``REFERENCE`` is ahead, and each point at which it is behind.

    Differences and their standard errors are taken run by run, since every method
    had the same data. Nothing where there is no other method.
    """
    measure = "exact" if summary.study.axis else "accuracy"
    good = summary.rows[summary.rows["status"] == OK]
    values = good.set_index([*_PLACE, "run", "method"])[measure].astype("float64").unstack("method")
    if REFERENCE not in values or len(values.columns) < 2:
        return None
    lines = []
    for method in summary.methods:
        # A method that failed everywhere cannot be compared.
        if method == REFERENCE or method not in values:
            continue
        paired = (values[REFERENCE] - values[method]).dropna().groupby(_PLACE)
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
    what = "PESR" if measure == "exact" else "accuracy"
    return Table(
        f"{REFERENCE} against the others",
        ["method", "points ahead", "level", "behind", "where behind"],
        lines,
        f"Where behind, and by how much in {what}: differences run by run on the same data, their "
        "mean and its standard error"
        + (
            ""
            if summary.study.axis
            else "; splits share rows, so that the error is more than this"
        )
        + ".",
    )


def _named(summary: Summary, place: object) -> str:
    assert isinstance(place, tuple), "an index of several columns"
    condition, table, n, s = place
    if table:
        return str(table)
    where = f"n = {n}" if summary.study.axis == "n" else f"s = {s}"
    return where if summary.is_of_the_paper else f"{condition}, {where}"
