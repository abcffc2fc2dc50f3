"""date_shift: a date becomes another valid date in the same format (circumstance error).

Every mention of the date changes alike. A day, month or year moves; a date beside its weekday moves by whole
weeks. Bare years in a year's context, decades, months and weekdays count as dates, times of the day do not.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from metricstress.language.passages import Evidence

from ..number_context import is_event
from ..perturbation import ONE_FACT, Context, Group, Perturbation
from .assertions import clause_of, direction_of_change, is_asserted, sentence_of
from .dates import WEEKDAYS, Date, find_dates, in_dateline, in_list, is_valid, rewrite
from .fact_groups import Place, fact_group, places

__all__ = ["date_shift", "find_date_shifts"]

_NAMES_KINDS = frozenset({"date"})
_ATTEMPTS = 30
_EARLIEST, _LATEST = 1000, 2025
_Key: TypeAlias = tuple[str, int, int, int]
_Value: TypeAlias = tuple[int, int, int]
"""Year, month, day; 0 where not given."""

_WEEKDAY_BESIDE = re.compile(
    r"\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs?)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b\.?,?\s*\(?(?:the\s)?$"
)
_WEEKDAY_BEHIND = re.compile(r",?\s*\(?(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs?)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b")
_FOUR_YEARLY = re.compile(
    r"\b(?:elections?|presiden\w+|olympics?|games|midterms?|primary|primaries|paralympics|census|cup)\b", re.I
)
_KNOWN_DAYS = {(9, 11), (7, 4), (12, 25), (1, 1), (12, 31), (10, 31), (3, 8), (5, 1)}
"""Days that are names without a year: September 11, the Fourth of July."""
_OF_A_NAME = re.compile(
    r"[ \u00a0](?:[\w'’-]+[ \u00a0]){0,3}(?:constitution|act|treaty|convention|accords?|agreement|protocol"
    r"|olympics?|olympiad|paralympics?|games|world cup|euros?)\b(?! of\s+\w+ing)",
    re.I,
)
_ASKS_WHEN = re.compile(
    r"\bwhen\b|\b(?:which|what|whose)\s+(?:[\w’'-]+\s+){0,2}(?:date|year|day|month|decade|weekday)\b", re.I
)
_ALONE_BEFORE = re.compile(
    r"\s*(?:yes[.,]?\s*)?[-•*(\"“]?\s*(?:(?:on|in|since|by|around|about|at|from|during)\s+)?(?:the\s+)?", re.I
)
_ALONE_BEHIND = re.compile(r"[\s.,;:!)\"”]*")
# A state lasts: whoever was president in May was so in June as well.
_OFFICE = (
    r"(?:vice[- ])?(?:president|premier|prime minister|minister|chancellor|secretary|chair(?:man|woman|person)?"
    r"|ceo|cfo|director|head|leader|member|governor|mayor|senator|speaker|king|queen|captain|owner|representative|ambassador"
    r"|commissioner|congress(?:man|woman)|judge|justice|candidate|employee|professor|spokes(?:man|woman|person)|resident|citizen|partner)"
)
_LASTS = re.compile(
    rf"\b(?:is|was|were|are|been)\s+(?:\w+\s+)?(?:(?:the|an?|its|his|her|their)\s+)?(?:[\w’'-]+\s+){{0,3}}{_OFFICE}s?\b"
    r"|\b(?:owns?|owned|belong(?:s|ed)|lived|lives|worked|works|served|serves|serving|remain(?:s|ed)|exist(?:s|ed)|chaired|led)\b"
    r"|\b(?:holds?|held)\s+(?!an?\b|the\s+(?:vote|election|meeting|rally)|talks|elections|hearings|meetings|in\b|on\b|at\b"
    r"|its\b|their\b)",
    re.I,
)
_MEASURED = re.compile(
    r"\b(?:account(?:s|ed|ing)? for|rates? (?:\w+ )?(?:was|is|were)|st(?:ood|ands) at|as (?:of|at)|averaged"
    r"|(?:was|were|is|are) at|totall?ed|amounted to|made up|comprised|there (?:was|were|is|are|have been|had been)"
    r"|had|has|have)\b(?!\s+(?:been\s+)?\w+ed\b)",
    re.I,
)
_HAPPENS = re.compile(
    r"\b(?:died|dies|dead|killed|issued|founded|formed|passed|opened|closed|published|announced|arrested|born|voted|signed"
    r"|launched|released|elected|appointed|resigned|fired|became|began|begun|started|ended|joined|left|won|lost"
    r"|said|told|filed|ruled|established|created|inaugurated|married|happened|occurred|took place|took office|awarded"
    r"|introduced|approved|built|tweeted|posted|reported|shielded|held an?|was held|were held|sworn|adopted|updated"
    r"|completed|moved|arrived)\b",
    re.I,
)


class _Mention(NamedTuple):
    place: Place
    date: Date
    question: str


def find_date_shifts(evidence: Evidence, context: Context, rng: random.Random) -> Iterable[Group]:
    """One group for each date that the evidence states, with all its mentions; the claim's dates are preferred."""
    every = [
        _Mention(place, date, evidence[place.passage].question)
        for place in places(evidence)
        for date in find_dates(place.text)
    ]
    claimed = find_dates(context.claim)
    known = [*(mention.date for mention in every), *claimed]
    same = _merged({date.key for date in known})
    groups: dict[_Key, list[_Mention]] = {}
    for mention in every:
        key = same.get(mention.date.key, mention.date.key)
        groups.setdefault(key, []).append(mention)
    preferred = {same.get(date.key, date.key) for date in claimed}
    taken = {_value(date) for date in known}
    latest = min(_LATEST, max((date.year for date in known), default=0))
    moved: dict[_Key, _Value] = {}
    for key, group in groups.items():
        state = random.Random(rng.getrandbits(64))  # Whatever one date draws, the next one draws the same.
        new = _new_value(key, group, taken, moved, max(latest, key[1]), state, context.claim)
        if new is None:
            continue
        taken.add(new)
        moved[key] = new
        edits = [mention.place.edit(*_place_of(mention), _spelled(mention, new)) for mention in group]
        yield from fact_group(evidence, edits, preferred=key in preferred, names_kinds=_NAMES_KINDS)


