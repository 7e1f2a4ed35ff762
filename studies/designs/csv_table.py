"""Reads one CSV file into numbers and classes, or refuses it with a sentence."""

import csv
import hashlib
import io
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


def digest(path: Path) -> str:
    """The SHA-256 digest of a file."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise Refused(
            f"{path} cannot be read ({error.strerror}); workers need the folder under the same path"
        ) from None


@lru_cache(maxsize=4)
def read(path: str, meant: str) -> tuple[Matrix, NDArray[np.int64]]:
    """The numbers and the codes of the classes of the file with the digest ``meant``."""
    if digest(Path(path)) != meant:
        raise Refused(f"{path} is not the file that the study began with; put that one back")
    header, lines = _lines(path)
    place = _target(path, header)
    if len(header) == 1:
        raise Refused(f"{path} has no column beside {TARGET}; it needs features")
    columns = [
        _numbers(path, name, [(line, row[column]) for line, row in lines])
        for column, name in enumerate(header)
        if column != place
    ]
    codes = _classes(path, [(line, row[place]) for line, row in lines])
    return np.column_stack(columns), codes


def _lines(path: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The names of the columns, and the rows with the numbers of their lines."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
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


def _target(path: str, header: list[str]) -> int:
    """The position of the column of classes."""
    for place, name in enumerate(header, start=1):
        if not name:
            raise Refused(
                f"{path}: column {place} has no name; name it, or remove it if it numbers the rows"
            )
        if header.count(name) > 1:
            raise Refused(f"{path}: two columns are called {name}; rename or remove one")
    if TARGET not in header:
        names = ", ".join(header[:5]) + (", …" if len(header) > 5 else "")
        raise Refused(
            f"{path} has no column called {TARGET}, but {names}; rename the column of the "
            "classes, and separate columns by commas"
        )
    return header.index(TARGET)


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


def _classes(path: str, cells: list[tuple[int, str]]) -> NDArray[np.int64]:
    for line, text in cells:
        if text.upper() in _MISSING:
            raise Refused(
                f"{path}, line {line}: {TARGET} is missing ({text!r}); fill it in, call the "
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
        raise Refused(f"{path} has one class in {TARGET}; a classification needs two")
    if counts.min() < LEAST_ROWS:
        raise Refused(
            f"{path}: {TARGET} is {names[counts.argmin()]} in {counts.min()} of the rows and has "
            f"{len(names)} classes; each needs {LEAST_ROWS} rows, so remove or merge small ones"
        )
    return codes.astype(np.int64)
