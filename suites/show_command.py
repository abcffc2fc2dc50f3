"""`metricstress show DIR METRIC/PERTURBATION[@SEVERITY]`: the examples of a cell, with what was changed in them."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from .cell_names import find_cell
from .screen import printable
from .store import read_run

if TYPE_CHECKING:
    from metricstress.reports.cell_examples import CellExamples, MovedExample
    from metricstress.reports.texts_file import Passages, Texts

    from .run import RunResult

__all__ = ["show", "show_command"]

_MARKS: Final = re.compile(r"(\[-.*?-\])|(\{\+.*?\+\})")
_MOST_LINES: Final = 12  # of the diff of one example
_ORDERS: Final = {
    ("most", True): "moved most",
    ("most", False): "moved most",
    ("least", True): "fell least",
    ("least", False): "moved least",
}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("cell", metavar="METRIC/PERTURBATION[@SEVERITY]")
@click.option("--worst", type=click.IntRange(min=1), default=3, show_default=True, help="How many examples.")
@click.option("--most", "order", flag_value="most", help="Those whose score moved most.")
@click.option("--least", "order", flag_value="least", help="Those whose score moved (of altering changes: fell) least.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document, with the whole texts.")
def show(folder: Path, cell: str, worst: int, order: str | None, as_json: bool) -> None:
    """Show the examples of a cell, with word diffs.

    By default the most telling ones: of a change that alters the meaning those whose score fell least, of any other
    those whose score moved most. METRIC is a column of the report, and so METRIC/COMPONENT where a metric has several
    components; @SEVERITY is needed where a perturbation has several.

    \b
    metricstress show runs/ev2r-1a2b3c4d5e bleu/typos
    metricstress show runs/ev2r-1a2b3c4d5e ev2r.reference_based/recall/typos@0.1 --worst 10
    metricstress show runs/ev2r-1a2b3c4d5e rouge1/random_shuffle --most --json
    """
    show_command(folder, cell, worst, order, as_json=as_json)


def show_command(folder: Path, name: str, worst: int, order: str | None, *, as_json: bool) -> None:
    """Print the examples.

    Raises:
        UsageError: if there is no such run or cell.
    """
    from metricstress.reports.cell_examples import cell_examples
    from metricstress.reports.frames import severity_key
    from metricstress.reports.notes import lower_is_better

    result = read_run(folder)
    cell = find_cell(result.deltas, name)
    by: Any = order
    lower = cell["metric"] in lower_is_better(result.meta)
    found = cell_examples(result.source, cell, count=worst, order=by, lower_is_better=lower)
    severity = severity_key(cell["severity"])
    texts = result.texts({(example.example_id, cell["perturbation"], severity) for example in found.chosen})
    if as_json:
        print(json.dumps(_document(cell, found, texts), indent=2, allow_nan=False))
        return
    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    width = max(40, shutil.get_terminal_size((80, 24)).columns)
    for line in _lines(result, name, cell, found, texts, width):
        print(printable(_styled(line) if color else line))


def _lines(
    result: RunResult, name: str, cell: Mapping[str, Any], found: CellExamples, texts: Texts, width: int
) -> Iterator[str]:
    from metricstress.reports.notes import one_line
    from metricstress.reports.table import format_change, format_score, shown_cell

    shown = shown_cell(cell, result.meta)
    yield one_line(
        f"{name}: {shown.text}{' %' if shown.relative and shown.available else ''}, 95 % interval {shown.interval}"
    )
    yield f"mean {shown.base} -> {format_score(shown.mean)}; {_EXPECTED.get(str(cell['intent']), 'intent not given')}"
    yield (
        f"{shown.n_changed} changed and scored: {found.n_fell} fell, {found.n_stayed} stayed, {found.n_rose} rose; "
        f"{shown.n_not_applicable} not applicable, {shown.n_failed} failed"
    )
    if shown.reason:
        yield one_line(shown.reason)
    if not found.chosen:
        yield "No example was both changed and scored."
        return
    words = _ORDERS[found.order, cell["intent"] == "altering"]
    yield ""
    yield f"{len(found.chosen)} of {shown.n_changed}, those whose score {words}:"
    for example in found.chosen:
        yield ""
        edits = "" if example.n_edits is None else f", {example.n_edits} edit{'s' if example.n_edits != 1 else ''}"
        yield (
            f"{one_line(example.example_id)}  {format_score(example.base)} -> {format_score(example.score)}  "
            f"({format_change(example.change)}{edits})"
        )
        if example.audit:
            yield f"  the auditor objects: {one_line(example.audit)}"
        lines = _diff(example, cell, texts, width - 2)
        yield from (f"  {line}" for line in lines[:_MOST_LINES])
        if len(lines) > _MOST_LINES:
            yield f"  … and {len(lines) - _MOST_LINES} more lines (--json has all)"


def _diff(example: MovedExample, cell: Mapping[str, Any], texts: Texts, width: int) -> list[str]:
    from metricstress.reports.cell_examples import evidence_diff

    pair = _pair(example, cell, texts)
    if pair is None:
        return ["(the run has kept no text of it)"]
    return evidence_diff(*pair, width=width)


def _pair(example: MovedExample, cell: Mapping[str, Any], texts: Texts) -> tuple[Passages, Passages] | None:
    from metricstress.reports.frames import severity_key

    return texts.get((example.example_id, cell["perturbation"], severity_key(cell["severity"])))


def _styled(line: str) -> str:
    """The marks of a diff in red and green, which only repeats what they say."""
    return _MARKS.sub(lambda found: f"\x1b[{31 if found[1] else 32}m{found[0]}\x1b[0m", line)


_EXPECTED: Final = {
    "altering": "semantics-altering, should drop",
    "preserving": "semantics-preserving, should not move",
}


def _document(cell: Mapping[str, Any], found: CellExamples, texts: Texts) -> dict[str, Any]:
    from metricstress.reports.export import plain

    examples = []
    for example in found.chosen:
        pair = _pair(example, cell, texts)
        examples.append(
            {
                "id": example.example_id,
                "base_score": example.base,
                "score": example.score,
                "change": example.change,
                "n_edits": example.n_edits,
                "audit": example.audit,
                "before": None if pair is None else _passages(pair[0]),
                "after": None if pair is None else _passages(pair[1]),
                "diff": _diff(example, cell, texts, 160),
            }
        )
    counts = {"n_fell": found.n_fell, "n_stayed": found.n_stayed, "n_rose": found.n_rose}
    document: dict[str, Any] = plain({"cell": dict(cell), "order": found.order, **counts, "examples": examples})
    return document


def _passages(passages: Passages) -> list[dict[str, str]]:
    return [{"question": question, "text": text} for question, text in passages]
