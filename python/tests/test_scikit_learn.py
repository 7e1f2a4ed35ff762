"""The estimators work with the tools of scikit-learn."""

import copy
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
from common import LINEAR, NETWORK, classifier, each_size, regressor
from joblib.externals.loky import get_reusable_executor
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.feature_selection import SelectFromModel
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from harderlasso import HarderLASSOSelector


def through_joblib(model, folder):
    joblib.dump(model, folder / "model.joblib")
    return joblib.load(folder / "model.joblib")


@each_size
@pytest.mark.parametrize("way", ["pickle", "joblib", "deepcopy"])
def test_copies_predict_the_same(table, number, labels, size, way, tmp_path):
    for model in (regressor(**size).fit(table, number), classifier(**size).fit(table, labels)):
        if way == "pickle":
            again = pickle.loads(pickle.dumps(model))
        elif way == "joblib":
            again = through_joblib(model, tmp_path)
        else:
            again = copy.deepcopy(model)
        np.testing.assert_array_equal(again.predict(table), model.predict(table))
        assert again._fitted.to_json() == model._fitted.to_json()
        assert again.get_params() == model.get_params()
        np.testing.assert_array_equal(again.qut_null_, model.qut_null_)


def test_clone_takes_parameters_and_no_fit(table, number):
    model = regressor(alpha=0.1).fit(table, number)
    fresh = clone(model)
    assert fresh.get_params() == model.get_params()
    assert not hasattr(fresh, "coef_")
    assert not fresh.__sklearn_is_fitted__()


def test_pipeline_of_selection_and_model(table, number):
    pipeline = make_pipeline(
        StandardScaler(), HarderLASSOSelector(regressor()), LinearRegression()
    ).fit(table, number)
    assert pipeline[-1].coef_.shape == (2,)
    np.testing.assert_allclose(
        pipeline.predict(table), regressor().fit(table, number).predict(table)
    )


def test_column_transformer(table, number):
    frame = pd.DataFrame(table, columns=[f"c{i}" for i in range(12)])
    frame["kind"] = np.where(number > 0, "high", "low")
    columns = ColumnTransformer(
        [
            ("selected", HarderLASSOSelector(regressor()), [f"c{i}" for i in range(12)]),
            ("kind", OneHotEncoder(sparse_output=False), ["kind"]),
        ]
    )
    columns.fit(frame, number)
    assert columns.get_feature_names_out().tolist() == [
        "selected__c2",
        "selected__c9",
        "kind__kind_high",
        "kind__kind_low",
    ]


def test_grid_search(table, number):
    grid = GridSearchCV(regressor(), {"penalty": ["harder", "l1"], "alpha": [0.01, 0.05]}, cv=3)
    grid.fit(table, number)
    assert len(grid.cv_results_["params"]) == 4
    assert grid.best_score_ > 0.9
    nested = GridSearchCV(
        make_pipeline(HarderLASSOSelector(regressor()), LinearRegression()),
        {"harderlassoselector__estimator__alpha": [0.01, 0.05]},
        cv=3,
    )
    assert nested.fit(table, number).best_score_ > 0.9


@pytest.fixture
def processes():
    """Ends the processes of joblib, which would otherwise idle for minutes."""
    yield 2
    get_reusable_executor().shutdown(wait=True)


def test_cross_validation_in_processes(table, number, labels, processes):
    alone = cross_val_score(regressor(), table, number, cv=3)
    parallel = cross_val_score(regressor(), table, number, cv=3, n_jobs=processes)
    np.testing.assert_array_equal(parallel, alone)
    assert alone.min() > 0.9
    assert cross_val_score(classifier(), table, labels, cv=3, n_jobs=processes).min() > 0.5


def test_select_from_model(table, number):
    for size in (LINEAR, NETWORK):
        selector = SelectFromModel(regressor(**size), threshold=1e-9).fit(table, number)
        assert selector.get_support(indices=True).tolist() == [2, 9]


def test_permutation_importance(table, number):
    model = regressor().fit(table, number)
    importances = permutation_importance(model, table, number, random_state=0, n_repeats=2)
    assert np.flatnonzero(importances.importances_mean).tolist() == [2, 9]
