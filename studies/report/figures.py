"""The figures, as SVG that is the same for the same rows."""

import io
import warnings
from typing import Any

import matplotlib
import numpy as np
import pandas as pd

matplotlib.use("svg")
matplotlib.rcParams.update(
    {
        # The same bytes for the same figure; text that can be searched.
        "svg.hashsalt": "studies",
        "svg.fonttype": "none",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.alpha": 0.3,
    }
)

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from studies.plans import OURS
from studies.report.summary import Summary, interval, shared

#: File name, title and description of every curve.
CURVES = {
    "pesr": ("PESR", "share of runs with exactly the true columns; higher is better"),
    "l2_error": ("L2 error", "mean squared distance to the true mean; lower is better"),
    "fdr": ("FDR", "share of selected columns that do not matter; lower is better"),
    "tpr": ("TPR", "share of columns that matter that are selected; higher is better"),
}
#: What tables are judged by, and the factor of its unit.
MEASURES = {"accuracy": ("accuracy", " in %", 100), "r2": ("R²", "", 1)}
AUTHORS = "published by the authors"
#: Colours that people with a colour blindness can tell apart (Okabe and Ito, and
#: two more), and markers for print in grey.
_COLOURS = (
    *("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00"),
    *("#56b4e9", "#000000", "#7f7f7f", "#8c564b"),
)
_MARKERS = "osD^vPX*<"
#: A method looks the same in every study. Methods that share a look are never in
#: one study. Beyond the colours they begin again, first dashed and hollow, then dotted.
_PLACES = {
    **{name: place for place, name in enumerate(OURS)},
    **{f"linear_{name}": len(_COLOURS) + place for place, name in enumerate(OURS)},
    **{f"auto_{name}": 2 * len(_COLOURS) + place for place, name in enumerate(OURS)},
    **{"LASSO_CV": 4, "SCAD_CV": 5, "MCP_CV": 6, "abess": 7, "Knockoffs": 8},
    **{"LassoNet": 5, "RandomForest": 6, "XGBoost": 8},
}


def _looks(methods: list[str]) -> dict[str, dict[str, Any]]:
    looks: dict[str, dict[str, Any]] = {}
    taken: set[int] = set()
    for order, method in enumerate(methods):
        place = _PLACES.get(method, 0)
        # Others, such as networks of other widths, take the looks that are left.
        while place in taken:
            place += 1
        taken.add(place)
        kind, turn = place % len(_COLOURS), min(place // len(_COLOURS), 2)
        looks[method] = {
            "color": _COLOURS[kind],
            "marker": _MARKERS[kind],
            "linestyle": ("-", "--", ":")[turn],
            "fillstyle": ("full", "none", "bottom")[turn],
            "markersize": 4,
            "linewidth": 1.4,
            # The first method lies on top where curves meet.
            "zorder": 3 - order / 100,
        }
    return looks


def curves(summary: Summary, measure: str, theirs: pd.DataFrame | None) -> bytes:
    """One measure along s or n: a panel per condition, and one for the authors."""
    axis = summary.study.axis
    order = summary.conditions
    panels = len(order) + (theirs is not None)
    known = list(dict.fromkeys([*summary.methods, *([] if theirs is None else theirs["method"])]))
    looks = _looks(known)
    figure = Figure(figsize=(4.2 * panels + 1.6, 3.6), layout="constrained")
    axes = np.atleast_1d(figure.subplots(1, panels, sharex=True, sharey=True))
    title, _ = CURVES[measure]
    for panel, condition in zip(axes, order, strict=False):
        here = summary.points[summary.points["condition"] == condition]
        _panel(panel, here, measure, axis, looks)
        panel.set_title("here" if theirs is not None and len(order) == 1 else condition)
    if theirs is not None:
        for method, group in theirs.groupby("method"):
            group = group.sort_values(axis)
            axes[-1].plot(group[axis], group[measure], label=method, **looks[str(method)])
        axes[-1].set_title(AUTHORS)
        axes[-1].set_facecolor("#f4f4f4")
    for panel in axes:
        panel.set_xlabel(axis)
    axes[0].set_ylabel(title)
    if measure == "l2_error":
        axes[0].set_yscale("log")
    else:
        axes[0].set_ylim(-0.03, 1.03)
    _legend(figure, axes, known)
    return _svg(figure)


def _legend(figure: Figure, axes: Any, order: list[str]) -> None:
    handles = {
        label: handle
        for panel in axes
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True)
    }
    there = [name for name in order if name in handles]
    figure.legend(
        [handles[name] for name in there], there, loc="outside right center", frameon=False
    )


