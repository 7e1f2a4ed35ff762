"""A fit in words, as text and as HTML."""

import json
from html import escape

from harderlasso._harderlasso import Fitted

# Rows of the table of features.
_SHOWN = 20


class Summary(str):
    """Text that consoles and notebooks show line by line."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def as_text(fitted: Fitted) -> Summary:
    """The summary that :meth:`summary` returns."""
    lines = [_sentence(fitted), ""]
    rows = _rows(fitted)
    if rows:
        width = max(len(name) for name, _ in rows)
        lines += [f"  {name:<{width}}  {importance:6.1%}" for name, importance in rows]
        left = len(fitted.selected) - len(rows)
        lines += [f"  and {left} more"] if left else []
        lines.append("")
    lines += [f"{name:<12}{value}" for name, value in _facts(fitted)]
    return Summary("\n".join(lines))


def as_html(fitted: Fitted) -> str:
    """The same for a notebook; colours are those of the page around it."""
    rows = "".join(
        f"<tr><td style='text-align:left'>{escape(name)}</td><td>{importance:.1%}</td>"
        "<td style='text-align:left'><span style='display:inline-block;height:.7em;"
        f"background:currentColor;opacity:.5;width:{10 * importance:.2f}em'></span></td></tr>"
        for name, importance in _rows(fitted)
    )
    left = len(fitted.selected) - min(len(fitted.selected), _SHOWN)
    more = f"<p>and {left} more</p>" if left else ""
    head = "<tr><th style='text-align:left'>feature</th><th>importance</th><th></th></tr>"
    table = f"<table>{head}{rows}</table>{more}" if rows else ""
    facts = "; ".join(f"{escape(name)} {escape(value)}" for name, value in _facts(fitted))
    return f"<div><p><b>{escape(_sentence(fitted))}</b></p>{table}<p>{facts}</p></div>"


def _sentence(fitted: Fitted) -> str:
    found, columns = len(fitted.selected), len(fitted.names)
    table = f"{columns} column{'' if columns == 1 else 's'} and {fitted.rows} rows"
    if found == 0:
        return f"Of {table}, no column stands out of the noise."
    verb = "matters" if found == 1 else "matter"
    return f"Of {table}, {found} column{'' if found == 1 else 's'} {verb}."


def _rows(fitted: Fitted) -> list[tuple[str, float]]:
    """Selected features and their importances, the largest first."""
    importances, names = fitted.importances, fitted.names
    order = sorted(fitted.selected, key=lambda column: -float(importances[column]))
    return [(names[column], float(importances[column])) for column in order[:_SHOWN]]


def _facts(fitted: Fitted) -> list[tuple[str, str]]:
    saved = json.loads(fitted.settings_json())
    hidden = ", ".join(str(width) for width in saved["hidden"])
    low, high = fitted.interval
    # A λ that was given has no interval.
    between = f" (95 % interval {low:.4g} to {high:.4g})" if len(fitted.draws) else " (given)"
    certificate = fitted.certificate
    optimal = "a local minimum" if certificate["is_optimal"] else "not a local minimum"
    return [
        ("task", "classification" if fitted.classes else "regression"),
        ("model", f"network, hidden layers {hidden}" if hidden else "linear"),
        ("penalty", str(saved["penalty"]["name"])),
        ("lambda", f"{fitted.lambda_:.4g}{between}"),
        ("the data", f"{fitted.observed:.4g}"),
        ("on training", ", ".join(f"{k} {v:.4g}" for k, v in fitted.metrics.items())),
        ("search", optimal),
    ]
