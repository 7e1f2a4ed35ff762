"""What is in the plots."""

import sys

import numpy as np
import pytest
from common import NETWORK, classifier, each_size, regressor
from matplotlib import pyplot


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


def texts(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def test_coefficients_are_signed_bars(table, number):
    model = regressor().fit(table * 10, number)
    ax = model.plot_coefficients()
    widths = {name: bar.get_width() for name, bar in zip(texts(ax.yaxis), ax.patches, strict=True)}
    assert list(widths) == ["x9", "x2"], "the largest on top"
    assert widths["x2"] == pytest.approx(model.coef_[2] * (table[:, 2] * 10).std())
    assert widths["x9"] < 0
    assert ax.get_xlabel() == "coefficient × standard deviation"


def test_importances_where_there_is_no_single_coefficient(table, number, labels):
    for model in (regressor(**NETWORK).fit(table, number), classifier().fit(table, labels)):
        ax = model.plot_coefficients()
        assert ax.get_xlabel() == "importance"
        assert sum(bar.get_width() for bar in ax.patches) == pytest.approx(1)
    assert len(model.plot_coefficients(max_features=1).patches) == 1


def test_qut_shows_draws_threshold_and_data(table, number):
    model = regressor().fit(table, number)
    ax = model.plot_qut()
    assert sum(bar.get_height() for bar in ax.patches) == 300
    places = [line.get_xdata()[0] for line in ax.lines]
    assert places == [model.lambda_qut_, model._fitted.observed]
    given = regressor(lambda_qut=2.0).fit(table, number).plot_qut()
    assert len(given.patches) == 0


def test_path_ends_above_the_selection(table, number):
    model = regressor().fit(table, number)
    ax = model.plot_path()
    features = ax.lines[0].get_ydata()
    assert list(features) == model._fitted.path
    assert features[-1] >= len(model.selected_features_)


@each_size
def test_effects_have_one_plot_per_feature(table, number, labels, size):
    axes = regressor(**size).fit(table, number).plot_effects()
    assert sorted(ax.get_xlabel() for ax in axes) == ["x2", "x9"]
    assert all(len(ax.lines) == 1 for ax in axes)
    model = classifier(**size).fit(table, labels)
    axes = model.plot_effects(max_features=1)
    assert len(axes) == 1
    assert len(axes[0].lines) == 3
    (legend,) = axes[0].figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["low", "middle", "top"]


def test_effect_of_a_linear_model_is_its_coefficient(table, number):
    model = regressor().fit(table, number)
    for ax in model.plot_effects():
        places, values = ax.lines[0].get_data()
        slope = np.diff(values) / np.diff(places)
        np.testing.assert_allclose(slope, model.coef_[int(ax.get_xlabel()[1:])], rtol=1e-6)


def test_diagnostics(table, number, labels, tmp_path):
    model = regressor().fit(table, number)
    (squares,) = model.plot_diagnostics().collections
    edges, counts = model._fitted.outcome
    expected, _, _ = np.histogram2d(number, model.predict(table), bins=[edges, edges])
    np.testing.assert_array_equal(counts, expected)
    drawn = squares.get_array()
    np.testing.assert_array_equal(drawn.filled(0), counts.T)
    model = classifier().fit(table, labels)
    ax = model.plot_diagnostics()
    assert texts(ax.xaxis) == ["low", "middle", "top"]
    assert sum(int(text.get_text()) for text in ax.texts) == 60
    model.save(tmp_path / "model.json")
    again = type(model).load(tmp_path / "model.json").plot_diagnostics()
    assert [t.get_text() for t in again.texts] == [t.get_text() for t in ax.texts]


def test_plots_of_an_empty_model(table, number):
    model = regressor(lambda_qut=1e6).fit(table, number)
    assert model.plot_coefficients().texts[0].get_text() == "no features were selected"
    assert model.plot_effects()[0].texts[0].get_text() == "no features were selected"
    assert model.plot_path().get_xlabel() == "phase of the annealing"
    model.plot_diagnostics()


def test_axes_can_be_given(table, number):
    model = regressor().fit(table, number)
    _, axes = pyplot.subplots(2, 2)
    plots = (model.plot_coefficients, model.plot_qut, model.plot_path, model.plot_diagnostics)
    for ax, plot in zip(axes.ravel(), plots, strict=True):
        assert plot(ax) is ax


def test_without_matplotlib_the_error_names_the_extra(table, number, monkeypatch):
    model = regressor().fit(table, number)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"harderlasso\[plot\]"):
        model.plot_qut()


@pytest.mark.parametrize(("wrong", "kind"), [(0, ValueError), (-1, ValueError), ("a", TypeError)])
def test_wrong_numbers_of_features_are_refused(table, number, wrong, kind):
    model = regressor().fit(table, number)
    for plot in (model.plot_coefficients, model.plot_effects):
        with pytest.raises(kind, match="max_features"):
            plot(max_features=wrong)
