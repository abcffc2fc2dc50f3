"""What the gate prints: the verdict first, then the cells that matter, worst first."""

from __future__ import annotations

import math
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from .baseline import full_name
from .findings import Finding, GateResult, Status
from .loss_tests import POWER

__all__ = ["GateRun", "as_record", "change_text", "loss_text", "summary", "to_text", "tolerance_text"]

_LISTED: Final = 20
"""Cells of a kind that are listed where they do not decide; --json has all."""
_LABELS: Final[Mapping[Status, str]] = {"worse": "WORSE", "noise": "noise", "improved": "improved"}
_COUNTED: Final[Mapping[Status, str]] = {
    "worse": "got worse",
    "improved": "improved",
    "noise": "within noise",
    "tolerated": "within tolerance",
    "unchanged": "unchanged",
    "unjudged": "cannot be judged",
    "skipped": "not applicable",
}


@dataclass(frozen=True, slots=True)
class GateRun:
    """What a gate was held on.

    Attributes:
        suite: Its name.
        metrics: Their names.
        n_examples: Of the run.
        seed: Of the run.
        baseline: File of the baseline.
        folder: Of the run.
        command: `metricstress gate` with what it takes to mean the same files.
        moved: Cell to the example that moved most, its score before and after the perturbation.
    """

    suite: str
    metrics: Sequence[str]
    n_examples: int
    seed: int
    baseline: Path
    folder: Path
    command: str
    moved: Mapping[str, tuple[str, float, float]]


def summary(result: GateResult) -> str:
    """Such as `2 cells got worse, 1 improved, 56 unchanged; 1 expectation is not met`."""
    counts = Counter(finding.status for finding in result.findings)
    parts = [f"{counts[status]} {words}" for status, words in _COUNTED.items() if counts[status]]
    if parts and counts["worse"]:
        parts[0] = f"{counts['worse']} {'cell' if counts['worse'] == 1 else 'cells'} got worse"
    if result.gone:
        parts.append(f"{len(result.gone)} of the baseline not in this run")
    line = ", ".join(parts) or "no cells"
    unmet = sum(finding.outcome is not None and finding.outcome.status == "fail" for finding in result.findings)
    return line + (f"; {unmet} {'expectation is' if unmet == 1 else 'expectations are'} not met" if unmet else "")


def to_text(result: GateResult, run: GateRun) -> str:
    """The whole answer as plain text."""
    head = f"{', '.join(run.metrics)} on {run.suite}: {run.n_examples} examples, seed {run.seed}"
    lines = [f"{head}      baseline: {run.baseline}", "", summary(result), ""]
    width = max((len(finding.name) for finding in result.findings if finding.status in _LABELS), default=0)
    for status, label in _LABELS.items():
        found = sorted(_of(result, status), key=lambda finding: -abs(finding.worse_by or 0.0))
        listed = found if status == "worse" else found[:_LISTED]
        for finding in listed:
            lines += _lines(finding, label, width, run)
        if len(found) > len(listed):
            lines.append(f"  {label:<9} … and {len(found) - len(listed)} more")
    for finding in result.findings:
        if finding.outcome is not None and finding.outcome.status != "pass":
            lines.append(f"  {'FAIL' if finding.outcome.status == 'fail' else 'no verdict':<10} {finding.outcome.text}")
    lines += _doubts(result, run)
    lines += _sight(result)
    failed = [finding.name for finding in result.findings if finding.failed]
    if failed:
        lines += ["", f"Details: metricstress show {shlex.quote(str(run.folder))} {shlex.quote(failed[0])}"]
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines)


def change_text(value: float, *, absolute: bool) -> str:
    """`-8.31%`, or `-0.041200` in units of the score, as in the baseline's file."""
    sign = "+" if value else ""
    return f"{value:{sign}.6f}" if absolute else f"{value:{sign}.2f}%"


def loss_text(value: float, *, absolute: bool) -> str:
    """`4.40 pp`, or `0.041200` in units of the score; without sign."""
    return f"{abs(value):.6f}" if absolute else f"{abs(value):.2f} pp"


def tolerance_text(finding: Finding) -> str:
    """`tolerance 1`, in percentage points or units of the score, with its reason if it has one."""
    pp, reason = finding.tolerance.pp, finding.tolerance.reason
    value = f"{pp / 100:g}" if _absolute(finding) else f"{pp:g}"
    return f"tolerance {value}" + (f" ({reason})" if reason else "")


