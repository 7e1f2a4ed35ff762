"""Every method that is installed answers, on both tasks that it has, and repeatably."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from studies import methods
from studies.designs.data import Data, Scores
from studies.methods.lassonet_cv import LassoNet
from studies.tasks import _answer

pytestmark = [
    pytest.mark.full,
    # Libraries warn in their own ways.
    pytest.mark.filterwarnings("ignore"),
]
CASES = [
    (name, task, classes)
    for kind in methods.classes()
    for name in kind.names
    for task, classes in (("regression", 0), ("classification", 2), ("classification", 3))
    if task in kind.tasks
]


def data(task: str, classes: int) -> Data:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(120, 6))
    # A table may have a column that says nothing.
    x[:, 2] = 0.0
    signal = 3 * x[:, 1] - 2 * x[:, 4]
    y: NDArray[Any]
    if task == "regression":
        y = signal + 0.3 * rng.normal(size=120)
    else:
        y = np.digitize(signal, np.quantile(signal, np.arange(1, classes) / classes))

    def judge(selected: list[int], predictions: np.ndarray) -> Scores:
        assert predictions.shape == (40,)
        if task == "regression":
            spread = np.mean((y[80:] - y[80:].mean()) ** 2)
            return Scores(l2_error=float(np.mean((predictions - y[80:]) ** 2) / spread))
        return Scores(accuracy=float(np.mean(predictions == y[80:])))

    return Data(task, x[:80], y[:80], 7, lambda _: x[80:], judge)


@pytest.mark.parametrize(("name", "task", "classes"), CASES)
def test_an_answer_is_sensible_and_the_same_again(
    name: str, task: str, classes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LassoNet, "settings", {"lambda_start": 1.0, "path_multiplier": 1.5})
    reason = methods.missing(name, task)
    if reason:
        pytest.skip(f"{name}: {reason}")

    def answer() -> dict[str, object]:
        given = _answer(methods.find(name)(name, task, ()), data(task, classes))
        return {key: value for key, value in given.items() if "seconds" not in key}

    given = answer()
    selected = [int(column) for column in str(given["selected"]).split()]
    assert selected == sorted(set(selected)) and all(0 <= column < 6 for column in selected)
    # Knockoffs cannot select fewer than ten columns at a rate of 0.1.
    if name != "Knockoffs":
        assert {1, 4} <= set(selected)
        if task == "regression":
            assert float(str(given["l2_error"])) < 0.3
        else:
            assert float(str(given["accuracy"])) > 0.6
    assert any(character.isdigit() for character in str(given["libraries"]))
    assert answer() == given
