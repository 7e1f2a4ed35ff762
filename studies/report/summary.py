"""Means over runs, with their uncertainty."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from studies.designs.conditions import PAPER
from studies.errors import Refused
from studies.plans import STUDIES, Study
from studies.tasks import FAILED, OK

POINT = ["scenario", "condition", "table", "n", "s", "method"]
MEASURES = (
    *("exact", "fdr", "tpr", "l2_error", "accuracy", "log_loss", "r2"),
    *("n_selected", "seconds", "cpu_seconds"),
)


@dataclass(frozen=True)
class Summary:
    """A study in numbers."""

    study: Study
    rows: pd.DataFrame
    #: One line per point and method: the number of runs and of failed fits, and the
    #: mean, its standard error (``_se``) and the standard deviation (``_sd``) of
    #: each measure.
    points: pd.DataFrame
    #: The methods, in the order of legends.
    methods: list[str]
    #: The conditions of the rows, the study's own first.
    conditions: list[str]

    @property
    def is_of_the_paper(self) -> bool:
        """Whether the conditions of the study and of all rows are the paper's alone."""
        return self.conditions == list(self.study.conditions) == [PAPER]


def summarize(rows: pd.DataFrame) -> Summary:
    """Counts the rows of one study."""
    names = rows["study"].unique().tolist()
    if len(names) > 1 or names[0] not in STUDIES:
        raise Refused(
            f"the rows are of {', '.join(map(str, names))}; a report needs rows of one study"
        )
    study = STUDIES[names[0]]
    good = rows[rows["status"] == OK]
    groups = good.groupby(POINT, sort=True)
    points = pd.DataFrame({"runs": groups.size()})
    for measure in MEASURES:
        values = good[measure].astype("float64").groupby([good[name] for name in POINT])
        points[measure] = values.mean()
        points[f"{measure}_sd"] = values.std(ddof=1)
        points[f"{measure}_se"] = points[f"{measure}_sd"] / np.sqrt(points["runs"])
    points["seconds_sum"] = groups["seconds"].sum()
    # Missing where a row lacks it: the sum of the others would be too small.
    points["cpu_sum"] = groups["cpu_seconds"].agg(lambda values: values.sum(skipna=False))
    failed = rows[rows["status"] == FAILED].groupby(POINT).size().rename("failed")
    # A point where every fit failed has no means but still a line.
    points = points.join(failed, how="outer")
    points[["runs", "failed"]] = points[["runs", "failed"]].fillna(0).astype(int)
    points = points.rename(columns={"exact": "pesr", "exact_sd": "pesr_sd", "exact_se": "pesr_se"})
    # The standard error of a share of independent runs: sqrt(p (1 - p) / runs).
    points["pesr_se"] = np.sqrt(points["pesr"] * (1 - points["pesr"]) / points["runs"])
    points.loc[points["runs"] < 2, "pesr_se"] = np.nan
    # Where no column matters there is no true positive rate.
    nothing = points.index.get_level_values("s") == 0
    points.loc[nothing, ["tpr", "tpr_sd", "tpr_se"]] = np.nan
    points = points.reset_index()
    conditions = _ordered(study.conditions, points["condition"])
    return Summary(study, rows, points, _ordered(study.methods, points["method"]), conditions)


def _ordered(known: tuple[str, ...], found: "pd.Series[str]") -> list[str]:
    """Distinct names, those that are known first and in their order."""
    places = {name: place for place, name in enumerate(known)}
    return sorted(set(found), key=lambda name: (places.get(name, len(places)), name))


def interval(share: float, runs: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, which has a length at 0 and 1 too."""
    z = 1.96
    middle = (share + z**2 / (2 * runs)) / (1 + z**2 / runs)
    half = z / (1 + z**2 / runs) * np.sqrt(share * (1 - share) / runs + z**2 / (4 * runs**2))
    return float(max(middle - half, 0.0)), float(min(middle + half, 1.0))


def shared(points: pd.DataFrame) -> pd.DataFrame:
    """The lines of those points at which every method has runs.

    Methods without any successful run are left out of this.
    """
    done = points[points["runs"] > 0]
    has = done.groupby(["condition", "n", "s"])["method"].transform("nunique")
    return done[has == done["method"].nunique()]


def totals(summary: Summary, condition: str) -> pd.DataFrame:
    """A line per method: the sum of PESR over its points, and over the shared points."""
    points = summary.points[summary.points["condition"] == condition]
    common = shared(points)
    together = len(common[["n", "s"]].drop_duplicates())
    lines = []
    for method in summary.methods:
        mine = points[points["method"] == method]
        if mine.empty:
            continue
        done = mine[mine["runs"] > 0]
        same = common[common["method"] == method]
        lines.append(
            {
                "method": method,
                "points": len(done),
                "runs per point": _span(done["runs"]),
                # Missing where there is no run.
                "sum of PESR": done["pesr"].sum(min_count=1),
                # One run a point has no spread.
                "standard error": np.sqrt((done["pesr_se"] ** 2).sum(skipna=False, min_count=1)),
                f"on the {together} shared points": same["pesr"].sum(min_count=1),
                "mean FDR on them": same["fdr"].mean(),
                "failed": int(mine["failed"].sum()),
                **seconds(done),
            }
        )
    return pd.DataFrame(lines)


def seconds(points: pd.DataFrame) -> dict[str, float]:
    """The time of the fits of some points: core seconds per fit and in total, and wall-clock."""
    used = float(points["cpu_sum"].sum(skipna=False, min_count=1))
    fits = max(int(points["runs"].sum()), 1)
    return {
        "core seconds per fit": used / fits,
        "core seconds in total": used,
        "seconds in total": float(points["seconds_sum"].sum(min_count=1)),
    }


def _span(counts: "pd.Series[int]") -> str:
    if counts.empty:
        return "0"
    least, most = int(counts.min()), int(counts.max())
    return str(least) if least == most else f"{least} to {most}"
