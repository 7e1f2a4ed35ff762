"""Weights of rows: for the same λ they have the effect of repeated rows."""

import json

import numpy as np
import pytest
from common import NETWORK, classifier, each_penalty, ignore_convergence, regressor

from harderlasso import HarderLASSOSelector

def repeated(values, weights):
    return values.repeat(weights.astype(int), axis=0)


def unit(weights):
    """What weights are multiplied by, to add up to the observations they are worth."""
    return weights.sum() / (weights**2).sum()


@pytest.fixture
def whole(rng):
    return rng.integers(0, 4, size=60).astype(float)


# Weighted rows are worth fewer observations than repeated ones, so λ is given here, in
# the unit of the weights. The lasso then has the same answer.
@each_penalty
def test_regression_with_a_given_lambda(table, number, whole, penalty):
    # The loss is the root of a sum over rows.
    factor = np.sqrt(unit(whole))
    weighted = regressor(penalty=penalty, lambda_qut=3.0 * factor)
    weighted.fit(table, number, sample_weight=whole)
    plain = regressor(penalty=penalty, lambda_qut=3.0)
    plain.fit(repeated(table, whole), repeated(number, whole))
    assert weighted.selected_features_indices_.tolist() == [2, 9]
    np.testing.assert_array_equal(weighted.support_, plain.support_)
    np.testing.assert_allclose(weighted.coef_, plain.coef_, rtol=1e-8)
    assert weighted._fitted.metrics["r2"] == pytest.approx(plain._fitted.metrics["r2"])


def test_classification_with_a_given_lambda(table, labels, whole):
    settings = {"penalty": "l1", "lambda_qut": 10.0 * unit(whole)}
    weighted = classifier(**settings).fit(table, labels, sample_weight=whole)
    plain = classifier(penalty="l1", lambda_qut=10.0)
    plain.fit(repeated(table, whole), repeated(labels, whole))
    assert weighted.support_.any()
    np.testing.assert_array_equal(weighted.support_, plain.support_)


@ignore_convergence
def test_networks_select_the_same(table, number, whole):
    weighted = regressor(**NETWORK).fit(table, number, sample_weight=whole)
    plain = regressor(**NETWORK).fit(repeated(table, whole), repeated(number, whole))
    assert weighted.selected_features_indices_.tolist() == [2, 9]
    assert plain.selected_features_indices_.tolist() == [2, 9]


def test_the_unit_of_weights_means_nothing(table, number, labels, whole):
    for model, y in ((regressor(), number), (classifier(), labels)):
        one = model.fit(table, y, sample_weight=whole)
        support, threshold = one.support_, one.lambda_qut_
        other = model.fit(table, y, sample_weight=1000 * whole)
        np.testing.assert_array_equal(other.support_, support)
        assert other.lambda_qut_ == pytest.approx(threshold, rel=1e-5)


def test_rows_of_weight_zero_are_not_there(table, number, labels):
    weights = np.ones(60)
    weights[40:] = 0
    for model, y in ((regressor(), number), (classifier(), labels)):
        model.fit(table, y, sample_weight=weights)
        alone = type(model)(**model.get_params()).fit(table[:40], y[:40], sample_weight=np.ones(40))
        np.testing.assert_array_equal(model.coef_, alone.coef_)
        assert model.lambda_qut_ == alone.lambda_qut_


def test_relative_weights_and_scalars(table, number):
    ones = regressor().fit(table, number, sample_weight=np.ones(60))
    for same in (1.0, 0.01, np.full(60, 1e-3), [1] * 60):
        model = regressor().fit(table, number, sample_weight=same)
        np.testing.assert_allclose(model.coef_, ones.coef_, rtol=1e-9)


def test_score_takes_weights(table, number, labels):
    weights = np.arange(60.0)
    model = regressor().fit(table, number, sample_weight=weights)
    assert model.score(table, number, sample_weight=weights) == pytest.approx(
        model._fitted.metrics["r2"]
    )
    model = classifier().fit(table, labels, sample_weight=weights)
    hits = model.predict(table) == labels
    assert model.score(table, labels, sample_weight=weights) == pytest.approx(
        np.average(hits, weights=weights)
    )