def as_record(result: GateResult, run: GateRun) -> dict[str, Any]:
    """The answer as JSON types."""
    return {
        "suite": run.suite,
        "seed": run.seed,
        "n_examples": run.n_examples,
        "baseline": str(run.baseline),
        "run": str(run.folder),
        "exit_code": result.exit_code,
        "summary": summary(result),
        "cells": [_record(finding) for finding in result.findings],
        "gone": [{"name": full_name(cell), "line": line} for cell, line in result.gone.items()],
        "problems": list(result.problems),
    }


def _record(finding: Finding) -> dict[str, Any]:
    cell, outcome = finding.cell, finding.outcome
    return {
        "name": finding.name,
        "metric": cell.metric,
        "component": cell.component,
        "perturbation": cell.perturbation,
        "severity": None if math.isnan(cell.severity) else cell.severity,
        "status": finding.status,
        "kind": finding.kind,
        "before": None if finding.before is None else finding.before.change,
        "now": None if finding.now is None else finding.now.change,
        "unit": "score" if _absolute(finding) else "percent",
        "worse_by": finding.worse_by,
        "tolerance": finding.tolerance.pp / (100 if _absolute(finding) else 1),
        "tolerance_reason": finding.tolerance.reason,
        "p_value": finding.p_value,
        "detectable": finding.detectable,
        "n": cell.n,
        "n_not_applicable": cell.n_not_applicable,
        "n_failed": cell.n_failed,
        "expectation": None if cell.expectation is None else cell.expectation.text,
        "expectation_status": None if outcome is None else outcome.status,
        "expectation_text": None if outcome is None else outcome.text,
        "reason": finding.reason,
        "line": finding.line,
    }


def _absolute(finding: Finding) -> bool:
    entry = finding.now or finding.before
    return entry is not None and entry.absolute


def _of(result: GateResult, *statuses: Status) -> list[Finding]:
    return [finding for finding in result.findings if finding.status in statuses]


def _lines(finding: Finding, label: str, width: int, run: GateRun) -> list[str]:
    assert finding.before is not None and finding.now is not None and finding.worse_by is not None
    absolute = finding.now.absolute
    shown = " -> ".join(change_text(entry.change, absolute=absolute) for entry in (finding.before, finding.now))
    parts = [f"  {label:<9} {finding.name:<{width}}  {shown}"]
    parts.append(f"{loss_text(finding.worse_by, absolute=absolute)} {'worse' if finding.worse_by > 0 else 'better'}")
    if finding.status == "improved":
        parts.append(f"accept with: {run.command} --update {shlex.quote(finding.name)}")
        return ["   ".join(parts)]
    if finding.status == "worse":
        parts.append(tolerance_text(finding))
    if finding.p_value is not None:
        chance = "p < 0.0001" if finding.p_value < 1e-4 else f"p = {finding.p_value:.2g}"
        counted = "" if finding.status == "worse" else ", not counted"
        parts.append(f"{chance}{counted}; detectable from {loss_text(finding.detectable or 0.0, absolute=absolute)}")
    if finding.status == "worse" and finding.line is not None:
        parts.append(f"{run.baseline}:{finding.line}")
    lines = ["   ".join(parts)]
    if finding.status == "worse" and finding.name in run.moved:
        example, base, score = run.moved[finding.name]
        kind = "least" if finding.kind == "drops" else "most"
        lines.append(f"            moved {kind}: {example} {base:.4g} -> {score:.4g}")
    return lines


def _doubts(result: GateResult, run: GateRun) -> list[str]:
    lines = [f"  no verdict {finding.name}: {finding.reason}" for finding in _of(result, "unjudged")]
    for cell, line in result.gone.items():
        place = f"{run.baseline}:{line}" if line is not None else str(run.baseline)
        lines.append(f"  no verdict {full_name(cell)}: in the baseline ({place}), but not in this run")
    if result.gone:
        lines.append(f"             If that is meant, take such cells out of the baseline: {run.command} --prune")
    return [*lines, *(f"error: {problem}" for problem in result.problems)]


def _sight(result: GateResult) -> Iterable[str]:
    """For every sampled metric, how small a loss could have been seen."""
    seen: dict[tuple[str, bool], list[float]] = {}
    for finding in result.findings:
        if finding.detectable is not None:
            seen.setdefault((finding.cell.metric, _absolute(finding)), []).append(finding.detectable)
    if seen:
        yield ""
    for (metric, absolute), values in seen.items():
        ends = [loss_text(value, absolute=absolute) for value in (min(values), median(values), max(values))]
        yield (
            f"{metric} varies from run to run: of {len(values)} cells, a loss is found in {POWER:.0%} of all cases "
            f"from {ends[0]} (best cell), {ends[1]} (median), {ends[2]} (worst)"
        )
