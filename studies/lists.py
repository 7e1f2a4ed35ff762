"""Lists as they are typed, in the form that the command ``harderlasso study`` has."""

import argparse


def numbers(text: str) -> list[int]:
    """``0,5,10``, or a range with both ends, ``0..25``, or one with a step, ``0..20..2``."""
    found: set[int] = set()
    for item in text.split(","):
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
    stripped = [item.strip() for item in items]
    if "" in stripped:
        raise argparse.ArgumentTypeError(f"{text!r} has an empty name")
    return list(dict.fromkeys(stripped))


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = _number(text)
    if number == 0:
        raise argparse.ArgumentTypeError("0 is too few; give at least 1")
    return number


def _number(text: str) -> int:
    if not text.strip().isdecimal():
        raise argparse.ArgumentTypeError(f"{text.strip()!r} is not a whole number")
    return int(text)
