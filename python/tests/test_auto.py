"""The linear model or the network: which one is kept by default, and how it is told."""

import json

import numpy as np
import pytest
from common import AUTO, LINEAR, classifier, ignore_convergence, regressor
from sklearn.model_selection import GridSearchCV

from harderlasso import HarderLASSORegressor, qut

pytestmark = ignore_convergence


@pytest.fixture
def curved(rng):
    """A target that no linear model explains."""
    X = rng.normal(size=(300, 8))
    return X, 10 * np.abs(X[:, 3] - X[:, 6]) + rng.normal(size=300)


def test_a_linear_target_keeps_the_linear_model(table, number):
    model = regressor(**AUTO).fit(table, number)
    linear = regressor(**LINEAR).fit(table, number)
    assert model.hidden_dims_ == ()
    np.testing.assert_array_equal(model.coef_, linear.coef_)
    assert model.lambda_qut_ == linear.lambda_qut_
    for scores in (model.comparison_["values"], model.comparison_["ranks"]):
        assert set(scores) == {"linear", "network"}
    assert "linear model. A network explains the target no better." in model.summary()
    assert "A network explains the target no better." in model._repr_html_()


def test_a_curved_target_keeps_the_network(curved, tmp_path):
    model = regressor(**AUTO).fit(*curved)
    assert model.hidden_dims_ == (20,)
    assert model.selected_features_indices_.tolist() == [3, 6]
    assert not hasattr(model, "coef_")
    for scores in (model.comparison_["values"], model.comparison_["ranks"]):
        assert scores["network"] < scores["linear"]
    assert "network, one hidden layer of 20 (relu). The network explains" in model.summary()
    model.to_report(tmp_path / "report.html")
    assert "The network explains the target better" in (tmp_path / "report.html").read_text()
    # Nothing of the network is left in a later fit of a linear model.
    model.set_params(hidden_dims=None).fit(*curved)
    assert model.hidden_dims_ == ()
    assert model.comparison_ is None
    assert hasattr(model, "coef_")


def test_classes_have_no_ranks(table, labels):
    model = classifier(**AUTO).fit(table, labels)
    assert model.comparison_["ranks"] is None
    assert model.view_ == "values"
    assert hasattr(model, "coef_") is (model.hidden_dims_ == ())


def test_what_was_asked_for_comes_back_from_a_file(table, number, curved, tmp_path):
    for data in ((table, number), curved):
        model = regressor(**AUTO).fit(*data)
        model.save(tmp_path / "model.json")
        loaded = HarderLASSORegressor.load(tmp_path / "model.json")
        assert loaded.hidden_dims == "auto"
        assert loaded.get_params() == {**model.get_params(), "n_jobs": None}
        for name in ("hidden_dims_", "comparison_", "view_", "alternatives_"):
            assert getattr(loaded, name) == getattr(model, name)
        np.testing.assert_array_equal(loaded.fit(*data).predict(data[0]), model.predict(data[0]))


def test_one_architecture_has_no_comparison(table, number):
    for hidden_dims in (None, (6,), [6], (4, 3)):
        model = regressor(hidden_dims=hidden_dims, n_restarts=1).fit(table, number)
        assert model.hidden_dims_ == tuple(hidden_dims or ())
        assert model.comparison_ is None
        assert "better" not in model.summary()


def test_heavy_tails_are_told(table, number, rng):
    assert regressor().fit(table, number).view_ == "values"
    model = regressor().fit(table, rng.standard_cauchy(size=60))
    assert model.view_ == "ranks"
    assert "heavy tails" in model.summary()
    assert "heavy tails" in model._repr_html_()


def signed(model):
    """A model file with its checksum."""
    text = json.dumps(model, separators=(",", ":"), ensure_ascii=False)
    checksum = 0xCBF29CE484222325
    for byte in text.encode():
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    header = f'"format":"harderlasso-model","version":3,"checksum":"{checksum:016x}"'
    return f'{{{header},"model":{text}}}'


def test_other_lists_are_told(table, number, tmp_path):
    model = regressor().fit(table, number)
    assert model.alternatives_ == []
    model.save(tmp_path / "model.json")
    bare = json.loads((tmp_path / "model.json").read_text())["model"]
    bare["alternatives"] = [{"selected": [2, 5], "difference": 1.5}]
    (tmp_path / "other.json").write_text(signed(bare))
    other = HarderLASSORegressor.load(tmp_path / "other.json")
    (alternative,) = other.alternatives_
    assert alternative["selected"].tolist() == [2, 5]
    assert alternative["names"].tolist() == ["x2", "x5"]
    assert alternative["difference"] == 1.5
    told = "it is uncertain which of these features matter: `x5`, `x9`"
    assert told in other.summary()
    assert told in other._repr_html_()


def test_the_threshold_alone_is_that_of_the_network(table, number, labels):
    options = {"n_draws": 300, "random_state": 0}
    network = {**options, "hidden_dims": (20,)}
    linear = {**options, "hidden_dims": None}
    assert qut(table, number, **options) == qut(table, number, **linear)
    assert qut(table, labels, **options) == qut(table, labels, **network)
    assert qut(table, labels, **options) != qut(table, labels, **linear)


def test_the_architecture_can_be_searched(table, number):
    search = GridSearchCV(regressor(**AUTO), {"hidden_dims": ["auto", None, (4,)]}, cv=2)
    assert search.fit(table, number).best_params_["hidden_dims"] in ("auto", None, (4,))
