"""date_format: the same date in another usual format (preserving): 5 May 2020, May 5, 2020, from 2020-05-05 as well.

Only dates with one reading change: 03/04/2020 stays, 25/12/2020 does not. Named dates lead back under a second
application, but for the "th" of a day, which is dropped.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

from ..edits import Edit
from ..facts.dates import MONTH_NAMES, Date, find_dates, in_list
from ..number_context import is_label, word_before, word_set
from ..perturbation import Group, Perturbation

__all__ = ["date_format", "find_date_formats"]

_SHORT_MONTH = re.compile(r"[A-Za-z]{3,4}\.?")
_MONTH = re.compile(rf"(?:{'|'.join(MONTH_NAMES)}|{'|'.join(name[:3] for name in MONTH_NAMES)}|sept)\.?", re.I)
_MONTH_NEXT = re.compile(rf"\s+(?:{_MONTH.pattern})\b", re.I)
_BEFORE_DAY = word_set("on the of from to by until till since before after and last between for")


def find_date_formats(text: str, rng: random.Random) -> Iterable[Group]:
    """Every full date, day of a month, or abbreviated month with its year."""
    day_first = rng.random() < 0.5  # One order for all numeric dates of a text.
    for date in find_dates(text):
        new = _reformatted(text, date, day_first)
        old = text[date.start : date.end]
        if new and new != old:
            yield (Edit(date.start, date.end, old, new),)


def _reformatted(text: str, date: Date, day_first: bool) -> str | None:
    if date.style in ("iso", "numeric"):
        if not date.month:
            return None
        return _ordered(date, MONTH_NAMES[date.month - 1], day_first)
    places = {part: (start, end) for part, start, end in date.parts}
    if date.style == "month" and date.year:
        return _other_month_name(text, date, *places["month"])
    if date.style != "named" or in_list(text, date) or "of" in text[date.start : date.end].split():
        return None
    before = word_before(text, date.start)
    if is_label(before) or (not date.year and before and before.lower() not in _BEFORE_DAY):
        return None
    month = text[slice(*places["month"])]
    is_day_first = places["day"] < places["month"]
    if before.lower() == "the":
        return None  # "the 5th May", "the 5 May summit"
    if _MONTH.fullmatch(before) or _MONTH_NEXT.match(text, date.end):
        return None  # "May 5 May 2020": which month has the day?
    new = _ordered(date, month, not is_day_first)
    return _with_full_stop(text, date, month, new)


def _ordered(date: Date, month: str, day_first: bool) -> str:
    if day_first:
        return f"{date.day} {month}" + (f" {date.year}" if date.year else "")
    return f"{month} {date.day}" + (f", {date.year}" if date.year else "")


def _other_month_name(text: str, date: Date, start: int, end: int) -> str | None:
    """ "Jan. 2020" with the whole name, "January 2020" with the abbreviation."""
    old, name = text[start:end], MONTH_NAMES[date.month - 1]
    if old.isupper():
        name = name.upper()
    if old.rstrip(".").lower() == name.lower():
        if len(name) < 5:
            return None  # May, June and July are not abbreviated.
        short = name[:4] if date.month == 9 else name[:3]
        new = f"{short}."
    elif _SHORT_MONTH.fullmatch(old):
        new = name
    else:
        return None
    return text[date.start : start] + new + text[end : date.end]


def _with_full_stop(text: str, date: Date, month: str, new: str) -> str:
    """The dot of "6 Jan." may be the sentence's as well; "Jan. 6." must not become "6 Jan..", nor lose it."""
    after = text[date.end : date.end + 3]
    if new.endswith(".") and after.startswith("."):
        return new[:-1]
    old_dot = month.endswith(".") and text[date.start : date.end].endswith(".")
    ends = not after.strip() or (after[:1].isspace() and after.strip()[:1].isupper())
    return f"{new}." if old_dot and ends and not new.endswith(".") else new


date_format = Perturbation(
    name="date_format",
    intent="preserving",
    summary="writes a date in another format (5 May 2020 -> May 5, 2020; 2020-05-05 -> 5 May 2020)",
    find_in_text=find_date_formats,
    names_kinds=frozenset({"date"}),
    invariant="same_folded",
)
