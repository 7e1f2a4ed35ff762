"""The tables of a folder, for classification: split, imputed and standardized."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import train_test_split

from studies.designs.csv_table import digest, read
from studies.designs.data import Data, Matrix, Scores
from studies.errors import Refused
from studies.plans import Point


def tables(folder: Path, wanted: Sequence[str] | None = None) -> list[Point]:
    """A point per CSV file of a folder, or per file that is wanted; each is read and checked."""
    if not folder.is_dir():
        raise Refused(f"{folder} is not a folder; --data takes a folder of CSV files")
    # Hidden files are left behind by editors and systems.
    files = sorted(file for file in folder.glob("*.csv") if not file.name.startswith("."))
    if not files:
        raise Refused(f"{folder} has no CSV file; each table is a file NAME.csv in it")
    wanted = [name.removesuffix(".csv") for name in wanted or ()]
    for name in wanted:
        if name not in {file.stem for file in files}:
            there = ", ".join(file.stem for file in files)
            raise Refused(f"{folder} has no {name}.csv; it has {there}")
    points = []
    for file in files:
        if wanted and file.stem not in wanted:
            continue
        if not file.is_file():
            raise Refused(f"{file} is not a file; move it out of the folder")
        # The name stands in rows, in lists of tables and in figures.
        if not file.stem.isprintable() or "," in file.stem:
            raise Refused(f"{str(file)!r} has a comma or an odd character in its name; rename it")
        path, version = str(file.resolve()), digest(file)
        x, _ = read(path, version)
        points.append(
            Point("classification", n=len(x), table=file.stem, path=path, digest=version)
        )
    return points


def split(path: str, version: str, seed: int, run: int) -> Data:
    """Split number ``run``: two thirds to learn from, one third to test on, stratified.

    Missing values become the mean, and columns are standardized, with the means
    and standard deviations of the training rows; columns that are constant there
    become 0. Every method gets the same numbers.
    """
    x, codes = read(path, version)
    state = int(np.random.SeedSequence([seed, run]).generate_state(1)[0])
    rows = np.arange(len(codes))
    train, test = train_test_split(rows, test_size=1 / 3, stratify=codes, random_state=state)
    learn, fresh = _standardized(x[train], x[test])
    answers = codes[test]

    def judge(selected: list[int], predictions: NDArray[Any]) -> Scores:
        if predictions.shape != answers.shape:
            raise ValueError(f"{predictions.shape} predictions for {len(answers)} rows")
        return Scores(accuracy=float(np.mean(predictions == answers)))

    return Data("classification", learn, codes[train], state, lambda _: fresh, judge)


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
