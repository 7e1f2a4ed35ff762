"""What the authors of the paper published about their own runs."""

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


def published(folder: Path | None, study: Study) -> pd.DataFrame | None:
    """Their numbers for a study; nothing where there are none."""
    if folder is None or study.name not in COLUMNS:
        return None
    path = folder / f"{study.name}.csv"
    if not path.is_file():
        raise Refused(
            f"{path} does not exist; --published takes a folder with the authors' {path.name}"
        )
    try:
        frame = pd.read_csv(path)
    except ValueError as error:
        raise Refused(f"{path} is not a CSV file ({error}); look into it") from None
    absent = [name for name in COLUMNS[study.name] if name not in frame.columns]
    if absent:
        raise Refused(f"{path} has no column {', '.join(absent)}; is it the authors' table?")
    for name in COLUMNS[study.name]:
        if name not in ("method", "dataset") and not pd.api.types.is_numeric_dtype(frame[name]):
            raise Refused(f"{path}: the column {name} has text in it; it must be numbers")
    return frame
