"""Tables with a line per point, for studies without curves."""

import numpy as np

from studies.designs.conditions import PAPER
from studies.report.summary import Summary, interval
from studies.report.tables import BEST, LOW, Cell, Table, number, recovery

#: What tells points apart, as in ``Point.key``.
PLACE = ["scenario", "condition", "n", "s", "table"]
#: The criteria with their titles, and whether the best mean is the highest or lowest.
_CRITERIA = {
    "pesr": ("share of runs with exactly the true columns", max),
    "fdr": ("FDR", min),
    "tpr": ("TPR", max),
    "n_selected": ("selected columns", None),
    "l2_error": ("L2 error", min),
    "accuracy": ("accuracy", max),
    "log_loss": ("log loss", min),
    "r2": ("R²", max),
}
_SHARE = "In brackets Wilson's 95 % interval."
_MEAN = "Means over runs, with their standard error."
#: The level that all methods of ours ask for.
_PROMISED = 0.95


def headline(summary: Summary) -> list[Table]:
    """What is said at the end of a run."""
    if summary.study.axis:
        return recovery(summary)
    if summary.study.scenario == "level":
        return [_level(summary)]
    table = measured(summary, "pesr")
    return [] if table is None else [table]


def all_measured(summary: Summary) -> list[Table]:
    """A table for each criterion that the rows have."""
    is_level = summary.study.scenario == "level"
    # Where nothing matters, the share of empty lists says all of these.
    left_out = {"fdr", "tpr"} if is_level else set()
    found = [measured(summary, name) for name in _CRITERIA if name not in left_out]
    first = [_level(summary)] if is_level else []
    return first + [table for table in found if table is not None]


def measured(summary: Summary, measure: str) -> Table | None:
    """A criterion with a line per point and a column per method; ``None`` where no row has it."""
    values = {
        (tuple(record[name] for name in PLACE), str(record["method"])): record
        for record in summary.points.to_dict("records")
        if record["runs"] > 0 and not np.isnan(record[measure])
    }
    if not values:
        return None
    is_level = summary.study.scenario == "level"
    title, choose = _CRITERIA[measure]
    note = _SHARE if measure == "pesr" else _MEAN
    if summary.study.has_tables:
        note += " Splits share rows, so that the error is more than this."
    if is_level:
        choose = None
        if measure == "pesr":
            title = "share of empty lists"
            note += f" It is below {_PROMISED} where the share is bold."
    lines = []
    for place, name in place_names(summary).items():
        here = {method: values.get((place, method)) for method in summary.methods}
        means = {record[measure] for record in here.values() if record is not None}
        if not means:
            continue
        best = choose(means) if choose is not None and len(means) > 1 else None
        line = [Cell(name)]
        for record in here.values():
            if record is None:
                line.append(Cell(""))
                continue
            mean, runs = record[measure], record["runs"]
            marks = {BEST} if mean == best else set()
            if measure == "pesr":
                low, high = interval(mean, runs)
                text = f"{mean:.2f} [{low:.2f}, {high:.2f}]"
                if is_level and high < _PROMISED:
                    marks = {LOW}
            else:
                # One run has no error.
                error = record[f"{measure}_se"]
                text = number(mean) + ("" if np.isnan(error) else f" ± {number(error)}")
            line.append(Cell(text, frozenset(marks)))
        lines.append(line)
    return Table(f"{summary.study.name}: {title}", ["", *summary.methods], lines, note)


def _level(summary: Summary) -> Table:
    """A line per method: the share of empty lists over all points, and where it is lowest."""
    names, lines = place_names(summary), []
    done = summary.points[summary.points["runs"] > 0]
    for method in summary.methods:
        mine = done[done["method"] == method]
        if mine.empty:
            continue
        lowest = mine.loc[mine["pesr"].idxmin()]
        bounds = [interval(p, n) for p, n in zip(mine["pesr"], mine["runs"], strict=True)]
        cells = [
            *(method, len(mine), f"{mine['pesr'].mean():.3f}", f"{lowest['pesr']:.2f}"),
            names[tuple(lowest[PLACE])] if lowest["pesr"] < 1 else "",
            sum(high < _PROMISED for _, high in bounds),
        ]
        lines.append([Cell(str(cell)) for cell in cells])
    below = f"below {_PROMISED}"
    return Table(
        f"{summary.study.name}: share of empty lists over all points",
        ["method", "points", "mean", "lowest", "where", below],
        lines,
        f"A point is {below} where Wilson's 95 % interval is; by chance that is about 1 point "
        "in 40 of a method that keeps the level exactly.",
    )


def place_names(summary: Summary) -> dict[tuple[object, ...], str]:
    """The points of a study, in its order, with the words that tell them apart."""
    places = summary.points[PLACE].drop_duplicates().sort_values(PLACE)
    several = places["scenario"].nunique() > 1
    kinds = places.groupby(["scenario", "condition", "table"])
    varies = {name: kinds[name].transform("nunique") > 1 for name in ("n", "s")}
    found: dict[tuple[object, ...], str] = {}
    for line, (scenario, condition, n, s, table) in zip(
        places.index, places.itertuples(index=False), strict=True
    ):
        words = [scenario] if several else []
        words += [word for word in (table, condition) if word not in ("", PAPER)]
        words += [f"{k} = {v}" for k, v in (("n", n), ("s", s)) if varies[k][line]]
        found[scenario, condition, n, s, table] = ", ".join(words) or f"n = {n}, s = {s}"
    order: dict[tuple[object, ...], int] = {
        point.key(): number for number, point in enumerate(summary.study.points())
    }
    return {key: found[key] for key in sorted(found, key=lambda key: order.get(key, len(order)))}
