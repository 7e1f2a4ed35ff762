"""Plots of a fit, with matplotlib."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from harderlasso._docs import documented
from harderlasso._harderlasso import Fitted
from harderlasso._parameters import check_integer

# One hue for the data, one for the threshold, grey for everything else.
_DATA, _THRESHOLD, _CONTEXT = "#2a6f97", "#c1440e", "#8a8a8a"


class Plots:
    """The plots of an estimator."""

    _fitted: Fitted

    @documented
    def plot_coefficients(self, ax: Any = None, *, max_features: int = 20) -> Any:
        """Plot the weights or the importances of the selected features.

        For a linear model with one row of coefficients (a regression or two
        classes), the weight is the coefficient times the standard deviation of
        the feature: the effect of a typical change of the feature. Otherwise the
        bars show ``feature_importances_``. The most important feature is on top.

        Parameters
        ----------
        $ax
        max_features : int, default=20
            Number of features to plot, the most important ones.

        Returns
        -------
        ax : matplotlib Axes
            Axes with one bar per feature.
        """
        fitted = _check_fitted(self)
        order = fitted.by_importance[: check_integer("max_features", max_features)][::-1]
        ax = _axes(ax, height=1.2 + 0.3 * max(1, len(order)))
        if len(order) == 0:
            return _draw_nothing(ax)
        coefficients = fitted.coefficients
        if coefficients is not None and len(coefficients) == 1:
            weights = coefficients[0][fitted.selected] * fitted.deviations
            ax.set_xlabel("coefficient × standard deviation")
        else:
            weights = fitted.importances
            ax.set_xlabel("importance")
        ax.barh(range(len(order)), weights[order], color=_DATA)
        names = fitted.names
        ax.set_yticks(range(len(order)), [names[column] for column in fitted.selected[order]])
        ax.axvline(0, color=_CONTEXT, linewidth=0.8)
        ax.set_title("Selected features")
        return ax

    @documented
    def plot_qut(self, ax: Any = None) -> Any:
        """Plot the null distribution, the threshold and the observed value.

        Parameters
        ----------
        $ax

        Returns
        -------
        ax : matplotlib Axes
            Axes with a histogram of ``qut_null_`` and two lines.
        """
        fitted = _check_fitted(self)
        ax = _axes(ax)
        if len(fitted.draws):
            ax.hist(fitted.draws, bins=40, color=_CONTEXT, alpha=0.5, label="null draws")
        lambda_, observed = fitted.lambda_, fitted.observed
        ax.axvline(lambda_, color=_THRESHOLD, label=f"threshold: {lambda_:.3g}")
        ax.axvline(observed, color=_DATA, linestyle="--", label=f"observed: {observed:.3g}")
        ax.set_xlabel("smallest penalty parameter at which no feature is selected")
        ax.set_ylabel("number of draws")
        ax.set_title("Quantile universal threshold")
        ax.legend()
        return ax

    @documented
    def plot_path(self, ax: Any = None) -> Any:
        """Plot the number of features at the end of each phase of the annealing.

        Parameters
        ----------
        $ax

        Returns
        -------
        ax : matplotlib Axes
            Axes with one point per phase.
        """
        fitted = _check_fitted(self)
        ax = _axes(ax)
        path, selected = fitted.path, len(fitted.selected)
        ax.plot(range(1, len(path) + 1), path, marker="o", color=_DATA, label="penalized fit")
        ax.axhline(selected, color=_THRESHOLD, linestyle=":", label=f"selected: {selected}")
        ax.set_ylim(0, 1.08 * max([1, selected, *path]))
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.yaxis.get_major_locator().set_params(integer=True)
        ax.set_xlabel("phase of the annealing")
        ax.set_ylabel("number of features")
        ax.set_title("Features during the annealing")
        ax.legend()
        return ax

    def plot_effects(self, *, max_features: int = 6) -> NDArray[Any]:
        """Plot how the prediction depends on each selected feature.

        Each plot shows the partial dependence on one feature: the prediction, or
        the class probabilities, for values of that feature, averaged over rows
        of the fit.

        Parameters
        ----------
        max_features : int, default=6
            Number of features to plot, the most important ones.

        Returns
        -------
        axes : ndarray of matplotlib Axes
            One Axes per feature, or a single one with a note if no feature was
            selected.
        """
        fitted = _check_fitted(self)
        effects = fitted.effects[: check_integer("max_features", max_features)]
        if not effects:
            return np.array([_draw_nothing(_axes(None))])
        axes = _grid(len(effects))
        names = fitted.names
        for ax, (column, values, classes, curves) in zip(axes, effects, strict=True):
            labels = self._labels_of(classes)
            for number, (curve, label) in enumerate(zip(curves, labels, strict=True)):
                color = _DATA if len(curves) == 1 else f"C{number}"
                # A feature with few values has points, not a curve.
                marker = "o" if len(values) <= 12 else None
                ax.plot(values, curve, color=color, label=label, marker=marker)
            ax.set_xlabel(names[column])
        if classes:
            axes[0].set_ylabel("probability")
            # Beside the plots, where it covers no curve.
            axes[0].figure.legend(
                *axes[0].get_legend_handles_labels(), title="class", loc="outside right upper"
            )
        else:
            axes[0].set_ylabel("prediction")
        return axes

    @documented
    def plot_diagnostics(self, ax: Any = None) -> Any:
        """Plot predictions against the observed target, on the rows of the fit.

        Parameters
        ----------
        $ax

        Returns
        -------
        ax : matplotlib Axes
            Axes with squares for a regression, darker where there are more rows, or
            a confusion matrix for classes. A model does not keep the rows of its
            fit, only their counts.
        """
        fitted = _check_fitted(self)
        outcome = fitted.outcome
        if outcome is None:
            raise ValueError(
                "this model was saved without predictions on the rows of its fit; fit it again"
            )
        ax = _axes(ax)
        self._draw_outcome(ax, *outcome)
        ax.set_title("Predictions on the rows of the fit")
        return ax

    def _labels_of(self, positions: list[int]) -> list[str | None]:
        """Labels of the curves of an effect; classes are given by position."""
        return [None]

    def _draw_outcome(self, ax: Any, *outcome: NDArray[Any]) -> None:
        """Draw the predictions on the rows of the fit."""
        raise NotImplementedError


def draw_density(ax: Any, edges: NDArray[Any], counts: NDArray[Any]) -> None:
    """Draw predicted against observed numbers, as rows in squares."""
    shown = np.ma.masked_equal(counts.T, 0)
    squares = ax.pcolormesh(edges, edges, shown, cmap="Blues", norm="log", vmin=0.5)
    squares.set_label("rows")
    ax.axline((edges[0], edges[0]), (edges[-1], edges[-1]), color=_CONTEXT, linewidth=0.8)
    ax.set_xlabel("observed")
    ax.set_ylabel("predicted")


def draw_confusion(ax: Any, labels: list[str], counts: NDArray[Any]) -> None:
    """Draw a confusion matrix, whose last class may hold all others."""
    if len(counts) > len(labels):
        labels = [*labels, "others"]
    ax.imshow(counts, cmap="Blues")
    dark = counts.max() / 2
    for (true, predicted), count in np.ndenumerate(counts):
        color = "white" if count > dark else "black"
        ax.text(predicted, true, str(count), ha="center", va="center", color=color)
    ax.set_xticks(range(len(labels)), labels)
    ax.set_yticks(range(len(labels)), labels)
    ax.set_xlabel("predicted")
    ax.set_ylabel("true")


def _check_fitted(estimator: Plots) -> Fitted:
    check_is_fitted(estimator)
    return estimator._fitted


def _pyplot() -> Any:
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install 'harderlasso[plot]'") from error
    return pyplot


def _axes(ax: Any, height: float = 4.0) -> Any:
    if ax is not None:
        return ax
    _, made = _pyplot().subplots(figsize=(6, height), layout="constrained")
    return made


def _grid(count: int) -> NDArray[Any]:
    """Axes for small plots, three per row."""
    columns = min(count, 3)
    rows = -(-count // columns)
    figure, axes = _pyplot().subplots(
        rows,
        columns,
        figsize=(3 * columns + 0.6, 2.6 * rows),
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    flat: NDArray[Any] = axes.ravel()
    for unused in flat[count:]:
        figure.delaxes(unused)
    return flat[:count]


def _draw_nothing(ax: Any) -> Any:
    ax.text(0.5, 0.5, "no features were selected", ha="center", va="center", transform=ax.transAxes)
    ax.set_axis_off()
    return ax
