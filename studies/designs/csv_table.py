"""Reads one CSV file into columns of numbers and a target, or refuses it with a sentence."""

import csv
import gzip
import hashlib
import io
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies.designs.data import Matrix
from studies.errors import Refused

TARGET = "label"
#: The spellings of a missing value, in capitals, as in the command.
_MISSING = {"", "NA", "N/A", "#N/A", "NAN", "-NAN", "NULL", "?"}
#: Beyond this, squares of numbers overflow.
_LARGEST = 1e100
#: From here on, floats skip whole numbers.
_EXACT = 2.0**53
#: A split needs one test row and two training rows of a class.
LEAST_ROWS = 3
#: A regression needs a few rows in each of five folds.
LEAST_ANSWERS = 20


def digest(path: Path) -> str:
    """The SHA-256 digest of a file."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise Refused(
            f"{path} cannot be read ({error.strerror}); workers need the folder under the same path"
        ) from None


# Tables take turns, run by run.
@lru_cache(maxsize=16)
def read(
    path: str, meant: str, task: str = "classification", target: str = TARGET
) -> tuple[Matrix, NDArray[Any]]:
    """The features and the target of the file with the digest ``meant``.

    The target is the codes of classes, or numbers in a regression, where rows without
    a target are left out. A column of text becomes a column of zeros and ones for each
    of its levels.
    """
    if digest(Path(path)) != meant:
        raise Refused(f"{path} is not the file that the study began with; put that one back")
    header, lines = _lines(path)
    place = _target(path, header, target)
    if len(header) == 1:
        raise Refused(f"{path} has no column beside {target}; it needs features")
    if task == "regression":
        lines = [(line, row) for line, row in lines if row[place].upper() not in _MISSING]
    columns = [
        feature
        for column, name in enumerate(header)
        if column != place
        for feature in _features(path, name, [(line, row[column]) for line, row in lines])
    ]
    answers = _answers if task == "regression" else _classes
    cells = [(line, row[place]) for line, row in lines]
    return np.column_stack(columns), answers(path, target, cells)


def _lines(path: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The names of the columns, and the rows with the numbers of their lines."""
    try:
        content = Path(path).read_bytes()
        text = (gzip.decompress(content) if path.endswith(".gz") else content).decode("utf-8-sig")
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise Refused(f"{path} is not a whole gzip file ({error}); compress it again") from None
    except UnicodeDecodeError as error:
        raise Refused(f"{path}, byte {error.start}: it is not UTF-8; save it as UTF-8") from None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if row]
    except csv.Error as error:
        raise Refused(f"{path}, line {reader.line_num}: {error}; mend that line") from None
    if len(rows) < 2:
        raise Refused(f"{path} has no rows; it needs a line of names and lines of numbers")
    header = rows[0][1]
    for line, row in rows[1:]:
        if len(row) != len(header):
            raise Refused(
                f"{path}, line {line}: it has {len(row)} fields and the first line has "
                f"{len(header)}; mend that line"
            )
    return header, rows[1:]


def _target(path: str, header: list[str], target: str) -> int:
    """The position of the target."""
    for place, name in enumerate(header, start=1):
        if not name:
            raise Refused(
                f"{path}: column {place} has no name; name it, or remove it if it numbers the rows"
            )
        if header.count(name) > 1:
            raise Refused(f"{path}: two columns are called {name}; rename or remove one")
    if target not in header:
        names = ", ".join(header[:5]) + (", …" if len(header) > 5 else "")
        raise Refused(
            f"{path} has no column called {target}, but {names}; name the target with "
            "--target, and separate columns by commas"
        )
    return header.index(target)


def _features(path: str, name: str, cells: list[tuple[int, str]]) -> list[NDArray[np.float64]]:
    """A column of numbers, or a column for each level of a column without any number."""
    levels = {text for _, text in cells if text.upper() not in _MISSING}
    if not levels or any(map(_is_number, levels)):
        return [_numbers(path, name, cells)]
    if len(levels) > len(cells) / 2:
        raise Refused(
            f"{path}: {name} is text with {len(levels)} levels in {len(cells)} rows; "
            "remove the column"
        )
    # A missing text has none of the levels.
    return [np.array([float(text == level) for _, text in cells]) for level in sorted(levels)]


def _numbers(path: str, name: str, cells: list[tuple[int, str]]) -> NDArray[np.float64]:
    values = np.full(len(cells), np.nan)
    for row, (line, text) in enumerate(cells):
        if text.upper() in _MISSING:
            continue
        where = f"{path}, column {name}, line {line}"
        try:
            values[row] = _float(text)
        except ValueError:
            raise Refused(
                f"{where}: {text!r} is not a number; encode text as numbers first"
            ) from None
        if not abs(values[row]) <= _LARGEST:
            raise Refused(f"{where}: {text} is too large to learn from; correct or empty that cell")
    return values


def _float(text: str) -> float:
    # Python reads 1_000 as a number.
    return float(text.replace("_", "?"))


def _is_number(text: str) -> bool:
    try:
        _float(text)
    except ValueError:
        return False
    return True


def _answers(path: str, target: str, cells: list[tuple[int, str]]) -> NDArray[np.float64]:
    values = _numbers(path, target, cells)
    if len(values) < LEAST_ANSWERS or np.ptp(values) == 0:
        raise Refused(
            f"{path}: {target} has {len(values)} values, {len(np.unique(values))} of them "
            f"different; a regression needs {LEAST_ANSWERS} that are not all equal"
        )
    return values


def _classes(path: str, target: str, cells: list[tuple[int, str]]) -> NDArray[np.int64]:
    for line, text in cells:
        if text.upper() in _MISSING:
            raise Refused(
                f"{path}, line {line}: {target} is missing ({text!r}); fill it in, call the "
                "class something else, or remove the row"
            )
    labels: NDArray[Any]
    try:
        # Numbers where all labels are, so that 1 and 1.0 are one class; else text.
        labels = np.array([_float(text) for _, text in cells])
        if np.abs(labels).max() >= _EXACT:
            raise ValueError("whole numbers that a float would merge")
    except ValueError:
        labels = np.array([text for _, text in cells])
    names, codes, counts = np.unique(labels, return_inverse=True, return_counts=True)
    if len(names) < 2:
        raise Refused(f"{path} has one class in {target}; a classification needs two")
    if counts.min() < LEAST_ROWS:
        raise Refused(
            f"{path}: {target} is {names[counts.argmin()]} in {counts.min()} of the rows and has "
            f"{len(names)} classes; each needs {LEAST_ROWS} rows, so remove or merge small ones"
        )
    return codes.astype(np.int64)
