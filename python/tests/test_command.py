"""The package and the command read each other's models."""

import os
import subprocess

import numpy as np
import onnxruntime
import pandas as pd
import pytest
from common import AUTO, LINEAR, NETWORK, classifier, ignore_convergence, regressor

from harderlasso import HarderLASSOClassifier, HarderLASSORegressor

COMMAND = os.environ.get("HARDERLASSO_COMMAND")
pytestmark = [
    pytest.mark.skipif(COMMAND is None, reason="HARDERLASSO_COMMAND is not set"),
    ignore_convergence,
]

# The same parameters for the command.
SIZES = {
    "linear": (LINEAR, ["--hidden", "none"]),
    "auto": (AUTO, ["--restarts", "1"]),
    "network": (NETWORK, ["--hidden", "6", "--restarts", "1"]),
}


def command(*arguments):
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def frame(table):
    return pd.DataFrame(table, columns=[f"c{i}" for i in range(12)])


@pytest.mark.parametrize("size", SIZES)
def test_regression_both_ways(frame, number, size, tmp_path):
    parameters, flags = SIZES[size]
    data, path = tmp_path / "data.csv", tmp_path / "model.json"
    frame.assign(y=number).to_csv(data, index=False)
    ours = regressor(**parameters).fit(frame, number)
    command("fit", data, "--target", "y", "--model", path, "--draws", 300, "--seed", 0, *flags)
    theirs = HarderLASSORegressor.load(path)
    # Numbers are written to the file without loss, so the fits are the same.
    np.testing.assert_array_equal(theirs.predict(frame), ours.predict(frame))
    assert theirs.lambda_qut_ == ours.lambda_qut_
    assert theirs.feature_names_in_.tolist() == list(frame.columns)
    ours.save(path)
    printed = command("predict", path, data).splitlines()[1:]
    numbers = [float(line.split(",")[-1]) for line in printed]
    np.testing.assert_allclose(numbers, ours.predict(frame), rtol=1e-12)


@pytest.mark.parametrize("size", SIZES)
def test_classification_both_ways(frame, labels, size, tmp_path):
    parameters, flags = SIZES[size]
    data, path = tmp_path / "data.csv", tmp_path / "model.json"
    frame.assign(y=labels).to_csv(data, index=False)
    ours = classifier(**parameters).fit(frame, labels)
    command("fit", data, "--target", "y", "--model", path, "--draws", 300, "--seed", 0, *flags)
    theirs = HarderLASSOClassifier.load(path)
    np.testing.assert_array_equal(theirs.predict_proba(frame), ours.predict_proba(frame))
    np.testing.assert_array_equal(theirs.predict(frame), ours.predict(frame))
    ours.save(path)
    printed = command("predict", path, data).splitlines()[1:]
    assert [line.split(",")[-1] for line in printed] == list(ours.predict(frame))


@pytest.mark.parametrize("is_weighted", [False, True])
def test_balanced_classes_are_those_of_the_command(frame, number, is_weighted, tmp_path):
    data, path = tmp_path / "data.csv", tmp_path / "model.json"
    y = np.where(number > np.quantile(number, 0.7), "many", "few")
    weights = np.linspace(0.3, 1.7, 60) if is_weighted else None
    flags = ["--hidden", "none", "--draws", 300, "--class-weight", "balanced", "--model", path]
    if is_weighted:
        frame.assign(y=y, w=weights).to_csv(data, index=False)
        flags += ["--weights", "w"]
    else:
        frame.assign(y=y).to_csv(data, index=False)
    command("fit", data, "--target", "y", *flags)
    theirs = HarderLASSOClassifier.load(path)
    ours = classifier(class_weight="balanced").fit(frame, y, sample_weight=weights)
    assert theirs.lambda_qut_ == ours.lambda_qut_
    np.testing.assert_array_equal(theirs.predict_proba(frame), ours.predict_proba(frame))
    plain = classifier().fit(frame, y, sample_weight=weights)
    assert plain.lambda_qut_ != ours.lambda_qut_


def test_the_command_reads_files_with_the_kind_of_labels(frame, number, tmp_path):
    path = tmp_path / "model.json"
    classifier().fit(frame, number > 0).save(path)
    assert '"labels":"boolean"' in path.read_text()
    assert "c2" in command("inspect", path)


def test_integer_classes_of_the_command_are_integers(frame, number, tmp_path):
    data, path = tmp_path / "data.csv", tmp_path / "model.json"
    frame.assign(y=np.where(number > 0, 7, 3)).to_csv(data, index=False)
    command("fit", data, "--target", "y", "--model", path, "--hidden", "none")
    assert HarderLASSOClassifier.load(path).classes_.tolist() == [3, 7]


@pytest.mark.parametrize("flags", [[], ["--inputs", "selected"]], ids=["all", "selected"])
def test_onnx_files_of_the_command_predict_the_same(frame, number, flags, tmp_path):
    # Numbers that single precision represents exactly, and a column of text.
    frame = frame.astype(np.float32).assign(town=np.resize(["Bern", "Oslo", "Rome"], 60))
    y = number + 5 * (frame["town"] == "Rome")
    data, path, file = (tmp_path / name for name in ("data.csv", "model.json", "model.onnx"))
    for target, output in ((y, "prediction"), (np.where(y > 0, 7, 3), "label")):
        frame.assign(y=target).to_csv(data, index=False)
        command("fit", data, "--target", "y", "--model", path, "--hidden", "none")
        command("export", path, "--onnx", file, *flags)
        session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
        wide = pd.get_dummies(frame, columns=["town"], prefix_sep="=").astype(np.float32)
        names = [given.name for given in session.get_inputs()]
        assert "town=Rome" in names
        assert (len(names) == wide.shape[1]) == (not flags)
        (found,) = session.run([output], {name: wide[[name]].to_numpy() for name in names})
        expected = [float(line) for line in command("predict", path, data).splitlines()[1:]]
        np.testing.assert_allclose(found.ravel(), expected, rtol=1e-5, atol=1e-5)
