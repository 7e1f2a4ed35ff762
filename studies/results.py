"""The rows of a study on the disk.

``runs.csv`` grows by a line as soon as the driver has a row, so that a killed
driver loses none of them. Lines are flushed to the disk once per second, so that
a machine that loses power loses at most the rows of that second. A line that was
cut off is dropped, and its run made again.
"""

import csv
import fcntl
import io
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd

from studies.designs.conditions import check
from studies.errors import Refused
from studies.tasks import ADDED, COLUMNS, FAILED, OK, Row, key_of

RUNS, SETTINGS = "runs.csv", "study.json"
#: Waiting for the disk takes milliseconds, so it is not done per row.
SYNC_SECONDS = 1.0
#: Before the name of a table, in the settings.
DIGEST = "sha256 of "


class Store:
    """One directory of results, used by one driver at a time."""

    _synced = float("-inf")

    def __init__(self, folder: Path, settings: dict[str, Any], resume: bool) -> None:
        self.folder = folder
        self._path = folder / RUNS
        if not resume and _whole(self._path)[1]:
            raise Refused(
                f"{self._path} already holds rows; give --resume to add to them, or another --out"
            )
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = open(folder / ".lock", "w")
        try:
            self._open(settings)
        except BaseException:
            self._lock.close()
            raise

    def _open(self, settings: dict[str, Any]) -> None:
        folder = self.folder
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused(
                f"another study is writing to {folder}; wait for it, or choose another --out"
            ) from None
        whole, rows = _whole(self._path)
        self.rows = {key_of(row): row for row in rows}
        if self.rows:
            settings = _merged(folder / SETTINGS, settings)
            for row in rows:
                _check_origin(row, settings, folder)
        replace(folder / SETTINGS, json.dumps(settings, indent=2) + "\n")
        if whole and not self._path.read_text().startswith(_line(list(COLUMNS))):
            # Rows of an older version, which had fewer columns.
            _rewrite(self._path, list(self.rows.values()))
            whole = self._path.stat().st_size
        self._file = open(self._path, "a", newline="")
        self._file.truncate(whole)
        if whole == 0:
            self._write(_line(list(COLUMNS)))

    def close(self) -> None:
        """Releases the directory for other drivers."""
        try:
            self._file.close()
        finally:
            self._lock.close()

    def append(self, row: Row) -> None:
        """Adds a finished row, in the file before in memory."""
        self._write(_line([row[name] for name in COLUMNS]))
        self.rows[key_of(row)] = row

    def drop(self, keys: set[tuple[Any, ...]]) -> None:
        """Removes rows, so that they are made again."""
        self.rows = {key: row for key, row in self.rows.items() if key not in keys}
        self._file.close()
        _rewrite(self._path, list(self.rows.values()))
        self._file = open(self._path, "a", newline="")

    def finish(self) -> None:
        """Puts the rows in order, and writes the same rows as Parquet."""
        rows = [self.rows[key] for key in sorted(self.rows)]
        self._file.close()
        _rewrite(self._path, rows)
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            return  # The CSV file is complete without it.
        with _whole_file(self.folder / "runs.parquet") as partial:
            read(self.folder).to_parquet(partial, index=False)

    def _write(self, line: str) -> None:
        self._file.write(line)
        self._file.flush()
        now = time.monotonic()
        if now - self._synced >= SYNC_SECONDS:
            os.fsync(self._file.fileno())
            self._synced = now


def read(folder: Path) -> pd.DataFrame:
    """All rows of a directory, as a frame with the types of ``COLUMNS``."""
    path = folder / RUNS
    if folder.exists() and not folder.is_dir():
        raise Refused(f"{folder} is a file; give the folder that was the --out of a study")
    if not path.is_file():
        raise Refused(f"{folder} has no {RUNS}; run a study with --out {folder} first")
    frame = pd.DataFrame(_whole(path)[1], columns=list(COLUMNS))
    kinds = {int: "Int64", float: "float64", str: "object"}
    return frame.astype({name: kinds[kind] for name, kind in COLUMNS.items()})


def digests(folder: Path) -> dict[str, str]:
    """The digests of the tables of a classification by their names."""
    path = folder / SETTINGS
    stored = _settings(path) if path.exists() else {}
    return {
        name.removeprefix(DIGEST): str(value)
        for name, value in stored.items()
        if name.startswith(DIGEST)
    }


