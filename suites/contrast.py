"""Fact-level contrast: how often does a judge still call a fact supported after the fact was altered?

A score over whole evidence hides what a judge does not see, as most facts stay as they were. Here each reference fact
stands alone, as premise, against a copy of itself with an inserted negation, a changed number or a swapped name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Final

from metricstress.language.passages import Passage
from metricstress.metrics_under_test.ev2r.facts import Fact, facts_of
from metricstress.metrics_under_test.ev2r.judge import Judge
from metricstress.metrics_under_test.metric import Metric
from metricstress.perturb.perturbation import Perturbation, perturb
from metricstress.perturb.registry import BUILT_IN

from .example import Example

__all__ = ["CONTRASTS", "MOST_EXAMPLES", "SUPPORTED", "ContrastRow", "contrast_rows", "judges_of"]

CONTRASTS: Final = ("negation", "number_change", "entity_swap")
"""The perturbations whose every change makes another fact of a fact."""
MOST_EXAMPLES: Final = 100
"""Of more examples the first so many by id are looked at."""
SUPPORTED: Final = 0.5
"""The support from which on a fact is called supported."""


@dataclass(frozen=True, slots=True)
class ContrastRow:
    """What a judge makes of the facts under one contrast; `dataclasses.asdict` gives JSON types.

    Attributes:
        judge: Its signature.
        contrast: The perturbation's name.
        n_facts: Reference facts that were tried.
        n_applicable: Those of them that the perturbation altered.
        n_supported: Those of these that the judge still calls supported by the unaltered fact.
        share: `n_supported` of `n_applicable`, from 0 to 1 (0 is best); None if none was altered.
        low: Lower end of its 95 % interval (Wilson 1927), or None.
        high: Upper end of it, or None.
    """

    judge: str
    contrast: str
    n_facts: int
    n_applicable: int
    n_supported: int
    share: float | None
    low: float | None
    high: float | None


def judges_of(metrics: Iterable[Metric]) -> list[Judge]:
    """The judges of facts among metrics and their parts, each once; a model that judges whole pairs is none."""
    found: dict[str, Judge] = {}
    for metric in metrics:
        for part in getattr(metric, "parts", (metric,)):
            judge: Judge | None = getattr(part, "judge", None)
            if judge is not None and hasattr(judge, "judge"):
                found.setdefault(judge.signature(), judge)
    return list(found.values())


def contrast_rows(examples: Iterable[Example], judge: Judge, *, seed: int) -> list[ContrastRow]:
    """A row a contrast, over the facts of the examples' references.

    Args:
        examples: In any order; of more than `MOST_EXAMPLES` the first by id are taken.
        judge: Whose blindness is measured. It is asked once for each altered fact.
        seed: The run's seed; with the id of the example and the number of the fact it fixes every change.
    """
    sample = nsmallest(MOST_EXAMPLES, examples, key=lambda example: example.id)
    facts = [
        (f"{example.id}#{number}", fact)
        for example in sample
        for number, fact in enumerate(facts_of(example.references))
    ]
    signature = judge.signature()
    return [_row(signature, name, len(facts), [*_outcomes(facts, BUILT_IN[name], judge, seed)]) for name in CONTRASTS]


def _outcomes(facts: Sequence[tuple[str, Fact]], perturbation: Perturbation, judge: Judge, seed: int) -> Iterator[bool]:
    """For each fact that can be altered whether the judge still supports it."""
    for name, fact in facts:
        altered = perturb(perturbation, fact.text, example_id=name, seed=seed)
        if altered.status == "changed":
            # The changed sentence may fall into several facts: it is supported if all of them are.
            changed = facts_of((Passage(altered.text, fact.question),))
            if changed:
                yield all(judgement.support >= SUPPORTED for judgement in judge.judge(changed, (fact,)))


def _row(judge: str, contrast: str, n_facts: int, outcomes: Sequence[bool]) -> ContrastRow:
    n, supported = len(outcomes), sum(outcomes)
    if not n:
        return ContrastRow(judge, contrast, n_facts, 0, 0, None, None, None)
    from scipy.stats import binomtest

    interval = binomtest(supported, n).proportion_ci(0.95, method="wilson")
    return ContrastRow(judge, contrast, n_facts, n, supported, supported / n, float(interval.low), float(interval.high))
