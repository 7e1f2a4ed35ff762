"""Every law of the engine has an estimator, whose predictions agree everywhere."""

import numpy as np
import onnxruntime
import pandas as pd
import pytest
from common import each_size, ignore_convergence

import harderlasso
from harderlasso._harderlasso import LAWS
from harderlasso._laws import ESTIMATORS, TASKS

pytestmark = ignore_convergence


@pytest.fixture
def targets(number, labels):
    """A target of every law, by its name."""
    return {"regression": number, "classification": labels}


def test_every_law_has_an_estimator():
    assert TASKS[0] == "auto"
    assert sorted(TASKS[1:]) == sorted(LAWS)
    assert {kind.__name__ for kind in ESTIMATORS} <= set(harderlasso.__all__)
    for task in TASKS:
        assert f'"{task}"' in harderlasso.qut.__doc__


@each_size
@pytest.mark.parametrize("kind", ESTIMATORS, ids=lambda kind: kind._law)
def test_every_law_predicts_the_same_everywhere(kind, size, table, targets, tmp_path):
    frame = pd.DataFrame(table.astype(np.float32), columns=[f"c {i}" for i in range(12)])
    model = kind(**size).fit(frame, targets[kind._law])
    assert model.support_.any()
    is_classifier = hasattr(model, "predict_proba")
    expected = model.predict_proba(frame) if is_classifier else model.predict(frame)[:, None]

    model.save(tmp_path / "model.json")
    loaded = kind.load(tmp_path / "model.json")
    np.testing.assert_array_equal(loaded.predict(frame), model.predict(frame))

    model.to_onnx(tmp_path / "model.onnx")
    session = onnxruntime.InferenceSession(
        str(tmp_path / "model.onnx"), providers=["CPUExecutionProvider"]
    )
    output = "probabilities" if is_classifier else "prediction"
    feed = {name: frame[[name]].to_numpy() for name in frame}
    (found,) = session.run([output], feed)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


@each_size
@pytest.mark.parametrize("kind", ESTIMATORS, ids=lambda kind: kind._law)
def test_effects_of_every_law_are_average_predictions(kind, size, table, targets):
    model = kind(**size).fit(table, targets[kind._law])
    for column, grid, classes, curves in model._fitted.effects:
        for value in (0, -1):
            changed = table.copy()
            changed[:, column] = grid[value]
            if classes:
                expected = model.predict_proba(changed)[:, classes].mean(axis=0)
            else:
                expected = model.predict(changed).mean()
            found = np.array([curve[value] for curve in curves])
            np.testing.assert_allclose(found, expected, rtol=1e-9)
