"""Values as they are typed; lists in the form that the command ``harderlasso study`` has."""

import argparse
import re
from pathlib import Path

MOST, MOST_RUNS = 1_000_000, 10_000


def numbers(text: str) -> list[int]:
    """``0,5,10``, or a range with both ends, ``0..25``, or one with a step, ``0..20..2``."""
    found: set[int] = set()
    for item in text.split(","):
        if not all(part.strip().isdecimal() for part in item.split("..")):
            raise argparse.ArgumentTypeError(
                f"{item!r} in {text!r} is not a whole number or a range like 0..20..2"
            )
        ends = [_number(part) for part in item.split("..")]
        if len(ends) > 3:
            raise argparse.ArgumentTypeError(
                f"{item!r} is neither a number nor a range like 0..20..2"
            )
        first, last, step = ends[0], ends[min(1, len(ends) - 1)], ends[2] if len(ends) == 3 else 1
        if step == 0 or first > last:
            raise argparse.ArgumentTypeError(f"{item!r} goes nowhere; a range goes up")
        found.update(range(first, last + 1, step))
    return sorted(found)


def names(text: str) -> list[str]:
    """Names with commas between them; commas in parentheses belong to the name."""
    items, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            items.append("")
        else:
            items[-1] += character
    # One spelling of "(20, 10)", since rows are told apart by names.
    stripped = [re.sub(r"\s*,\s*", ", ", item.strip()) for item in items]
    if "" in stripped:
        raise argparse.ArgumentTypeError(f"{text!r} has an empty name")
    return list(dict.fromkeys(stripped))


def path(text: str) -> Path:
    """A path; nothing at all would be the folder that one is in."""
    if not text:
        raise argparse.ArgumentTypeError("the path is empty")
    return Path(text)


def positive(text: str) -> int:
    """A whole number from 1 on."""
    if not text.strip().isdecimal() or _number(text) == 0:
        raise argparse.ArgumentTypeError(f"{text.strip()!r} is not a whole number from 1 on")
    return _number(text)


def runs(text: str) -> int:
    """A number of runs whose tasks fit into memory."""
    number = positive(text)
    if number > MOST_RUNS:
        raise argparse.ArgumentTypeError(f"{number} is too many; give at most {MOST_RUNS}")
    return number


def _number(text: str) -> int:
    # Before a range of them is made.
    if len(text.strip()) > len(str(MOST)) or int(text) > MOST:
        raise argparse.ArgumentTypeError(f"{text.strip()} is too many; give at most {MOST}")
    return int(text)
