"""ONNX files predict the same as the models, in another program."""

import numpy as np
import onnxruntime
import pandas as pd
import pytest
from common import LINEAR, NETWORK, classifier, each_size, ignore_convergence, regressor

from harderlasso._harderlasso import ACTIVATIONS

pytestmark = ignore_convergence


def run(model, frame, path, **options):
    """The outputs of the file of a model, by name."""
    model.to_onnx(path, **options)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = [given.name for given in session.get_inputs()]
    feed = {name: frame[[name]].to_numpy(dtype=np.float32) for name in names}
    outputs = [output.name for output in session.get_outputs()]
    return names, dict(zip(outputs, session.run(None, feed), strict=True))


@pytest.fixture
def frame(table):
    """Numbers that single precision represents exactly, of many magnitudes and with
    missing values, so that scaling and imputation matter.
    """
    table = table * np.logspace(-2, 2, 12) + np.linspace(-50, 50, 12)
    table[::7, 2] = np.nan
    table[::5, 9] = np.nan
    return pd.DataFrame(table.astype(np.float32), columns=[f"c {i}" for i in range(12)])


@pytest.mark.parametrize("options", [{}, {"inputs": "selected"}], ids=["all", "selected"])
@each_size
def test_regression(frame, number, size, options, tmp_path):
    model = regressor(**size).fit(frame, number)
    names, outputs = run(model, frame, tmp_path / "model.onnx", **options)
    expected_names = frame.columns if not options else model.selected_features_
    assert names == list(expected_names)
    assert model.support_.any()
    expected = model.predict(frame)
    assert outputs["prediction"].shape == (60, 1)
    np.testing.assert_allclose(outputs["prediction"][:, 0], expected, rtol=1e-5, atol=1e-5)


@each_size
def test_classification(frame, labels, size, tmp_path):
    for y in (labels, labels == "low", np.unique(labels, return_inverse=True)[1] - 1):
        model = classifier(**size).fit(frame, y)
        assert model.support_.any()
        _, outputs = run(model, frame, tmp_path / "model.onnx")
        expected = model.predict_proba(frame)
        np.testing.assert_allclose(outputs["probabilities"], expected, atol=1e-5)
        kind = np.int64 if y.dtype == np.int64 else object
        assert outputs["label"].dtype == kind
        np.testing.assert_array_equal(
            outputs["label"].astype(str), model.predict(frame).astype(str)
        )


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_activations(table, activation, tmp_path):
    frame = pd.DataFrame(table.astype(np.float32), columns=list("abcdefghijkl"))
    y = np.abs(table[:, 2]) * 5
    size = {**NETWORK, "hidden_dims": (6, 3), "activation": activation, "lambda_qut": 2.0}
    model = regressor(**size).fit(frame, y)
    assert model.support_.any()
    assert model._fitted.coefficients is None, "a network"
    # Far from the data, where exponentials and cubes are large.
    far = frame * 300
    for rows in (frame, far):
        _, outputs = run(model, rows, tmp_path / "model.onnx")
        np.testing.assert_allclose(
            outputs["prediction"][:, 0], model.predict(rows), rtol=1e-5, atol=1e-5
        )


def test_empty_selection(frame, number, labels, tmp_path):
    path = tmp_path / "model.onnx"
    model = regressor(lambda_qut=1e6).fit(frame, number)
    _, outputs = run(model, frame, path)
    np.testing.assert_allclose(outputs["prediction"][:, 0], number.mean(), rtol=1e-6)
    assert outputs["prediction"].shape == (60, 1)
    model = classifier(lambda_qut=1e6).fit(frame, labels)
    _, outputs = run(model, frame[:3], path)
    np.testing.assert_allclose(outputs["probabilities"], model.predict_proba(frame[:3]), atol=1e-6)
    path.unlink()
    with pytest.raises(ValueError, match="inputs: the model selected no features"):
        model.to_onnx(path, inputs="selected")
    with pytest.raises(ValueError, match="inputs"):
        model.to_onnx(path, inputs="some")
    assert not path.exists()


def test_features_may_have_the_names_of_outputs(table, labels, tmp_path):
    names = ["label", "probabilities", "/Concat_0", "/constant_0", *"efghijkl"]
    frame = pd.DataFrame(table.astype(np.float32), columns=names)
    model = classifier().fit(frame, labels)
    _, outputs = run(model, frame, tmp_path / "model.onnx")
    np.testing.assert_allclose(
        outputs["probabilities_"], model.predict_proba(frame), atol=1e-5
    )


def test_a_column_without_a_name_is_refused(frame, number, tmp_path):
    path = tmp_path / "model.onnx"
    unnamed = frame.rename(columns={"c 5": ""})
    model = regressor(**LINEAR).fit(unnamed, number)
    with pytest.raises(ValueError, match="column 5 .* empty name"):
        model.to_onnx(path)
    assert not path.exists()
    model.to_onnx(path, inputs="selected")
