"""The tables of a folder: split, imputed and standardized."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies.designs.conditions import PAPER, condition_of, target_of
from studies.designs.csv_table import TARGET, digest, read
from studies.designs.data import Data, Matrix, Scores, whole
from studies.errors import Refused
from studies.plans import Point


FOLDS = 5


def tables(
    folder: Path,
    wanted: Sequence[str] | None = None,
    task: str = "classification",
    target: str = TARGET,
) -> list[Point]:
    """A point per CSV file of a folder, or per file that is wanted; each is read and checked."""
    if not folder.is_dir():
        raise Refused(f"{folder} is not a folder; --data takes a folder of CSV files")
    # Hidden files are left behind by editors and systems.
    files: dict[str, Path] = {}
    for file in sorted(folder.glob("*.csv")) + sorted(folder.glob("*.csv.gz")):
        if file.name.startswith("."):
            continue
        if _name(file.name) in files:
            raise Refused(f"{folder} has {_name(file.name)}.csv twice; remove {file.name}")
        files[_name(file.name)] = file
    if not files:
        raise Refused(
            f"{folder} has no CSV file; each table is a file NAME.csv or NAME.csv.gz in it"
        )
    wanted = [_name(name) for name in wanted or ()]
    for name in wanted:
        if name not in files:
            raise Refused(f"{folder} has no {name}.csv; it has {', '.join(sorted(files))}")
    points = []
    for name, file in sorted(files.items()):
        if wanted and name not in wanted:
            continue
        if not file.is_file():
            raise Refused(f"{file} is not a file; move it out of the folder")
        # The name stands in rows, in lists of tables and in figures.
        if not name.isprintable() or "," in name:
            raise Refused(f"{str(file)!r} has a comma or an odd character in its name; rename it")
        path, version = str(file.resolve()), digest(file)
        x, _ = read(path, version, task, target)
        points.append(
            Point(task, condition_of(target), len(x), table=name, path=path, digest=version)
        )
    return points


def _name(file: str) -> str:
    return file.removesuffix(".gz").removesuffix(".csv")


def split(path: str, version: str, seed: int, run: int, condition: str = PAPER) -> Data:
    """Split number ``run``: two thirds to learn from, one third to test on, stratified.

    Missing values become the mean, and columns are standardized, with the means
    and standard deviations of the training rows; columns that are constant there
    become 0. Every method gets the same numbers.
    """
    # Most studies need no scikit-learn, which takes a second to import.
    from sklearn.model_selection import train_test_split

    x, codes = read(path, version, "classification", target_of(condition))
    state = _state(seed, run)
    rows = np.arange(len(codes))
    train, test = train_test_split(rows, test_size=1 / 3, stratify=codes, random_state=state)
    learn, fresh = _standardized(x[train], x[test])
    answers = codes[test]

    def judge(selected: list[int], predictions: NDArray[Any]) -> Scores:
        if predictions.shape != answers.shape:
            raise ValueError(f"{predictions.shape} predictions for {len(answers)} rows")
        return Scores(accuracy=float(np.mean(predictions == answers)))

    return Data(
        "classification",
        learn,
        codes[train],
        state,
        whole(fresh),
        judge,
        fresh_classes=answers,
    )


def fold(path: str, version: str, seed: int, run: int, condition: str = PAPER) -> Data:
    """A fold of a regression: five runs in a row are the folds of one random partition.

    R² is 1 minus the mean squared error over the variance of the target in the whole
    table, so that its mean over the runs is that of all predictions. Columns are treated
    as in ``split``.
    """
    x, y = read(path, version, "regression", target_of(condition))
    order = np.random.default_rng([seed, run // FOLDS]).permutation(len(y))
    tested = np.arange(len(y)) % FOLDS == run % FOLDS
    train, test = order[~tested], order[tested]
    learn, fresh = _standardized(x[train], x[test])

    def judge(selected: list[int], predictions: NDArray[Any]) -> Scores:
        if predictions.shape != test.shape:
            raise ValueError(f"{predictions.shape} predictions for {len(test)} rows")
        return Scores(r2=float(1 - np.mean((predictions - y[test]) ** 2) / np.var(y)))

    return Data("regression", learn, y[train], _state(seed, run), whole(fresh), judge)


def _state(seed: int, run: int) -> int:
    return int(np.random.SeedSequence([seed, run]).generate_state(1)[0])


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
