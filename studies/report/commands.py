"""The commands that repeat the rows of a study."""

import shlex

import pandas as pd

from studies.designs.conditions import target_of
from studies.designs.csv_table import TARGET
from studies.report.summary import Summary

#: The points of one condition, each as its table, n and s.
Places = tuple[tuple[object, ...], ...]


def commands(summary: Summary) -> list[str]:
    """One command for all methods and conditions that have the same points and runs."""
    study = summary.study
    methods: dict[tuple[int, Places, str], list[str]] = {}
    for method in summary.methods:
        mine = summary.rows[summary.rows["method"] == method]
        for condition in summary.conditions:
            for runs, places in _by_runs(mine[mine["condition"] == condition]).items():
                methods.setdefault((runs, places, condition), []).append(method)
    conditions: dict[tuple[int, Places, tuple[str, ...], str], list[str]] = {}
    for (runs, places, condition), names in methods.items():
        # A command has one target.
        apart = condition if study.has_tables else ""
        conditions.setdefault((runs, places, tuple(names), apart), []).append(condition)
    seed = int(summary.rows["seed"].iloc[0])
    found = []
    for (runs, places, asked, _), under in conditions.items():
        frame = pd.DataFrame(list(places), columns=["table", "n", "s"])
        words = ["python", "-m", "studies", "run", study.name, "--out", study.name]
        words += ["--runs", str(runs), "--methods", ",".join(asked)]
        if not study.has_tables:
            words += _sizes("--n", frame["n"], study.n) + _sizes("--s", frame["s"], study.s)
            if tuple(under) != study.conditions:
                words += ["--conditions", ",".join(under)]
        else:
            words += ["--data", "tables", "--tables", ",".join(sorted(set(frame["table"])))]
            if (target := target_of(under[0])) != TARGET:
                words += ["--target", target]
        words += ["--seed", str(seed), "--resume"]
        found.append(shlex.join(words))
    return found


def _by_runs(rows: pd.DataFrame) -> dict[int, Places]:
    """Points by the number of runs that they have."""
    found: dict[int, list[tuple[object, ...]]] = {}
    for place, count in rows.groupby(["table", "n", "s"]).size().items():
        found.setdefault(int(count), []).append(tuple(place))
    return {count: tuple(sorted(places, key=str)) for count, places in found.items()}


def _sizes(flag: str, values: "pd.Series[int]", usual: tuple[int, ...]) -> list[str]:
    distinct = sorted({int(value) for value in values})
    return [] if distinct == sorted(usual) else [flag, _typed(distinct)]


def _typed(numbers: list[int]) -> str:
    """A list as it would be typed: ``0..25``, ``0..20..2`` or ``1,4,6``."""
    steps = {after - before for before, after in zip(numbers, numbers[1:], strict=False)}
    if len(numbers) < 3 or len(steps) != 1:
        return ",".join(map(str, numbers))
    step = steps.pop()
    return f"{numbers[0]}..{numbers[-1]}" + (f"..{step}" if step > 1 else "")
