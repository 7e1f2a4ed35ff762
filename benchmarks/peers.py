"""Times harderlasso beside other ways to select features, on the same bytes.

    python benchmarks/peers.py [--rounds K] [--case NAME] [--mlp]

Ours and the peers take turns, so that a busy machine is busy for all of them.
Everybody has one thread, and only the fit is timed: ours inside its own
process, the peers around fit(). A peer that is not installed is named and
left out.
"""

import os

# Before anything that loads a BLAS, which reads these once.
for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"

import argparse
import importlib.metadata
import json
import statistics
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Peer:
    """A method to compare with."""

    name: str
    package: str
    # Imports late: packages may be missing, and some take seconds to load.
    make: Callable[[], Any]
    selected: Callable[[Any], np.ndarray]


@dataclass(frozen=True)
class Comparison:
    """A case of the speed bench with the peers that can do the same job."""

    case: str
    peers: tuple[Peer, ...]
    rounds: int
    repeats: int


def nonzero(model: Any) -> np.ndarray:
    return np.flatnonzero(model.coef_)


def sklearn_lasso_cv() -> Any:
    from sklearn.linear_model import LassoCV

    return LassoCV(cv=5, n_jobs=1)


def celer_lasso_cv() -> Any:
    from celer import LassoCV

    return LassoCV(cv=5, n_jobs=1)


def abess_ebic() -> Any:
    from abess import LinearRegression

    return LinearRegression(ic_type="ebic", thread=1)


def lassonet() -> Any:
    import torch
    from lassonet import LassoNetRegressorCV

    torch.set_num_threads(1)
    torch.manual_seed(0)
    return LassoNetRegressorCV(cv=5, hidden_dims=(20,), random_state=0, verbose=0)


def boruta() -> Any:
    from boruta import BorutaPy
    from sklearn.ensemble import RandomForestRegressor

    forest = RandomForestRegressor(max_depth=5, n_jobs=1, random_state=0)
    return BorutaPy(forest, n_estimators="auto", random_state=0)


SKLEARN = Peer("scikit-learn LassoCV, 5 folds", "scikit-learn", sklearn_lasso_cv, nonzero)
CELER = Peer("celer LassoCV, 5 folds", "celer", celer_lasso_cv, nonzero)
ABESS = Peer("abess, extended BIC", "abess", abess_ebic, nonzero)
LASSONET = Peer(
    "LassoNet, 5 folds",
    "lassonet",
    lassonet,
    lambda model: np.flatnonzero(np.asarray(model.best_selected_)),
)
BORUTA = Peer(
    "Boruta, random forest", "Boruta", boruta, lambda model: np.flatnonzero(model.support_)
)

LINEAR = (
    Comparison("linear-70x250", (SKLEARN, CELER, ABESS), rounds=7, repeats=5),
    Comparison("linear-wide", (ABESS, CELER), rounds=1, repeats=1),
)
MLP = (Comparison("mlp-500x50-default", (LASSONET, BORUTA), rounds=1, repeats=1),)


class Ours:
    """The speed bench, built once and started for every round."""

    def __init__(self) -> None:
        command = ["cargo", "bench", "-p", "harderlasso", "--bench", "speed", "--no-run"]
        built = subprocess.run(
            [*command, "--message-format=json"], cwd=ROOT, check=True, stdout=subprocess.PIPE
        )
        messages = [json.loads(line) for line in built.stdout.splitlines()]
        (self.executable,) = (
            message["executable"]
            for message in messages
            if message.get("executable") and message["target"]["name"] == "speed"
        )

    def run(self, case: str, repeats: int, data_out: Path | None = None) -> dict[str, Any]:
        command = [self.executable, "--child", "--threads", "1"]
        command += ["--case", case, "--repeat", str(repeats)]
        if data_out is not None:
            command += ["--data-out", str(data_out)]
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def installed(peer: Peer) -> str | None:
    """The version of a peer, if it is there."""
    try:
        return importlib.metadata.version(peer.package)
    except importlib.metadata.PackageNotFoundError:
        return None


def fit(peer: Peer, x: np.ndarray, y: np.ndarray) -> tuple[float, np.ndarray]:
    model = peer.make()
    with threadpool_limits(1), warnings.catch_warnings():
        # Paths of the lasso warn where they stop early; it is their default.
        warnings.simplefilter("ignore")
        started = time.perf_counter()
        model.fit(x, y)
        seconds = time.perf_counter() - started
    return seconds, np.sort(peer.selected(model))


def row(name: str, seconds: list[float], ratio: str, selected: int, exact: bool) -> str:
    return (
        f"  {name:<38} {min(seconds):>9.4f} {statistics.median(seconds):>9.4f} "
        f"{ratio:>12} {selected:>9}  {'exact' if exact else 'not exact'}"
    )


def compare(ours: Ours, comparison: Comparison, rounds: int | None) -> None:
    print(f"{comparison.case}, one thread")
    print(
        f"  {'method':<38} {'best s':>9} {'median s':>9} {'ours / peer':>12} "
        f"{'selected':>9}  recovery"
    )
    peers = []
    for peer in comparison.peers:
        if installed(peer) is None:
            print(f"  {peer.name}: not installed, left out")
        else:
            peers.append(peer)
    our_seconds: list[float] = []
    seconds: dict[str, list[float]] = {peer.name: [] for peer in peers}
    selections: dict[str, np.ndarray] = {}
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        for turn in range(rounds or comparison.rounds):
            first = folder if turn == 0 else None
            measured = ours.run(comparison.case, comparison.repeats, first)
            our_seconds += measured["seconds"]
            x, y, support = (
                np.load(folder / f"{comparison.case}-{part}.npy") for part in ("x", "y", "support")
            )
            for peer in peers:
                for _ in range(comparison.repeats):
                    taken, selections[peer.name] = fit(peer, x, y)
                    seconds[peer.name].append(taken)
    print(
        row("harderlasso", our_seconds, "1", measured["selected"], measured["exact_recovery"])
    )
    median = statistics.median(our_seconds)
    for peer in peers:
        ratio = median / statistics.median(seconds[peer.name])
        selected = selections[peer.name]
        exact = np.array_equal(selected, support)
        name = f"{peer.name} ({installed(peer)})"
        print(row(name, seconds[peer.name], f"{ratio:.3f}", len(selected), exact))
    print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, help="how often ours and the peers take turns")
    parser.add_argument("--case", help="only this case")
    parser.add_argument("--mlp", action="store_true", help="also networks and forests: minutes")
    options = parser.parse_args()
    comparisons = LINEAR + (MLP if options.mlp else ())
    chosen = [c for c in comparisons if options.case in (None, c.case)]
    if not chosen:
        parser.error(f"no comparison called {options.case}")
    ours = Ours()
    for comparison in chosen:
        compare(ours, comparison, options.rounds)


if __name__ == "__main__":
    main()
