"""Model files, reports and summaries."""

import json

import numpy as np
import pandas as pd
import pytest
from common import PENALTIES, classifier, each_size, regressor
from sklearn.exceptions import NotFittedError

from harderlasso import HarderLASSOClassifier, HarderLASSORegressor


@each_size
def test_round_trip(table, number, labels, size, tmp_path):
    frame = pd.DataFrame(table, columns=[f"c{i}" for i in range(12)])
    path = tmp_path / "model.json"
    for model, y in ((regressor(**size), number), (classifier(**size), labels)):
        model.fit(frame, y).save(path)
        again = type(model).load(path)
        np.testing.assert_array_equal(again.predict(frame), model.predict(frame))
        assert again.feature_names_in_.tolist() == list(frame.columns)
        assert again.n_features_in_ == 12
        assert again.get_params() == model.get_params()
        for name, value in vars(model).items():
            if name.endswith("_") and not name.startswith("_"):
                np.testing.assert_equal(getattr(again, name), value, err_msg=name)
        # The parameters repeat the fit.
        again.fit(frame, y)
        assert again._fitted.to_json() == model._fitted.to_json()


def test_parameters_of_every_penalty_come_back(table, number, tmp_path):
    for penalty in PENALTIES:
        model = regressor(penalty=penalty, nu=0.2 if penalty == "harder" else 0.1, lambda_qut=3.0)
        model.fit(table, number).save(tmp_path / "model.json")
        again = HarderLASSORegressor.load(tmp_path / "model.json")
        assert again.get_params() == model.get_params()


def test_the_file_is_that_of_the_command(table, number, tmp_path):
    regressor().fit(table, number).save(tmp_path / "model.json")
    saved = json.loads((tmp_path / "model.json").read_text())
    assert saved["format"] == "harderlasso-model"
    assert saved["version"] == 3
    assert saved["record"]["preparation"]["target"] == "y"
    assert "labels" not in saved["record"]


def test_missing_values_are_in_the_record(table, number, tmp_path):
    table[:5, 3] = np.nan
    regressor().fit(table, number).save(tmp_path / "model.json")
    columns = json.loads((tmp_path / "model.json").read_text())["record"]["preparation"]["columns"]
    assert [column["missing"] for column in columns] == [0] * 3 + [5] + [0] * 8


def test_wrong_files_are_refused(table, number, labels, tmp_path):
    path = tmp_path / "model.json"
    regressor().fit(table, number).save(path)
    with pytest.raises(ValueError, match="a regression model; HarderLASSOClassifier can only"):
        HarderLASSOClassifier.load(path)
    text = path.read_text()
    path.write_text(text.replace('"rows":60', '"rows":61'))
    with pytest.raises(ValueError, match="checksum"):
        HarderLASSORegressor.load(path)
    path.write_text(text.replace('"version":3', '"version":4', 1))
    with pytest.raises(ValueError, match="format version 4"):
        HarderLASSORegressor.load(path)
    path.write_text("{}")
    with pytest.raises(ValueError, match="not a model"):
        HarderLASSORegressor.load(path)
    with pytest.raises(FileNotFoundError):
        HarderLASSORegressor.load(tmp_path / "nothing.json")


def numbers_in(value):
    """All numbers of a JSON value."""
    if isinstance(value, (int, float)):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from numbers_in(part)


@each_size
def test_no_row_is_in_a_file(table, number, labels, size, tmp_path):
    path = tmp_path / "model.json"
    for model, y in ((regressor(**size), number), (classifier(**size), labels)):
        model.fit(table, y).save(path)
        kept = set(numbers_in(json.loads(path.read_text())))
        answers = model.predict(table) if y is number else model.predict_proba(table).ravel()
        for values in (table.ravel(), number, answers):
            assert not kept & set(values.tolist())


def test_a_file_that_is_replaced_keeps_its_mode(table, number, tmp_path):
    model = regressor().fit(table, number)
    for write in (model.save, model.to_report, model.to_onnx):
        path = tmp_path / write.__name__
        for mode in (0o600, 0o640):
            path.write_text("old")
            path.chmod(mode)
            write(path)
            assert path.stat().st_mode & 0o777 == mode
            assert path.read_bytes() != b"old"


def test_nothing_is_left_of_a_failed_save(table, number, tmp_path):
    model = regressor().fit(table, number)
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        model.save(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    with pytest.raises(FileNotFoundError):
        model.save(tmp_path / "nowhere" / "model.json")
    with pytest.raises(TypeError, match="path"):
        model.save(3)


def test_report(table, labels, tmp_path):
    classifier().fit(table, labels).to_report(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert "x2" in page
    assert "<script" not in page


def test_summary(table, number, labels):
    frame = pd.DataFrame(table, columns=[f"<c{i}>" for i in range(12)])
    model = regressor().fit(frame, number)
    summary = model.summary()
    assert summary.startswith("2 of 12 features selected, from 60 rows.")
    assert repr(summary) == summary
    assert "linear" in summary
    assert "strongest signal" in summary
    assert "note" not in summary
    assert "&lt;c2&gt;" in model._repr_html_()
    assert "<c2>" not in model._repr_html_()
    assert "&lt;c2&gt;" in model._repr_mimebundle_()["text/html"]
    empty = classifier(lambda_qut=1e6).fit(table, labels)
    assert empty.summary().startswith("None of 12 features selected")
    assert "(given)" in empty.summary()
    assert "None of 12 features selected" in empty._repr_html_()
    constant = regressor().fit(np.ones((60, 2)), number)
    assert "none, since every feature is constant" in constant.summary()


def test_notes_of_copies_and_separation(table, number):
    frame = pd.DataFrame(table, columns=[f"c{i}" for i in range(12)])
    frame["half"] = -frame["c2"] / 2
    frame["kind"] = np.where(number > 0, 5.0, 0.0) + table[:, 0] / 10
    model = classifier().fit(frame, number > 0)
    summary = model.summary()
    assert "one column is a copy of another one" in summary
    assert "`half` of `c2`" in summary
    assert "separate the classes without an error" in summary
    assert "without features: accuracy" in summary
    assert "separate the classes" in model._repr_html_()
    regression = regressor().fit(frame, number).summary()
    assert "without features: root mean squared error" in regression
    assert "separate" not in regression


def test_an_unfitted_estimator_has_nothing_to_show(tmp_path):
    model = regressor()
    for call in (
        model.summary,
        lambda: model.save(tmp_path / "model.json"),
        lambda: model.to_report(tmp_path / "report.html"),
        model.plot_qut,
    ):
        with pytest.raises(NotFittedError):
            call()
    assert "regressor" in model._repr_html_().lower()
    assert list(tmp_path.iterdir()) == []


def test_files_that_cannot_be_used_are_named(table, number, tmp_path):
    model = regressor().fit(table, number)
    nowhere = tmp_path / "nowhere" / "model.json"
    for write in (model.save, model.to_report, model.to_onnx):
        for path in (nowhere, ""):
            with pytest.raises(FileNotFoundError, match="path: .* existing folder"):
                write(path)
    damaged = tmp_path / "damaged.json"
    damaged.write_text("[]")
    with pytest.raises(ValueError, match=r"path: .*damaged\.json"):
        HarderLASSORegressor.load(damaged)
    with pytest.raises(TypeError, match="path"):
        HarderLASSORegressor.load(3)
