"""number_change: a quantity gets another value, so that what is said of it is false (circumstance error).

The format stays to the letter: decimals, separators, currency, per cent, scale word, number words. Every mention
of the value changes alike in the whole evidence. Years and dates belong to `date_shift`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from metricstress.language.passages import Evidence

from ..edits import Edit
from ..number_context import word_before, words_after
from ..perturbation import ONE_FACT, Context, Group, Perturbation
from .assertions import direction_of_change, is_asserted, sentence_of
from .fact_groups import Place, fact_group, places
from .measures import converted, plural_of_next
from .number_ranges import find_range_changes
from .quantities import Quantity, find_quantities, refers_back
from .quantity_styles import round_step, step_of, write_like

__all__ = ["find_number_changes", "number_change"]

_LEAST_CHANGE = Decimal("0.25")
_MOST_CHANGE = Decimal(1)
_ATTEMPTS = 40
_LONGEST_LIST = 60
_OF_TIME = re.compile(r"\s(?:\w+\s)?(?:second|minute|hour|day|week|month|year|decade)s?\b")
_LIST = re.compile(
    r"(?:[ -][\w.'’&-]+){1,12}?(?:\s*[–—:(]|\s+-|,?\s+(?:such as|namely|including|that is,|i\.e\.))\s*"
    r"[^.;:()\n]+?,[^.;:()\n]*?(?:,|\band\b|\bor\b|&)"
)
_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class _Mention:
    place: Place
    quantity: Quantity

    @property
    def text(self) -> str:
        return self.place.text


@dataclass(slots=True)
class _Limits:
    """Where the new value may lie: strictly between the bounds, up or down from the old one."""

    low: Decimal
    high: Decimal
    up: bool = True
    down: bool = True


def find_number_changes(evidence: Evidence, context: Context, rng: random.Random) -> Iterable[Group]:
    """One group for each value that the evidence states, with all its mentions; the claim's values are preferred."""
    mentions: dict[tuple[str, str, Decimal], list[_Mention]] = {}
    taken: set[Decimal] = set()
    twice: set[tuple[str, str, Decimal]] = set()
    for place in places(evidence):
        twice |= {quantity.key for quantity in converted(place.text)}
        taken.update(Decimal(year) for year in _YEAR.findall(place.text))
        for quantity in find_quantities(place.text):
            mentions.setdefault(quantity.key, []).append(_Mention(place, quantity))
            taken |= {quantity.total.normalize(), quantity.value.normalize()}
    claimed = find_quantities(context.claim)
    taken |= {quantity.total.normalize() for quantity in claimed}
    keys = {quantity.key for quantity in claimed}
    changed: dict[tuple[str, str, Decimal], Decimal] = {}
    for key, group in mentions.items():
        state = random.Random(rng.getrandbits(64))  # Whatever one value draws, the next one draws the same.
        if key in twice or any(mention.quantity.fixed or not _may_be_many(mention) for mention in group):
            continue
        if any(refers_back(mention.text, mention.quantity) or _is_bounded(mention) for mention in group):
            continue
        if key[0] == "percent" and ("percent", "%", (100 - key[2]).normalize()) in mentions.keys() - {key}:
            continue  # The rest to a hundred per cent stands in the text as well.
        limits = _limits(group, changed, context.claim)
        if limits is None:
            continue
        new = _new_values(group, limits, taken, state)
        if new is None:
            continue
        value, spellings = new
        taken.add(value.normalize())
        changed[key] = value
        edits = [_edit(mention, spelling) for mention, spelling in zip(group, spellings, strict=True)]
        yield from fact_group(evidence, edits, preferred=key in keys)
    yield from find_range_changes(evidence, taken, keys, rng, context.claim)


def _is_bounded(mention: _Mention) -> bool:
    """Whether what is counted is listed right behind ("six states – A, B, …"), or the best are ("among the top 20")."""
    quantity = mention.quantity
    if word_before(mention.text, quantity.start).lower() in ("top", "first", "last", "leading"):
        return quantity.kind == "count" and not _OF_TIME.match(mention.text, quantity.end)
    return (
        quantity.kind == "count" and quantity.total <= _LONGEST_LIST and bool(_LIST.match(mention.text, quantity.end))
    )


def _may_be_many(mention: _Mention) -> bool:
    """Whether another number fits the noun behind: "1" has a singular, which `_edit` can put right for units."""
    quantity = mention.quantity
    if quantity.kind in ("percent", "ordinal") or abs(quantity.total) != 1:
        return True
    if quantity.kind == "money" and quantity.start < quantity.first:
        return True
    if plural_of_next(mention.text, quantity):
        return True
    return [token.lower() for token in words_after(mention.text, quantity.end, 1)] == ["of"]


