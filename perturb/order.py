"""Order: shuffled words (altering) and permuted passages (preserving), Table 5.

Both are sets of disjoint swaps: every unit finds a random partner of other content. A lower severity
makes the first few of these swaps, so its edits are a subset; and a result can never be the identity.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import TypeVar

from metricstress.language.passages import Evidence

from .edits import Edit
from .perturbation import Context, Group, NotApplicable, Perturbation
from .protected import overlaps_protected, protected_spans
from .units import units_of
from .words import Word, may_split_grapheme, splits_grapheme, tokens

__all__ = ["argument_structure", "random_shuffle"]

T = TypeVar("T")


def find_word_swaps(text: str, rng: random.Random) -> list[Group]:
    """Swaps of two different words of the text; punctuation moves with its word, white space stays."""
    movable = tokens(text)
    if protected_spans(text) or may_split_grapheme(text):
        # Left out before pairing: a partner that may not move would leave its other half unmoved too.
        movable = tuple(token for token in movable if _may_move(text, token))
    return [
        (
            Edit(one.start, one.end, one.string, other.string),
            Edit(other.start, other.end, other.string, one.string),
        )
        for one, other in _partners(movable, rng, lambda token: token.string)
    ]


def _may_move(text: str, token: Word) -> bool:
    return not (
        overlaps_protected(text, token.start, token.end)
        or splits_grapheme(text, token.start)
        or splits_grapheme(text, token.end)
    )


def find_unit_swaps(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """Swaps of two different passages (sentences of plain text)."""
    units = units_of(evidence)
    if len(units) < 2:
        raise NotApplicable("one_unit")
    pairs = _partners(range(len(units)), rng, units.content)
    if not pairs:
        raise NotApplicable("equal_units")
    return [(units.replace(i, units.content(j)), units.replace(j, units.content(i))) for i, j in pairs]


def _partners(items: Iterable[T], rng: random.Random, content: Callable[[T], object]) -> list[tuple[T, T]]:
    """Pair the items at random so that the two of a pair differ; at least one pair if any two do."""
    shuffled = list(items)
    rng.shuffle(shuffled)
    pairs: list[tuple[T, T]] = []
    waiting: list[T] = []  # All of one content: anything else would have been paired with them.
    for item in shuffled:
        if waiting and content(waiting[-1]) != content(item):
            pairs.append((waiting.pop(), item))
        else:
            waiting.append(item)
    return pairs


random_shuffle = Perturbation(
    name="random_shuffle",
    intent="altering",
    summary="puts the words of each question and answer into a random order",
    find_in_text=find_word_swaps,
    invariant="reordered",
)

argument_structure = Perturbation(
    name="argument_structure",
    intent="preserving",
    summary="permutes the passages (sentences of plain text)",
    find_in_evidence=find_unit_swaps,
)
