"""The evidence of a submission to an AVeriTeC shared task, scored by any metrics, and all figures made of it.

How the numbers are made stands in `metricstress.reports.averitec_score`, how the files are matched in
`formats.averitec_submission`. Beside what is said there, this differs from the organisers' scripts: METEOR is that of
nltk 3.10.4 without the punkt sentence splitter; a text field `string_evidence`, and justifications, are not read; an
explanation that a prediction gives for its "Yes" or "No" is read, as in the script of 2023 but not on the servers;
Ev²R recall is that of the embedded judge and not of a language model.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from .errors import UsageError

if TYPE_CHECKING:
    from metricstress.metrics_under_test.metric import Failure, Metric, Score
    from metricstress.reports.averitec_score import ClaimRow

    from .formats.averitec_submission import Claim, Matched

__all__ = ["DEFAULT_METRICS", "EvidenceScores", "averitec_figures", "score_evidence", "thresholds_of"]

QUESTIONS, PIECES, EV2R = "hungarian_meteor_questions", "hungarian_meteor", "ev2r.reference_based"
DEFAULT_METRICS = (QUESTIONS, PIECES, EV2R)
_LEVELS = (0.1, 0.2, 0.25, 0.3, 0.4, 0.5)
"""Those of the script of 2023."""
_OWN_LEVELS = {EV2R: (0.25, 0.5)}
_HEADLINE = {EV2R: 0.5}
"""The threshold that the task reports where it is not the .25 of Hungarian METEOR."""


@dataclass(frozen=True)
class EvidenceScores:
    """What a metric gives for the evidence of every claim.

    Attributes:
        metric: The metric.
        component: Which of its numbers.
        thresholds: Where it is cut, ascending.
        headline: The threshold of the breakdown, or None if there is none.
        scores: One a claim, None where there is none.
        failures: Reasons, and how often each was given.
    """

    metric: Metric
    component: str
    thresholds: tuple[float, ...]
    headline: float | None
    scores: tuple[float | None, ...]
    failures: Counter[str]

    @property
    def label(self) -> str:
        """The metric, and its component where it has several."""
        return self.metric.name if len(self.metric.components) == 1 else f"{self.metric.name} {self.component}"


def score_evidence(
    metric: Metric, matched: Matched, thresholds: tuple[float, ...], headline: float | None
) -> EvidenceScores:
    """Score what was submitted; a claim that was not is no failure and is not scored."""
    from metricstress.metrics_under_test.hungarian_meteor import HungarianMetric
    from metricstress.metrics_under_test.metric import Item

    def side(claim: Claim) -> Any:
        # The official pieces are whole answers; for all others the lines of an answer say something.
        return claim.one_line if isinstance(metric, HungarianMetric) else claim.evidence

    component = _component(metric)
    submitted = [
        (place, Item(side(ours), side(gold), gold.claim, gold.label))
        for place, (gold, ours) in enumerate(matched.pairs)
        if ours is not None
    ]
    scores: list[float | None] = [None] * len(matched.pairs)
    failures: Counter[str] = Counter()
    outcomes = metric.score([item for _, item in submitted])
    for (place, _), outcome in zip(submitted, outcomes, strict=True):
        value, reason = _value(outcome, component)
        scores[place] = value
        if value is None:
            failures[reason] += 1
    return EvidenceScores(metric, component, thresholds, headline, tuple(scores), failures)


def averitec_figures(matched: Matched, scored: Sequence[EvidenceScores], *, strict: bool = False) -> dict[str, Any]:
    """All that the command prints, as `--help` lists it.

    Raises:
        ValueError: as `averitec_score`.
    """
    from metricstress.reports.averitec_score import veracity

    from .formats.averitec_submission import LABELS

    everything = range(len(matched.pairs))
    verdicts = veracity(_rows(matched, None, everything), LABELS)
    means = {evidence.metric.name: _evidence(matched, evidence, everything, strict) for evidence in scored}
    return {
        "n": verdicts.n,
        "n_missing": verdicts.n_missing,
        "missing": matched.missing,
        "matched_by": "position" if matched.by_position else "claim_id",
        "strict": strict,
        "question_only_score": means.get(QUESTIONS, {}).get("mean"),
        "question_answer_score": means.get(PIECES, {}).get("mean"),
        "veracity": {
            "accuracy": verdicts.accuracy,
            "macro_f1": verdicts.macro_f1,
            "per_label": {label: asdict(figures) for label, figures in verdicts.per_label.items()},
        },
        "evidence": [
            {"signature": evidence.metric.signature(), "failures": dict(evidence.failures)}
            | means[evidence.metric.name]
            for evidence in scored
        ],
        "groups": [
            {
                "kind": kind,
                "name": name,
                "n": len(places),
                "accuracy": veracity(_rows(matched, None, places), LABELS).accuracy,
                "evidence": [_evidence(matched, evidence, places, strict) for evidence in scored],
            }
            for kind, name, places in _groups(matched)
        ],
    }


def _groups(matched: Matched) -> Iterator[tuple[str, str, list[int]]]:
    """Claims by gold label, then by type; a claim of two types is in both."""
    from .formats.averitec_submission import LABELS

    golds = [gold for gold, _ in matched.pairs]
    kinds: list[tuple[str, Sequence[str], Callable[[Claim], Sequence[str]]]] = [
        ("label", LABELS, lambda claim: (claim.label,)),
        ("claim_type", sorted({kind for gold in golds for kind in gold.types}), lambda claim: claim.types),
    ]
    for kind, names, of in kinds:
        for name in names:
            places = [place for place, gold in enumerate(golds) if name in of(gold)]
            if places:
                yield kind, name, places


def _rows(matched: Matched, evidence: EvidenceScores | None, places: Iterable[int]) -> list[ClaimRow]:
    from metricstress.reports.averitec_score import ClaimRow

    found = []
    for place in places:
        gold, ours = matched.pairs[place]
        score = None if evidence is None else evidence.scores[place]
        found.append(ClaimRow(None if ours is None else ours.label, gold.label, score))
    return found


def _evidence(matched: Matched, evidence: EvidenceScores, places: Iterable[int], strict: bool) -> dict[str, Any]:
    from metricstress.reports.averitec_score import averitec_score, evidence_mean

    rows = _rows(matched, evidence, places)
    mean = evidence_mean(rows)
    cut = [averitec_score(rows, threshold, strict=strict) for threshold in evidence.thresholds]
    return {
        "metric": evidence.metric.name,
        "component": evidence.component,
        "label": evidence.label,
        **asdict(mean),
        "headline_threshold": evidence.headline,
        "scores": [
            {name: getattr(one, name) for name in ("threshold", "score", "n", "n_reached", "n_at_threshold")}
            for one in cut
        ],
    }


def thresholds_of(metric: Metric, asked: Sequence[float], *, named: bool) -> tuple[tuple[float, ...], float | None]:
    """Where a metric is cut, and the threshold of the breakdown.

    Args:
        metric: The metric.
        asked: What the user asks for beside the usual thresholds.
        named: Whether the user named the metric. The question-only score is otherwise a mean and not cut, as in the
            tasks.

    Raises:
        UsageError: if a threshold makes no sense, or the metric's scale has no usual one.
    """
    if any(math.isnan(threshold) for threshold in asked):
        raise UsageError("--threshold is a number on the scale of the evidence score, but got nan")
    if not metric.higher_is_better:
        raise UsageError(f"metric {metric.name!r} is lower for better evidence; the AVeriTeC score needs the contrary")
    usual: Sequence[float] = _OWN_LEVELS.get(metric.name, _LEVELS)
    if metric.name == QUESTIONS and not named:
        return (), None
    if metric.bounds != (0.0, 1.0):
        usual = ()
        if not asked:
            low, high = metric.bounds
            raise UsageError(f"scores of {metric.name!r} go from {low:g} to {high:g}, not 0 to 1; give --threshold")
    # The breakdown has one threshold: the only one asked for, else the task's own.
    headline = asked[0] if len(set(asked)) == 1 or not usual else _HEADLINE.get(metric.name, 0.25)
    return tuple(sorted({*usual, *asked})), headline


def _component(metric: Metric) -> str:
    """Recall where a metric has it, as in the task of 2025; else the first number it gives."""
    return "recall" if "recall" in metric.components else metric.components[0]


def _value(outcome: Score | Failure, component: str) -> tuple[float | None, str]:
    from metricstress.metrics_under_test.metric import Failure

    if isinstance(outcome, Failure):
        return None, outcome.reason
    value = outcome.values.get(component)
    if value is None or not math.isfinite(value):
        return None, outcome.reason or f"no number for {component!r}"
    return float(value), ""