def _merged(keys: set[_Key]) -> dict[_Key, _Key]:
    """A day or month without a year is the one with a year, if there is just one such."""
    same: dict[_Key, _Key] = {}
    for key in keys:
        style, year, month, day = key
        if year == 0 and style in ("day", "month"):
            fuller = [other for other in keys if other[0] == style and other[1] and other[2:] == (month, day)]
            if len(fuller) == 1:
                same[key] = fuller[0]
    return same


def _value(date: Date) -> _Value:
    return (date.year, date.month, date.day)


def _place_of(mention: _Mention) -> tuple[int, int]:
    return mention.date.start, mention.date.end


def _spelled(mention: _Mention, new: _Value) -> str:
    if mention.date.style == "weekday":
        return WEEKDAYS[new[2] - 1]
    return rewrite(mention.place.text, mention.date, new[2], new[1], new[0])


def _new_value(
    key: _Key,
    group: Sequence[_Mention],
    taken: set[_Value],
    moved: Mapping[_Key, _Value],
    latest: int,
    rng: random.Random,
    claim: str,
) -> _Value | None:
    """Another date that makes an answer false and keeps the order of the dates in its sentence."""
    up = down = True
    stated = False
    only_years = False
    neighbours: list[tuple[_Value, _Value]] = []
    for mention in group:
        date, text = mention.date, mention.place.text
        if _is_fixed(text, date):
            return None
        if mention.place.is_answer and (state := _state_told(mention, claim)) != "none":
            stated = True
            only_years |= state == "measured"
            direction = direction_of_change(text, date.start, date.end, of_time=True)
            up &= direction != "down"
            down &= direction != "up"
        start, end = sentence_of(text, date.start)
        near = [other for other in find_dates(text) if start <= other.start < end and other != date]
        # Whether the other one moves as well depends on the severity, so both its values count.
        neighbours += [(_value(date), _value(other)) for other in near if _is_comparable(date, other)]
        neighbours += [
            (_value(date), moved[other.key]) for other in near if other.key in moved and _is_comparable(date, other)
        ]
    if not stated or not (up or down):
        return None
    old: _Value = (key[1], key[2], key[3])
    if only_years and (
        not old[0] or any("year" not in {part for part, _, _ in mention.date.parts} for mention in group)
    ):
        return None
    propose = _proposal(key, group, latest, rng, only_years=only_years)
    for _ in range(_ATTEMPTS):
        new = propose(old)
        if new is None or new == old or new in taken:
            continue
        if key[0] != "weekday" and ((new > old and not up) or (new < old and not down)):
            continue
        if all(_keeps_order(mine, theirs, new) for mine, theirs in neighbours):
            return new
    return None


def _state_told(mention: _Mention, claim: str) -> str:
    """What an answer tells of the date: "none" if nothing that would be false of a date nearby.

    Else "measured" if the clause says how much there was, and "" if it says what happened.
    """
    text, date = mention.place.text, mention.date
    if not is_asserted(text, date.start, date.end, claim):
        return "none"
    first = max(text.rfind("\n", 0, date.start), text.rfind("\r", 0, date.start)) + 1
    stop = text.find("\n", date.end)
    line = text[date.end : len(text) if stop < 0 else stop]
    if _ALONE_BEFORE.fullmatch(text, first, date.start) and _ALONE_BEHIND.fullmatch(line):
        return "" if _ASKS_WHEN.search(mention.question) else "none"  # A date alone tells nothing else.
    before, behind = clause_of(text, date.start, date.end)
    clause = f"{before} {behind}"
    if _HAPPENS.search(clause):
        return ""
    return "none" if _LASTS.search(clause) else "measured" if _MEASURED.search(clause) else ""


