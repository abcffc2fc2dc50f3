"""Dates in another format: 5 May 2020, May 5th, 2020, Tue., 5 May 2020 and 2020-05-05 as one folded word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

__all__ = ["FULL_MONTHS", "fold_dates", "split_at_dates"]

_NAMES = "january february march april may june july august september october november december".split()
FULL_MONTHS = {name[:3]: name for name in _NAMES} | {"sept": "september"}
"""The months by their abbreviations."""

_MONTH = (
    r"(?P<{}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_WEEKDAY = r"mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
_TH = r"(?:st|nd|rd|th)?"
_DATE = re.compile(
    rf"(?<![\w.,/-])(?:(?P<before>{_WEEKDAY})\b\.?,?\s+)?(?:"
    rf"(?:the\s+)?(?P<d1>\d{{1,2}}){_TH}\s+(?:of\s+)?{_MONTH.format('m1')}(?:,?\s+(?:of\s+)?(?P<y1>\d{{4}}))?"
    rf"|{_MONTH.format('m2')}\s+(?:the\s+)?(?P<d2>\d{{1,2}}){_TH}\b(?:,?\s+(?P<y2>\d{{4}}))?"
    rf"|{_MONTH.format('m3')},?\s+(?:of\s+)?(?P<y3>\d{{4}})"
    rf"|(?P<d4>\d{{1,2}})-{_MONTH.format('m4')}-(?P<y4>\d{{4}})"
    r"|(?P<y5>\d{4})(?P<s5>[-/.])(?P<m5>\d{1,2})(?P=s5)(?P<d5>\d{1,2})"
    r"|(?P<a6>\d{1,2})(?P<s6>[-/.])(?P<b6>\d{1,2})(?P=s6)(?P<y6>\d{4})"
    rf")(?![\w/-]|[.,:]\d)(?:,?\s+\(?(?P<after>{'|'.join(_DAYS)})\b\)?)?"
)


def split_at_dates(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The pieces of a folded text, each with the words of the date behind it: its weekday and `date:year:month:day`."""
    position = 0
    for match in _DATE.finditer(text):
        date = _date(match)
        if not date:
            continue
        weekday = match["before"] or match["after"] or ""
        full = [day for day in _DAYS if weekday and day.startswith(weekday[:3])]
        yield text[position : match.start()], (*full, date)
        position = match.end()
    yield text[position:], ()


def _date(match: re.Match[str]) -> str:
    """The date as a word; "date?" if day and month could be either way round, "" if it is none."""
    if match["a6"]:
        one, two = int(match["a6"]), int(match["b6"])
        if max(one, two) > 31 or min(one, two) > 12 or not one or not two:
            return ""
        if max(one, two) <= 12 and one != two:
            return f"date?:{match['y6']}:{min(one, two)}:{max(one, two)}"
        return f"date:{match['y6']}:{min(one, two)}:{max(one, two)}"
    number = next(number for number in "12345" if match[f"m{number}"])
    name = match[f"m{number}"]
    month = int(name) if name.isdecimal() else 1 + _NAMES.index(FULL_MONTHS[name[:3]])
    day = match[f"d{number}"] if number != "3" else ""
    year = match[f"y{number}"] or ""
    if not 1 <= month <= 12 or (day and not 1 <= int(day) <= 31):
        return ""
    return f"date:{year}:{month}:{int(day) if day else ''}"


def fold_dates(old: Sequence[str], new: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Read 5/6/2020 as the other side does, where that has a date that it may be."""
    sides = list(old), list(new)
    places = [[index for index, word in enumerate(side) if word.startswith("date")] for side in sides]
    if len(places[0]) != len(places[1]):
        return old, new
    for one, two in zip(*places, strict=True):
        words = sides[0][one], sides[1][two]
        plain = next((word for word in words if not word.startswith("date?")), "")
        if plain and any(word.startswith("date?") for word in words) and _parts(words[0]) == _parts(words[1]):
            sides[0][one] = sides[1][two] = plain
    return sides


def _parts(date: str) -> tuple[str, list[str]]:
    _, year, month, day = date.split(":")
    return year, sorted((month, day))