def _panel(
    panel: Axes, points: pd.DataFrame, measure: str, axis: str, looks: dict[str, dict[str, Any]]
) -> None:
    for method, group in points[points["runs"] > 0].groupby("method"):
        group = group.sort_values(axis)
        look = looks[str(method)]
        panel.plot(group[axis], group[measure], label=method, **look)
        low, high = _band(group, measure)
        panel.fill_between(
            group[axis].astype(float), low, high, color=look["color"], alpha=0.15, linewidth=0
        )


def _band(group: pd.DataFrame, measure: str) -> tuple[list[float], list[float]]:
    """95 % bands of the mean over runs."""
    if measure == "pesr":
        bands = [
            interval(float(share), int(runs))
            for share, runs in zip(group["pesr"], group["runs"], strict=True)
        ]
    else:
        bands = []
        for mean, error in zip(group[measure], group[f"{measure}_se"], strict=True):
            half = 0.0 if np.isnan(error) else 1.96 * error
            low = mean - half
            if measure == "l2_error":
                # A logarithmic scale has no values below 0.
                low = max(low, mean / 10)
                bands.append((low, mean + half))
            else:
                bands.append((max(low, 0.0), min(mean + half, 1.0)))
    return [low for low, _ in bands], [high for _, high in bands]


def _time(summary: Summary) -> tuple[str, str, str]:
    """Mean, sum and label of time: of a core, or by the clock where some rows lack it."""
    done = summary.points[summary.points["runs"] > 0]
    if done["cpu_sum"].notna().all():
        return "cpu_seconds", "cpu_sum", "core seconds per fit"
    return "seconds", "seconds_sum", "seconds per fit, one thread"


def time_against_recovery(summary: Summary) -> bytes:
    """Seconds per fit against the mean of PESR, over the points that all methods share."""
    _, total, label = _time(summary)
    conditions = summary.conditions
    figure = Figure(figsize=(4.2 * len(conditions) + 1.6, 3.6), layout="constrained")
    axes = np.atleast_1d(figure.subplots(1, len(conditions), sharey=True))
    looks = _looks(summary.methods)
    for panel, condition in zip(axes, conditions, strict=True):
        points = shared(summary.points[summary.points["condition"] == condition])
        for method, group in points.groupby("method"):
            seconds = group[total].sum() / group["runs"].sum()
            _dot(panel, seconds, group["pesr"].mean(), str(method), looks[str(method)])
        title = "" if summary.is_of_the_paper else condition
        panel.set(title=title, xlabel=label, xscale="log")
    axes[0].set(ylabel="mean PESR", ylim=(-0.05, 1.05))
    _legend(figure, axes, summary.methods)
    return _svg(figure)


def features_against_accuracy(summary: Summary) -> bytes:
    """Accuracy or R² against the number of features, a panel per table."""
    return _scatter(summary, "n_selected", "features", log=False)


def time_against_accuracy(summary: Summary) -> bytes:
    """Accuracy or R² against seconds, a panel per table."""
    mean, _, label = _time(summary)
    return _scatter(summary, mean, label, log=True)


def _scatter(summary: Summary, across: str, label: str, log: bool) -> bytes:
    tables = sorted(summary.points["table"].unique())
    columns = min(3, len(tables))
    measure = summary.study.measure
    name, unit, factor = MEASURES[measure]
    lines = -(-len(tables) // columns)
    figure = Figure(figsize=(3.6 * columns + 1.8, 3.2 * lines), layout="constrained")
    axes = figure.subplots(lines, columns, squeeze=False)
    looks = _looks(summary.methods)
    for panel in axes.flat[len(tables) :]:
        panel.set_axis_off()
    for panel, table in zip(axes.flat, tables, strict=False):
        points = summary.points
        for row in points[(points["table"] == table) & (points["runs"] > 0)].to_dict("records"):
            _dot(panel, row[across], factor * row[measure], row["method"], looks[row["method"]])
        # A dollar would begin a formula.
        title = table.replace("$", r"\$")
        panel.set(title=title, xlabel=label, ylabel=f"{name}{unit}")
        if log:
            panel.set_xscale("log")
    _legend(figure, axes.flat, summary.methods)
    return _svg(figure)


def _dot(panel: Axes, x: float, y: float, label: str, look: dict[str, Any]) -> None:
    panel.plot([x], [y], label=label, **{**look, "linestyle": "", "markersize": 6})


def _svg(figure: Figure) -> bytes:
    buffer = io.BytesIO()
    with warnings.catch_warnings():
        # Names may have letters that the font for measuring text lacks; the
        # reader's program has fonts of its own.
        warnings.filterwarnings("ignore", message="Glyph")
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()
