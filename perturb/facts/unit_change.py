"""unit_change: the number stays and its unit becomes another of the same dimension (circumstance error).

Kilometres become miles, days weeks, dollars euros, millions billions. Singular or plural, abbreviation or word stay,
and every mention of the same number with the same unit changes alike.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from metricstress.language.numerals import BIG_SCALES
from metricstress.language.passages import Evidence

from ..edits import Edit
from ..perturbation import ONE_FACT, Context, Group, Perturbation
from .assertions import direction_of_change, is_asserted
from .fact_groups import Place, fact_group, places
from .measures import UNITS, Measure, converted, measure_of
from .quantities import Quantity, find_quantities, refers_back
from .quantity_words import SHORT_SCALES

__all__ = ["find_unit_changes", "unit_change"]

_OTHER_SCALES = {
    "thousand": ("million",),
    "lakh": ("crore",),
    "million": ("billion", "thousand"),
    "crore": ("lakh",),
    "billion": ("million", "trillion"),
    "trillion": ("billion",),
}
_SHORT_STYLES = {  # What the abbreviation of another scale is beside this one.
    "bn": {"million": "m", "trillion": "tn"},
    "tn": {"billion": "bn"},
    "mn": {"billion": "bn"},
    "m": {"billion": "bn", "thousand": "k"},
    "b": {"million": "m"},
    "k": {"million": "m"},
    "M": {"billion": "B", "thousand": "K"},
    "B": {"million": "M"},
    "K": {"million": "M"},
}
_SYMBOL_BEHIND = re.compile(r"\s?\([^()\d\s]{1,5}\)")  # "508 micrograms (µg)"
_MOST_DECADES = 9
_MOST_MONTHS = 24
_OF_PEOPLE = re.compile(
    r"\s+(?:[\w'’-]+\s+){0,3}?(?:people|persons?|doses?|shots|jabs|deaths?|cases|voters?|votes|ballots|citizens|residents"
    r"|workers|employees|jobs|jobless|unemployed|children|adults|men|women|students|patients|members|refugees|migrants"
    r"|immigrants|households|families|users|followers|subscribers|viewers|visitors|homes|soldiers|troops|views"
    r"|pupils|inhabitants|\w+(?:ians|ans|ers))\b",
    re.I,
)
_Key: TypeAlias = tuple[Decimal, str]


class _Mention(NamedTuple):
    place: Place
    quantity: Quantity
    measure: Measure | None


def find_unit_changes(evidence: Evidence, context: Context, rng: random.Random) -> Iterable[Group]:
    """One group for each number with a unit that the evidence states; the claim's are preferred."""
    groups: dict[_Key, list[_Mention]] = {}
    barred: set[_Key] = set()
    for place in places(evidence):
        previous: _Mention | None = None
        twice = converted(place.text)
        for quantity in find_quantities(place.text):
            measure = measure_of(place.text, quantity)
            key = _key(quantity, measure)
            mention = _Mention(place, quantity, measure)
            groups.setdefault(key, []).append(mention)
            if quantity.fixed and previous and previous.quantity.fixed and previous.measure:
                # "between 5 km and 10 km": one end alone cannot change its unit.
                barred |= {key, _key(previous.quantity, previous.measure)}
            if quantity in twice or (measure and _SYMBOL_BEHIND.match(place.text, measure.end)):
                barred.add(key)
            previous = mention
    claimed = {_key(quantity, measure_of(context.claim, quantity)) for quantity in find_quantities(context.claim)}
    # Where "5 million" is written out as well, another scale would leave the two at odds.
    barred |= {(total, "scale") for total, unit in groups if not unit}
    for key, group in groups.items():
        state = random.Random(rng.getrandbits(64))  # Whatever one value draws, the next one draws the same.
        if key in barred or not key[1] or any(refers_back(place.text, quantity) for place, quantity, _ in group):
            continue
        edits = _edits(group, state, context.claim)
        if edits:
            yield from fact_group(evidence, edits, preferred=key in claimed)


