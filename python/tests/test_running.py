"""What happens while a fit runs: interrupts, other threads, progress, warnings."""

import _thread
import contextlib
import io
import signal
import threading
import time
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from common import ignore_convergence, regressor
from sklearn.exceptions import ConvergenceWarning

from harderlasso import HarderLASSORegressor, qut
from harderlasso._progress import ProgressBar

pytestmark = ignore_convergence

# Takes many seconds unless it is stopped.
LONG = {"hidden_dims": (40, 20), "n_restarts": 50, "n_draws": 100, "random_state": 0}


@pytest.fixture(autouse=True)
def interruptible():
    """Ctrl-C raises KeyboardInterrupt, also if the tests run in the background of a
    shell that ignores it.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def big(rng):
    X = rng.normal(size=(1500, 60))
    return X, np.abs(X[:, 0] - X[:, 1]) + rng.normal(size=1500)


def interrupt_after(seconds):
    timer = threading.Timer(seconds, _thread.interrupt_main)
    timer.start()
    return timer


def test_interrupt_within_a_second(big):
    interrupt_after(1.0)
    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        regressor(**LONG).fit(*big)
    assert 1.0 <= time.perf_counter() - started < 2.0


def test_interrupt_of_the_draws(rng):
    X = rng.normal(size=(3000, 400))
    interrupt_after(0.5)
    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        qut(X, rng.normal(size=3000), "regression", n_draws=2_000_000)
    assert time.perf_counter() - started < 1.5


def test_a_stopped_fit_keeps_the_earlier_one(big):
    X, y = big
    model = regressor().fit(X, y)
    before = model.predict(X)
    model.set_params(**LONG)
    interrupt_after(0.3)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X, -y)
    np.testing.assert_array_equal(model.predict(X), before)


def test_other_threads_go_on(big):
    ticks = []
    running = threading.Event()

    def tick():
        while not running.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    X, y = big
    started = time.perf_counter()
    regressor(hidden_dims=(10,), n_restarts=1, n_draws=100).fit(X, y)
    ended = time.perf_counter()
    running.set()
    thread.join()
    inside = np.array([t for t in ticks if started <= t <= ended])
    assert ended - started > 0.2, "the fit is too short for this test"
    # A thread that waits for the fit would have one long gap.
    assert len(inside) > 5
    assert np.diff(inside).max() < 0.5 * (ended - started)


def test_fits_in_threads(table, number):
    expected = regressor().fit(table, number).coef_
    found = [None] * 4

    def fit(place):
        found[place] = regressor().fit(table, number).coef_

    threads = [threading.Thread(target=fit, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for coefficients in found:
        np.testing.assert_array_equal(coefficients, expected)


def test_quiet_by_default_and_never_on_stdout(big, capfd):
    X, y = big
    size = {"hidden_dims": (10,), "n_restarts": 1, "n_draws": 100}
    regressor(**size).fit(X, y)
    assert capfd.readouterr() == ("", "")
    regressor(**size, verbose=1).fit(X, y)
    out, err = capfd.readouterr()
    assert out == ""
    assert "search" in err
    assert "%" in err
    assert err.endswith("\n")


def test_bar_draws_over_itself():
    text = io.StringIO()
    with contextlib.redirect_stderr(text):
        bar = ProgressBar()
        bar("search", 1, 4, 12)
        bar("search", 1, 4, 12)
        bar("search", 4, 4, 1)
        bar.close()
    first, second = text.getvalue().removesuffix("\n").split("\r")[1:]
    assert first.endswith("25%  12 features")
    assert second.rstrip().endswith("100%  1 feature")
    assert len(second) >= len(first)


def test_an_error_in_the_bar_stops_the_fit(big, monkeypatch):
    def fail(self, *event):
        raise RuntimeError("no terminal")

    monkeypatch.setattr(ProgressBar, "__call__", fail)
    started = time.perf_counter()
    with pytest.raises(RuntimeError, match="no terminal"):
        regressor(**LONG, verbose=1).fit(*big)
    assert time.perf_counter() - started < 2.0


def test_warning_if_the_search_did_not_settle(table, number, monkeypatch):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        regressor().fit(table, number)
        # By default, on a table that leaves nothing to be desired.
        HarderLASSORegressor(random_state=0).fit(table, number)
    set_attributes = HarderLASSORegressor._set_attributes

    def spoiled(self, *arguments):
        set_attributes(self, *arguments)
        self._fitted = SimpleNamespace(unsettled="increase n_restarts")

    monkeypatch.setattr(HarderLASSORegressor, "_set_attributes", spoiled)
    with pytest.warns(ConvergenceWarning, match=r"^Increase n_restarts\.$") as caught:
        regressor().fit(table, number)
    assert caught[0].filename == __file__
