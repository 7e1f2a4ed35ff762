"""Dataframes with text, truth values, categories and dates."""

import os
import pickle
import subprocess
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from common import classifier, regressor
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from harderlasso import HarderLASSOClassifier, HarderLASSORegressor, HarderLASSOSelector, qut

COMMAND = os.environ.get("HARDERLASSO_COMMAND")
needs_command = pytest.mark.skipif(COMMAND is None, reason="HARDERLASSO_COMMAND is not set")
SETTINGS = ["--hidden", "none", "--draws", 300, "--seed", 0]


def command(*arguments):
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def predictions(path, data):
    return np.array([float(line) for line in command("predict", path, data).splitlines()[1:]])


@pytest.fixture
def frame(rng):
    """Numbers, text with gaps, truth values and codes."""
    return pd.DataFrame(
        {
            "size": rng.normal(size=80),
            "town": rng.choice(["Bern", "Genève", "Rome", None], size=80),
            "new": rng.random(80) < 0.4,
            "code": rng.integers(1, 5, size=80),
            "other": rng.normal(size=80),
        }
    )


@pytest.fixture
def price(frame, rng):
    effect = frame["town"].map({"Rome": 4.0}).fillna(0) + 3 * frame["new"]
    return (2 * frame["size"] + effect + 0.2 * rng.normal(size=80)).to_numpy()


ENCODED = [
    "size",
    "town=Bern",
    "town=Genève",
    "town=Rome",
    "town=(missing)",
    "new=False",
    "new=True",
    "code",
    "other",
]


def test_levels_are_features(frame, price):
    model = regressor().fit(frame, price)
    assert model.n_features_in_ == 5
    assert model.feature_names_in_.tolist() == list(frame.columns)
    assert model.encoded_names_.tolist() == ENCODED
    assert model.encoded_from_.tolist() == [0, 1, 1, 1, 1, 2, 2, 3, 4]
    assert model.support_.shape == model.coef_.shape == model.feature_importances_.shape == (9,)
    selected = set(model.selected_features_)
    assert {"size", "town=Rome"} <= selected <= {"size", "town=Rome", "new=False", "new=True"}
    columns = np.unique(model.encoded_from_[model.support_])
    assert frame.columns[columns].tolist() == ["size", "town", "new"]
    assert model.score(frame, price) > 0.95
    wide = pd.DataFrame(
        {
            "size": frame["size"],
            **{f"town={town}": frame["town"] == town for town in ("Bern", "Genève", "Rome")},
            "town=(missing)": frame["town"].isna(),
            "new=False": ~frame["new"],
            "new=True": frame["new"],
            "code": frame["code"],
            "other": frame["other"],
        }
    ).astype(float)
    plain = regressor().fit(wide, price)
    np.testing.assert_array_equal(model.coef_, plain.coef_)
    np.testing.assert_array_equal(model.predict(frame), plain.predict(wide))


def other_types(frame):
    towns = frame["town"]
    return {
        "categories": frame.assign(town=towns.astype("category")),
        "unused": frame.assign(
            town=pd.Categorical(towns, categories=["Rome", "Paris", "Genève", "Bern"])
        ),
        "strings": frame.assign(town=towns.astype("string")),
        "nullable": frame.assign(
            new=frame["new"].astype("boolean"), code=frame["code"].astype("Int64")
        ),
        "objects": frame.assign(new=frame["new"].astype(object)),
        "missing": frame.assign(town=towns.fillna("NA")),
        "polars": pl.from_pandas(frame),
        "polars categories": pl.from_pandas(frame).with_columns(
            pl.col("town").cast(pl.Categorical)
        ),
        "polars enum": pl.from_pandas(frame).with_columns(
            pl.col("town").cast(pl.Enum(["Rome", "Paris", "Genève", "Bern"]))
        ),
    }


