"""Parameters of the estimators, checked and handed to the engine.

Types are checked here, where a wrong one can be called by its name; ranges are
checked by the engine, which knows them.
"""

import os
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.utils import check_random_state

from harderlasso._harderlasso import Settings

# Numbers above are refused before they reach the 64 bits of the engine.
_LARGEST = 2**62


def settings(
    *,
    hidden_dims: Any,
    lambda_qut: Any,
    penalty: Any,
    activation: Any,
    alpha: Any,
    nu: Any,
    n_draws: Any,
    n_restarts: Any,
    random_state: Any,
    n_jobs: Any,
) -> Settings:
    """What the engine makes of the parameters of an estimator."""
    return Settings(
        hidden=_widths(hidden_dims),
        activation=_text("activation", activation),
        penalty=_text("penalty", penalty),
        nu=_real("nu", nu),
        alpha=_real("alpha", alpha),
        lambda_=None if lambda_qut is None else _real("lambda_qut", lambda_qut),
        draws=whole("n_draws", n_draws),
        restarts=whole("n_restarts", n_restarts),
        seed=_seed(random_state),
        threads=_threads(n_jobs),
    )


def is_verbose(verbose: Any) -> bool:
    """Whether to show progress."""
    if isinstance(verbose, (bool, np.bool_)):
        return bool(verbose)
    if not isinstance(verbose, Integral):
        raise _wrong_type("verbose", "a whole number", verbose)
    return int(verbose) > 0


def _wrong_type(name: str, expected: str, value: Any) -> TypeError:
    return TypeError(f"{name} must be {expected}, and is {value!r} ({type(value).__name__})")


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong_type(name, "a name (str)", value)
    return str(value)


def _real(name: str, value: Any) -> float:
    if not isinstance(value, Real) or isinstance(value, (bool, np.bool_)):
        raise _wrong_type(name, "a number", value)
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large for a float") from None


def whole(name: str, value: Any) -> int:
    """A whole number, at least 1."""
    if not isinstance(value, Integral) or isinstance(value, (bool, np.bool_)):
        raise _wrong_type(name, "a whole number", value)
    number = int(value)
    if not 1 <= number <= _LARGEST:
        raise ValueError(f"{name} is {number}; it must be at least 1 and at most {_LARGEST}")
    return number


def _widths(hidden_dims: Any) -> list[int]:
    if hidden_dims is None:
        return []
    if isinstance(hidden_dims, (str, bytes, dict)) or not isinstance(hidden_dims, Iterable):
        raise _wrong_type("hidden_dims", "None or a tuple of widths", hidden_dims)
    return [whole("hidden_dims", width) for width in hidden_dims]


def _seed(random_state: Any) -> int:
    """The seed of the engine.

    A whole number is the seed itself, so that ``random_state=1`` gives the
    numbers of ``--seed 1``; anything else draws one.
    """
    if isinstance(random_state, Integral) and not isinstance(random_state, (bool, np.bool_)):
        seed = int(random_state)
        if not 0 <= seed < 2**64:
            raise ValueError(f"random_state is {seed}; it must be at least 0 and below 2**64")
        return seed
    try:
        generator = check_random_state(random_state)
    except (ValueError, TypeError) as error:
        raise ValueError(f"random_state cannot be used: {error}") from None
    return int(generator.randint(np.iinfo(np.int32).max))


def _threads(n_jobs: Any) -> int:
    """Threads by the rules of joblib: None is 1 unless a context says more."""
    if n_jobs is not None and (
        not isinstance(n_jobs, Integral) or isinstance(n_jobs, (bool, np.bool_))
    ):
        raise _wrong_type("n_jobs", "None or a whole number", n_jobs)
    if n_jobs == 0:
        raise ValueError("n_jobs is 0; it must be None, a positive number of threads, or -1 for all")
    wanted = int(effective_n_jobs(None if n_jobs is None else int(n_jobs)))
    # More threads than processors only take memory.
    return max(1, min(wanted, os.cpu_count() or 1))
