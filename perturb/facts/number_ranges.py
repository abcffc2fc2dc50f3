"""Ranges for number_change: "2 to 4 pounds" becomes "6 to 8 pounds", both ends at once and past the old range."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from metricstress.language.passages import Evidence

from ..perturbation import Group
from .assertions import direction_of_change, is_asserted
from .fact_groups import Place, fact_group, places
from .quantities import Quantity, find_quantities, is_between
from .quantity_styles import round_step, step_of, write_like

__all__ = ["find_range_changes"]

_Key: TypeAlias = tuple[str, str, Decimal]
_TO = re.compile(r"\s+to\s+|\s*[-–—]\s*")


class _Range(NamedTuple):
    place: Place
    low: Quantity
    high: Quantity


def find_range_changes(
    evidence: Evidence, taken: set[Decimal], claimed: set[_Key], rng: random.Random, claim: str = ""
) -> Iterable[Group]:
    """One group for each range that the evidence states, unless one of its ends stands alone elsewhere.

    Args:
        evidence: The evidence.
        taken: Values that no new value may have.
        claimed: Keys of the claim's quantities; a range whose ends are both among them is preferred.
        rng: The source of choices.
        claim: The claim; an answer that only denies it states no range.
    """
    ranges: dict[tuple[_Key, _Key], list[_Range]] = {}
    uses: dict[_Key, int] = {}
    for place in places(evidence):
        for quantity in find_quantities(place.text):
            uses[quantity.key] = uses.get(quantity.key, 0) + 1
        for found in _ranges(place):
            ranges.setdefault((found.low.key, found.high.key), []).append(found)
    for (low, high), group in ranges.items():
        state = random.Random(rng.getrandbits(64))
        if uses[low] != len(group) or uses[high] != len(group):
            continue
        shift = _shift(group, taken, state, claim)
        if shift is None:
            continue
        edits = [
            found.place.edit(quantity.first, quantity.last, spelling)
            for found in group
            for quantity in (found.low, found.high)
            if (spelling := write_like(found.place.text, quantity, quantity.total + shift))
        ]
        if len(edits) == 2 * len(group):
            yield from fact_group(evidence, edits, preferred=low in claimed and high in claimed)


def _ranges(place: Place) -> Iterator[_Range]:
    text = place.text
    for left, right in pairwise(find_quantities(text)):
        gap = text[left.end : right.start]
        between = is_between(text, left, right)
        alike = left.in_words == right.in_words and (left.kind, left.unit) == (right.kind, right.unit)
        if left.fixed and right.fixed and (between or _TO.fullmatch(gap)) and alike and 0 < left.total < right.total:
            yield _Range(place, left, right)


def _shift(group: Sequence[_Range], taken: set[Decimal], rng: random.Random, claim: str) -> Decimal | None:
    """How far both ends move: past the old range, up or down."""
    up = down = True
    stated = False
    for place, first, second in group:
        if place.is_answer and is_asserted(place.text, first.start, second.end, claim):
            stated = True
            direction = direction_of_change(place.text, first.start, first.end)
            up &= direction != "down"
            down &= direction != "up"
    if not stated or not (up or down):
        return None
    low, high = group[0].low.total, group[0].high.total
    finest = max(step_of(found.place.text, quantity) for found in group for quantity in (found.low, found.high))
    if low % finest or high % finest:
        return None
    step = min(round_step(low, finest), round_step(high, finest))
    if group[0].low.kind == "percent" and low + 2 * (high - low) > 75:
        up = False
    for _ in range(20):
        distance = high - low + step * rng.randint(1, max(2, int(low / step)))
        shift = distance if up and (not down or rng.random() < 0.5) else -distance
        new_low, new_high = low + shift, high + shift
        fits = new_low > 1 and not {new_low.normalize(), new_high.normalize()} & taken and abs(shift) * 4 >= high
        if fits and not (group[0].low.kind == "percent" and new_high >= 100):
            return shift
    return None