def test_every_type_of_column_is_the_same(frame, price):
    expected = regressor().fit(frame, price)
    for name, other in other_types(frame).items():
        model = regressor().fit(other, price)
        assert model.encoded_names_.tolist() == ENCODED, name
        np.testing.assert_array_equal(model.coef_, expected.coef_, err_msg=name)
        np.testing.assert_array_equal(
            expected.predict(other), expected.predict(frame), err_msg=name
        )


def test_codes_are_categories_if_asked(frame, rng, tmp_path):
    y = 5.0 * (frame["code"] == 2) + 0.2 * rng.normal(size=80)
    model = regressor(categorical=["code"]).fit(frame, y)
    assert [name for name in model.encoded_names_ if name.startswith("code")] == [
        "code=1",
        "code=2",
        "code=3",
        "code=4",
    ]
    assert model.selected_features_.tolist() == ["code=2"]
    by_position = regressor(categorical=[-2]).fit(frame, y)
    np.testing.assert_array_equal(by_position.coef_, model.coef_)
    numbers = frame[["size", "code", "other"]]
    of_frame = regressor(categorical=["code"]).fit(numbers, y)
    of_array = regressor(categorical=[1]).fit(numbers.to_numpy(), y)
    assert of_array.encoded_names_.tolist() == ["x0", "x1=1", "x1=2", "x1=3", "x1=4", "x2"]
    np.testing.assert_array_equal(of_array.coef_, of_frame.coef_)
    np.testing.assert_array_equal(of_array.predict(numbers.to_numpy()), of_frame.predict(numbers))
    assert clone(of_array).categorical == [1]
    of_array.save(tmp_path / "model.json")
    loaded = HarderLASSORegressor.load(tmp_path / "model.json")
    assert not hasattr(loaded, "feature_names_in_")
    np.testing.assert_array_equal(
        loaded.predict(numbers.to_numpy()), of_frame.predict(numbers)
    )
    with pytest.raises(ValueError, match="2 features"):
        loaded.predict(numbers.to_numpy()[:, :2])
    threshold = qut(frame, y, categorical=["code"], hidden_dims=None, n_draws=300, random_state=0)
    assert threshold == model.lambda_qut_


def test_categories_may_be_anything(frame, price):
    for category, names in [
        (pd.cut(frame["size"], [-9, 0, 9]), ["c=(-9, 0]", "c=(0, 9]"]),
        (pd.Categorical(frame["code"]), ["c=1", "c=2", "c=3", "c=4"]),
        (pd.Categorical(frame["new"]), ["c=False", "c=True"]),
        (
            pd.Categorical(frame["new"].map({True: pd.Timestamp(2024, 5, 1)})),
            ["c=2024-05-01", "c=(missing)"],
        ),
    ]:
        model = regressor().fit(frame.assign(c=category), price)
        assert [name for name in model.encoded_names_ if name.startswith("c=")] == names


@pytest.mark.parametrize(
    ("categorical", "error", "words"),
    [
        ("code", TypeError, "list of names"),
        (["street"], ValueError, "no column 'street'"),
        ([9], ValueError, "no column 9"),
        ([1.5], TypeError, "names or positions"),
        ([True], TypeError, "names or positions"),
    ],
)
def test_columns_that_are_not_there(frame, price, categorical, error, words):
    with pytest.raises(error, match=words):
        regressor(categorical=categorical).fit(frame, price)


def test_predictions_need_the_selected_columns_by_name(frame, price):
    model = regressor().fit(frame, price)
    expected = model.predict(frame)
    np.testing.assert_array_equal(model.predict(frame[["town", "new", "size"]]), expected)
    with pytest.raises(ValueError, match="lacks 1 column that the model needs: 'town'"):
        model.predict(frame.drop(columns="town"))
    with pytest.raises(ValueError, match="several columns called 'town'"):
        model.predict(pd.concat([frame, frame[["town"]]], axis=1))
    with pytest.raises(ValueError, match="no rows"):
        model.predict(frame[:0])
    with pytest.raises(ValueError, match="column \"size\": \"big\" is not a number"):
        model.predict(frame.assign(size="big"))


