"""Scoring one example: its base text and all its variants, by every metric, into rows of the scores frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from metricstress.language.passages import Evidence
from metricstress.metrics_under_test.cache import ScoreCache, is_cacheable
from metricstress.metrics_under_test.metric import CannotScore, Failure, Item, Metric, Score
from metricstress.perturb.audit import audit
from metricstress.perturb.donors import DonorPool
from metricstress.perturb.perturbation import Perturbation, Perturbed, perturb

from .example import Example

__all__ = ["Row", "Variant", "items_of", "perturb_example", "score_examples", "variant_made_elsewhere"]

Row = dict[str, Any]
"""A row of the scores frame; the columns stand in `metricstress.reports.frames`."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One changed copy of an example's evidence.

    Attributes:
        perturbation: Its name in the report.
        severity: What was asked for; None for a copy made elsewhere.
        evidence: The copy; equal to the example's evidence if nothing could be changed.
        reason: Why nothing was changed, or None.
        n_edits: How many edits were made; None for a copy made elsewhere.
        audit: What the auditor found wrong with the edit, or None.
        problem: Why there is nothing to score, or None.
        anew: Whether it is the unchanged text as a control, to be scored once more.
    """

    perturbation: str
    severity: float | None
    evidence: Evidence
    reason: str | None
    n_edits: int | None
    audit: str | None
    problem: str | None = None
    anew: bool = False


def perturb_example(
    example: Example, perturbations: Sequence[Perturbation], *, seed: int, donors: DonorPool | None = None
) -> list[Variant]:
    """The example's evidence in every perturbation."""
    return [
        Variant(perturbation.label, perturbation.severity, example.evidence, None, None, None, anew=True)
        if perturbation.control
        else _variant(
            perturbation,
            perturb(
                perturbation,
                example.evidence,
                example_id=example.id,
                claim=example.claim,
                verdict=example.verdict,
                donors=donors,
                seed=seed,
            ),
        )
        for perturbation in perturbations
    ]


def variant_made_elsewhere(name: str, example: Example, copy: Example | None, judge: Perturbation | None) -> Variant:
    """A copy of the example that some other tool perturbed.

    Args:
        name: Its name in the report.
        copy: None if the file has none for this example; it is then counted as failed.
        judge: The perturbation of that name, whose promise the auditor holds the copy to; None if there is none.
    """
    if copy is None:
        return Variant(name, None, example.evidence, None, None, None, "the variant has no row for this example")
    if copy.evidence == example.evidence:
        return Variant(name, None, example.evidence, "unchanged", None, None)
    found = None if judge is None else _audit(judge, example.evidence, copy.evidence)
    return Variant(name, None, copy.evidence, None, None, found)


def _variant(perturbation: Perturbation, perturbed: Perturbed) -> Variant:
    changed = perturbed.status == "changed"
    return Variant(
        perturbation.label,
        perturbation.severity,
        perturbed.evidence,
        perturbed.reason,
        len(perturbed.edits),
        _audit(perturbation, perturbed.before, perturbed.evidence) if changed else None,
    )


def _audit(perturbation: Perturbation, before: Evidence, after: Evidence) -> str | None:
    findings = audit(before, after, intent=perturbation.intent, invariant=perturbation.invariant)
    return "; ".join(f"{finding.kind}: {finding.detail}" for finding in findings) or None


