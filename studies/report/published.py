"""The numbers that the authors of the paper published."""

import sys
from pathlib import Path

import pandas as pd

from studies.errors import Refused
from studies.plans import Study

COLUMNS = {
    "linear": ("s", "method", "runs", "pesr", "fdr", "tpr", "l2_error"),
    "nonlinear": ("s", "method", "runs", "pesr", "fdr", "tpr", "l2_error"),
    "architecture": ("n", "method", "runs", "pesr", "fdr", "tpr", "l2_error"),
    "classification": ("dataset", "method", "runs", "selected", "accuracy"),
}

#: Shares from 0 to 1, and accuracies in per cent.
_MOST = {"pesr": 1.0, "fdr": 1.0, "tpr": 1.0, "accuracy": 100.0}


def published(folder: Path | None, study: Study) -> pd.DataFrame | None:
    """The authors' numbers for a study; ``None`` where there are none."""
    if folder is None:
        return None
    if not folder.is_dir():
        raise Refused(f"{folder} is not a folder; --published takes one with the authors' tables")
    if study.name not in COLUMNS:
        print(f"the authors published nothing like {study.name}", file=sys.stderr)
        return None
    path = folder / f"{study.name}.csv"
    if not path.is_file():
        raise Refused(
            f"{path} does not exist; --published takes a folder with the authors' {path.name}"
        )
    try:
        frame = pd.read_csv(path, dtype={"method": str, "dataset": str})
    except ValueError as error:
        raise Refused(f"{path} is not a CSV file ({error}); look into it") from None
    absent = [name for name in COLUMNS[study.name] if name not in frame.columns]
    if absent:
        raise Refused(f"{path} has no column {', '.join(absent)}; is it the authors' table?")
    if frame.empty:
        raise Refused(f"{path} has a line of names and no numbers; is it the authors' table?")
    for name in COLUMNS[study.name]:
        if frame[name].isna().any():
            raise Refused(f"{path}: the column {name} has an empty cell; fill it in")
        if name in ("method", "dataset"):
            continue
        if not pd.api.types.is_numeric_dtype(frame[name]):
            raise Refused(f"{path}: the column {name} has text in it; it must be numbers")
        most = _MOST.get(name, float("inf"))
        if not frame[name].between(0, most).all():
            raise Refused(f"{path}: the column {name} must be from 0 to {most:g}")
    key = list(COLUMNS[study.name][:2])
    if frame.duplicated(key).any():
        twice = frame[frame.duplicated(key)].iloc[0]
        raise Refused(
            f"{path} has two lines with {key[0]} {twice[key[0]]} and method {twice['method']}; "
            "remove one"
        )
    return frame
