"""Times the Python package beside other ways to select features, in one process.

    python benchmarks/python_peers.py [--rounds K] [--mlp] [--binding]

Ours and the peers take turns on the same data, those of the paper's simulations,
with one thread each and default settings. Without options only the linear case
runs; ``--mlp`` adds networks and forests, which takes minutes, and ``--binding``
what the way from Python to the engine costs at 10,000 x 500. A peer that is not
installed is named and left out.
"""

import os

# Before anything that loads a BLAS, which reads these once.
for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"

import argparse
import resource
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from peers import boruta, lassonet, sklearn_lasso_cv

from harderlasso import HarderLASSORegressor
from harderlasso.simulate import SimulatedData, draw


def perceptron() -> Any:
    from sklearn.neural_network import MLPRegressor

    return MLPRegressor(hidden_layer_sizes=(20,), max_iter=2000, random_state=0)


def ours(**settings: Any) -> Callable[[], Any]:
    return lambda: HarderLASSORegressor(random_state=0, n_jobs=1, **settings)


def selected_of(model: Any) -> np.ndarray | None:
    """Positions of the selected columns; nothing for a method without selection."""
    if isinstance(model, HarderLASSORegressor):
        return model.selected_features_indices_
    if hasattr(model, "best_selected_"):
        return np.flatnonzero(np.asarray(model.best_selected_))
    if hasattr(model, "support_"):
        return np.flatnonzero(model.support_)
    return np.flatnonzero(model.coef_) if hasattr(model, "coef_") else None


def timed(make: Callable[[], Any], X: np.ndarray, y: np.ndarray) -> tuple[float, Any]:
    model = make()
    with warnings.catch_warnings():
        # Peers warn where they stop early; it is their default.
        warnings.simplefilter("ignore")
        started = time.perf_counter()
        model.fit(X, y)
        return time.perf_counter() - started, model


def compare(
    title: str,
    data: SimulatedData,
    methods: dict[str, Callable[[], Any]],
    rounds: int,
) -> None:
    """Times methods in turns; the first one is ours."""
    X, y, truth = data.X, data.y, data.support
    print(f"{title}, one thread, {rounds} rounds")
    print(f"  {'method':<34} {'best s':>9} {'median s':>9} {'ours / peer':>12}  selection")
    usable = {}
    for name, make in methods.items():
        try:
            make()
        except ImportError as error:
            print(f"  {name}: not installed ({error.name}), left out")
        else:
            usable[name] = make
    seconds: dict[str, list[float]] = {name: [] for name in usable}
    found = {}
    for _ in range(rounds):
        for name, make in usable.items():
            taken, model = timed(make, X, y)
            seconds[name].append(taken)
            found[name] = selected_of(model)
    first = statistics.median(next(iter(seconds.values())))
    for name, taken in seconds.items():
        middle = statistics.median(taken)
        columns = found[name]
        said = "none" if columns is None else f"{len(columns)} columns"
        if columns is not None:
            said += ", exact" if sorted(columns) == sorted(truth) else ", not exact"
        print(f"  {name:<34} {min(taken):>9.4f} {middle:>9.4f} {first / middle:>12.3f}  {said}")
    print(flush=True)


def binding(rounds: int, with_network: bool) -> None:
    """What the way from Python to the engine and back costs."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(10_000, 500))
    y = X[:, :10].sum(axis=1) + rng.normal(size=len(X))
    print("binding, 10,000 x 500, one thread")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    cases: dict[str, dict[str, Any]] = {"linear": {"hidden_dims": None}}
    if with_network:
        cases["default"] = {}
    for name, settings in cases.items():
        shares = []
        for _ in range(rounds if settings else 1):
            taken, model = timed(ours(**settings), X, y)
            shares.append(1 - model._fitted.seconds / taken)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
        print(
            f"  {name:<8} {taken:8.3f} s, {statistics.median(shares):.2%} outside of the engine;"
            f" peak memory grew by {grown / X.nbytes:.2f} times X, engine included",
            flush=True,
        )
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7, help="how often methods take turns")
    parser.add_argument("--mlp", action="store_true", help="also networks and forests: minutes")
    parser.add_argument("--binding", action="store_true", help="also the cost of the binding")
    options = parser.parse_args()
    compare(
        "linear, 70 x 250, 10 columns matter",
        draw("linear", 70, 10),
        {"harderlasso": ours(hidden_dims=None), "scikit-learn LassoCV, 5 folds": sklearn_lasso_cv},
        options.rounds,
    )
    if options.binding:
        binding(min(options.rounds, 3), options.mlp)
    if options.mlp:
        compare(
            "network, 500 x 50, 4 columns matter",
            draw("nonlinear", 500, 4),
            {
                "harderlasso": ours(),
                "scikit-learn MLPRegressor": perceptron,
                "Boruta, random forest": boruta,
                "LassoNet, 5 folds": lassonet,
            },
            1,
        )


if __name__ == "__main__":
    main()