def score_examples(
    examples: Sequence[tuple[Example, Sequence[Variant]]], metrics: Sequence[Metric], cache: ScoreCache | None = None
) -> list[Row]:
    """Rows for every example, variant and metric.

    Equal texts of an example are scored once, and not at all if `cache` knows their score. A metric that fails on the
    base text has failed on all its variants: there is nothing to compare with. A metric that `batches` is given all
    items at once, so that it can ask about many at a time.

    Raises:
        CannotScore: if a metric can score nothing here.
    """
    everything = [items_of(example, variants) for example, variants in examples]
    batched = {
        number: iter(_score(metric, [item for items in everything for item in items.values()]))
        for number, metric in enumerate(metrics)
        if getattr(metric, "batches", False)
    }
    rows: list[Row] = []
    for (example, variants), items in zip(examples, everything, strict=True):
        base = example.evidence
        for number, metric in enumerate(metrics):
            if number in batched:
                found = [next(batched[number]) for _ in items]
            else:
                found = _looked_up(metric, [*items.values()], cache)
            outcomes = dict(zip(items, found, strict=True))
            for variant in variants:
                again = _score(metric, [items[base]])[0] if variant.anew else outcomes[variant.evidence]
                rows += _rows(example, variant, metric, outcomes[base], again)
    return rows


def items_of(example: Example, variants: Iterable[Variant]) -> dict[Evidence, Item]:
    """What a metric is given: the example's evidence and every other text that a variant makes of it.

    The id of an item is the example's, and for a variant `ID/PERTURBATION`, with `@SEVERITY` where it has one.
    """
    items = {example.evidence: Item(example.evidence, example.references, example.claim, example.verdict, example.id)}
    for variant in variants:
        if variant.evidence not in items:
            level = "" if variant.severity is None else f"@{variant.severity:g}"
            name = f"{example.id}/{variant.perturbation}{level}"
            items[variant.evidence] = Item(variant.evidence, example.references, example.claim, example.verdict, name)
    return items


def _looked_up(metric: Metric, items: Sequence[Item], cache: ScoreCache | None) -> list[Score | Failure]:
    """The scores of `items`: those that the cache knows from there, and the others both scored and kept."""
    if cache is None or not is_cacheable(metric):
        return _score(metric, items)
    known = cache.get(metric, items)
    new = [item for item, score in zip(items, known, strict=True) if score is None]
    if not new:
        return [score for score in known if score is not None]
    scored = _score(metric, new)
    cache.put(metric, new, scored)
    fresh = iter(scored)
    return [next(fresh) if score is None else score for score in known]


def _score(metric: Metric, items: Sequence[Item]) -> list[Score | Failure]:
    try:
        outcomes = metric.score(items)
    except CannotScore:
        raise
    except Exception as error:  # A metric under test may raise anything; the run goes on and counts it.
        return [Failure(f"{type(error).__name__}: {error}".rstrip(": "))] * len(items)
    if len(outcomes) != len(items):
        return [Failure(f"gave {len(outcomes)} scores for {len(items)} items")] * len(items)
    return outcomes


def _rows(
    example: Example, variant: Variant, metric: Metric, base: Score | Failure, outcome: Score | Failure
) -> list[Row]:
    rows: list[Row] = []
    status: str
    reason: str | None
    for component in metric.components:
        base_score, base_problem = _number(base, component)
        score, problem = _number(outcome, component)
        if base_problem is not None:
            status, reason, score = "failed", f"base text: {base_problem}", None
        elif variant.problem is not None:
            status, reason, score = "failed", variant.problem, None
        elif problem is not None:
            status, reason = "failed", problem
        elif variant.reason is not None:
            status, reason = "not_applicable", variant.reason
        else:
            assert isinstance(outcome, Score)
            status, reason = "ok", ", ".join(outcome.repairs) or (outcome.reason if outcome.status == "ok" else None)
        rows.append(
            {
                "example_id": example.id,
                "perturbation": variant.perturbation,
                "severity": variant.severity,
                "repeat": 0,
                "metric": metric.name,
                "component": component,
                "status": status,
                "reason": reason,
                "base_score": base_score,
                "score": score,
                "n_edits": variant.n_edits,
                "audit": variant.audit,
            }
        )
    return rows


def _number(outcome: Score | Failure, component: str) -> tuple[float | None, str | None]:
    """The component's number, or why there is none."""
    if isinstance(outcome, Failure):
        return None, outcome.reason
    if component not in outcome.values:
        return None, outcome.reason or f"gave no component {component!r}"
    return outcome.values[component], None
