"""Two runs side by side as text and as JSON."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from textwrap import wrap
from typing import Any, Final

from rich.cells import cell_len

from .cells import CellKey
from .export import plain
from .notes import Labels, one_line
from .run_diff import ALPHA, CellDiff, RunDiff
from .table import NOT_AVAILABLE, format_change, format_p_value, format_percent

__all__ = ["diff_document", "diff_text"]

_HEAD: Final = ("", "A", "B", "B − A", "95 % interval", "q", "")
_WORDS: Final = {
    "worse": "worse",
    "better": "better",
    "other": "differs",
    "noise": "noise",
    "same": "same",
    "none": NOT_AVAILABLE,
}
_LEGEND: Final = (
    "A, B: change of the mean score in percent, over the examples scored in both (Δ: absolute). Worse: an altering "
    "change drops less, or a preserving one moves further.",
    "Interval: paired bootstrap over examples. q: sign-flip test of the examples' differences, adjusted over all cells "
    f"(Benjamini–Hochberg); noise is q > {ALPHA:g}. Same: no score of the cell differs.",
    "Without chance in metric and run, any difference is real on these examples; interval and q speak of others like "
    "them.",
)


def diff_text(diff: RunDiff, heads: Sequence[str], width: int) -> str:
    """A line a cell that differs, metric by metric; those that are the same are counted.

    Args:
        diff: The comparison.
        heads: Lines to begin with, such as where the runs are.
        width: Columns of the terminal; where the table does not fit, a cell takes two lines.
    """
    lines = [*_wrapped(map(one_line, heads), width), "", *_wrapped([_summary(diff)], width), ""]
    labels = _row_labels(diff)
    metrics = _by_metric(diff)
    tables = {
        name: [_line(cell, labels) for cell in cells if cell.verdict != "same"] for name, cells in metrics.items()
    }
    rows = [list(_HEAD), *(line for table in tables.values() for line in table)]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    fits = sum(widths) + len(widths) - 1 <= width
    for name, table in tables.items():
        lines.append(name)
        if table:
            lines += _rows([_HEAD, *table], widths) if fits else _long_rows(table)
        if n_same := len(metrics[name]) - len(table):
            lines.append(f"{'all ' if not table else ''}{n_same} cell{'s' if n_same > 1 else ''} the same")
        lines.append("")
    lines += _wrapped(_remarks(diff, labels), width)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def diff_document(diff: RunDiff) -> dict[str, Any]:
    """The comparison in JSON types: `cells`, `only_a` and `only_b`."""
    cells = []
    for cell in diff.cells:
        values = asdict(cell)
        a, b = values.pop("a"), values.pop("b")
        cells.append({**_key(a), "metric_b": b[2], "component_b": b[3], **values})
    document: dict[str, Any] = plain(
        {"cells": cells, "only_a": [_key(key) for key in diff.only_a], "only_b": [_key(key) for key in diff.only_b]}
    )
    return document


def _wrapped(lines: Iterable[str], width: int) -> list[str]:
    return [part for line in lines for part in wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)]


def _key(key: CellKey) -> dict[str, Any]:
    return dict(zip(("perturbation", "severity", "metric", "component"), key, strict=True))


def _summary(diff: RunDiff) -> str:
    counts = Counter(cell.verdict for cell in diff.cells)
    words = {**_WORDS, "noise": "within noise", "same": "the same", "other": "different", "none": "without a number"}
    parts = [f"{counts[verdict]} {word}" for verdict, word in words.items() if counts[verdict]]
    return f"{len(diff.cells)} cells in both runs" + (f": {', '.join(parts)}" if parts else "")


def _by_metric(diff: RunDiff) -> dict[str, list[CellDiff]]:
    found: dict[str, list[CellDiff]] = {}
    for cell in diff.cells:
        names = dict.fromkeys(diff.labels[key[2:]] for key in (cell.a, cell.b))
        found.setdefault(" against ".join(names), []).append(cell)
    return found


def _row_labels(diff: RunDiff) -> Labels:
    """As in the reports: with the severity where there are several."""
    rows = dict.fromkeys(key[:2] for key in (*(cell.a for cell in diff.cells), *diff.only_a, *diff.only_b))
    several = Counter(name for name, _ in rows)
    return {
        (name, severity): one_line(name if several[name] == 1 or severity is None else f"{name}@{severity:g}")
        for name, severity in rows
    }


def _line(cell: CellDiff, labels: Labels) -> list[str]:
    texts = [_shown(value, cell.relative) for value in (cell.change_a, cell.change_b, cell.difference)]
    interval = NOT_AVAILABLE
    if not math.isnan(cell.low):
        form = format_percent if cell.relative else format_change
        interval = f"[{form(cell.low)}, {form(cell.high)}]"
    failed = "*" if cell.n_failed_a or cell.n_failed_b else ""
    return [labels[cell.a[:2]] + failed, *texts, interval, format_p_value(cell.q_value), _WORDS[cell.verdict]]


def _shown(value: float, relative: bool) -> str:
    if math.isnan(value):
        return NOT_AVAILABLE
    return format_percent(value) if relative else f"Δ{format_change(value)}"


def _rows(table: Sequence[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    for label, *texts, word in table:
        padded = [" " * (width - cell_len(text)) + text for text, width in zip(texts, widths[1:], strict=False)]
        yield " ".join([label + " " * (widths[0] - cell_len(label)), *padded, word])


def _long_rows(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for label, a, b, difference, interval, q, word in rows:
        yield f"{label}: {word}"
        yield f"  {a} -> {b}, {difference}"
        yield f"  {interval} q {q}"


def _remarks(diff: RunDiff, labels: Labels) -> Iterator[str]:
    for name, keys in (("A", diff.only_a), ("B", diff.only_b)):
        if keys:
            yield f"Only in {name}: {_listed(keys, diff)}"
    reasons: dict[str, list[str]] = {}
    for cell in diff.cells:
        if cell.reason:
            reasons.setdefault(f"{one_line(cell.a[2])}: {one_line(cell.reason)}", []).append(labels[cell.a[:2]])
    for reason, rows in reasons.items():
        unique = list(dict.fromkeys(rows))
        shown = unique[:3] + ([f"{len(unique) - 3} more"] if len(unique) > 3 else [])
        yield f"{reason} ({', '.join(shown)})"
    failed = [cell for cell in diff.cells if cell.n_failed_a or cell.n_failed_b]
    if failed:
        most = max(failed, key=lambda cell: cell.n_failed_a + cell.n_failed_b)
        yield (
            f"* some examples failed and are in neither side: at most {most.n_failed_a} in A and {most.n_failed_b} in "
            f"B ({labels[most.a[:2]]}, {one_line(most.a[2])}: {most.n} scored in both)"
        )
    yield from _LEGEND


def _listed(keys: Sequence[CellKey], diff: RunDiff) -> str:
    """Whole metrics and whole perturbations by name, as `bleu (14 cells)`."""
    by_metric: Mapping[str, int] = Counter(diff.labels[key[2:]] for key in keys)
    return ", ".join(f"{name} ({count} cell{'s' if count > 1 else ''})" for name, count in by_metric.items())
