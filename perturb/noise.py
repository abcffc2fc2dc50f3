"""Noise (Table 5): a passage that belongs to another example.

Preserving for recall: everything the evidence said is still there.
"""

from __future__ import annotations

import random
import re

from metricstress.language.closed_classes import FUNCTION_WORDS
from metricstress.language.passages import Evidence, Passage

from .donors import Donor
from .perturbation import Context, Group, NotApplicable, Perturbation
from .units import units_of

__all__ = ["noise"]

_LETTERS = re.compile(r"[^\W_]+")
_MOST_OVERLAP = 0.5
"""A donor passage that has more than this share of the claim's content words may be about it."""


def find_noise(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """One passage of another example, at a boundary of the units."""
    if context.donors is None or not len(context.donors):
        raise NotApplicable("no_donor")
    units = units_of(evidence, whole_answers=True)
    own = {_plain(units.content(index).text) for index in range(len(units))}
    if own == {""}:
        raise NotApplicable("empty_text")
    boundary = rng.randrange(len(units) + 1)
    words = _content_words(context.claim)
    for donor in context.donors.foreign(context.example_id, context.claim, seed=context.seed, perturbation="noise"):
        passage = _donated(donor, own, words, units.are_sentences, rng)
        if passage is not None:
            return [(units.insert(boundary, passage),)]
    raise NotApplicable("no_donor")


def _donated(
    donor: Donor, own: set[str], claim_words: frozenset[str], as_sentence: bool, rng: random.Random
) -> Passage | None:
    """A passage of the donor that is foreign to the evidence and not about its claim."""
    units = units_of(donor.evidence, whole_answers=True)
    order = list(range(len(units)))
    rng.shuffle(order)
    for index in order:
        passage = units.content(index)
        if as_sentence:
            passage = Passage(passage.text.strip())
        about = _content_words(f"{passage.question} {passage.text}")
        overlap = len(claim_words & about) / len(claim_words) if claim_words else 0.0
        if _plain(passage.text) and _plain(passage.text) not in own and len(about) > 2 and overlap <= _MOST_OVERLAP:
            return passage
    return None


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _content_words(text: str) -> frozenset[str]:
    return frozenset(_LETTERS.findall(text.lower())) - FUNCTION_WORDS


noise = Perturbation(
    name="noise",
    intent="preserving",
    summary="inserts one passage of another example",
    find_in_evidence=find_noise,
    needs=frozenset({"donors"}),
    graded=False,
    invariant="added",
)
