"""Tables and targets of all kinds."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from common import classifier, regressor

from harderlasso import HarderLASSOClassifier, HarderLASSORegressor, HarderLASSOSelector, qut
from harderlasso._laws import estimator_for

NAMES = [f"column {number}" for number in range(12)]


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
def test_frames_keep_their_names(table, number, frame):
    data = frame(dict(zip(NAMES, table.T, strict=True)))
    model = regressor().fit(data, number)
    assert model.feature_names_in_.tolist() == NAMES
    assert list(model.selected_features_) == ["column 2", "column 9"]
    plain = regressor().fit(table, number)
    np.testing.assert_array_equal(plain.coef_, model.coef_)
    np.testing.assert_array_equal(model.predict(data), plain.predict(table))
    assert HarderLASSOSelector(regressor()).fit(data, number).get_feature_names_out().tolist() == [
        "column 2",
        "column 9",
    ]


def test_other_names_are_refused_at_prediction(table, number):
    model = regressor().fit(pd.DataFrame(table, columns=NAMES), number)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(pd.DataFrame(table, columns=NAMES[::-1]))


def test_duplicate_names_are_refused(table, number):
    names = ["same", "same", *NAMES[2:]]
    # By scikit-learn or by the engine, whichever checks first.
    with pytest.raises(ValueError, match="same"):
        regressor().fit(pd.DataFrame(table, columns=names), number)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_memory_order_and_gaps_do_not_matter(table, number, dtype):
    table = table.astype(dtype)
    wide = np.zeros((120, 24), dtype=dtype)
    wide[::2, ::2] = table
    expected = regressor().fit(table, number)
    read_only = table.copy()
    read_only.flags.writeable = False
    views = {
        "fortran": np.asfortranarray(table),
        "gaps": wide[::2, ::2],
        "backwards": table[::-1][::-1],
        "read-only": read_only,
    }
    for name, view in views.items():
        model = regressor().fit(view, number)
        np.testing.assert_array_equal(model.coef_, expected.coef_, err_msg=name)
        np.testing.assert_array_equal(model.predict(view), expected.predict(table), err_msg=name)


def test_unaligned_and_swapped_bytes(table, number):
    buffer = np.zeros(table.nbytes + 1, dtype=np.uint8)
    unaligned = buffer[1:].view(np.float64).reshape(table.shape)
    unaligned[:] = table
    expected = regressor().fit(table, number).coef_
    for odd in (unaligned, table.astype(">f8")):
        np.testing.assert_array_equal(regressor().fit(odd, number).coef_, expected)


def test_single_precision_is_not_copied_to_double(table, number, monkeypatch):
    seen = []
    import harderlasso._base as module

    fit = module.fit

    def spy(parameters, x, *rest):
        seen.append(x)
        return fit(parameters, x, *rest)

    monkeypatch.setattr(module, "fit", spy)
    single = table.astype(np.float32)
    regressor().fit(single, number)
    assert seen[0].dtype == np.float32
    assert np.shares_memory(seen[0], single)


def test_missing_values_are_imputed_by_the_mean(table, number):
    holes = table.copy()
    holes[3, 2] = holes[7, 9] = holes[:20, 0] = np.nan
    filled = np.where(np.isnan(holes), np.nanmean(holes, axis=0), holes)
    model = regressor().fit(holes, number)
    assert model.selected_features_indices_.tolist() == [2, 9]
    np.testing.assert_allclose(model.predict(holes), model.predict(filled))
    np.testing.assert_allclose(model.coef_, regressor().fit(filled, number).coef_, rtol=1e-6)


@pytest.mark.parametrize(
    "names",
    [
        np.array(["a", "b", "c"]),
        np.array(["a", "b", "c"], dtype=object),
        np.array([-1, 4, 7]),
        np.array([0.5, 1.5, 2.5]) * 2,
    ],
    ids=["text", "objects", "integers", "floats"],
)
def test_labels_of_any_kind(table, labels, names, tmp_path):
    codes = np.unique(labels, return_inverse=True)[1]
    model = classifier().fit(table, names[codes])
    np.testing.assert_array_equal(model.classes_, names)
    np.testing.assert_array_equal(model.predict(table), names[model._fitted.predict_classes(table)])
    model.save(tmp_path / "model.json")
    again = type(model).load(tmp_path / "model.json")
    np.testing.assert_array_equal(again.classes_, names)
    assert again.classes_.dtype.kind == names.dtype.kind.replace("O", "U")
    np.testing.assert_array_equal(again.predict(table), model.predict(table))


def test_series_of_labels(table, labels):
    for series in (pd.Series(labels), pd.Series(labels, dtype="category"), pl.Series(labels)):
        model = classifier().fit(table, series)
        assert model.classes_.tolist() == ["low", "middle", "top"]


def test_output_of_the_selector(table, number):
    selector = HarderLASSOSelector(regressor()).fit(table, number)
    np.testing.assert_array_equal(selector.transform(table), table[:, [2, 9]])
    assert selector.get_support(indices=True).tolist() == [2, 9]
    assert selector.inverse_transform(table[:, [2, 9]]).shape == (60, 12)
    for library, kind in (("pandas", pd.DataFrame), ("polars", pl.DataFrame)):
        selector = HarderLASSOSelector(regressor()).set_output(transform=library)
        out = selector.fit_transform(pd.DataFrame(table, columns=NAMES), number)
        assert isinstance(out, kind)
        assert list(out.columns) == ["column 2", "column 9"]


def test_usual_estimator_for_a_target(number, labels):
    for classes in (labels, labels == "low", np.arange(60) % 3, np.arange(60) % 3.0):
        assert estimator_for(classes) is HarderLASSOClassifier
    for numbers in (number, np.arange(60), np.arange(60) % 11):
        assert estimator_for(numbers) is HarderLASSORegressor
    assert estimator_for(np.arange(60) % 3, "regression") is HarderLASSORegressor


def test_the_selector_chooses_by_the_target(table, number, labels):
    selected = HarderLASSOSelector().fit(table, labels)
    assert selected.estimator_.get_params() == HarderLASSOClassifier(random_state=0).get_params()
    assert isinstance(selected.fit(table, number).estimator_, HarderLASSORegressor)


def test_threshold_alone_is_that_of_the_fit(table, number, labels):
    options = {"hidden_dims": None, "n_draws": 300, "random_state": 0}
    threshold = qut(table, number, **options)
    model = regressor().fit(table, number)
    assert threshold == model.lambda_qut_
    assert threshold.interval == model.lambda_interval_
    np.testing.assert_array_equal(threshold.null, model.qut_null_)
    assert threshold.observed > threshold
    assert qut(table, labels, **options) == classifier().fit(table, labels).lambda_qut_
    explicit = qut(table, np.arange(60) % 3, task="regression", **options)
    assert explicit != qut(table, np.arange(60) % 3, task="classification", **options)
    # It is a float, so it can be the penalty parameter of a fit.
    given = regressor(lambda_qut=threshold).fit(table, number)
    np.testing.assert_array_equal(given.coef_, model.coef_)