def test_new_levels_are_none_of_the_levels_and_said(frame, price):
    model = regressor().fit(frame, price)
    with pytest.warns(UserWarning, match="1 level that the fit did not have: `Oslo`"):
        new = model.predict(frame.assign(town="Oslo"))
    rome = model.predict(frame.assign(town="Rome"))
    np.testing.assert_allclose(rome - new, model.coef_[ENCODED.index("town=Rome")])
    full = frame.assign(town=frame["town"].fillna("Bern"))
    model = regressor().fit(full, price)
    assert "town=(missing)" not in model.encoded_names_
    with pytest.warns(UserWarning, match="missing values?, and the fit had none"):
        model.predict(frame)


def test_identifiers_are_left_out_and_said(frame, price):
    wide = frame.assign(who=[f"person {number}" for number in range(80)])
    with pytest.warns(UserWarning, match="Column `who` was left out: text with 80 different"):
        model = regressor().fit(wide, price)
    assert model.encoded_names_.tolist() == ENCODED
    assert model.n_features_in_ == 6
    assert "`who` was left out" in model.summary()
    np.testing.assert_array_equal(model.predict(wide), model.predict(frame))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        insisting = regressor(categorical=["who"]).fit(wide, price)
    assert len(insisting.encoded_names_) == len(ENCODED) + 80
    # The others are numbers.
    with pytest.warns(UserWarning, match="`who`"):
        model = regressor().fit(wide[["who", "size", "other"]], price)
    assert model.encoded_from_.tolist() == [1, 2]
    model.predict(wide[["size", "other"]])


def test_what_is_no_feature_is_refused(frame, price):
    for column, words in [
        ([None] * 80, "no value in any row"),
        ([f"{number}.5" for number in range(80)], "80 of 80 values are numbers"),
        ([*range(79), "x"], "\"x\" is not a number, but 79 of 80 values are numbers"),
        ([["a"]] * 79 + ["b"], "'bad' holds"),
        ([1j] * 80, "'bad' is of the type complex"),
        ([pd.Timedelta(1, "D")] * 80, "'bad' is of the type timedelta"),
    ]:
        series = pd.Series(column, dtype=object)
        if column[0] is None:
            series = series.astype("string")
        elif not isinstance(column[-1], (str, list)):
            series = pd.Series(column)
        bad = frame.assign(bad=series)
        with pytest.raises((ValueError, TypeError), match=words):
            regressor().fit(bad, price)
    ids = pd.DataFrame({"who": [f"person {number}" for number in range(80)]})
    with pytest.raises(ValueError, match="no column can be a feature"):
        regressor().fit(ids, price)
    with pytest.raises(ValueError, match="could not convert"):
        regressor().fit(frame.to_numpy(), price)


def test_the_selector_keeps_columns_of_the_frame(frame, price):
    selector = HarderLASSOSelector(regressor()).fit(frame, price)
    assert selector.get_support(indices=True).tolist() == [0, 1, 2]
    assert selector.get_feature_names_out().tolist() == ["size", "town", "new"]
    kept = selector.set_output(transform="pandas").transform(frame)
    pd.testing.assert_frame_equal(kept, frame[["size", "town", "new"]])


def test_pipelines_copies_and_files(frame, price, tmp_path):
    model = regressor().fit(frame, price)
    expected = model.predict(frame)
    pipeline = make_pipeline(FunctionTransformer(), regressor()).fit(frame, price)
    np.testing.assert_array_equal(pipeline.predict(frame), expected)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict(frame), expected)
    path = tmp_path / "model.json"
    model.save(path)
    loaded = HarderLASSORegressor.load(path)
    np.testing.assert_array_equal(loaded.predict(frame), expected)
    assert loaded.encoded_names_.tolist() == ENCODED
    assert loaded.encoded_from_.tolist() == model.encoded_from_.tolist()
    assert loaded.n_features_in_ == 5


