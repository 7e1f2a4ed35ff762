"""The simulated designs that are not the paper's, one file each, found by name."""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator, SeedSequence

from studies.designs import classes, level, noise
from studies.designs.data import Data
from studies.errors import Refused

#: A design draws its data under a condition, with n rows and s columns that matter,
#: from a stream of its own, and hands the seed of the fit on.
DESIGNS: dict[str, Callable[[str, int, int, Generator, int], Data]] = {
    "level": level.draw,
    "noise": noise.draw,
    "classes": classes.draw,
}


def drawn(scenario: str, condition: str, n: int, s: int, seed: int, run: int) -> Data:
    """Run number ``run`` of a design."""
    # The stream is named by all that tells the data apart.
    name = f"{scenario}, {condition}".encode()
    of_data, of_fit = SeedSequence([seed, run, n, s, *name]).spawn(2)
    fit_seed = int(of_fit.generate_state(1)[0])
    return DESIGNS[scenario](condition, n, s, np.random.default_rng(of_data), fit_seed)


def check(scenario: str, condition: str) -> None:
    """Refuses a condition that a design does not have."""
    if scenario == "level":
        level.laws(condition)
        return
    there = list(noise.NOISES if scenario == "noise" else classes.DESIGNS)
    if condition not in there:
        raise Refused(
            f"there is no condition {condition!r} in {scenario}; there is {', '.join(there)}"
        )
