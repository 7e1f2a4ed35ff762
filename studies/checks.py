"""Checks of a request, before anything runs."""

from collections.abc import Sequence
from pathlib import Path

from studies import methods
from studies.designs.conditions import settings
from studies.designs.simulated import simulated
from studies.designs.tables import tables as tables_of
from studies.errors import Refused
from studies.plans import Point, Study


def points(
    study: Study,
    n: Sequence[int] | None,
    s: Sequence[int] | None,
    conditions: Sequence[str] | None,
    data: Path | None,
    tables: Sequence[str] | None,
) -> list[Point]:
    """The points of a study that are asked for; by default all of them."""
    if study.scenario == "classification":
        if n or s or conditions:
            raise Refused("--s, --n and --conditions are for simulations, not for tables")
        if data is None:
            raise Refused("a classification needs --data DIR, a folder of CSV files")
        return tables_of(data, tables)
    if data is not None or tables is not None:
        raise Refused(
            f"--data and --tables are for the study classification; {study.name} simulates its data"
        )
    for condition in conditions or ():
        settings(condition)  # refuses a name that has no meaning
    found = study.points(n, s, conditions)
    fixed(study, found)
    _drawable(found)
    return found


def fixed(study: Study, points: Sequence[Point]) -> dict[str, int]:
    """The size that all points of a simulation share; curves run along the other one."""
    if not study.axis:
        return {}
    name = "n" if study.axis == "s" else "s"
    values = sorted({getattr(point, name) for point in points})
    if len(values) > 1:
        raise Refused(
            f"--{name} is {', '.join(map(str, values))}; the curves of {study.name} run along "
            f"{study.axis}, at one {name}: give one {name} per --out"
        )
    return {name: values[0]}


def usable(study: Study, asked: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The methods that can run here, and the reasons why others cannot."""
    task = "classification" if study.scenario == "classification" else "regression"
    found, skipped = [], {}
    for name in asked:
        if task not in methods.find(name).tasks:
            raise Refused(f"{name} does not do {task}; leave it out of --methods for {study.name}")
        reason = methods.missing(name, task)
        if reason is None:
            found.append(name)
        else:
            skipped[name] = reason
    return found, skipped


def _drawable(points: Sequence[Point]) -> None:
    """Draws one data set per point, so that impossible sizes are refused at once."""
    for point in points:
        try:
            simulated(point.scenario, point.condition, point.n, point.s, 1, 0)
        except (ValueError, OverflowError) as error:
            raise Refused(f"n = {point.n}, s = {point.s}: {error}") from None
