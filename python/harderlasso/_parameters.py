"""Checks of the parameters of the estimators.

Types are checked here, where the error can name the parameter of the estimator;
ranges are checked by the engine.
"""

import os
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.utils import check_random_state

from harderlasso._harderlasso import Parameters

# Larger numbers do not fit into the 64 bits of the engine.
_LARGEST = 2**62


def check_parameters(estimator: Any) -> Parameters:
    """Check the parameters of an estimator, except those of its law."""
    return Parameters(
        **{name: check(name, getattr(estimator, name)) for name, check in _CHECKS.items()},
        without=list(estimator._without),
    )


def is_verbose(verbose: Any) -> bool:
    """Whether to show progress."""
    if isinstance(verbose, (bool, np.bool_)):
        return bool(verbose)
    if not isinstance(verbose, Integral):
        raise _wrong_type("verbose", "an integer", verbose)
    return int(verbose) > 0


def check_integer(name: str, value: Any) -> int:
    """Check an integer that must be at least 1."""
    if not _is_integer(value):
        raise _wrong_type(name, "an integer", value)
    number = int(value)
    if not 1 <= number <= _LARGEST:
        raise ValueError(f"{name} must be at least 1 and at most {_LARGEST}; got {number}")
    return number


def _wrong_type(name: str, expected: str, value: Any) -> TypeError:
    return TypeError(f"{name} must be {expected}; got {value!r} ({type(value).__name__})")


def _is_integer(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, (bool, np.bool_))


def _check_name(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong_type(name, "a str", value)
    return str(value)


def _check_real(name: str, value: Any) -> float:
    if not isinstance(value, Real) or isinstance(value, (bool, np.bool_)):
        raise _wrong_type(name, "a number", value)
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large for a float") from None


def _check_optional_real(name: str, value: Any) -> float | None:
    return None if value is None else _check_real(name, value)


def _check_widths(name: str, value: Any) -> list[int] | str:
    if value is None:
        return []
    if isinstance(value, str) and value == "auto":
        return str(value)
    if isinstance(value, (str, bytes, dict)) or not isinstance(value, Iterable):
        raise _wrong_type(name, '"auto", None or a tuple of int', value)
    return [check_integer(name, width) for width in value]


def _check_seed(name: str, value: Any) -> int:
    """Return an int as it is, so that the command gives the same results."""
    if _is_integer(value):
        if not 0 <= int(value) < 2**64:
            raise ValueError(f"{name} must be at least 0 and below 2**64; got {value}")
        return int(value)
    try:
        generator = check_random_state(value)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{name} is invalid: {error}") from None
    return int(generator.randint(np.iinfo(np.int32).max))


def _check_threads(name: str, value: Any) -> int:
    if value is not None and not _is_integer(value):
        raise _wrong_type(name, "None or an integer", value)
    if value == 0:
        raise ValueError(f"{name} must be None, a positive number of threads or -1; got 0")
    if value == 1:
        return 1
    wanted = int(effective_n_jobs(None if value is None else int(value)))
    # More threads than processors only take memory.
    return max(1, min(wanted, os.cpu_count() or 1))


_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "hidden_dims": _check_widths,
    "lambda_qut": _check_optional_real,
    "penalty": _check_name,
    "activation": _check_name,
    "alpha": _check_real,
    "nu": _check_real,
    "n_draws": check_integer,
    "n_restarts": check_integer,
    "random_state": _check_seed,
    "n_jobs": _check_threads,
}
