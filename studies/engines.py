"""Where tasks run: the cores of this machine, Dask, or Ray, all through joblib.

An engine gives rows back in the order in which they are finished, so that each
can be stored at once. A task may come back twice, when a worker died between
finishing it and saying so; the second row is dropped.
"""

import logging
import queue
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from joblib import Parallel, cpu_count, delayed, parallel_config
from joblib.externals.loky.process_executor import BrokenProcessPool

from studies.errors import Refused
from studies.tasks import Row, Task, execute

#: A worker may have the next task waiting while it works on one.
AHEAD = "2 * n_jobs"


class Engine:
    """The cores of this machine."""

    #: What is raised when workers die; what they had not finished can be asked again.
    broken: tuple[type[Exception], ...] = (BrokenProcessPool,)

    def __init__(self, jobs: int | None, address: str | None) -> None:
        if address is not None:
            raise Refused("--address is for --engine dask or ray; this machine needs none")
        self.jobs = jobs or cpu_count()

    def close(self) -> None:
        """Leaves a cluster, and ends it if it was started here."""

    def rows(self, tasks: list[Task]) -> Iterator[Row]:
        """The rows of tasks, as they are finished."""
        if self.jobs == 1:
            yield from map(execute, tasks)
            return
        with parallel_config("loky", inner_max_num_threads=1):
            yield from _generated(self.jobs, tasks)


def _generated(jobs: int, tasks: list[Task]) -> Iterator[Row]:
    parallel = Parallel(
        n_jobs=jobs, return_as="generator_unordered", batch_size=1, pre_dispatch=AHEAD
    )
    yield from parallel(delayed(execute)(task) for task in tasks)


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
        # Workers need the libraries, and get this folder from here.
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
        # Workers need the libraries, and get this folder from here.
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
        # Ray's backend for joblib hands results back only when all are there.
        # So rows take another way: a queue that the driver reads meanwhile.
        from ray.util.queue import Queue

        finished = Queue()
        outcome: list[BaseException] = []

        def work() -> None:
            try:
                # Workers that die are started again, and their task with them;
                # after three times the runner starts afresh with what is left.
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
