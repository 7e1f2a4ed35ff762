"""Tables of a folder, for classification: split, imputed and standardized."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.model_selection import train_test_split

from studies.designs.data import Data, Matrix, Scores
from studies.errors import Refused
from studies.plans import Point

TARGET = "label"


def tables(folder: Path, wanted: list[str] | None = None) -> list[Point]:
    """A point for every CSV file of a folder, or those wanted; each is read and checked."""
    if not folder.is_dir():
        raise Refused(f"{folder} is not a folder; --data takes a folder of CSV files")
    files = sorted(folder.glob("*.csv"))
    if not files:
        raise Refused(f"{folder} has no CSV file; each table is a file NAME.csv in it")
    for name in wanted or ():
        if name not in {file.stem for file in files}:
            there = ", ".join(file.stem for file in files)
            raise Refused(f"{folder} has no {name}.csv; it has {there}")
    points = []
    for file in files:
        if wanted and file.stem not in wanted:
            continue
        digest = _digest(file)
        x, _ = read(str(file.resolve()), digest)
        points.append(
            Point(
                "classification",
                n=len(x),
                table=file.stem,
                path=str(file.resolve()),
                digest=digest,
            )
        )
    return points


@lru_cache(maxsize=4)
def read(path: str, digest: str) -> tuple[Matrix, NDArray[np.int64]]:
    """Numbers and codes of classes of a file with the digest that is meant."""
    try:
        found = _digest(Path(path))
    except OSError as error:
        raise Refused(
            f"{path} cannot be read ({error.strerror}); workers need the folder under the same path"
        ) from None
    if found != digest:
        raise Refused(f"{path} is not the file that the study began with; put that one back")
    try:
        # As text: how pandas guesses numbers depends on its version.
        frame = pd.read_csv(path, dtype="str")
    except (ValueError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())
        raise Refused(f"{path} is not a CSV file ({reason}); save it as one") from None
    if TARGET not in frame.columns:
        raise Refused(
            f"{path} has no column called {TARGET}; rename the column of the classes to it"
        )
    labels = frame.pop(TARGET)
    if labels.isna().any():
        row = int(np.argmax(labels.isna().to_numpy())) + 1
        raise Refused(f"{path}, row {row}: {TARGET} is missing; fill it in or remove the row")
    columns = [_numbers(path, str(name), column) for name, column in frame.items()]
    _, codes = np.unique(_classes(labels), return_inverse=True)
    counts = np.bincount(codes)
    if not columns:
        raise Refused(f"{path} has no column beside {TARGET}; there is nothing to learn from")
    if len(counts) < 2:
        raise Refused(f"{path} has {len(counts)} class in {TARGET}; a classification needs two")
    if counts.min() < 3:
        raise Refused(
            f"{path} has a class with {counts.min()} rows; it needs three to be split, so remove it"
        )
    return np.column_stack(columns), codes.astype(np.int64)


def _numbers(path: str, name: str, column: "pd.Series[str]") -> NDArray[np.float64]:
    values = np.full(len(column), np.nan)
    for row, (text, missing) in enumerate(zip(column, column.isna(), strict=True)):
        if missing:
            continue
        try:
            values[row] = float(text)
        except ValueError:
            raise Refused(
                f"{path}, column {name}, row {row + 1}: {text!r} is not a number; "
                "encode text as numbers first"
            ) from None
        if np.isinf(values[row]):
            raise Refused(
                f"{path}, column {name}, row {row + 1}: {text} is no number to learn from"
            )
    return values


def _classes(labels: "pd.Series[str]") -> NDArray[Any]:
    """Numbers where all labels are, so that 1 and 1.0 are one class; else text."""
    try:
        return np.array([float(text) for text in labels])
    except ValueError:
        return np.array(labels.tolist())


def split(path: str, digest: str, seed: int, run: int) -> Data:
    """Split number ``run``: two thirds to learn from, one third to judge by, stratified.

    Missing values become the mean, and columns are standardized, both by the
    rows to learn from; columns that are constant there become 0. Every method
    gets the same numbers.
    """
    x, codes = read(path, digest)
    state = int(np.random.SeedSequence([seed, run]).generate_state(1)[0])
    rows = np.arange(len(codes))
    train, test = train_test_split(rows, test_size=1 / 3, stratify=codes, random_state=state)
    learn, fresh = _standardized(x[train], x[test])
    answers = codes[test]

    def judge(selected: list[int], predictions: NDArray[Any]) -> Scores:
        if predictions.shape != answers.shape:
            raise ValueError(f"{predictions.shape} predictions for {len(answers)} rows")
        return Scores(accuracy=float(np.mean(predictions == answers)))

    return Data("classification", learn, codes[train], fresh, state, judge)


def _standardized(train: Matrix, test: Matrix) -> tuple[Matrix, Matrix]:
    present = ~np.isnan(train)
    counts = np.maximum(present.sum(axis=0), 1)
    mean = np.where(present, train, 0.0).sum(axis=0) / counts
    train = np.where(present, train, mean)
    test = np.where(np.isnan(test), mean, test)
    centred = train - mean
    spread = np.sqrt(np.mean(centred**2, axis=0))
    # Rounding leaves a trace of a spread in columns that are constant.
    spread[spread <= 1e-12 * np.abs(mean)] = 0.0
    divisor = np.where(spread > 0, spread, 1.0)
    scale = np.where(spread > 0, 1.0, 0.0)
    return centred / divisor * scale, (test - mean) / divisor * scale


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
