"""The description of a fit, as text and as HTML."""

from html import escape

from harderlasso._harderlasso import Fitted

# Features in the table.
_SHOWN = 20


class SummaryText(str):
    """Text that consoles and notebooks show as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def as_text(fitted: Fitted) -> SummaryText:
    """The summary as text."""
    rows, hidden = _features(fitted)
    width = max((len(name) for name, _ in rows), default=0)
    lines = [_headline(fitted), ""]
    lines += [f"  {name:<{width}}  {importance:6.1%}" for name, importance in rows]
    lines += [f"  and {hidden} more"] if hidden else []
    lines += [""] if rows else []
    lines += [f"{name:<18}{value}" for name, value in _facts(fitted)]
    lines += [f"{'note':<18}{note}" for note in fitted.notes]
    return SummaryText("\n".join(lines))


def as_html(fitted: Fitted) -> str:
    """The summary as HTML, in the colours of the page around it."""
    features, hidden = _features(fitted)
    rows = "".join(
        f"<tr><td style='text-align:left'>{escape(name)}</td><td>{importance:.1%}</td>"
        "<td style='text-align:left'><span style='display:inline-block;height:.7em;"
        f"background:currentColor;opacity:.5;width:{10 * importance:.2f}em'></span></td></tr>"
        for name, importance in features
    )
    more = f"<p>and {hidden} more</p>" if hidden else ""
    head = "<tr><th style='text-align:left'>feature</th><th>importance</th><th></th></tr>"
    table = f"<table>{head}{rows}</table>{more}" if rows else ""
    facts = "; ".join(f"{escape(name)}: {escape(value)}" for name, value in _facts(fitted))
    notes = "".join(f"<p>Note: {escape(note)}</p>" for note in fitted.notes)
    return f"<div><p><b>{escape(_headline(fitted))}</b></p>{table}<p>{facts}</p>{notes}</div>"


def _headline(fitted: Fitted) -> str:
    selected = len(fitted.selected)
    features = f"{len(fitted.names)} feature{'' if len(fitted.names) == 1 else 's'}"
    if selected == 0:
        return f"None of {features} selected, from {fitted.rows} rows."
    return f"{selected} of {features} selected, from {fitted.rows} rows."


def _features(fitted: Fitted) -> tuple[list[tuple[str, float]], int]:
    """The most important features with their importances, and how many others there are."""
    names, selected, importances = fitted.names, fitted.selected, fitted.importances
    order = fitted.by_importance
    rows = [(names[selected[feature]], float(importances[feature])) for feature in order[:_SHOWN]]
    return rows, len(order) - len(rows)


def _facts(fitted: Fitted) -> list[tuple[str, str]]:
    parameters = fitted.parameters
    model = fitted.architecture
    if fitted.reason is not None:
        model += f". {fitted.reason}"
    threshold, (low, high) = f"{fitted.lambda_:.4g}", fitted.interval
    if parameters["lambda_qut"] is not None:
        threshold += " (given)"
    elif len(fitted.draws):
        threshold += f" (95 % interval {low:.4g} to {high:.4g})"
    else:
        threshold = "none, since every feature is constant"
    strongest = f"{fitted.observed:.4g}"
    if parameters["lambda_qut"] is not None or len(fitted.draws):
        strongest += f", {fitted.strength}"
    metrics = ", ".join(f"{k} {v:.4g}" for k, v in fitted.metrics.items())
    without = fitted.without_features
    return [
        ("task", fitted.law),
        ("model", model),
        ("penalty", parameters["penalty"]),
        ("threshold λ", threshold),
        ("strongest signal", strongest),
        ("on training data", metrics if without is None else f"{metrics}; {without}"),
    ]
