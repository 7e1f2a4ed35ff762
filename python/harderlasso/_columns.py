"""Columns of dataframes that are not all numbers.

Here the columns of pandas and polars become arrays. What they mean, and which of them are
categories, is decided in Rust by the rules of the command.
"""

import sys
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harderlasso._harderlasso import Encoded

Numbers = NDArray[np.float64]
# Numbers, days and whether they are in UTC, or a code for each row and the values.
Column = Numbers | tuple[Numbers, bool] | tuple[NDArray[np.int64], list[bool | float | str]]

_MICROSECONDS_OF_A_DAY = 86_400_000_000
# Larger whole numbers are not told apart by a float.
_EXACT = 2**53


def library_of(X: Any) -> str | None:
    """The library of a dataframe, if it is one of pandas or polars."""
    for name in ("pandas", "polars"):
        module = sys.modules.get(name)
        if module is not None and isinstance(X, module.DataFrame):
            return name
    return None


def names_of_columns(X: Any) -> list[str] | None:
    """The names of the columns of a frame, if all are strings."""
    names = list(X.columns)
    return names if all(isinstance(name, str) for name in names) else None


def default_names(count: int) -> list[str]:
    """Names of columns without a name."""
    return [f"x{number}" for number in range(count)]


def has_categories(X: Any) -> bool:
    """Whether a frame has columns of text, truth values, categories or dates."""
    if library_of(X) is None:
        return False
    # Most frames hold numbers alone, and are wide.
    if library_of(X) == "pandas" and all(getattr(d, "kind", "O") in "iuf" for d in X.dtypes):
        return False
    return any(_kind(series) in ("values", "days") for series in _columns(X))


def check_categorical(categorical: Any, names: list[str] | None, count: int) -> set[int]:
    """The positions of the columns that a parameter names or numbers."""
    if categorical is None:
        return set()
    if isinstance(categorical, (str, bytes, dict)) or not isinstance(categorical, Iterable):
        raise TypeError(
            "categorical must be None or a list of names or positions of columns;"
            f" got {categorical!r} ({type(categorical).__name__})"
        )
    positions = set()
    for column in categorical:
        if isinstance(column, str):
            if names is None or column not in names:
                raise ValueError(f"categorical: there is no column {column!r} in X")
            positions.add(names.index(column))
        elif isinstance(column, Integral) and not isinstance(column, (bool, np.bool_)):
            if not -count <= int(column) < count:
                raise ValueError(
                    f"categorical: there is no column {column}; X has {count} columns"
                )
            positions.add(int(column) % count)
        else:
            raise TypeError(
                "categorical must hold names or positions of columns;"
                f" got {column!r} ({type(column).__name__})"
            )
    return positions


def encode_frame(X: Any, names: list[str], categorical: set[int]) -> Encoded:
    """Encode a frame for a fit."""
    columns = [column_of(series, name) for series, name in zip(_columns(X), names, strict=True)]
    return Encoded(names, columns, len(X), categorical)


def encode_array(X: NDArray[Any], names: list[str], categorical: set[int]) -> Encoded:
    """Encode an array of numbers for a fit."""
    return Encoded(names, list(X.T.astype(np.float64)), len(X), categorical)


def new_columns(X: Any, names: list[str], needed: Iterable[int]) -> dict[int, Column]:
    """The needed columns of a new frame, which are found by their names."""
    found = list(X.columns)
    missing = [names[position] for position in needed if names[position] not in found]
    if missing:
        listed = ", ".join(repr(name) for name in missing)
        raise ValueError(
            f"X lacks {len(missing)} column{'' if len(missing) == 1 else 's'} that the model"
            f" needs: {listed}; columns may be in any order, but must have the names of the fit"
        )
    columns: dict[int, Column] = {}
    for position in needed:
        name = names[position]
        if found.count(name) > 1:
            raise ValueError(f"X has several columns called {name!r}")
        columns[position] = column_of(X[name], name)
    return columns


def columns_at(
    X: Any, columns: list[str], names: list[str], needed: Iterable[int]
) -> dict[int, Column]:
    """The needed columns of an array, or of a frame without names, by their places."""
    found = X.T if library_of(X) is None else _columns(X)
    by_position: dict[int, Column] = {}
    for position in needed:
        column, name = found[names.index(columns[position])], columns[position]
        if library_of(X) is None:
            by_position[position] = np.array(column, dtype=np.float64)
        else:
            by_position[position] = column_of(column, name)
    return by_position


