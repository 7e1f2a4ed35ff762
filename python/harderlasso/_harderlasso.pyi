"""The engine: conversion and errors only. Private; use the package."""

from collections.abc import Callable
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__version__: str

_Matrix = NDArray[np.float64] | NDArray[np.float32]
_Vector = NDArray[np.float64]
_Progress = Callable[[str, int, int, int | None], object] | None
_Calibrated = tuple[float, tuple[float, float], float, _Vector]

@final
class Settings:
    def __new__(
        cls,
        *,
        hidden: list[int],
        activation: str,
        penalty: str,
        nu: float,
        alpha: float,
        lambda_: float | None,
        draws: int,
        restarts: int,
        seed: int,
        threads: int,
    ) -> Settings: ...

@final
class Fitted:
    @staticmethod
    def from_json(text: str) -> Fitted: ...
    def to_json(self) -> str: ...
    def html(self) -> str: ...
    def onnx(self, only_selected: bool) -> bytes: ...
    def settings_json(self) -> str: ...
    def decision(self, x: _Matrix) -> _Vector: ...
    def probabilities(self, x: _Matrix) -> _Vector: ...
    def likeliest(self, x: _Matrix) -> NDArray[np.uintp]: ...
    @property
    def seconds(self) -> float | None: ...
    @property
    def rows(self) -> int: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def is_named(self) -> bool: ...
    @property
    def classes(self) -> list[str]: ...
    @property
    def labels(self) -> str | None: ...
    @property
    def selected(self) -> NDArray[np.int64]: ...
    @property
    def coefficients(self) -> _Vector | None: ...
    @property
    def intercepts(self) -> _Vector | None: ...
    @property
    def importances(self) -> _Vector: ...
    @property
    def deviations(self) -> _Vector: ...
    @property
    def lambda_(self) -> float: ...
    @property
    def interval(self) -> tuple[float, float]: ...
    @property
    def observed(self) -> float: ...
    @property
    def draws(self) -> _Vector: ...
    @property
    def phases(self) -> list[tuple[float, float, int, int, float]]: ...
    @property
    def certificate(self) -> dict[str, Any]: ...
    @property
    def metrics(self) -> dict[str, float]: ...
    @property
    def points(self) -> list[tuple[float, float]] | None: ...
    @property
    def confusion(self) -> tuple[list[int], list[list[int]]] | None: ...
    @property
    def effects(self) -> list[tuple[int, list[float], list[int], list[list[float]]]]: ...

def fit_regression(
    settings: Settings,
    x: _Matrix,
    y: _Vector,
    weights: _Vector | None,
    weighed: tuple[str, int] | None,
    names: list[str] | None,
    progress: _Progress,
) -> Fitted: ...
def fit_classification(
    settings: Settings,
    x: _Matrix,
    codes: NDArray[np.int64],
    classes: list[str],
    labels: str,
    weights: _Vector | None,
    weighed: tuple[str, int] | None,
    names: list[str] | None,
    progress: _Progress,
) -> Fitted: ...
def calibrate_regression(
    settings: Settings,
    x: _Matrix,
    y: _Vector,
    weights: _Vector | None,
    progress: _Progress,
) -> _Calibrated: ...
def calibrate_classification(
    settings: Settings,
    x: _Matrix,
    codes: NDArray[np.int64],
    classes: list[str],
    weights: _Vector | None,
    progress: _Progress,
) -> _Calibrated: ...
@final
class Simulation:
    def __new__(
        cls,
        scenario: str,
        n: int | None,
        *,
        seed: int,
        signs: str,
        toeplitz: float | None,
        blocks: tuple[int, float] | None,
        student: float | None,
    ) -> Simulation: ...
    @property
    def x(self) -> _Vector: ...
    def run(self, s: int | None, run: int, y_scale: float, y_shift: float) -> SimulatedRun: ...

@final
class SimulatedRun:
    @property
    def y(self) -> _Vector: ...
    @property
    def support(self) -> list[int]: ...
    @property
    def formula(self) -> str: ...
    @property
    def fit_seed(self) -> int: ...
    def test_set(self) -> tuple[_Vector, _Vector]: ...
    def test_columns(self, columns: list[int]) -> tuple[_Vector, _Vector]: ...
    def l2_error(self, predictions: _Vector, means: _Vector) -> float: ...
    def recovery(self, selected: list[int]) -> tuple[bool, float, float]: ...
