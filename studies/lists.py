"""Values as they are typed on the command line."""

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
            raise argparse.ArgumentTypeError(f"{item!r} is not an ascending range with a step of at least 1")
        found.update(range(first, last + 1, step))
    return sorted(found)


def names(text: str) -> list[str]:
    """Names separated by commas; commas in parentheses are part of a name."""
    items, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            items.append("")
        else:
            items[-1] += character
    # Names identify rows, so "(20,10)" and "(20, 10)" must be the same.
    stripped = [re.sub(r"\s*,\s*", ", ", item.strip()) for item in items]
    if "" in stripped:
        raise argparse.ArgumentTypeError(f"{text!r} has an empty name")
    return list(dict.fromkeys(stripped))


def path(text: str) -> Path:
    """A path. An empty one is refused, since it would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("the path is empty")
    return Path(text)


def positive(text: str) -> int:
    """A whole number, at least 1."""
    if not text.strip().isdecimal() or _number(text) == 0:
        raise argparse.ArgumentTypeError(f"{text.strip()!r} is not a whole number of at least 1")
    return _number(text)


def runs(text: str) -> int:
    """A number of runs whose tasks fit into memory."""
    number = positive(text)
    if number > MOST_RUNS:
        raise argparse.ArgumentTypeError(f"{number} is too many; give at most {MOST_RUNS}")
    return number


def _number(text: str) -> int:
    # Checked before a range of numbers is made.
    if len(text.strip()) > len(str(MOST)) or int(text) > MOST:
        raise argparse.ArgumentTypeError(f"{text.strip()} is too large; give at most {MOST}")
    return int(text)
