"""One task gives one row: a method on one data set of one study."""

import gc
import platform
import time
import warnings
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

from studies import methods
from studies.designs.data import Data, Scores, log_loss
from studies.designs.drawn import DESIGNS, drawn
from studies.designs.simulated import simulated
from studies.designs.tables import fold, split
from studies.methods.base import Method, version
from studies.plans import Point

OK, FAILED = "ok", "failed"

#: A row as it stands in ``runs.csv``, column by column.
Row = dict[str, Any]

#: The columns of ``runs.csv``. Their meaning must not change: rows of one
#: directory can be months apart.
COLUMNS: dict[str, type] = {
    "study": str,
    "scenario": str,
    "condition": str,
    "table": str,
    "n": int,
    "s": int,
    "run": int,
    "method": str,
    # The seed of the study, and the seed of the fit, which follows from it.
    "seed": int,
    "fit_seed": int,
    # "ok" or "failed"; a failed fit has its message and no scores.
    "status": str,
    "message": str,
    # The selected columns from 0 with spaces between them, their number, and the
    # number of all columns.
    "selected": str,
    "n_selected": int,
    "p": int,
    # 1 if the list is the true one, else 0, so that the mean is PESR.
    "exact": int,
    "fdr": float,
    "tpr": float,
    "l2_error": float,
    # The share of fresh rows whose class is predicted.
    "accuracy": float,
    # Wall-clock time of the fit with its tuning, on one thread, and of predicting.
    "seconds": float,
    "predict_seconds": float,
    "libraries": str,
    "harderlasso": str,
    "python": str,
    "machine": str,
    # Processor time of the fit, which does not depend on the machine's other work.
    "cpu_seconds": float,
    # Minus the mean log-probability of the true classes of fresh rows.
    "log_loss": float,
    # The share of the variance of the target that predictions explain on fresh rows.
    "r2": float,
}

#: Columns at the end that older folders lack; there they are empty.
ADDED = ("cpu_seconds", "log_loss", "r2")


@dataclass(frozen=True)
class Task:
    """All that a worker needs to make a row."""

    study: str
    point: Point
    run: int
    method: str
    seed: int

    def key(self) -> tuple[Any, ...]:
        """What tells rows apart."""
        return (*self.point.key(), self.method, self.run)


def key_of(row: Row) -> tuple[Any, ...]:
    """The key of the task that made a row."""
    return tuple(
        row[name] for name in ("scenario", "condition", "n", "s", "table", "method", "run")
    )


def data_of(task: Task) -> Data:
    """The same data for every method."""
    point = task.point
    if point.table:
        part = fold if point.scenario == "regression" else split
        return part(point.path, point.digest, task.seed, task.run, point.condition)
    draw = drawn if point.scenario in DESIGNS else simulated
    return draw(point.scenario, point.condition, point.n, point.s, task.seed, task.run)


@cache
def _warm(name: str, task: str) -> None:
    """What is done once per process and method: loading and compiling."""
    from threadpoolctl import threadpool_limits

    method = methods.find(name)(name, task, ())
    method.load()
    method.warm_up()
    # In the workers of a cluster the variables of __main__ are not set. Looking
    # for the thread pools takes milliseconds, so it is not done per fit.
    threadpool_limits(1)
    # Without psutil, joblib's workers collect garbage once per second. Going through
    # all that was imported would take a tenth of their time.
    gc.collect()
    gc.freeze()


def execute(task: Task) -> Row:
    """Fits and judges; a method that raises gives a failed row with its message."""
    data = data_of(task)
    kind = methods.find(task.method)
    method = kind(task.method, data.task, task.point.hidden)
    method.weights = data.weights
    row: Row = {
        "study": task.study,
        "scenario": task.point.scenario,
        "condition": task.point.condition,
        "table": task.point.table,
        "n": task.point.n,
        "s": task.point.s,
        "run": task.run,
        "method": task.method,
        "seed": task.seed,
        "fit_seed": data.fit_seed,
        "p": data.x.shape[1],
        "harderlasso": version("harderlasso"),
        "python": platform.python_version(),
        "machine": f"{platform.node()} {platform.machine()}",
    }
    try:
        with warnings.catch_warnings():
            # Other methods warn where they stop early, which is their default.
            warnings.simplefilter("ignore")
            row |= _answer(method, data)
    except Exception as error:  # a library may raise anything; it is a failed fit
        message = " ".join(f"{type(error).__name__}: {error}".split())
        row |= {"status": FAILED, "message": message[:500]}
    return {name: row.get(name) for name in COLUMNS}


def _answer(method: Method, data: Data) -> Row:
    from joblib import parallel_config

    _warm(method.name, data.task)
    method.load()
    # On a cluster, work that a method does in parallel would go to all workers.
    with parallel_config("sequential"):
        start, used = time.perf_counter(), time.process_time()
        method.fit(data.x, data.y, data.fit_seed)
        selected = method.selected()
        fitted, spent = time.perf_counter(), time.process_time()
        fresh = data.test_x(selected if method.predicts_from_selected else None)
        drawn = time.perf_counter()
        predictions = method.predict(fresh)
        predicted = time.perf_counter()
        chances = None if data.fresh_classes is None else method.probabilities(fresh)
    scores: Scores = data.judge(selected, predictions)
    if data.fresh_classes is not None and chances is not None:
        scores = replace(scores, log_loss=log_loss(chances, data.fresh_classes))
    return {
        "status": OK,
        "message": "",
        "selected": " ".join(map(str, selected)),
        "n_selected": len(selected),
        **asdict(scores),
        "exact": None if scores.exact is None else int(scores.exact),
        "seconds": round(fitted - start, 6),
        "predict_seconds": round(predicted - drawn, 6),
        "cpu_seconds": round(spent - used, 6),
        "libraries": method.libraries(),
    }