def replace(path: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    with _whole_file(path) as partial:
        partial.write_text(text, encoding="utf-8", newline="")


@contextmanager
def _whole_file(path: Path) -> Iterator[Path]:
    """A file beside ``path`` to write to, which then takes its place."""
    partial = path.with_name(f".{path.name}")
    yield partial
    with open(partial, "rb") as file:
        os.fsync(file.fileno())
    os.replace(partial, path)


def _rewrite(path: Path, rows: list[Row]) -> None:
    lines = [_line(list(COLUMNS))]
    lines += [_line([row[name] for name in COLUMNS]) for row in rows]
    replace(path, "".join(lines))


def _line(values: list[Any]) -> str:
    buffer = io.StringIO()
    # Python writes the shortest text that reads back as the same number.
    csv.writer(buffer, lineterminator="\n").writerow(
        ["" if value is None else value for value in values]
    )
    return buffer.getvalue()


def _whole(path: Path) -> tuple[int, list[Row]]:
    """The rows up to the last whole line, and where that ends."""
    if not path.exists():
        return 0, []
    text = path.read_bytes()
    whole = text.rfind(b"\n") + 1
    # No field has a line break in it, so every line is a row.
    lines = [line.removesuffix(b"\r") for line in text[:whole].split(b"\n")[:-1]]
    if not lines:
        return 0, []
    header, names = lines[0].decode(errors="replace").split(","), list(COLUMNS)
    if header != names[: len(header)] or len(header) < len(names) - len(ADDED):
        raise Refused(
            f"line 1 of {path} is not the header of a study; "
            "move the file away or choose another folder"
        )
    rows: dict[tuple[Any, ...], Row] = {}
    for number, line in enumerate(lines[1:], start=2):
        try:
            row = _parse(line.decode(), len(header))
            if key_of(row) in rows:
                raise ValueError("an earlier line has the same run")
            rows[key_of(row)] = row
        except (ValueError, csv.Error) as error:
            raise Refused(
                f"line {number} of {path} cannot be read ({error}); "
                "remove that line or choose another folder"
            ) from None
    return whole, list(rows.values())


def _parse(line: str, expected: int) -> Row:
    values = next(csv.reader([line]), [])
    if len(values) != expected:
        raise ValueError(f"it has {len(values)} fields in place of {expected}")
    row: Row = dict.fromkeys(COLUMNS)
    for (name, kind), text in zip(COLUMNS.items(), values, strict=False):
        row[name] = kind(text) if text or kind is str else None
    for name in ("n", "s", "run", "seed"):
        if row[name] is None:
            raise ValueError(f"{name} is empty")
    if row["status"] not in (OK, FAILED):
        raise ValueError(f"status is {row['status']!r}")
    try:
        check(row["scenario"], row["condition"])
    except Refused:
        raise ValueError(f"condition is {row['condition']!r}") from None
    return row


def _check_origin(row: Row, settings: dict[str, Any], folder: Path) -> None:
    """Refuses rows that were not made with the settings beside them."""
    # A simulation has one n or one s; tables have neither.
    for name in ("study", "seed", "n", "s"):
        if row[name] != settings.get(name, row[name]):
            raise Refused(
                f"{folder / RUNS} has a row with {name} {row[name]}, and {SETTINGS} beside it has "
                f"{settings[name]}; choose another --out"
            )


def _merged(path: Path, asked: dict[str, Any]) -> dict[str, Any]:
    """All settings; refuses to mix rows of different settings."""
    stored = _settings(path)
    differences = [
        f"{name} was {_short(stored[name])} and is now {_short(value)}"
        for name, value in asked.items()
        # Another table may join later.
        if stored.get(name, value) != value
    ]
    if differences:
        raise Refused(
            f"the rows in {path.parent} were made with other settings: {', '.join(differences)}; "
            "repeat those, or choose another --out"
        )
    return {**stored, **asked}


def _settings(path: Path) -> dict[str, Any]:
    try:
        stored = json.loads(path.read_text())
        if not isinstance(stored, dict):
            raise ValueError("it is not a JSON object")
    except (OSError, ValueError) as error:
        raise Refused(
            f"{path} does not hold the settings of the rows beside it ({error}); "
            "choose another folder"
        ) from None
    return stored


def _short(value: object) -> str:
    """Enough of a digest to tell it apart."""
    text = str(value)
    return text if len(text) <= 24 else f"{text[:8]}…"