def column_of(series: Any, name: str) -> Column:
    """A column as the engine takes it."""
    kind = _kind(series)
    if kind == "numbers":
        return _numbers(series, name)
    if kind == "days":
        return _days(series)
    if kind == "others":
        raise TypeError(
            f"X: column {name!r} is of the type {series.dtype}; a feature is a number, a text, a"
            " truth value, a category or a date"
        )
    return _coded(_values(series), name)


def _columns(X: Any) -> list[Any]:
    if library_of(X) == "polars":
        return list(X.get_columns())
    # By position: names may occur twice, which is refused later.
    return [X.iloc[:, position] for position in range(X.shape[1])]


def _is_polars(series: Any) -> bool:
    return type(series).__module__.startswith("polars")


def _kind(series: Any) -> str:
    """What a column holds: "numbers", "days", "values", or "others", which are refused."""
    if _is_polars(series):
        name = type(series.dtype).__name__
        if series.dtype.is_temporal():
            return "days" if name in ("Date", "Datetime") else "others"
        is_text = name in ("String", "Utf8", "Categorical", "Enum", "Boolean")
        return "values" if is_text or _has_text(series, name == "Object") else "numbers"
    types = sys.modules["pandas"].api.types
    dtype = series.dtype
    if dtype == object:
        return "values" if _has_text(series, True) else "numbers"
    if isinstance(dtype, sys.modules["pandas"].CategoricalDtype) or types.is_bool_dtype(dtype):
        return "values"
    if types.is_datetime64_any_dtype(dtype):
        return "days"
    if types.is_string_dtype(dtype):
        return "values"
    is_real = types.is_numeric_dtype(dtype) and not types.is_complex_dtype(dtype)
    return "numbers" if is_real else "others"


def _has_text(series: Any, is_object: bool) -> bool:
    texts = (str, bool, np.bool_)
    return is_object and any(isinstance(value, texts) for value in series.to_list())


def _numbers(series: Any, name: str) -> Numbers:
    try:
        if _is_polars(series):
            return np.array(series.to_numpy(), dtype=np.float64)
        numbers: Numbers = series.to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError) as error:
        raise ValueError(f"X: column {name!r} cannot be converted to numbers: {error}") from None
    return np.ascontiguousarray(numbers)


def _days(series: Any) -> tuple[Numbers, bool]:
    if _is_polars(series):
        zone = getattr(series.dtype, "time_zone", None)
        if zone is not None:
            series = series.dt.convert_time_zone("UTC").dt.replace_time_zone(None)
    else:
        zone = series.dt.tz
        if zone is not None:
            series = series.dt.tz_convert("UTC").dt.tz_localize(None)
    moments = np.asarray(series.to_numpy()).astype("datetime64[us]")
    days = moments.astype(np.int64) / _MICROSECONDS_OF_A_DAY
    return np.where(np.isnat(moments), np.nan, days), zone is not None


def _values(series: Any) -> list[Any]:
    if _is_polars(series):
        if type(series.dtype).__name__ in ("Categorical", "Enum"):
            series = series.cast(sys.modules["polars"].String)
        return list(series.to_list())
    values = list(series.tolist())
    if isinstance(series.dtype, sys.modules["pandas"].CategoricalDtype):
        # A category may be anything, such as an interval.
        names = {name: _name(name) for name in series.cat.categories}
        values = [names.get(value) for value in values]
    return values


def _name(category: Any) -> Any:
    return category if isinstance(category, (str, Real, np.bool_)) else str(category)


def _coded(values: list[Any], name: str) -> tuple[NDArray[np.int64], list[bool | float | str]]:
    """A code for each value, and what the codes stand for."""
    codes = np.empty(len(values), dtype=np.int64)
    found: dict[tuple[bool, Any], int] = {}
    different: list[bool | float | str] = []
    for row, value in enumerate(values):
        # True equals 1.
        key = (isinstance(value, (bool, np.bool_)), value)
        try:
            code = found.get(key)
        except TypeError:
            code = None
        if code is None:
            plain = _plain(value, name)
            code = -1 if plain is None else len(different)
            if plain is not None:
                different.append(plain)
            found[key] = code
        codes[row] = code
    return codes, different


def _plain(value: Any, name: str) -> bool | float | str | None:
    """A value as a truth value, a number or a text; None if it is missing."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, Integral):
        return float(value) if abs(int(value)) < _EXACT else str(int(value))
    if isinstance(value, Real):
        return None if np.isnan(float(value)) else float(value)
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return None
    raise TypeError(
        f"X: column {name!r} holds {value!r} ({type(value).__name__}); a feature is a number,"
        " a text, a truth value or a date"
    )