def _is_fixed(text: str, date: Date) -> bool:
    """Whether this mention cannot move alone: one of a list of days, a known day, a weekday beside its date."""
    if in_dateline(text, date.start, date.end) or (date.style == "year" and _OF_A_NAME.match(text, date.end)):
        return True
    if date.style == "weekday":
        near = text[date.end : date.end + 20]
        return bool(re.match(r",?\s*\(?(?:the\s)?(?:\d|[A-Z][a-z]{2,8}\.?\s\d)", near))
    if date.key[0] == "day":
        if date.year == 0 and (date.month, date.day) in _KNOWN_DAYS:
            return True
        return in_list(text, date)
    return False


def _is_comparable(date: Date, other: Date) -> bool:
    return date.style != "weekday" != other.style


def _keeps_order(old: _Value, theirs: _Value, new: _Value) -> bool:
    """Whether a date stays on the same side of another date of its sentence, as far as both are given alike."""
    given = [index for index in range(3) if old[index] or theirs[index]]
    shared = [index for index in given if old[index] and theirs[index]]
    if not shared or shared[0] != given[0]:
        return True
    mine, yours, moved = ([value[index] for index in shared] for value in (old, theirs, new))
    if mine == yours:
        return True  # One lies within the other ("November 2018", "17 November 2018"): there is no order to keep.
    return moved != yours and (mine < yours) == (moved < yours)


def _proposal(
    key: _Key, group: Sequence[_Mention], latest: int, rng: random.Random, *, only_years: bool
) -> Callable[[_Value], _Value | None]:
    """How a date of this kind moves: a function from the old value to one that may do.

    A figure of one month may be that of the next as well, so with `only_years` it moves by years.
    """
    style = key[0]
    beside = any(_has_weekday(mention) for mention in group)
    parts = set.intersection(*({part for part, _, _ in mention.date.parts} for mention in group))
    in_numbers = any(mention.date.style == "numeric" for mention in group)  # 09/02/2021 would be open to two readings.
    every_four = any(_is_four_yearly(mention) for mention in group)

    def other_year(old: _Value) -> _Value | None:
        distance = rng.choice((4, 8, 12)) if every_four else rng.randint(3 if only_years else 1, 12)
        year = old[0] + rng.choice((-1, -1, 1)) * distance
        valid = _EARLIEST <= year <= latest and (not old[2] or not old[1] or is_valid(year, old[1], old[2]))
        return (year, *old[1:]) if valid else None

    def other_decade(old: _Value) -> _Value | None:
        decade = old[0] + 10 * rng.choice((-4, -3, -2, -1, 1, 2))
        return (decade, 0, 0) if decade <= 2010 else None

    def other_month(old: _Value) -> _Value | None:
        month = rng.randint(1, 12)
        valid = abs(month - old[1]) > 1 and (not old[2] or is_valid(old[0], month, old[2]))
        return (old[0], month, old[2]) if valid else None

    def other_day(old: _Value) -> _Value | None:
        day = old[2] + (7 * rng.choice((-3, -2, -1, 1, 2, 3)) if beside else rng.randint(-20, 20))
        valid = is_valid(old[0] or 2001, old[1], day) and abs(day - old[2]) > 1 and (day > 12 or not in_numbers)
        return (old[0], old[1], day) if valid else None

    def other_weekday(old: _Value) -> _Value | None:
        return (0, 0, rng.randint(1, 7))

    if style == "weekday":
        return other_weekday
    if style == "decade":
        return other_decade
    if style == "year" or parts == {"year"} or only_years:
        return other_year
    if style == "month":
        return other_month
    if beside:
        return other_day
    moves = [other_day, other_day, other_month, *([other_year] if "year" in parts else [])]

    def any_move(old: _Value) -> _Value | None:
        return rng.choice(moves)(old)

    return any_move


def _has_weekday(mention: _Mention) -> bool:
    text, date = mention.place.text, mention.date
    before = _WEEKDAY_BESIDE.search(text[max(0, date.start - 20) : date.start])
    return bool(before or _WEEKDAY_BEHIND.match(text, date.end))


def _is_four_yearly(mention: _Mention) -> bool:
    text, date = mention.place.text, mention.date
    near = text[max(0, date.start - 30) : date.end + 45]
    return date.style == "year" and (is_event(text, date.end) or bool(_FOUR_YEARLY.search(near)))


date_shift = Perturbation(
    name="date_shift",
    intent="altering",
    summary="moves a date, the claim's first, to another in the same format (5 May 2020 -> 17 May 2020)",
    find_in_evidence=find_date_shifts,
    severity=ONE_FACT,
    names_kinds=_NAMES_KINDS,
    invariant="breaks_date",
    error_type="circumstance",
)
