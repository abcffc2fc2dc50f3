"""The texts of stress tests: why a cell failed, at a glance, and the closing table of all cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .expectations import Cell, Expectation, Outcome
    from .stress import StressResult, WorstExample

__all__ = ["explain", "record_of_cell", "report_text", "table_lines", "verdict_of"]

_LISTED: Final = 3  # reasons that are listed, the most common first
_REASON: Final = 100  # characters of a reason
_HEADS: Final = {
    "drops": "whose score got worse least",
    "stays": "whose score moved most",
    "monotone": "whose score improved most with severity",
}


def explain(
    result: StressResult, expectation: Expectation, outcome: Outcome, *, worst: int = 3, rerun: str | None = None
) -> str:
    """Why a cell failed or cannot be judged.

    The first line is complete in itself: it becomes the line of pytest's summary. Below it stand the numbers, what did
    not apply or failed, the examples that speak most against the metric, and how to run the cell again.

    Args:
        result: What came out.
        expectation: What was expected.
        outcome: The verdict.
        worst: How many examples to show.
        rerun: A command.
    """
    blocks = [[outcome.text], _numbers(result, outcome)]
    if outcome.status == "fail" and worst:
        examples = result.worst(worst, expectation.kind)
        if examples:
            count = "example" if len(examples) == 1 else f"{len(examples)} examples"
            head = f"  The {count} {_HEADS[expectation.kind]}:"
            blocks.append([head, *(line for example in examples for line in _example_lines(example))])
    if rerun:
        blocks.append([f"  Rerun: {rerun}"])
    return "\n\n".join("\n".join(block) for block in blocks)


def _numbers(result: StressResult, outcome: Outcome) -> list[str]:
    lines = []
    for cell in result.cells:
        at = f" @{cell.severity:g}" if len(result.cells) > 1 else ""
        lines.append(f"  score change   {_change(cell)}{at}{_interval(cell)}")
    cell = result.cell
    if cell.base_mean is not None and cell.mean is not None:
        lines.append(f"  mean score     {cell.base_mean:.4g} -> {cell.mean:.4g}")
    if outcome.borderline:
        lines.append("  borderline     the bound lies inside the interval: other examples might decide otherwise")
    lines.append(
        f"  examples       {cell.n} changed and scored, {cell.n_not_applicable} not applicable, "
        f"{cell.n_failed} failed (of {cell.n_total})"
    )
    for status, label in (("not_applicable", "not applicable"), ("failed", "failed")):
        for reason, count in list(result.reasons(status).items())[:_LISTED]:
            lines.append(f"  {label:<14} {count} × {_short(reason)}")
    if cell.n_audited_wrong:
        lines.append(f"  audit          {cell.n_audited_wrong} of the edits look wrong to the auditor")
    if cell.absolute and cell.change is not None and cell.reason:
        lines.append(f"  note           {_short(cell.reason)}")
    return lines


def _example_lines(example: WorstExample) -> list[str]:
    from metricstress.reports.textdiff import diff_lines

    base, score = example.base_score, example.score
    share = f"  ({100 * (score - base) / base + 0.0:+.1f}%)" if base > 0 else ""
    diff = diff_lines(example.before, example.after) or ["(the texts are the same)"]
    return [f"    {_short(example.id, 40)}   {base:.4g} -> {score:.4g}{share}", *(f"      {line}" for line in diff)]


def _change(cell: Cell) -> str:
    if cell.change is None:
        return "n/a"
    return f"{cell.change + 0.0:+.4g}" if cell.absolute else f"{round(100 * cell.change, 1) + 0.0:+.1f}%"


def _interval(cell: Cell) -> str:
    if cell.low is None or cell.high is None:
        return ""
    if cell.absolute:
        return f"   95% CI [{cell.low:+.4g}, {cell.high:+.4g}]"
    return f"   95% CI [{round(100 * cell.low, 1) + 0.0:+.1f}%, {round(100 * cell.high, 1) + 0.0:+.1f}%]"


def _short(text: str, width: int = _REASON) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else f"{line[: width - 1]}…"


def record_of_cell(result: StressResult, expectation: Expectation, outcome: Outcome) -> dict[str, Any]:
    """The cell as a record of JSON types: it travels from xdist's workers and stands in `--stress-report`."""
    cell = result.cell
    severities = [item.severity for item in result.cells if item.severity == item.severity]
    return {
        "metric": cell.metric,
        "component": cell.component,
        "perturbation": cell.perturbation,
        "severities": severities,
        "expected": expectation.text,
        "status": outcome.status,
        "borderline": outcome.borderline,
        "text": outcome.text,
        "change": cell.change,
        "low": cell.low,
        "high": cell.high,
        "absolute": cell.absolute,
        "base_mean": cell.base_mean,
        "mean": cell.mean,
        "n": cell.n,
        "n_not_applicable": cell.n_not_applicable,
        "n_failed": cell.n_failed,
        "n_total": cell.n_total,
        "n_audited_wrong": cell.n_audited_wrong,
        "changes": [item.change for item in result.cells],
        "seed": result.seed,
        "shown": {"change": _change(cell), "interval": _interval(cell).strip().removeprefix("95% CI ")},
    }


def verdict_of(record: Mapping[str, Any]) -> str:
    """`pass`, `FAIL`, `ERROR`, `xfail` or `XPASS`: what pytest made of the cell's outcome."""
    marked = record.get("xfail") is not None
    if record["status"] == "error":
        return "ERROR"
    if record["status"] == "fail":
        return "xfail" if marked else "FAIL"
    return "XPASS" if marked else "pass"


def table_lines(records: Iterable[Mapping[str, Any]]) -> list[str]:
    """The closing table: a line a cell, in the order of metrics and perturbations as given."""
    rows = [("metric", "perturbation", "change", "95% CI", "n/total", "verdict")]
    tails = [""]
    for record in records:
        at = "..".join(f"{severity:g}" for severity in dict.fromkeys(_ends(record["severities"])))
        metric = record["metric"]
        if record["component"] != metric:
            metric += f":{record['component']}"
        rows.append(
            (
                metric,
                record["perturbation"] + (f"@{at}" if at else ""),
                record["shown"]["change"],
                record["shown"]["interval"],
                f"{record['n']}/{record['n_total']}",
                verdict_of(record),
            )
        )
        notes = [record["expected"]]
        if record["n_failed"]:
            notes.append(f"({record['n_failed']} failed)")
        if record["borderline"]:
            notes.append("(borderline)")
        if record.get("xfail"):
            notes.append(f"[{_short(record['xfail'], 60)}]")
        tails.append(" ".join(notes))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if column in (2, 4) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        + (f"  {tail}" if tail else "")
        for row, tail in zip(rows, tails, strict=True)
    ]


def _ends(severities: Sequence[float]) -> list[float]:
    return [severities[0], severities[-1]] if severities else []


def report_text(records: Sequence[Mapping[str, Any]], suffix: str) -> str:
    """What `--stress-report` writes: records for `.json`, the table in a Markdown block for `.md`, or plain."""
    if suffix == ".json":
        import json

        cells = [{name: value for name, value in record.items() if name != "shown"} for record in records]
        return json.dumps({"schema": 1, "cells": cells}, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    table = "\n".join(table_lines(records)) + "\n"
    return f"```text\n{table}```\n" if suffix == ".md" else table
