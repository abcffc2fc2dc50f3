"""The gate: what got worse since the baseline, what falls short of its expectation, and what cannot be judged.

What is worse depends on what is expected of a cell, or else on the intent of its perturbation:

- `stays` (preserving): the size of the change grew;
- `drops` (altering): the drop shrank;
- `monotone`: the score rises more from one severity to the next;
- of unknown intent: the change is another.

Of a metric that always gives the same score, any difference is real, and the tolerance alone decides. Of a sampled
one, such as an LLM judge, a cell is worse if it is beyond the tolerance *and* a one-sided t-test of the loss against
the tolerance stays significant after Benjamini and Hochberg (1995) over all sampled cells. The standard error comes
from the scores of both runs example by example where they are known, so that what differs between examples cancels;
else from the intervals of both runs, which is safe but sees less.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from .baseline import Baseline, CellId, Entry, Header, cell_id, full_name
from .cell_patterns import names_of
from .expectations import Cell, Expectation, judge
from .findings import Finding, GateResult, Kind
from .loss_tests import BeforeAndNow, by_tolerance, error_of, tested
from .suite import Suite

__all__ = ["compare"]

_MOST_FAILED: Final = 0.05  # share of a sampled metric's scores that may fail before a cell cannot be judged
_BY_INTENT: Final[dict[str, Kind]] = {"preserving": "stays", "altering": "drops"}


def compare(
    cells: Sequence[Cell],
    intents: Mapping[str, str],
    header: Header,
    baseline: Baseline,
    suite: Suite,
    scores: Mapping[CellId, BeforeAndNow] | None = None,
) -> GateResult:
    """Hold a run against the baseline and against the expectations of its suite.

    Args:
        cells: Of the run, from `metricstress.suites.cells`.
        intents: Perturbation to intent, as in the run's manifest.
        header: Of the run. Suite, examples and seed are those of the baseline; it is for the caller to see to that.
        baseline: What was accepted.
        suite: Its expectations and `min_n`.
        scores: Scores before and now of cells of sampled metrics, where they are known.
    """
    stale = baseline.stale(header)
    by_id = {cell_id(cell): cell for cell in cells}
    rungs = _previous_rungs(cells)
    findings = [_draft(cell, intents, baseline, suite, stale, by_id, rungs) for cell in cells]
    findings = _decided(findings, scores or {}, baseline, by_id, rungs)
    findings = _with_outcomes(findings)
    gone = {cell: baseline.lines.get(cell) for cell in baseline.cells if cell not in by_id}
    return GateResult(tuple(findings), gone, tuple(_other_recipes(baseline.header, header)))


def _draft(
    cell: Cell,
    intents: Mapping[str, str],
    baseline: Baseline,
    suite: Suite,
    stale: Collection[CellId],
    by_id: Mapping[CellId, Cell],
    rungs: Mapping[CellId, CellId | None],
) -> Finding:
    """The finding before any comparison: what it is compared by, and whether it can be."""
    identity = cell_id(cell)
    names = names_of(cell.metric, cell.component, cell.perturbation, cell.severity)
    intent = intents.get(cell.perturbation, "unknown")
    rule = suite.expectation_of(names, intent)
    before, now = baseline.cells.get(identity), Entry.of(cell)
    kind = rule[1].kind if rule else _BY_INTENT.get(intent, "moves")
    draft = Finding(
        replace(cell, expectation=rule[1] if rule else None),
        kind,
        "unchanged",
        before,
        now,
        tolerance=baseline.allowed(names),
        line=baseline.lines.get(identity),
    )
    explicit = rule is not None and rule[0] in suite.patterns
    if cell.n == 0 and cell.n_failed == 0 and before is None and not explicit:
        return replace(draft, status="skipped", reason="no example that it applies to")
    min_n = rule[1].min_n if rule else suite.min_n or 1
    reason = _obstacle(draft, min_n)
    if reason is None and identity in stale:
        reason = "the metric or the perturbation is another version; see below"
    previous = rungs.get(identity)
    if reason is None and kind == "monotone" and previous is not None:
        if previous not in baseline.cells or Entry.of(by_id[previous]) is None:
            reason = f"monotone, but {full_name(previous)} has no change"
    return draft if reason is None else replace(draft, status="unjudged", reason=reason)


def _obstacle(draft: Finding, min_n: int) -> str | None:
    cell, before, now = draft.cell, draft.before, draft.now
    failed = f" ({cell.n_failed} failed: {cell.reason or 'no reason given'})" if cell.n_failed else ""
    if cell.n < min_n:
        return f"{cell.n} of {cell.n_total} examples applicable and scored, min_n = {min_n}{failed}"
    if now is None:
        return f"there is no change to judge{failed}"
    if not cell.deterministic and cell.n_failed > _MOST_FAILED * (cell.n + cell.n_failed):
        return f"{cell.n_failed} of {cell.n + cell.n_failed} scores failed: {cell.reason or 'no reason given'}"
    if before is None:
        return f"it has no line in the baseline; accept it with --update '{draft.name}'{failed}"
    if now.absolute != before.absolute:
        kinds = ("a relative", "an absolute")
        return f"the baseline has {kinds[before.absolute]} change, but there is {kinds[now.absolute]} one now"
    # Failures at either time may take a few examples from a sampled metric; more is another perturbation.
    if abs(cell.n - before.n) > (0 if cell.deterministic else 2 * _MOST_FAILED * before.n):
        return f"it rests on {cell.n} examples{failed}, in the baseline on {before.n}"
    return None


def _decided(
    findings: Sequence[Finding],
    scores: Mapping[CellId, BeforeAndNow],
    baseline: Baseline,
    by_id: Mapping[CellId, Cell],
    rungs: Mapping[CellId, CellId | None],
) -> list[Finding]:
    """The findings with losses and statuses."""
    losses: list[Finding] = []
    errors: dict[CellId, tuple[float, int]] = {}
    for finding in findings:
        if finding.status != "unchanged":
            losses.append(finding)
            continue
        before, now = finding.before, finding.now
        assert before is not None and now is not None
        previous = rungs.get(finding.id) if finding.kind == "monotone" else None
        neighbours = None
        if previous is not None:
            neighbours = baseline.cells[previous], Entry.of(by_id[previous])
        sign = 1.0 if finding.cell.higher_is_better else -1.0
        worse_by = round(_loss(finding.kind, before.change, now.change, sign, neighbours), 6) + 0.0
        finding = replace(finding, worse_by=worse_by)
        if not finding.cell.deterministic:
            error = error_of(finding, scores.get(finding.id), neighbours)
            if error is None:
                finding = replace(finding, status="unjudged", reason="no interval, so chance cannot be told from loss")
            else:
                errors[finding.id] = error
        losses.append(finding)
    verdicts = tested([finding for finding in losses if finding.id in errors], errors)
    return [
        verdicts.get(finding.id) or (replace(finding, status=by_tolerance(finding)) if _open(finding) else finding)
        for finding in losses
    ]


def _open(finding: Finding) -> bool:
    return finding.status == "unchanged" and finding.worse_by is not None


def _loss(kind: str, before: float, now: float, sign: float, neighbours: tuple[Entry, Entry | None] | None) -> float:
    if kind == "stays":
        return abs(now) - abs(before)
    if kind == "drops":
        return sign * (now - before)
    if kind == "moves":
        return abs(now - before)
    lower_before, lower_now = (0.0, 0.0)
    if neighbours is not None and neighbours[1] is not None:
        lower_before, lower_now = neighbours[0].change, neighbours[1].change
    return max(0.0, sign * (now - lower_now)) - max(0.0, sign * (before - lower_before))


def _with_outcomes(findings: Sequence[Finding]) -> list[Finding]:
    """The findings with what the suite's expectations say; a ladder's outcome stands at its last severity."""
    ladders: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in findings:
        if finding.kind == "monotone" and finding.cell.expectation is not None:
            ladders.setdefault(_ladder_of(finding.cell), []).append(finding)
    last = {max(ladder, key=lambda item: item.cell.severity).id: ladder for ladder in ladders.values()}
    told = []
    for finding in findings:
        expectation: Expectation | None = finding.cell.expectation
        if expectation is None or finding.status == "skipped":
            told.append(finding)
        elif expectation.kind != "monotone":
            told.append(replace(finding, outcome=judge(expectation, finding.cell)))
        elif finding.id in last:
            told.append(replace(finding, outcome=judge(expectation, [item.cell for item in last[finding.id]])))
        else:
            told.append(finding)
    return told


def _ladder_of(cell: Cell) -> tuple[str, str, str]:
    return cell.metric, cell.component, cell.perturbation


def _previous_rungs(cells: Sequence[Cell]) -> dict[CellId, CellId | None]:
    """Every cell to the next lower severity of its ladder."""
    ladders: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in cells:
        ladders.setdefault(_ladder_of(cell), []).append(cell)
    found: dict[CellId, CellId | None] = {}
    for ladder in ladders.values():
        previous: CellId | None = None
        for cell in sorted(ladder, key=lambda item: item.severity):
            found[cell_id(cell)] = previous
            previous = cell_id(cell)
    return found


def _other_recipes(before: Header, now: Header) -> list[str]:
    """A line for every metric and perturbation that is another version than in the baseline."""
    lines = []
    for name, signature in now.metrics.items():
        if name in before.metrics and before.metrics[name] != signature:
            lines.append(
                f"{name} has another signature:\n"
                f"         baseline  {before.metrics[name]}\n         now       {signature}\n"
                f"       If that is meant, accept its new numbers: metricstress gate --update '{name}/*'"
            )
    for label, version in now.perturbations.items():
        if label in before.perturbations and before.perturbations[label] != version:
            lines.append(
                f"{label} is version {version}, in the baseline {before.perturbations[label]}; "
                f"if that is meant, accept its new numbers: metricstress gate --update '*/{label}*'"
            )
    return lines
