"""What tests of studies share."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from studies.cli import main
from studies.results import read

ROOT = Path(__file__).resolve().parents[2]
#: What a row says about the day it was made, not about the method.
CIRCUMSTANCES = ["seconds", "predict_seconds", "cpu_seconds", "machine"]


def study(*arguments: str) -> int:
    """Runs the command here, on one core unless it says otherwise."""
    if arguments[0] == "run" and "--jobs" not in arguments and "--engine" not in arguments:
        arguments += ("--jobs", "1")
    return main(list(arguments))


def started(*arguments: str) -> "subprocess.Popen[str]":
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "studies", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *_paths()])},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Where tests run in the background it may be ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def _paths() -> list[str]:
    """Where the package is, if it is used without being installed."""
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


def meaning(folder: Path) -> pd.DataFrame:
    """The rows without their circumstances, in order."""
    frame = read(folder).drop(columns=CIRCUMSTANCES)
    return frame.sort_values(["condition", "table", "n", "s", "method", "run"], ignore_index=True)


def lines(folder: Path) -> int:
    """How many rows are on the disk."""
    path = folder / "runs.csv"
    return max(path.read_text().count("\n") - 1, 0) if path.exists() else 0


def until(true: Callable[[], bool], seconds: float = 120) -> None:
    """Waits for something to be true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)