def test_dates_are_days(frame, rng):
    days = pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 300, 80), unit="D")
    dated = frame.assign(day=days)
    y = (days - days.min()).days.to_numpy() / 30 + 0.1 * rng.normal(size=80)
    model = regressor().fit(dated, y)
    assert model.selected_features_.tolist() == ["day"]
    expected = model.predict(dated)
    np.testing.assert_allclose(model.predict(pl.from_pandas(dated)), expected)
    written = dated.assign(day=dated["day"].dt.strftime("%Y-%m-%d"))
    np.testing.assert_allclose(model.predict(written), expected)
    with pytest.raises(ValueError, match="plain numbers, and in the fit they were dates"):
        model.predict(dated.assign(day=1.0))


@needs_command
def test_the_command_fits_and_the_package_predicts(frame, price, tmp_path):
    data, path = tmp_path / "data.csv", tmp_path / "model.json"
    frame.assign(y=price).to_csv(data, index=False)
    command(
        "fit", data, "--target", "y", "--categorical", "code", "--model", path, *SETTINGS
    )
    theirs = HarderLASSORegressor.load(path)
    ours = regressor(categorical=["code"]).fit(frame, price)
    assert theirs.encoded_names_.tolist() == ours.encoded_names_.tolist()
    assert theirs.lambda_qut_ == ours.lambda_qut_
    np.testing.assert_array_equal(theirs.coef_, ours.coef_)
    for other in (frame, pd.read_csv(data), pl.read_csv(data), *other_types(frame).values()):
        np.testing.assert_array_equal(theirs.predict(other), ours.predict(frame))
    selected = frame[["new", "town", "size"]]
    np.testing.assert_array_equal(theirs.predict(selected), ours.predict(frame))


@needs_command
def test_the_package_fits_and_the_command_predicts(frame, price, tmp_path):
    data, path = tmp_path / "data.csv", tmp_path / "model.json"
    model = regressor(categorical=["code"]).fit(frame, price)
    model.save(path)
    frame.to_csv(data, index=False)
    np.testing.assert_allclose(predictions(path, data), model.predict(frame), rtol=1e-12)
    # Polars writes truth values in lower case, and some columns are enough.
    pl.from_pandas(frame[["new", "town", "size"]]).write_csv(data)
    np.testing.assert_allclose(predictions(path, data), model.predict(frame), rtol=1e-12)
    assert "town (4)" in command("inspect", path)


@needs_command
def test_classes_both_ways(frame, price, tmp_path):
    data, path = tmp_path / "data.csv", tmp_path / "model.json"
    y = np.where(price > np.median(price), "dear", "cheap")
    frame.assign(y=y).to_csv(data, index=False)
    command("fit", data, "--target", "y", "--model", path, *SETTINGS)
    theirs, ours = HarderLASSOClassifier.load(path), classifier().fit(frame, y)
    np.testing.assert_array_equal(theirs.predict_proba(frame), ours.predict_proba(frame))
    ours.save(path)
    assert command("predict", path, data).splitlines()[1:] == ours.predict(frame).tolist()


@needs_command
def test_percent_and_dates_of_the_command(rng, tmp_path):
    data, path = tmp_path / "data.csv", tmp_path / "model.json"
    share, day = rng.integers(0, 100, 60), rng.integers(1, 28, 60)
    frame = pd.DataFrame(
        {"share": [f"{s}%" for s in share], "day": [f"{d:02}/05/2024" for d in day]}
    )
    y = share / 10 + day + 0.1 * rng.normal(size=60)
    frame.assign(y=y).to_csv(data, index=False)
    command("fit", data, "--target", "y", "--model", path, *SETTINGS)
    model = HarderLASSORegressor.load(path)
    assert model.selected_features_.tolist() == ["share", "day"]
    np.testing.assert_allclose(model.predict(frame), predictions(path, data))
    parsed = frame.assign(day=pd.to_datetime(frame["day"], format="%d/%m/%Y"))
    np.testing.assert_allclose(model.predict(parsed), predictions(path, data))
    with pytest.raises(ValueError, match="plain numbers, and in the fit they were numbers with %"):
        model.predict(frame.assign(share=share))
    with pytest.raises(ValueError, match="\"five\" is not a number"):
        model.predict(frame.assign(share="five"))
