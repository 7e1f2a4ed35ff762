"""The engine. This module is private; use the package."""

from collections.abc import Callable
from typing import Any, TypedDict, final

import numpy as np
from numpy.typing import NDArray

__version__: str
DEFAULTS: _ParameterValues
LAWS: tuple[str, ...]
PENALTIES: tuple[str, ...]
ACTIVATIONS: tuple[str, ...]

class _ParameterValues(TypedDict):
    hidden_dims: tuple[int, ...] | None
    lambda_qut: float | None
    penalty: str
    activation: str
    alpha: float
    nu: float
    n_draws: int
    n_restarts: int
    random_state: int

_Matrix = NDArray[np.float64] | NDArray[np.float32]
_Vector = NDArray[np.float64]
_Progress = Callable[[str, int, int, int | None], object] | None
_NamedWeights = tuple[str, _Vector] | None

@final
class Parameters:
    def __new__(
        cls,
        *,
        hidden_dims: list[int],
        lambda_qut: float | None,
        penalty: str,
        activation: str,
        alpha: float,
        nu: float,
        n_draws: int,
        n_restarts: int,
        random_state: int,
        n_jobs: int,
    ) -> Parameters: ...

@final
class CheckedTarget:
    @staticmethod
    def real(values: _Vector) -> CheckedTarget: ...
    @staticmethod
    def classes(codes: NDArray[np.int64], names: list[str], kind: str) -> CheckedTarget: ...

@final
class Fitted:
    @staticmethod
    def from_json(text: str) -> Fitted: ...
    def to_json(self) -> str: ...
    def html(self) -> str: ...
    def onnx(self, only_selected: bool) -> bytes: ...
    def predict(self, x: _Matrix) -> _Vector: ...
    def predict_classes(self, x: _Matrix) -> NDArray[np.uintp]: ...
    def decision(self, x: _Matrix) -> _Vector: ...
    @property
    def law(self) -> str: ...
    @property
    def parameters(self) -> _ParameterValues: ...
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
    def label_kind(self) -> str | None: ...
    @property
    def selected(self) -> NDArray[np.int64]: ...
    @property
    def by_importance(self) -> NDArray[np.uintp]: ...
    @property
    def importances(self) -> _Vector: ...
    @property
    def deviations(self) -> _Vector: ...
    @property
    def coefficients(self) -> _Vector | None: ...
    @property
    def intercepts(self) -> _Vector | None: ...
    @property
    def lambda_(self) -> float: ...
    @property
    def interval(self) -> tuple[float, float]: ...
    @property
    def observed(self) -> float: ...
    @property
    def draws(self) -> _Vector: ...
    @property
    def iterations(self) -> int: ...
    @property
    def path(self) -> list[int]: ...
    @property
    def certificate(self) -> dict[str, Any]: ...
    @property
    def metrics(self) -> dict[str, float]: ...
    @property
    def outcome(self) -> tuple[NDArray[Any], NDArray[Any]] | None: ...
    @property
    def effects(self) -> list[tuple[int, list[float], list[int], list[list[float]]]]: ...

def fit(
    parameters: Parameters,
    x: _Matrix,
    target: CheckedTarget,
    weights: _NamedWeights,
    names: list[str] | None,
    progress: _Progress,
) -> Fitted: ...
def calibrate(
    parameters: Parameters,
    x: _Matrix,
    target: CheckedTarget,
    weights: _NamedWeights,
    progress: _Progress,
) -> tuple[float, tuple[float, float], float, _Vector]: ...
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
