"""Measures what a study costs beside the engine: ``python -m studies.overhead``.

The linear study with HarderLASSO_QUT is run as a user would run it, with 1 and with
2 workers. The same fits are then made one after the other in as many processes,
with nothing between them that counts. Per fit it prints

- engine: the seconds that the engine itself reports, and the processor time of the
  fits, less that of fits of constant columns, in which the engine has nothing to do
- study: wall-clock time times workers, and the processor time of all processes,
  from the start of Python to the end of the last worker

and the overhead of the study over the engine. Other work of the machine disturbs
wall-clock time most.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from concurrent.futures import ProcessPoolExecutor

METHOD = "HarderLASSO_QUT"
SPARSITIES = range(26)


def engine(runs: range) -> tuple[float, float]:
    """Wall-clock and processor seconds of the engine alone."""
    import numpy as np

    from harderlasso import HarderLASSORegressor
    from harderlasso.simulate import SimulatedDesign

    warnings.simplefilter("ignore")  # as in studies
    design = SimulatedDesign("linear")
    constant = np.zeros_like(design.X)
    wall = core = 0.0
    for run in runs:
        for s in SPARSITIES:
            data = design.draw(s, run)
            model = HarderLASSORegressor(None, random_state=data.fit_seed, n_jobs=1)
            before = time.process_time()
            model.fit(constant, data.y)
            between = time.process_time()
            model.fit(data.X, data.y)
            core += (time.process_time() - between) - (between - before)
            wall += model._fitted.seconds or 0.0
    return wall, core


def study(runs: int, jobs: int) -> tuple[float, float]:
    """Wall-clock and processor seconds of the study."""
    with tempfile.TemporaryDirectory() as out:
        words = ["run", "linear", "--methods", METHOD, "--runs", str(runs), "--jobs", str(jobs)]
        before, start = _used(), time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "studies", *words, "--out", f"{out}/rows"],
            check=True,
            capture_output=True,
        )
        return time.perf_counter() - start, _used() - before


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=200, help="runs per point; default: 200")
    parser.add_argument("--rounds", type=int, default=1, help="how often; the fastest counts")
    options = parser.parse_args()
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[variable] = "1"
    fits = options.runs * len(SPARSITIES)
    print(f"{fits} fits, milliseconds per fit          engine    study  overhead")
    for jobs in (1, 2):
        shares = [range(worker, options.runs, jobs) for worker in range(jobs)]
        alone, whole = [], []
        for _ in range(options.rounds):
            whole.append(study(options.runs, jobs))
            with ProcessPoolExecutor(jobs) as pool:
                parts = list(pool.map(engine, shares))
            alone.append((sum(wall for wall, _ in parts), sum(core for _, core in parts)))
        wall, core = (min(times) * 1000 / fits for times in zip(*alone, strict=True))
        lasted, used = (min(times) * 1000 / fits for times in zip(*whole, strict=True))
        for name, ours, theirs in (("wall clock", wall, lasted * jobs), ("processor", core, used)):
            label = f"{jobs} worker{'s' if jobs > 1 else ''}, {name}"
            print(f"{label:<38} {ours:>8.2f} {theirs:>8.2f} {theirs / ours - 1:>9.1%}")


if __name__ == "__main__":
    main()
