"""Where tasks run: the cores of this machine, Dask, or Ray, all through joblib.

An engine hands rows over soon after they are finished. A task may come back
twice, when a worker died between finishing it and reporting it; the second row
is dropped.

Handing a task to a worker takes as long as a short fit, so workers get batches. A
worker returns its rows after half a second, together with the tasks of its batch
that it has not begun.
"""

import logging
import queue
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from joblib import Parallel, cpu_count, delayed, parallel_config
from joblib.externals.loky import get_reusable_executor
from joblib.externals.loky.process_executor import BrokenProcessPool

from studies.errors import Refused
from studies.tasks import Row, Task, execute

#: A worker may have the next batch waiting while it works on one.
AHEAD = "2 * n_jobs"
#: The most tasks per batch, and the seconds after which a worker reports.
LARGEST_BATCH, BATCH_SECONDS = 64, 0.5


class Engine:
    """The cores of this machine."""

    #: What is raised when workers die; their unfinished tasks can be run again.
    broken: tuple[type[Exception], ...] = (BrokenProcessPool,)

    def __init__(self, jobs: int | None, address: str | None) -> None:
        if address is not None:
            raise Refused("--address is for --engine dask or ray; joblib uses this machine")
        self.jobs = jobs or cpu_count()
        self._has_workers = False

    def close(self) -> None:
        """Leaves a cluster, and ends the workers that were started here."""
        if self._has_workers:
            get_reusable_executor().shutdown(wait=True)

    def rows(self, tasks: list[Task]) -> Iterator[Row]:
        """The rows of tasks, as they are finished."""
        if self.jobs == 1:
            yield from map(execute, tasks)
            return
        self._has_workers = True
        with parallel_config("loky", inner_max_num_threads=1):
            yield from _generated(self.jobs, tasks)


def _generated(jobs: int, tasks: list[Task]) -> Iterator[Row]:
    waiting = deque(tasks)
    parallel = Parallel(
        n_jobs=jobs, return_as="generator_unordered", batch_size=1, pre_dispatch=AHEAD
    )
    while waiting:
        for rows, left in parallel(delayed(_some)(batch) for batch in _batches(waiting, jobs)):
            waiting.extendleft(reversed(left))
            yield from rows


def _batches(waiting: deque[Task], jobs: int) -> Iterator[list[Task]]:
    """Takes what waits from the left, in batches that shrink towards the end.

    joblib asks for them from threads of its own.
    """
    while waiting:
        size = max(1, min(LARGEST_BATCH, len(waiting) // (4 * jobs)))
        batch = []
        try:
            for _ in range(size):
                batch.append(waiting.popleft())
        except IndexError:  # another thread took the last one
            pass
        if batch:
            yield batch


def _some(batch: list[Task]) -> tuple[list[Row], list[Task]]:
    """Executes tasks for a while; the rows, and the tasks that it has not begun."""
    end = time.monotonic() + BATCH_SECONDS
    rows = [execute(batch[0])]
    while len(rows) < len(batch) and time.monotonic() < end:
        rows.append(execute(batch[len(rows)]))
    return rows, batch[len(rows) :]


class DaskEngine(Engine):
    """A Dask cluster: the one at an address, or one of this machine."""

    def __init__(self, jobs: int | None, address: str | None) -> None:
        try:
            from distributed import Client, KilledWorker, LocalCluster
        except ImportError:
            raise Refused("--engine dask needs Dask: pip install 'dask[distributed]'") from None
        self.broken = (KilledWorker,)
        self._cluster: Any = None
        if address is None:
            self._cluster = LocalCluster(
                n_workers=jobs or cpu_count(), threads_per_worker=1, dashboard_address=None
            )
        try:
            self._client = Client(self._cluster or address, timeout=10)
        except (OSError, ValueError) as error:
            raise Refused(
                f"no Dask scheduler answers at {address} ({error}); "
                "start one with `dask scheduler` and give its address"
            ) from None
        # Workers need the libraries; the driver sends them this folder.
        with tempfile.TemporaryDirectory() as folder:
            self._client.upload_file(str(_packed(Path(folder))))
        self.jobs = jobs or max(1, sum(self._client.nthreads().values()))

    def close(self) -> None:
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()

    def rows(self, tasks: list[Task]) -> Iterator[Row]:
        with parallel_config("dask"):
            yield from _generated(self.jobs, tasks)


class RayEngine(Engine):
    """A Ray cluster: the one at an address, or one of this machine."""

    def __init__(self, jobs: int | None, address: str | None) -> None:
        try:
            import ray
            from ray.util.joblib import register_ray
        except ImportError:
            raise Refused("--engine ray needs Ray: pip install ray") from None
        self._ray = ray
        self.broken = (ray.exceptions.RayActorError, ray.exceptions.WorkerCrashedError)
        # "local" starts one even where another is known to this machine.
        options: dict[str, Any] = {"address": address or "local"}
        if address is None:
            options["num_cpus"] = jobs
        # Workers need the libraries; the driver sends them this folder.
        options["runtime_env"] = {"py_modules": [str(Path(__file__).parent)]}
        try:
            ray.init(
                log_to_driver=False,
                logging_level=logging.ERROR,
                include_dashboard=None if address else False,
                **options,
            )
        except (ConnectionError, ValueError) as error:
            raise Refused(
                f"no Ray cluster answers at {address} ({error}); "
                "start one with `ray start --head` and give its address"
            ) from None
        register_ray()
        self.jobs = jobs or int(ray.cluster_resources().get("CPU", 1))

    def close(self) -> None:
        self._ray.shutdown()

    def rows(self, tasks: list[Task]) -> Iterator[Row]:
        # Ray's backend for joblib returns results only when all of them are there,
        # so rows take another way: a queue that the driver reads meanwhile.
        from ray.util.queue import Queue

        finished = Queue()
        outcome: list[BaseException] = []

        def work() -> None:
            try:
                # A worker that dies is started again, and its task with it. After
                # three times the runner begins again with the tasks that are left.
                remote = {"max_restarts": 3, "max_task_retries": 3, "num_cpus": 1}
                with parallel_config("ray", ray_remote_args=remote):
                    Parallel(n_jobs=self.jobs, batch_size=1, pre_dispatch=AHEAD)(
                        delayed(_into)(finished, task) for task in tasks
                    )
            except BaseException as error:
                outcome.append(error)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        try:
            while True:
                alive = worker.is_alive()
                try:
                    yield finished.get(timeout=0.5)
                except queue.Empty:
                    if not alive:
                        break
        finally:
            finished.shutdown()
        if outcome:
            raise outcome[0]


def _into(finished: Any, task: Task) -> None:
    finished.put(execute(task))


def _packed(folder: Path) -> Path:
    """This package as a zip file that can be imported."""
    import zipfile

    here = Path(__file__).parent
    path = folder / "studies.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(here.rglob("*.py")):
            archive.write(file, Path(here.name) / file.relative_to(here))
    return path


ENGINES: dict[str, Callable[[int | None, str | None], Engine]] = {
    "joblib": Engine,
    "dask": DaskEngine,
    "ray": RayEngine,
}
