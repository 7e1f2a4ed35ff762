"""Checks of a request, before anything runs."""

from collections.abc import Sequence
from pathlib import Path

from studies import methods
from studies.designs.conditions import check
from studies.designs.csv_table import TARGET
from studies.designs.tables import tables as tables_of
from studies.errors import Refused
from studies.plans import Point, Study
from studies.tasks import Task, data_of


def points(
    study: Study,
    n: Sequence[int] | None,
    s: Sequence[int] | None,
    conditions: Sequence[str] | None,
    data: Path | None,
    tables: Sequence[str] | None,
    target: str | None,
) -> list[Point]:
    """The points of a study that are asked for; by default all of them."""
    if study.has_tables:
        if n or s or conditions:
            raise Refused("--s, --n and --conditions are for simulations, not for tables")
        if data is None:
            raise Refused(f"a {study.name} needs --data DIR, a folder of CSV files")
        return tables_of(data, tables, study.scenario, target or TARGET)
    if data is not None or tables is not None or target is not None:
        raise Refused(
            "--data, --tables and --target are for the studies classification and regression; "
            f"{study.name} simulates its data"
        )
    if study.listed:
        _among(study, "--n", n, study.n)
        _among(study, "--s", s, study.s)
        _among(study, "--conditions", conditions, study.conditions)
    else:
        for condition in conditions or ():
            check(study.scenario, condition)
    found = study.points(n, s, conditions)
    if not found:
        raise Refused(f"{study.name} has no point with these --n, --s and --conditions; drop one")
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


def usable(
    study: Study, points: Sequence[Point], asked: Sequence[str]
) -> tuple[list[str], dict[str, str]]:
    """The methods that can run here, and the reasons why others cannot."""
    tasks = sorted({point.task for point in points})
    found, skipped = [], {}
    for name in asked:
        kind = methods.find(name)
        cannot = [f"do {task}" for task in tasks if task not in kind.tasks]
        if any(point.is_weighted for point in points) and not kind.takes_weights:
            cannot.append("regard weights")
        if cannot:
            raise Refused(
                f"{name} does not {cannot[0]}; leave it out of --methods for {study.name}"
            )
        reasons = [reason for task in tasks if (reason := methods.missing(name, task))]
        if reasons:
            skipped[name] = reasons[0]
        else:
            found.append(name)
    return found, skipped


def _among(
    study: Study, flag: str, asked: Sequence[object] | None, there: Sequence[object]
) -> None:
    for value in asked or ():
        if value not in there:
            raise Refused(
                f"{study.name} has no point with {flag} {value}; there is "
                f"{', '.join(map(str, there))}"
            )


def _drawable(points: Sequence[Point]) -> None:
    """Draws one data set per point, so that impossible sizes are refused at once."""
    for point in points:
        try:
            data_of(Task("", point, 0, "", 1))
        except (ValueError, OverflowError) as error:
            raise Refused(f"n = {point.n}, s = {point.s}: {error}") from None
