"""Quantifiers: how many, how often, how much of it: "most people" becomes "few people", "always" "sometimes".

A quantifier is changed to one that the old one excludes ("all" to "few", not to "some"), and never to a negation,
so that nothing but the quantity breaks. What only looks like one ("at all", "most common", "of many") stays.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from metricstress.language.closed_classes import is_negation
from metricstress.language.passages import Evidence

from ..perturbation import ONE_FACT, Context, Group, Perturbation
from .answers import Sentence, groups_in_answers
from .quantifier_amounts import AMOUNTS
from .quantifier_degrees import DEGREES

__all__ = ["quantifier_change"]

_RULES = {**AMOUNTS, **DEGREES}
_NEGATION_REACH = 6
_MARKS = frozenset(",;:—–.()")


def find_quantifiers(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """Every quantifier of the answers that another one contradicts."""
    return groups_in_answers(evidence, _find_in_sentence)


def _find_in_sentence(sentence: Sentence) -> Iterator[Group]:
    if sentence.end == "?":
        return
    taken = -1
    for index, token in enumerate(sentence.tokens):
        rule = _RULES.get(token.lower)
        if rule is None or not (token.text.islower() or (index == 0 and token.text[1:].islower())):
            continue
        if _is_negated(sentence, index):
            continue
        found = rule(sentence, index)
        if found is None:
            continue
        first, last, new = found
        if first <= taken or not sentence.joined(first, last):
            continue
        taken = last
        capital = sentence.tokens[first].is_name
        yield (sentence.edit(first, last, new[0].upper() + new[1:] if capital else new),)


def _is_negated(sentence: Sentence, index: int) -> bool:
    for token in reversed(sentence.tokens[max(0, index - _NEGATION_REACH) : index]):
        if token.text in _MARKS:
            return False
        if is_negation(token.lower):
            return True
    return False


quantifier_change = Perturbation(
    name="quantifier_change",
    intent="altering",
    summary="one quantity word of an answer is contradicted: most becomes few, always sometimes, at least at most",
    find_in_evidence=find_quantifiers,
    severity=ONE_FACT,
    needs=frozenset({"wordnet"}),
    invariant="breaks_quantifier",
    error_type="circumstance",
)
