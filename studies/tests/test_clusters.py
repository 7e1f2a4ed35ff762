"""Studies on real clusters of two workers, some of which are killed."""

import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pandas.testing import assert_frame_equal

from studies.tests.common import lines, meaning, started, study, until

pytestmark = [
    pytest.mark.full,
    # Dask, Ray and what they need warn in their own ways.
    pytest.mark.filterwarnings("default"),
]
psutil = pytest.importorskip("psutil")

# About a second a fit: time enough to be killed.
METHODS = "LASSO_QUT,HarderLASSO_QUT,LASSO_CV"
STUDY = ("run", "nonlinear", "--methods", METHODS, "--runs", "2", "--s", "2,4")
ROWS = 12


def _port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _spawn(*words: str) -> "subprocess.Popen[bytes]":
    # Away from the clone: workers must get the studies from the driver.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.Popen(
        [sys.executable, *words],
        cwd="/",
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _end(process: "subprocess.Popen[bytes]") -> None:
    family = [*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid)]
    for one in family:
        try:
            one.kill()
        except psutil.NoSuchProcess:
            pass
    process.wait()


class Cluster:
    """Two workers, where to find them, and which processes they are."""

    def __init__(
        self, engine: str, address: str, processes: "list[subprocess.Popen[bytes]]"
    ) -> None:
        self.engine, self.address, self.processes = engine, address, processes

    def workers(self) -> list[int]:
        """The processes in which fits run."""
        children = [
            child
            for process in self.processes
            for child in psutil.Process(process.pid).children(recursive=True)
        ]
        mark = "ray::PoolActor" if self.engine == "ray" else "multiprocessing"
        found = []
        for child in children:
            try:
                words = " ".join(child.cmdline())
                # The helper that cleans up after worker processes is none.
                if mark in words and "resource_tracker" not in words:
                    found.append(child.pid)
            except psutil.Error:
                pass
        return found


@pytest.fixture(params=["dask", "ray"])
def cluster(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    port = _port()
    processes = []
    try:
        if request.param == "dask":
            pytest.importorskip("distributed")
            address = f"tcp://127.0.0.1:{port}"
            at = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
            processes.append(_spawn("-m", "distributed.cli.dask_scheduler", *at))
            workers = ("--nworkers", "2", "--nthreads", "1", "--no-dashboard")
            processes.append(_spawn("-m", "distributed.cli.dask_worker", address, *workers))
        else:
            pytest.importorskip("ray")
            address = f"127.0.0.1:{port}"
            # A cluster of its own, that nobody else can join.
            monkeypatch.setenv("RAY_AUTH_MODE", "token")
            monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
            head = ("start", "--head", "--block", "--port", str(port), "--num-cpus", "2")
            quiet = ("--include-dashboard", "false", "--disable-usage-stats")
            processes.append(_spawn("-m", "ray.scripts.scripts", *head, *quiet))
        _wait_for(port)
        yield Cluster(request.param, address, processes)
    finally:
        for process in reversed(processes):
            _end(process)


def _wait_for(port: int) -> None:
    def answers() -> bool:
        with socket.socket() as caller:
            return caller.connect_ex(("127.0.0.1", port)) == 0

    until(answers)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("joblib")
    assert study(*STUDY, "--out", str(out / "rows"), "--jobs", "2") == 0
    return out / "rows"


def test_a_cluster_gives_the_rows_of_joblib(
    cluster: Cluster, expected: Path, tmp_path: Path
) -> None:
    on = ("--engine", cluster.engine, "--address", cluster.address)
    driver = started(*STUDY, *on, "--out", str(tmp_path))
    said, complaint = driver.communicate(timeout=300)
    assert driver.returncode == 0, complaint
    assert f"{ROWS} runs done, 0 of them failed" in said
    assert_frame_equal(meaning(tmp_path), meaning(expected))


def test_killed_workers_and_a_killed_driver_lose_no_finished_run(
    cluster: Cluster, expected: Path, tmp_path: Path
) -> None:
    on = ("--engine", cluster.engine, "--address", cluster.address)
    driver = started(*STUDY, *on, "--out", str(tmp_path))
    until(lambda: lines(tmp_path) >= 1)
    victim = cluster.workers()[0]
    os.kill(victim, signal.SIGKILL)
    count = lines(tmp_path)
    until(lambda: lines(tmp_path) > count or driver.poll() is not None)
    driver.kill()
    driver.communicate()
    kept = (tmp_path / "runs.csv").read_text().splitlines()
    assert 2 < len(kept) <= ROWS + 1
    driver = started(*STUDY, *on, "--out", str(tmp_path), "--resume")
    until(lambda: len(cluster.workers()) > 0)
    _, complaint = driver.communicate(timeout=300)
    assert driver.returncode == 0, complaint
    assert_frame_equal(meaning(tmp_path), meaning(expected))
    assert set(kept) <= set((tmp_path / "runs.csv").read_text().splitlines())


def test_a_killed_worker_alone_costs_nothing_but_time(
    cluster: Cluster, expected: Path, tmp_path: Path
) -> None:
    on = ("--engine", cluster.engine, "--address", cluster.address)
    driver = started(*STUDY, *on, "--out", str(tmp_path))
    until(lambda: lines(tmp_path) >= 1)
    os.kill(cluster.workers()[0], signal.SIGKILL)
    _, complaint = driver.communicate(timeout=300)
    assert driver.returncode == 0, complaint
    assert_frame_equal(meaning(tmp_path), meaning(expected))


@pytest.mark.parametrize(("engine", "module"), [("dask", "distributed"), ("ray", "ray")])
def test_without_an_address_a_cluster_is_started_here(
    engine: str, module: str, tmp_path: Path
) -> None:
    pytest.importorskip(module)
    asked = ("run", "linear", "--methods", "LASSO_QUT", "--runs", "1", "--s", "0,3")
    driver = started(*asked, "--engine", engine, "--jobs", "2", "--out", str(tmp_path / "there"))
    _, complaint = driver.communicate(timeout=300)
    assert driver.returncode == 0, complaint
    assert study(*asked, "--out", str(tmp_path / "here")) == 0
    assert_frame_equal(meaning(tmp_path / "there"), meaning(tmp_path / "here"))


def test_an_address_where_nobody_answers_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    address = f"tcp://127.0.0.1:{_port()}"
    on = ("--engine", "dask", "--address", address)
    assert study(*STUDY, *on, "--out", str(tmp_path / "out")) == 2
    assert f"no Dask scheduler answers at {address}" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_killed_worker_of_this_machine_costs_nothing_but_time(
    expected: Path, tmp_path: Path
) -> None:
    driver = started(*STUDY, "--out", str(tmp_path), "--jobs", "2")
    until(lambda: lines(tmp_path) >= 1)
    workers = [
        child
        for child in psutil.Process(driver.pid).children(recursive=True)
        if "LokyProcess" in " ".join(child.cmdline())
    ]
    workers[0].kill()
    _, complaint = driver.communicate(timeout=300)
    assert driver.returncode == 0, complaint
    assert_frame_equal(meaning(tmp_path), meaning(expected))