def _key(quantity: Quantity, measure: Measure | None) -> _Key:
    """Number and unit; for a bare "5 million" the scale is the unit."""
    unit = measure.unit if measure else quantity.scale_text and "scale"
    return (quantity.total.normalize(), unit)


def _edits(group: Sequence[_Mention], rng: random.Random, claim: str) -> list[Edit]:
    up = down = True
    stated = False
    for place, quantity, _ in group:
        if place.is_answer and is_asserted(place.text, quantity.start, quantity.end, claim):
            stated = True
            direction = direction_of_change(place.text, quantity.start, quantity.end)
            up &= direction != "down"
            down &= direction != "up"
    if not stated:
        return []
    options = [*_scale_options(group), *_unit_options(group)]
    rng.shuffle(options)
    for ratio, spellings in options:
        if (ratio > 1 and up) or (ratio < 1 and down):
            return spellings
    return []


def _scale_options(group: Sequence[_Mention]) -> list[tuple[float, list[Edit]]]:
    """Another scale word, if all mentions have the same one."""
    scales = {SHORT_SCALES.get(quantity.scale_text.lower(), quantity.scale_text.lower()) for _, quantity, _ in group}
    if len(scales) != 1 or "" in scales:
        return []
    (scale,) = scales
    found: list[tuple[float, list[Edit]]] = []
    # A billion doses are no more believable than a month of 300 years: nonsense is no error to be found.
    of_people = any(_OF_PEOPLE.match(place.text, quantity.end) for place, quantity, _ in group)
    for other in _OTHER_SCALES[scale]:
        if of_people and BIG_SCALES[other] > 10**6:
            continue
        edits: list[Edit] = []
        for place, quantity, _ in group:
            old = quantity.scale_text
            new = other if old.lower() in BIG_SCALES else _SHORT_STYLES.get(old, {}).get(other)
            if new is None or (old in ("k", "K") and quantity.kind != "money"):
                break
            start = place.text.index(old, quantity.last)
            edits.append(place.edit(start, start + len(old), new))
        else:
            found.append((BIG_SCALES[other] / BIG_SCALES[scale], edits))
    return found


def _unit_options(group: Sequence[_Mention]) -> list[tuple[float, list[Edit]]]:
    measure = group[0].measure
    if measure is None or measure.unit not in UNITS:
        return []
    unit = UNITS[measure.unit]
    found: list[tuple[float, list[Edit]]] = []
    for other in unit.others:
        total = group[0].quantity.total
        if other == "decade" and total > _MOST_DECADES:
            continue
        if measure.unit in ("year", "decade", "century") and other in ("month", "week") and total > _MOST_MONTHS:
            continue
        edits: list[Edit] = []
        for place, _, mine in group:
            new = mine and _written(place.text, mine, other)
            if not mine or not new:
                break
            edits.append(place.edit(mine.start, mine.end, new))
        else:
            found.append((UNITS[other].size / unit.size, edits))
    return found


def _written(text: str, measure: Measure, other: str) -> str | None:
    """The other unit in the form of this one: word or abbreviation, singular or plural, British or American."""
    unit = UNITS[other]
    if measure.form == "name":
        return other.capitalize()
    if measure.form in ("short", "symbol"):
        if measure.form == "short" and text[measure.start : measure.end].endswith("s") and unit.short[-1:] == ("kg",):
            return "kg"
        if not unit.short:
            return None
        return unit.short[min(measure.index, len(unit.short) - 1)]
    american = len(unit.words) > 1 and _is_american(text, measure)
    singular, plural = unit.words[1 if american else 0]
    return singular if measure.form == "singular" else plural


def _is_american(text: str, measure: Measure) -> bool:
    return measure.index == 1 or "meter" in text or "liter" in text


unit_change = Perturbation(
    name="unit_change",
    intent="altering",
    summary="keeps a number and gives it another unit of the same dimension (5 km -> 5 miles, $3m -> $3bn)",
    find_in_evidence=find_unit_changes,
    severity=ONE_FACT,
    invariant="breaks_unit",
    error_type="circumstance",
)
