"""Parameters and attributes of the estimators."""

import numpy as np
import pytest
from common import NETWORK, classifier, each_size, regressor

from harderlasso import HarderLASSOClassifier, HarderLASSORegressor

CONTRACT = (
    "selected_features_indices_",
    "selected_features_",
    "support_",
    "hidden_dims_",
    "comparison_",
    "view_",
    "alternatives_",
    "feature_importances_",
    "lambda_qut_",
    "lambda_interval_",
    "qut_null_",
    "n_iter_",
    "converged_",
    "certificate_",
    "n_features_in_",
)


def test_constructor_is_the_contract():
    parameters = HarderLASSORegressor().get_params()
    assert parameters == {
        "hidden_dims": "auto",
        "lambda_qut": None,
        "penalty": "harder",
        "activation": "relu",
        "alpha": 0.05,
        "categorical": None,
        "nu": 0.1,
        "n_draws": 5000,
        "n_restarts": 3,
        "random_state": None,
        "n_jobs": None,
        "verbose": 0,
    }
    assert HarderLASSOClassifier().get_params() == {**parameters, "class_weight": None}
    model = HarderLASSORegressor((3,), 2.0, "l1", "elu", 0.1)
    assert (model.hidden_dims, model.lambda_qut, model.penalty) == ((3,), 2.0, "l1")
    assert (model.activation, model.alpha) == ("elu", 0.1)


@each_size
def test_regression_attributes(table, number, size):
    model = regressor(**size).fit(table, number)
    for name in CONTRACT:
        assert hasattr(model, name), name
    assert model.selected_features_indices_.tolist() == [2, 9]
    assert list(model.selected_features_) == ["x2", "x9"]
    assert np.flatnonzero(model.support_).tolist() == [2, 9]
    assert np.flatnonzero(model.feature_importances_).tolist() == [2, 9]
    assert model.feature_importances_.sum() == pytest.approx(1)
    low, high = model.lambda_interval_
    assert low <= model.lambda_qut_ <= high
    assert model.qut_null_.shape == (300,)
    assert (np.diff(model.qut_null_) >= 0).all()
    assert (model.qut_null_ <= model.lambda_qut_).mean() == pytest.approx(0.95, abs=0.005)
    assert model.converged_ is model.certificate_["is_optimal"]
    assert model.n_iter_ > 0
    assert not hasattr(model, "feature_names_in_")
    # The target is linear, so that is what is kept by default.
    assert model.hidden_dims_ == ((6,) if size is NETWORK else ())
    assert hasattr(model, "coef_") is hasattr(model, "intercept_") is (size is not NETWORK)


def test_linear_prediction_is_coefficients(table, number):
    model = regressor().fit(table, number)
    assert np.flatnonzero(model.coef_).tolist() == [2, 9]
    np.testing.assert_allclose(table @ model.coef_ + model.intercept_, model.predict(table))


def test_refit_of_the_selection_is_least_squares(table, number):
    model = regressor().fit(table, number)
    small = np.column_stack([np.ones(60), table[:, [2, 9]]])
    expected = np.linalg.lstsq(small, number, rcond=None)[0]
    np.testing.assert_allclose(model.coef_[[2, 9]], expected[1:], rtol=1e-8)


def test_importance_is_what_the_fit_loses_without_a_feature(table, number):
    model = regressor().fit(table, number)

    def deviance(columns):
        small = np.column_stack([np.ones(60), table[:, columns]])
        residuals = number - small @ np.linalg.lstsq(small, number, rcond=None)[0]
        return 60 * np.log((residuals**2).sum())

    increases = np.array([deviance([9]), deviance([2])]) - deviance([2, 9])
    np.testing.assert_allclose(model.feature_importances_[[2, 9]], increases / increases.sum())


def test_binary_log_odds_are_coefficients(table, number):
    truth = number > 0
    truth[:8] = ~truth[:8]
    model = classifier().fit(table, truth)
    assert model.coef_.shape == (1, 12)
    assert model.intercept_.shape == (1,)
    assert set(np.flatnonzero(model.coef_[0])) == set(model.selected_features_indices_)
    odds = model.decision_function(table)
    np.testing.assert_allclose(table @ model.coef_[0] + model.intercept_[0], odds, rtol=1e-8)
    np.testing.assert_allclose(model.predict_proba(table)[:, 1], 1 / (1 + np.exp(-odds)))
    assert model.classes_.dtype == bool
    np.testing.assert_array_equal(model.predict(table), odds > 0)


def test_three_classes(table, labels):
    model = classifier().fit(table, labels)
    assert model.classes_.tolist() == ["low", "middle", "top"]
    assert model.coef_.shape == (3, 12)
    assert model.decision_function(table).shape == (60, 3)
    probabilities = model.predict_proba(table)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    np.testing.assert_array_equal(
        model.predict(table), model.classes_[probabilities.argmax(axis=1)]
    )


def test_given_lambda_is_used(table, number):
    model = regressor(lambda_qut=1e6).fit(table, number)
    assert model.lambda_qut_ == 1e6
    assert model.lambda_interval_ == (1e6, 1e6)
    assert len(model.qut_null_) == 0
    assert len(model.selected_features_) == 0
    np.testing.assert_allclose(model.predict(table), number.mean())


def test_lasso_is_l1(table, number):
    one = regressor(penalty="lasso").fit(table, number)
    other = regressor(penalty="l1").fit(table, number)
    np.testing.assert_array_equal(one.coef_, other.coef_)


def test_nothing_is_left_of_an_earlier_fit(table, number, labels):
    model = regressor().fit(table, number)
    other = table[:, ::-1].copy()
    model.fit(other, number)
    fresh = regressor().fit(other, number)
    np.testing.assert_array_equal(model.coef_, fresh.coef_)
    # The columns are in reverse order.
    assert np.flatnonzero(model.coef_).tolist() == [2, 9]
    assert np.sign(model.coef_[[2, 9]]).tolist() == [-1, 1]
    model.set_params(hidden_dims=(6,), n_restarts=1).fit(table[:, :5], number)
    assert not hasattr(model, "coef_")
    assert model.n_features_in_ == 5
    labelled = classifier().fit(table, labels)
    labelled.fit(table, labels == "low")
    assert labelled.classes_.tolist() == [False, True]


def test_random_state_reproduces_and_threads_do_not_matter(table, number):
    size = {**NETWORK, "n_restarts": 2}
    first = regressor(**size).fit(table, number)
    for changes in ({}, {"n_jobs": 2}, {"n_jobs": -1}):
        again = regressor(**size, **changes).fit(table, number)
        assert again._fitted.to_json() == first._fitted.to_json()
    other = regressor(**{**size, "random_state": 1}).fit(table, number)
    assert other.lambda_qut_ != first.lambda_qut_


def test_random_state_may_be_a_generator(table, number):
    def lambda_of(random_state):
        return regressor(random_state=random_state).fit(table, number).lambda_qut_

    assert lambda_of(np.random.RandomState(3)) == lambda_of(np.random.RandomState(3))
    assert lambda_of(np.random.RandomState(3)) != lambda_of(np.random.RandomState(4))
