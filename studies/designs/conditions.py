"""In what data differ from those of the paper, by name.

A name stands in every row, and its meaning must not change. For the simulated designs
of the paper:

- ``paper``: independent columns, standard normal noise, y in the unit of the noise
- ``toeplitz 0.9``: correlation 0.9^|j-k| between columns j and k
- ``blocks 0.7``: blocks of ten neighbouring columns with correlation 0.7
- ``y x 1000``, ``y x 1000 + 7``: y in another unit; the L2 error is measured in
  the unit of the noise
- ``t noise``: Student's t with 3 degrees of freedom, whose variance is 3
- ``signs random``, ``signs negative``: the signs of the bumps

``&`` joins several of them, as in ``signs random & y x 1000``. For tables, ``target NAME``
names a target that is not called ``label``. Other designs have their own conditions.
"""

import re
from functools import cache
from typing import Any

from studies.designs import drawn
from studies.designs.csv_table import TARGET
from studies.errors import Refused

PAPER = "paper"
#: The scenarios whose data are tables.
TABLES = ("classification", "regression")
_TARGET = "target "
#: One condition of each kind, for messages.
EXAMPLES = (
    "paper, toeplitz 0.9, blocks 0.7, y x 1000, y x 1000 + 7, t noise, signs random, signs negative"
)
BLOCK = 10
FREEDOM = 3.0

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"
_UNIT = re.compile(rf"y x ({_NUMBER})(?: ([+-]) ({_NUMBER}))?")
_CORRELATION = re.compile(rf"(toeplitz|blocks) ({_NUMBER})")


def check(scenario: str, condition: str) -> None:
    """Refuses a condition that a scenario does not have."""
    if scenario in TABLES:
        target_of(condition)
    elif scenario in drawn.DESIGNS:
        drawn.check(scenario, condition)
    else:
        settings(condition)


def target_of(condition: str) -> str:
    """The target of a table under a condition."""
    target = TARGET if condition == PAPER else condition.removeprefix(_TARGET)
    if condition_of(target) != condition:
        raise Refused(f"there is no condition {condition!r} of tables")
    return target


def condition_of(target: str) -> str:
    """The condition under which a table has a target."""
    if not target.isprintable() or not target:
        raise Refused(f"the name {target!r} of the target has an odd character; rename the column")
    return PAPER if target == TARGET else f"{_TARGET}{target}"


@cache
def settings(condition: str) -> dict[str, Any]:
    """The arguments of ``harderlasso.simulate.draw`` that a condition stands for."""
    if condition == PAPER:
        return {}
    found: dict[str, Any] = {}
    for part in condition.split(" & "):
        for name, value in _read(part).items():
            if name in found:
                raise Refused(f"the condition {condition!r} says twice what {name} is")
            found[name] = value
    # Rows are told apart by names, so that a condition has one spelling.
    if _written(found) != condition:
        raise Refused(f"write the condition {condition!r} as {_written(found)!r}")
    return found


def _read(part: str) -> dict[str, Any]:
    if unit := _UNIT.fullmatch(part):
        scale, sign, shift = unit.groups()
        settings: dict[str, Any] = {"y_scale": float(scale)}
        if shift is not None:
            settings["y_shift"] = float(sign + shift)
        return settings
    if correlation := _CORRELATION.fullmatch(part):
        name, value = correlation[1], float(correlation[2])
        return {name: value if name == "toeplitz" else (BLOCK, value)}
    if part in ("signs random", "signs negative"):
        return {"signs": part.removeprefix("signs ")}
    if part == "t noise":
        return {"student": FREEDOM}
    raise Refused(
        f"there is no condition {part!r}; there is {EXAMPLES}, and several of them joined by &"
    )


def _written(settings: dict[str, Any]) -> str:
    parts = []
    for name, value in settings.items():
        if name == "y_scale":
            parts.append(f"y x {_number(value)}")
        elif name == "y_shift":
            parts[-1] += f" {'-' if value < 0 else '+'} {_number(abs(value))}"
        elif name == "toeplitz":
            parts.append(f"toeplitz {_number(value)}")
        elif name == "blocks":
            parts.append(f"blocks {_number(value[1])}")
        elif name == "signs":
            parts.append(f"signs {value}")
        else:
            parts.append("t noise")
    return " & ".join(parts)


def _number(value: float) -> str:
    """The shortest text that reads back as the same number."""
    return repr(value).removesuffix(".0")
