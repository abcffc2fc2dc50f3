"""Names of metrics and cells as the reports print them: `bleu`, `ev2r.reference_based/recall/typos@0.1`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["find_cell", "find_columns"]


def find_cell(deltas: pd.DataFrame, name: str) -> dict[str, Any]:
    """The row of the deltas frame that `METRIC[/COMPONENT]/PERTURBATION[@SEVERITY]` names.

    The component is needed where the metric has several, the severity where the perturbation has several.

    Raises:
        UsageError: if there is no such cell, or more than one.
    """
    from metricstress.language.suggest import did_you_mean
    from metricstress.reports.frames import severity_key
    from metricstress.reports.notes import column_labels, row_labels

    columns, rows = column_labels(deltas), row_labels(deltas)
    metrics: dict[str, list[str]] = {}
    for (metric, _), label in columns.items():
        metrics.setdefault(metric, []).append(label)
    # The longest name that fits, as the name of a metric may itself have a slash.
    heads = sorted({*columns.values(), *metrics}, key=len, reverse=True)
    head = next((head for head in heads if name.startswith(f"{head}/")), None)
    if head is None:
        first = name.rsplit("/", 1)[0]
        raise UsageError(
            f"no metric of the run begins the name {name!r}{did_you_mean(first, heads)}; "
            "write METRIC/PERTURBATION, such as "
            f"{next(iter(columns.values()))}/{next(iter(rows.values()))}"
        )
    rest = name[len(head) + 1 :]
    fitting = [key for key, label in rows.items() if rest in (label, key[0], f"{key[0]}@{key[1]}")]
    exact = [key for key in fitting if rows[key] == rest]
    if not fitting:
        parts = [label.removeprefix(f"{head}/") for label in metrics.get(head, []) if label != head]
        known = [f"{part}/{row}" for part in parts for row in rows.values()] if parts else list(rows.values())
        hint = did_you_mean(rest, known) if len(known) < 30 or "did you" in did_you_mean(rest, known) else ""
        raise UsageError(f"{head!r} has no cell {rest!r} in this run{hint}")
    if len(exact or fitting) > 1:
        several = ", ".join(rows[key] for key in fitting)
        raise UsageError(f"{rest!r} has several severities in this run; choose one of {several}")
    if head not in columns.values():
        labels = ", ".join(metrics[head])
        raise UsageError(f"{head!r} has several components; choose one of {labels}, as in {metrics[head][0]}/{rest}")
    (perturbation, severity), *_ = exact or fitting
    metric, component = next(key for key, label in columns.items() if label == head)
    for row in deltas.to_dict("records"):
        key = (row["perturbation"], severity_key(row["severity"]), row["metric"], row["component"])
        if key == (perturbation, severity, metric, component):
            return {str(column): value for column, value in row.items()}
    raise UsageError(f"{head!r} was not run on {rest!r}")


def find_columns(deltas: pd.DataFrame, name: str) -> dict[str, tuple[str, str]]:
    """The columns that `METRIC[/COMPONENT]` names: component to (metric, component).

    Raises:
        UsageError: if the run has no such metric.
    """
    from metricstress.language.suggest import did_you_mean
    from metricstress.reports.notes import column_labels

    columns = column_labels(deltas)
    found = {key[1]: key for key, label in columns.items() if name in (label, key[0])}
    if not found:
        known = list(dict.fromkeys([*columns.values(), *(metric for metric, _ in columns)]))
        raise UsageError(f"the run has no metric {name!r}{did_you_mean(name, known)}")
    return found
