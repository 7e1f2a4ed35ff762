"""The commands that give the rows of a study again."""

import shlex

import pandas as pd

from studies.report.summary import Summary

#: Points, each as its condition, table, n and s.
Places = tuple[tuple[object, ...], ...]


def commands(summary: Summary) -> list[str]:
    """One command for all methods that have the same points and runs."""
    study = summary.study
    groups: dict[tuple[int, Places], list[str]] = {}
    for method in summary.methods:
        rows = summary.rows[summary.rows["method"] == method]
        point = ["condition", "table", "n", "s"]
        for runs, places in _by_runs(rows, point).items():
            groups.setdefault((runs, places), []).append(method)
    seed = int(summary.rows["seed"].iloc[0])
    found = []
    for (runs, places), methods in groups.items():
        frame = pd.DataFrame(list(places), columns=["condition", "table", "n", "s"])
        words = ["python", "-m", "studies", "run", study.name, "--out", study.name]
        words += ["--runs", str(runs), "--methods", ",".join(methods)]
        if study.axis:
            words += _sizes("--n", frame["n"], study.n) + _sizes("--s", frame["s"], study.s)
            conditions = [name for name in study.conditions if name in set(frame["condition"])]
            if conditions != list(study.conditions):
                words += ["--conditions", ",".join(conditions)]
        else:
            words += ["--data", "tables", "--tables", ",".join(sorted(set(frame["table"])))]
        words += ["--seed", str(seed), "--resume"]
        found.append(shlex.join(words))
    return found


def _by_runs(rows: pd.DataFrame, point: list[str]) -> dict[int, Places]:
    """The points of a method by the number of runs that they have."""
    counts = rows.groupby(point).size()
    found: dict[int, list[tuple[object, ...]]] = {}
    for place, count in counts.items():
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
