"""Connectives: a cause becomes a contrast, "before" becomes "after", "more than" "less than".

The two things that are linked stay as they are; what the answer says of how they hang together turns false. Each
connective is changed only in the construction in which its opposite is as good English: "because it rained" but not
"it is because", "before the vote" but not "before a judge".
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from metricstress.language.passages import Evidence

from ..perturbation import ONE_FACT, Context, Group, Perturbation
from .answers import Sentence, groups_in_answers
from .connective_causes import CAUSES
from .connective_times import TIMES_AND_AMOUNTS

__all__ = ["connective_swap"]

_RULES = {**CAUSES, **TIMES_AND_AMOUNTS}


def find_connectives(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """Every connective of the answers whose opposite fits in its place."""
    return groups_in_answers(evidence, _find_in_sentence, context.claim)


def _find_in_sentence(sentence: Sentence) -> Iterator[Group]:
    if sentence.end == "?":
        return
    taken = -1
    for index, token in enumerate(sentence.tokens):
        rule = _RULES.get(token.lower)
        if rule is None or index <= taken or not (token.text.islower() or (index == 0 and token.text[1:].islower())):
            continue
        found = rule(sentence, index)
        if found is None:
            continue
        last, new = found
        if not sentence.joined(index, last):
            continue
        taken = last
        yield (sentence.edit(index, last, new[0].upper() + new[1:] if token.is_name else new),)


connective_swap = Perturbation(
    name="connective_swap",
    intent="altering",
    summary="one connective of an answer says the opposite link: because becomes although, before after",
    find_in_evidence=find_connectives,
    severity=ONE_FACT,
    needs=frozenset({"wordnet"}),
    invariant="breaks_connective",
    error_type="linking",
)