def _edit(mention: _Mention, spelling: str) -> Edit:
    """The new number in its place, with the noun in the plural if it was one of something."""
    quantity = mention.quantity
    plural = plural_of_next(mention.text, quantity) if abs(quantity.total) == 1 else None
    if plural is None or quantity.kind == "ordinal":
        return mention.place.edit(quantity.first, quantity.last, spelling)
    start, end, word = plural
    return mention.place.edit(quantity.first, end, spelling + mention.text[quantity.last : start] + word)


def _limits(
    group: Sequence[_Mention], changed: Mapping[tuple[str, str, Decimal], Decimal], claim: str
) -> _Limits | None:
    """Where a new value makes at least one answer false and keeps the order of the values in a sentence."""
    old = group[0].quantity
    limits = _Limits(Decimal(0), old.total * 10 + 10)
    if old.total < 0:
        limits = _Limits(old.total * 10, Decimal(0))
    if old.kind == "percent" and 0 <= old.total <= 100:
        limits.high = Decimal(100)
    stated = False
    for mention in group:
        quantity, text = mention.quantity, mention.text
        if mention.place.is_answer and is_asserted(text, quantity.start, quantity.end, claim):
            stated = True
            direction = direction_of_change(text, quantity.start, quantity.end)
            limits.up &= direction != "down"
            limits.down &= direction != "up"
        limits.high = min(limits.high, _ceiling(text, quantity))
        if quantity.total > 2 and word_before(text, quantity.start).lower() in ("all", "other"):
            limits.low = max(limits.low, Decimal(2))  # "All two of them" are both.
        start, end = sentence_of(text, quantity.start)
        for other in find_quantities(text):
            alike = (other.kind, other.unit) == (quantity.kind, quantity.unit)
            if start <= other.start < end and alike and other.total != quantity.total:
                # Whether the other one changes as well depends on the severity, so both its values count.
                theirs = (other.total, changed.get(other.key, other.total))
                if other.total < quantity.total:
                    limits.low = max(limits.low, *theirs)
                else:
                    limits.high = min(limits.high, *theirs)
    return limits if stated and (limits.up or limits.down) else None


def _ceiling(text: str, quantity: Quantity) -> Decimal:
    """What the value cannot reach for reasons of sense: days of a month, ages, degrees, centuries."""
    after = [token.lower().rstrip(".,;:!?)") for token in words_after(text, quantity.end, 2)]
    noun = after[0] if after else ""
    compound = text[quantity.end : quantity.end + 9].lower()
    before = word_before(text, quantity.start).lower()
    total = quantity.total
    if quantity.kind == "ordinal":
        if noun in ("century", "centuries"):
            return Decimal(22)
        if noun == "percentile":
            return Decimal(100)
        return Decimal(29) if total < 29 and (noun == "day" or before in ("the", "on")) else total * 3 + 3
    if total < 100 and (before in ("aged", "age") or after == ["years", "old"] or compound.startswith("-year-ol")):
        return Decimal(100)
    if noun == "degrees" and total < 90:
        return Decimal(90)
    if noun in ("hours", "hrs") and total < 24:
        return Decimal(24)
    if noun == "months" and total < 12:
        return Decimal(12)
    return total * 10 + 10


def _new_values(
    group: Sequence[_Mention], limits: _Limits, taken: set[Decimal], rng: random.Random
) -> tuple[Decimal, list[str]] | None:
    """Another value that every mention can be written with, and its spellings."""
    old = group[0].quantity.total
    finest = max(step_of(mention.text, mention.quantity) for mention in group)
    if old % finest:
        return None
    step = finest if group[0].quantity.kind == "ordinal" else round_step(old, finest)
    size = max(1, round(abs(old) / step))
    least, most = -(-size * 25 // 100), max(size, 3)
    for _ in range(_ATTEMPTS):
        up = limits.up and (not limits.down or rng.random() < 0.5)
        distance = rng.randint(least, most if up else max(least, size * 6 // 10))
        new = old + step * distance * (1 if up else -1)
        if not limits.low < new < limits.high or abs(new) == 1 or new.normalize() in taken:
            continue
        if abs(new - old) < abs(old) * _LEAST_CHANGE - finest or abs(new - old) < abs(old) / 5:
            continue
        spellings = [write_like(mention.text, mention.quantity, new) for mention in group]
        if all(spelling is not None for spelling in spellings):
            return new, [spelling for spelling in spellings if spelling is not None]
    return None


number_change = Perturbation(
    name="number_change",
    intent="altering",
    summary="gives a number another value in the same format (10% -> 14%), the claim's numbers first",
    find_in_evidence=find_number_changes,
    severity=ONE_FACT,
    needs=frozenset({"claim"}),
    invariant="breaks_number",
    error_type="circumstance",
)
