"""What was asked for, checked before anything runs."""

from collections.abc import Sequence
from pathlib import Path

from studies import methods
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
    """The points of a study that were asked for; all where nothing was."""
    if study.scenario == "classification":
        if n or s or conditions:
            raise Refused("--s, --n and --conditions are for simulations; tables have their own")
        if data is None:
            raise Refused("a classification needs --data DIR, a folder of CSV files")
        return tables_of(data, tables)
    if data is not None or tables is not None:
        raise Refused(
            f"--data and --tables are for the study classification; {study.name} makes its own data"
        )
    for condition in conditions or ():
        if condition not in study.conditions:
            raise Refused(
                f"{study.name} has no condition {condition!r}; it has {', '.join(study.conditions)}"
            )
    found = [
        point
        for point in study.points(n, s)
        if point.condition in (conditions or study.conditions)
    ]
    fixed(study, found)
    _drawable(found)
    return found


def fixed(study: Study, points: Sequence[Point]) -> dict[str, int]:
    """The size that all points of a simulation share; a curve goes along the other one."""
    if not study.axis:
        return {}
    name = "n" if study.axis == "s" else "s"
    values = sorted({getattr(point, name) for point in points})
    if len(values) > 1:
        raise Refused(
            f"--{name} is {', '.join(map(str, values))}; {study.name} has one {name} and goes "
            f"along {study.axis}: give one, and the others each an --out of their own"
        )
    return {name: values[0]}


def usable(study: Study, asked: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The methods that can run here, and why the others cannot."""
    task = "classification" if study.scenario == "classification" else "regression"
    found, skipped = [], {}
    for name in asked:
        if task not in methods.find(name).tasks:
            raise Refused(f"{name} has no {task}; leave it out of --methods for {study.name}")
        reason = methods.missing(name, task)
        if reason is None:
            found.append(name)
        else:
            skipped[name] = reason
    return found, skipped


def _drawable(points: Sequence[Point]) -> None:
    """Asks the engine for one data set a point, so that a bad size is refused at once."""
    for point in points:
        try:
            simulated(point.scenario, point.condition, point.n, point.s, 1, 0)
        except (ValueError, OverflowError) as error:
            raise Refused(f"n = {point.n}, s = {point.s}: {error}") from None
