"""The methods, one file each, found by name.

A new method is one file here with a subclass of ``Method``.
"""

import importlib
import pkgutil
from functools import cache

from studies.errors import Refused
from studies.methods.base import Method


@cache
def classes() -> tuple[type[Method], ...]:
    """All methods of the files in this folder."""
    found: list[type[Method]] = []
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        contents = vars(importlib.import_module(f"{__name__}.{module}"))
        found += [
            item
            for item in contents.values()
            if isinstance(item, type)
            and issubclass(item, Method)
            and item.__module__ == f"{__name__}.{module}"
            and item.distributions
        ]
    return tuple(found)


def names() -> list[str]:
    """The names of all methods."""
    return [name for found in classes() for name in found.names]


def find(name: str) -> type[Method]:
    """The class behind a name."""
    for found in classes():
        if found.matches(name):
            return found
    raise Refused(
        f"there is no method called {name!r}; there is {', '.join(names())}, "
        "linear_LASSO_QUT, auto_LASSO_QUT, LASSO_QUT (20, 10) with other widths, "
        "HarderLASSO_QUT without ranks, and so on"
    )


def missing(name: str, task: str) -> str | None:
    """Why a method has no library here; ``None`` where it can run."""
    try:
        find(name)(name, task, ()).load()
    except ImportError as error:
        return f"{error.name or error} is not installed"
    return None
