"""Does evidence speak for or against a claim? A heuristic without training, for want of a verdict model."""

from __future__ import annotations

import re
from typing import Final

from metricstress.language.closed_classes import word_set

from ..metric import Text
from .facts import Fact, facts_of, passages_of
from .terms import terms_of

__all__ = ["stance_logits"]

_YES_NO = re.compile(r"\W*(yes|no)\b", re.I)
_AGAINST: Final = word_set(
    "false fake hoax incorrect inaccurate untrue misleading debunked debunk myth refute refuted refutes denied denies "
    "deny wrong fabricated doctored manipulated unfounded baseless unproven misattributed satire satirical"
)
_FOR: Final = word_set("true correct accurate confirmed confirms confirm verified verifies authentic genuine indeed")
_WORD = re.compile(r"[^\W\d_]+")


def stance_logits(claim: str, evidence: Text) -> tuple[float, float, float]:
    """Weights (before softmax) of supported, not enough evidence, and refuted.

    Set by hand and never fitted: every yes or no counts by how much its question shares with the claim, words of
    refutation and confirmation, a number of the claim that the closest sentence has or has another for, how much
    of the claim the evidence covers, and how many questions have no answer.
    """
    facts = facts_of(evidence)
    said = terms_of(claim)
    if not facts or not said.order:
        return 0.0, 1.5, 0.0
    covered = max(len(said.found & fact.whole.found) / len(said.found) for fact in facts)
    support = refute = covered
    for fact in facts:
        weight = len(said.found & fact.whole.found) / len(said.found)
        answer = _YES_NO.match(fact.text) if fact.question else None
        if answer:
            same = bool(said.negated) == bool(terms_of(fact.question).negated)
            agrees = (answer[1].lower() == "yes") == same
            support, refute = support + 1.5 * weight * agrees, refute + 1.5 * weight * (not agrees)
        words = {word.lower() for word in _WORD.findall(fact.text)}
        refute += 0.8 * weight * bool(words & _AGAINST)
        support += 0.5 * weight * bool(words & _FOR)
    if said.numbers:
        closest = max(facts, key=lambda fact: len(said.found & fact.whole.found))
        support += 0.5 * bool(said.numbers & _numbers(closest))
        refute += 0.7 * bool(_numbers(closest) and not said.numbers & _numbers(closest))
    passages = passages_of(evidence)
    unanswered = len(passages) - len({fact.place for fact in facts})
    return support, 1.0 - covered + 2.0 * unanswered / len(passages), refute


def _numbers(fact: Fact) -> frozenset[str]:
    return fact.whole.numbers
