"""Pictures of a fit, with matplotlib."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from harderlasso._harderlasso import Fitted
from harderlasso._parameters import whole

# One hue for the data, one for the threshold, grey for what is only context.
_DATA, _LIMIT, _CONTEXT = "#2a6f97", "#c1440e", "#8a8a8a"


class Plots:
    """The pictures of a fitted estimator."""

    _fitted: Fitted

    def plot_coefficients(self, ax: Any = None, *, max_features: int = 20) -> Any:
        """Draw the weights of the selected features.

        For a linear regression or two classes these are coefficients times the
        standard deviation of their column: what a usual change of the column
        does to the prediction. Otherwise they are the importances.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Where to draw; None makes a new figure.
        max_features : int, default=20
            The most important ones are drawn.

        Returns
        -------
        ax : matplotlib Axes
            The axes, with one bar a feature.
        """
        fitted = _checked(self)
        signed = _signed_weights(self, fitted)
        weights = fitted.importances[fitted.selected] if signed is None else signed
        shown = whole("max_features", max_features)
        order = np.argsort(-np.abs(weights), kind="stable")[:shown][::-1]
        ax = _axes(ax, height=1.2 + 0.3 * max(1, len(order)))
        if len(order) == 0:
            return _say_empty(ax)
        names = [fitted.names[fitted.selected[input_]] for input_ in order]
        ax.barh(range(len(order)), weights[order], color=_DATA)
        ax.set_yticks(range(len(order)), names)
        ax.axvline(0, color=_CONTEXT, linewidth=0.8)
        ax.set_xlabel("importance" if signed is None else "effect of one standard deviation")
        ax.set_title("Selected features")
        return ax

    def plot_qut(self, ax: Any = None) -> Any:
        """Draw the null distribution, the threshold and the data.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Where to draw; None makes a new figure.

        Returns
        -------
        ax : matplotlib Axes
            The axes, with a histogram of ``qut_null_`` and two lines.
        """
        fitted = _checked(self)
        ax = _axes(ax)
        if len(fitted.draws):
            ax.hist(fitted.draws, bins=40, color=_CONTEXT, alpha=0.5, label="pure noise")
        ax.axvline(fitted.lambda_, color=_LIMIT, label=f"threshold {fitted.lambda_:.3g}")
        ax.axvline(
            fitted.observed, color=_DATA, linestyle="--", label=f"the data {fitted.observed:.3g}"
        )
        ax.set_xlabel("smallest penalty that selects nothing")
        ax.set_ylabel("draws")
        ax.set_title("Noise, threshold and data")
        ax.legend()
        return ax

    def plot_path(self, ax: Any = None) -> Any:
        """Draw how many features were left along the annealing.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Where to draw; None makes a new figure.

        Returns
        -------
        ax : matplotlib Axes
            The axes, with one point a phase.
        """
        fitted = _checked(self)
        ax = _axes(ax)
        features = [features for _, _, _, features, _ in fitted.phases]
        phases = range(1, len(features) + 1)
        ax.plot(phases, features, marker="o", color=_DATA, label="in the penalized fit")
        ax.axhline(
            len(fitted.selected),
            color=_LIMIT,
            linestyle=":",
            label=f"selected: {len(fitted.selected)}",
        )
        ax.set_ylim(0, 1.08 * max([1, len(fitted.selected), *features]))
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.yaxis.get_major_locator().set_params(integer=True)
        ax.set_xlabel("phase of the annealing")
        ax.set_ylabel("features left")
        ax.set_title("How the selection shrank")
        ax.legend()
        return ax

    def plot_effects(self, *, max_features: int = 6) -> NDArray[Any]:
        """Draw what each selected feature does to the prediction.

        The prediction, or the probability of a class, as one feature moves over
        its observed values, averaged over the rows of the fit.

        Parameters
        ----------
        max_features : int, default=6
            The most important ones are drawn.

        Returns
        -------
        axes : ndarray of matplotlib Axes
            One a feature, or a single one that says that there is none.
        """
        fitted = _checked(self)
        effects = fitted.effects[: whole("max_features", max_features)]
        if not effects:
            return np.array([_say_empty(_axes(None))])
        axes = _grid(len(effects))
        labels = [str(label) for label in getattr(self, "classes_", [])]
        for ax, (column, places, classes, curves) in zip(axes, effects, strict=True):
            for number, curve in enumerate(curves):
                label = labels[classes[number]] if classes else None
                color = _DATA if len(curves) == 1 else f"C{number}"
                # Values of a feature that has few are points, not a curve.
                marker = "o" if len(places) <= 12 else None
                ax.plot(places, curve, color=color, label=label, marker=marker)
            ax.set_xlabel(fitted.names[column])
        axes[0].set_ylabel("probability" if labels else "prediction")
        if labels:
            # Beside the pictures, where it covers no curve.
            axes[0].figure.legend(
                *axes[0].get_legend_handles_labels(), title="class", loc="outside right upper"
            )
        return axes

    def plot_diagnostics(self, ax: Any = None) -> Any:
        """Draw predictions against the truth, on the rows of the fit.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Where to draw; None makes a new figure.

        Returns
        -------
        ax : matplotlib Axes
            The axes: points for a regression, a confusion matrix for classes.
        """
        fitted = _checked(self)
        ax = _axes(ax)
        if fitted.points is not None:
            _draw_points(ax, fitted.points)
        elif fitted.confusion is not None:
            shown, counts = fitted.confusion
            labels = [str(label) for label in np.asarray(self.classes_)[shown]]  # type: ignore[attr-defined]
            _draw_confusion(ax, labels, np.asarray(counts))
        else:
            raise ValueError("this model was saved without its predictions; fit it again")
        ax.set_title("On the rows of the fit")
        return ax


def _checked(estimator: Any) -> Fitted:
    check_is_fitted(estimator)
    fitted: Fitted = estimator._fitted
    return fitted


def _pyplot() -> Any:
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError(
            "pictures need matplotlib: pip install 'harderlasso[plot]'"
        ) from error
    return pyplot


def _axes(ax: Any, height: float = 4.0) -> Any:
    if ax is not None:
        return ax
    _, made = _pyplot().subplots(figsize=(6, height), layout="constrained")
    return made


def _grid(count: int) -> NDArray[Any]:
    """Axes for small pictures side by side, three a row."""
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


def _say_empty(ax: Any) -> Any:
    ax.text(0.5, 0.5, "no feature was selected", ha="center", va="center", transform=ax.transAxes)
    ax.set_axis_off()
    return ax


def _signed_weights(estimator: Any, fitted: Fitted) -> NDArray[np.float64] | None:
    coefficients = np.atleast_2d(getattr(estimator, "coef_", np.zeros((0, 0))))
    if len(coefficients) != 1:
        return None
    weights: NDArray[np.float64] = coefficients[0][fitted.selected] * fitted.deviations
    return weights


def _draw_points(ax: Any, points: list[tuple[float, float]]) -> None:
    observed, predicted = np.array(points).reshape(-1, 2).T
    ax.axline((observed.mean(), observed.mean()), slope=1, color=_CONTEXT, linewidth=0.8)
    ax.scatter(observed, predicted, s=12, color=_DATA, alpha=0.6)
    ax.set_xlabel("observed")
    ax.set_ylabel("predicted")


def _draw_confusion(ax: Any, labels: list[str], counts: NDArray[Any]) -> None:
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