def test_selector_takes_weights(table, number, whole):
    selector = HarderLASSOSelector(regressor()).fit(table, number, sample_weight=whole)
    direct = regressor().fit(table, number, sample_weight=whole)
    np.testing.assert_array_equal(selector.get_support(), direct.support_)
    assert selector.estimator_.lambda_qut_ == direct.lambda_qut_


def test_class_weight_multiplies_the_weights_of_rows(table, labels, whole):
    of_class = {"low": 1, "middle": 2, "top": 3}
    by_class = classifier(class_weight=of_class).fit(table, labels, sample_weight=whole)
    by_row = classifier().fit(
        table, labels, sample_weight=whole * np.vectorize(of_class.get)(labels)
    )
    np.testing.assert_array_equal(by_class.coef_, by_row.coef_)


def test_balanced_classes_have_the_same_weight(table, labels):
    model = classifier(class_weight="balanced", lambda_qut=1e6).fit(table, labels)
    # Nothing is selected, so that the intercepts are the log frequencies.
    np.testing.assert_allclose(model.predict_proba(table[:1]), 1 / 3)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (np.full(60, -1.0), "sample_weight: the weight of row 0 is -1"),
        (np.full(60, np.nan), "sample_weight is invalid: .*NaN"),
        (np.zeros(60), "sample_weight: the weights of the rows sum to 0"),
        (np.arange(60) == 3, "sample_weight: 1 of 60 rows have a weight above zero"),
        (np.ones(59), r"sample_weight has the shape \(59,\); it must be \(60,\)"),
        (np.ones((60, 2)), r"sample_weight has the shape \(60, 2\)"),
        (["heavy"] * 60, "sample_weight is invalid: could not convert string to float"),
    ],
)
def test_bad_weights_are_refused(table, number, weights, message):
    with pytest.raises(ValueError, match=message):
        regressor().fit(table, number, sample_weight=weights)


@pytest.mark.parametrize("bad", ["equal", {"low": -1}, {"nobody": 1, "low": "a"}, 3])
def test_bad_class_weights_are_refused(table, labels, bad):
    with pytest.raises((ValueError, TypeError), match="class_weight"):
        classifier(class_weight=bad).fit(table, labels)


def test_weights_are_in_the_record(table, number, labels):
    def recorded(model):
        preparation = json.loads(model._fitted.to_json())["record"]["preparation"]
        return preparation["rows_read"], preparation.get("weights")

    weights = np.resize([0.0, 1.0, 2.0], 60)
    balanced = classifier(class_weight="balanced")
    assert recorded(regressor().fit(table, number)) == (60, None)
    fitted = regressor().fit(table, number, weights)
    assert recorded(fitted) == (60, {"name": "sample_weight", "zero": 20})
    assert recorded(balanced.fit(table, labels)) == (60, {"name": "class_weight", "zero": 0})
    name = "sample_weight times class_weight"
    assert recorded(balanced.fit(table, labels, weights)) == (60, {"name": name, "zero": 20})


def test_reports_mention_weights(table, number, tmp_path):
    path = tmp_path / "report.html"
    regressor().fit(table, number, np.resize([0.0, 1.0, 2.0], 60)).to_report(path)
    assert "sample_weight" in path.read_text()
    regressor().fit(table, number).to_report(path)
    assert "sample_weight" not in path.read_text()


def test_classes_of_weight_zero_are_not_there(table, labels):
    weights = (labels != "middle").astype(float)
    for y in (labels, np.unique(labels, return_inverse=True)[1] - 1):
        model = classifier().fit(table, y, weights)
        assert model.classes_.tolist() == np.unique(y)[[0, 2]].tolist()
        assert model.classes_.dtype == y.dtype
        assert set(model.predict(table)) <= set(model.classes_)
