"""Dates in a text, with the places of their parts: full dates, months, years, decades and weekdays."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from metricstress.language.numerals import ordinal_numeral

from ..number_context import (
    is_event,
    is_label,
    names_what_follows,
    word_before,
    words_after,
    words_before,
    year_may_end,
    year_may_start,
)
from ..protected import protected_spans

__all__ = [
    "MONTH_NAMES",
    "Date",
    "Part",
    "find_dates",
    "in_dateline",
    "in_list",
    "is_valid",
    "month_like",
    "rewrite",
]

Part: TypeAlias = Literal["day", "month", "year"]
Style: TypeAlias = Literal["named", "iso", "numeric", "month", "year", "decade", "weekday"]

MONTH_NAMES = tuple("January February March April May June July August September October November December".split())
_SHORT_NAMES = tuple("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split())
_MONTHS = {
    **{name.lower(): value for value, name in enumerate(_SHORT_NAMES, start=1)},
    **{name.lower(): value for value, name in enumerate(MONTH_NAMES, start=1)},
    "sept": 9,
}
_FULL_NAMES = frozenset(name.lower() for name in MONTH_NAMES)
WEEKDAYS = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())


@dataclass(frozen=True, slots=True)
class Date:
    """A date, or a part of one, as it stands in a text.

    Attributes:
        start: Where it begins.
        end: Where it ends.
        style: `named` has a day and a month's name, `month` a month's name without a day.
        day: Day of the month; 0 if not given. For `weekday`: 1 (Monday) to 7.
        month: Month; 0 if not given, or if `numeric` leaves open which number is the month.
        year: Year; 0 if not given. For `decade` its first year.
        parts: Places of day, month and year in the text, as far as they are given.
    """

    start: int
    end: int
    style: Style
    day: int = 0
    month: int = 0
    year: int = 0
    parts: tuple[tuple[Part, int, int], ...] = ()

    @property
    def key(self) -> tuple[str, int, int, int]:
        """What two mentions of the same date share, however they are written."""
        style = "day" if self.style in ("named", "iso", "numeric") else self.style
        return (style, self.year, self.month, self.day)


_MONTH = (
    r"(?P<month>(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|JAN(?:UARY)?|FEB(?:RUARY)?|MAR(?:CH)?|APR(?:IL)?|MAY|JUNE?|JULY?"
    r"|AUG(?:UST)?|SEPT?(?:EMBER)?|OCT(?:OBER)?|NOV(?:EMBER)?|DEC(?:EMBER)?)\b\.?)"
)
_DAY = r"(?P<day>(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th|ST|ND|RD|TH)?)\b"
_YEAR = r"(?P<year>(?:1\d|20)\d\d)\b"
_SPACE = r"[ \u00a0]"
_FREE = r"(?<![\w.,/:$£€–—-])"
_STOP = r"(?![%/]|[.,:]\d|-\d)"
_PATTERNS: tuple[tuple[Style, re.Pattern[str]], ...] = (
    ("iso", re.compile(r"(?<![\w.,/:-])(?P<year>(?:1\d|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)(?![\w/-]|\.\d)")),
    (
        "numeric",
        re.compile(r"(?<![\w.,/:-])(?P<one>\d{1,2})(?P<sign>[/.-])(?P<two>\d{1,2})(?P=sign)(?P<year>(?:1\d|20)\d\d)(?![\w/-]|\.\d)"),
    ),
    ("named", re.compile(rf"{_FREE}{_DAY}(?:{_SPACE}of)?{_SPACE}{_MONTH}(?:,?{_SPACE}{_YEAR}{_STOP})?(?!\w)")),
    ("named", re.compile(rf"(?<![\w/-]){_MONTH}{_SPACE}{_DAY}{_STOP}(?:,?{_SPACE}{_YEAR}{_STOP})?")),
    ("month", re.compile(rf"(?<![\w/-]){_MONTH},?{_SPACE}{_YEAR}{_STOP}")),
)  # fmt: skip
_BARE_MONTH = re.compile(rf"(?<![\w/-])(?P<month>{'|'.join(MONTH_NAMES)})\b(?![-'’/.]\w)")
_BARE_YEAR = re.compile(r"(?<![\w.,/$£€₹₦#+-])(?:1\d|20)\d\d(?![\w%/+-]|[.,:]\d|[ \u00a0]?%)")
_A_MONTH = re.compile(r"Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|JAN|FEB|MAR|APR|MAY|JU|AUG|SEP|OCT|NOV|DEC")
_NUMBERS_JOINED = re.compile(r"\d[-/.]\d")
_A_DIGIT = re.compile(r"\d")
_DECADE = re.compile(r"(?<![\w.,/$£€])(?:mid-|early-|late-)?((?:1[5-9]|20)\d0)s(?![\w-])")
_WEEKDAY = re.compile(rf"(?<![\w/-])(?:{'|'.join(WEEKDAYS)})\b(?![-'’/]\w)")
_MONTH_SIGNS = frozenset(
    "in since until till by during late early mid of from to last next this through before after".split()
)
_OF_A_MONTH = frozenset("month day days week end beginning start middle rest most part half".split())
_NO_WEEKDAY = frozenset("black good holy easter palm ash cyber super bloody fat casual happy every each the a".split())
_MODAL_MAY = re.compile(r"\s+(?:not|be|have|also|I|we|you|he|she|it|they|the)\b")


def is_valid(year: int, month: int, day: int) -> bool:
    """Whether there is such a day; `year` 0 stands for any year."""
    return 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year or 2000, month)[1]


@lru_cache(maxsize=2048)
def find_dates(text: str) -> tuple[Date, ...]:
    """The dates of `text`, sorted and disjoint. "may" and "march" with a small letter are no months."""
    found: list[Date] = []
    digits = _A_DIGIT.search(text) is not None
    blocked = [(span.start, span.end) for span in protected_spans(text) if span.kind not in ("date", "version")]
    months = digits and _A_MONTH.search(text) is not None
    for style, pattern in _PATTERNS if digits else ():
        if not (months if style in ("named", "month") else _NUMBERS_JOINED.search(text)):
            continue
        for match in pattern.finditer(text):
            date = _numeric(match) if style == "numeric" else _written(match, style)
            if date and _is_free(date, found, blocked):
                found.append(date)
    taken = [(span.start, span.end) for span in protected_spans(text) if span.kind == "date"]
    rest = [*_months(text), *_weekdays(text), *(_years(text) if digits else ())]
    found += [date for date in rest if _is_free(date, found, [*blocked, *taken])]
    return tuple(sorted(found, key=lambda date: date.start))


def _is_free(date: Date, found: list[Date], blocked: list[tuple[int, int]]) -> bool:
    inside = any(other.start < date.end and date.start < other.end for other in found)
    return not inside and not any(start < date.end and date.start < end for start, end in blocked)


def _written(match: re.Match[str], style: Style) -> Date | None:
    groups = match.groupdict()
    day = int(groups["day"].rstrip("stndrhSTNDRH")) if groups.get("day") else 0
    name = groups["month"].rstrip(".").lower()
    month = _MONTHS.get(name) or int(name) if name in _MONTHS or name.isdigit() else 0
    year = int(groups["year"] or 0) if "year" in groups else 0
    if not is_valid(year, month, day or 1):
        return None
    given: list[tuple[Part, int, int]] = []
    parts: tuple[Part, ...] = ("day", "month", "year")
    for part in parts:
        if groups.get(part):
            given.append((part, *match.span(part)))
    end = match.end()
    if groups["month"].endswith(".") and name in _FULL_NAMES:
        # The full stop ends the sentence.
        if end != match.end("month"):
            return None
        end -= 1
        given = [(part, first, min(last, end)) for part, first, last in given]
    return Date(match.start(), end, style, day, month, year, tuple(sorted(given, key=lambda item: item[1])))


def _numeric(match: re.Match[str]) -> Date | None:
    one, two, year = int(match["one"]), int(match["two"]), int(match["year"])
    if match["sign"] == "-" and len(match["one"]) != len(match["two"]):
        return None
    first: tuple[Part, int, int] = ("day", *match.span("one"))
    second: tuple[Part, int, int] = ("month", *match.span("two"))
    third: tuple[Part, int, int] = ("year", *match.span("year"))
    if one > 12 >= two >= 1 or (one == two and one <= 12):
        day, month = one, two
    elif two > 12 >= one >= 1:
        day, month = two, one
        first, second = ("month", *match.span("one")), ("day", *match.span("two"))
    elif 1 <= one <= 12 and 1 <= two <= 12:
        # Which is the month stays open, but not the year. The key keeps both numbers apart.
        return Date(match.start(), match.end(), "numeric", one * 100 + two, 0, year, (third,))
    else:
        return None
    if not is_valid(year, month, day):
        return None
    return Date(match.start(), match.end(), "numeric", day, month, year, (first, second, third))


def _months(text: str) -> Iterator[Date]:
    """Months that stand alone: "in August", but not a modal "May", a march or a girl called June."""
    for match in _BARE_MONTH.finditer(text):
        before = word_before(text, match.start()).lower()
        after = words_after(text, match.end(), 1)
        if before not in _MONTH_SIGNS or (_MODAL_MAY.match(text, match.end()) and match.group() in ("May", "March")):
            continue
        if after and (after[0][0].isupper() or after[0][0].isdigit()):
            continue
        if before == "of" and words_before(text, match.start())[0].lower() not in _OF_A_MONTH:
            continue  # "the Fourth of July"
        month = _MONTHS[match["month"].lower()]
        yield Date(match.start(), match.end(), "month", 0, month, 0, (("month", *match.span()),))


def _weekdays(text: str) -> Iterator[Date]:
    """Weekdays that tell a time: "on Monday", "said Monday"; not "Black Friday" or "the Sunday Times"."""
    for match in _WEEKDAY.finditer(text):
        before, after = word_before(text, match.start()), words_after(text, match.end(), 1)
        lower = before.lower()
        if not before.isalpha() or not (before.islower() or before == "On") or lower in _NO_WEEKDAY:
            continue
        if after and after[0][0].isupper():
            continue
        yield Date(match.start(), match.end(), "weekday", WEEKDAYS.index(match.group()) + 1)


def _years(text: str) -> Iterator[Date]:
    for match in _DECADE.finditer(text):
        yield Date(match.start(1), match.end(1), "decade", 0, 0, int(match[1]), (("year", *match.span(1)),))
    for match in _BARE_YEAR.finditer(text):
        if _is_year(text, match):
            yield Date(match.start(), match.end(), "year", 0, 0, int(match.group()), (("year", *match.span()),))


def _is_year(text: str, match: re.Match[str]) -> bool:
    year, (start, end) = int(match.group()), match.span()
    recent = 1800 <= year <= 2050
    if recent and text.strip(" \t\r\n.") == match.group():
        return True  # The whole answer
    before = word_before(text, start)
    if text[start - 1 : start] == "(" and text[end : end + 1] == ")":
        return recent and year >= 1900
    if before.lower() != "year" and is_label(before):
        return False
    if recent and is_event(text, end):
        return not names_what_follows(before) or before.isupper()
    return year_may_start(text, start, recent) and year_may_end(text, end)


_LIST_BEHIND = re.compile(r"\s*(?:,|and|&|or|to|[-–—/])\s*(?:and\s+)?\d{1,2}(?:st|nd|rd|th)?\b(?![.,/:-]?\d)")
_LIST_BEFORE = re.compile(r"(?<![\d/.-])\d{1,2}(?:st|nd|rd|th)?\s*(?:,|and|&|or|to|[-–—/])?\s*$")


def in_list(text: str, date: Date) -> bool:
    """Whether a day is one of several that share their month: "February 18, 25 and 27", "3 to 5 May"."""
    before = text[max(0, date.start - 12) : date.start]
    return bool((not date.year and _LIST_BEHIND.match(text, date.end)) or _LIST_BEFORE.search(before))


def month_like(old: str, month: int) -> str:
    """The name of `month` in the style of `old`: in full or short, with a dot or without, in capitals or not."""
    bare = old.rstrip(".")
    full = bare.lower() in _FULL_NAMES
    name = MONTH_NAMES[month - 1] if full else _SHORT_NAMES[month - 1]
    if not full and month == 9 and bare.lower() == "sept":
        name = "Sept"
    if bare.isupper():
        name = name.upper()
    return name + ("." if old.endswith(".") and name.title() != "May" else "")


def rewrite(text: str, date: Date, day: int, month: int, year: int) -> str:
    """The date with other values in the same format."""
    out, position = "", date.start
    for part, start, end in date.parts:
        old = text[start:end]
        if part == "month":
            new = f"{month:0{len(old)}d}" if old.isdigit() else month_like(old, month)
        elif part == "year":
            new = f"{year:04d}"
        elif old.isdigit():
            padded = any(text[first] == "0" for _, first, _ in date.parts) or date.style == "iso"
            new = f"{day:0{2 if padded else 1}d}"
        else:
            new = ordinal_numeral(day)
            new = new.upper() if old.isupper() else new
        out += text[position:start] + new
        position = end
    return out + text[position : date.end]


_NO_NAME = r"(?!(?:On|In|At|By|Since|From|Until|Till|Before|After|Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:[a-z]*day)?\b)"
_NAME = r"[A-Z][\w.’'-]*(?: (?:[A-Z][\w.’'-]*|de|van|of|and)){0,4}"
_DAY_NAME = r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs?)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b\.?"
_WHEN = (
    rf"(?:(?:{_DAY_NAME},? )?(?:{_MONTH} {_DAY}(?:,? {_YEAR})?"
    r"|\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]{2,8}\b\.?(?:,? (?:1\d|20)\d\d\b)?"
    rf"|\d{{4}}-\d\d-\d\d|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{4}})|{_DAY_NAME}"
    r"|\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?)"
)
_DATE_NEXT = re.compile(r"[,.|–—-]? (?:\d|[A-Z][a-z]{2,8}\b)")
_LONGEST_LINE = 80
_SIGNS_BEFORE = frozenset(",.!?”|•–—")
_DATELINES = (
    # "…, City Desk, Mon May 4 2020, 12:49 hrs", "OSLO, May 4 (Agency) -"
    re.compile(
        rf"(?:^|(?<=\n)|(?<=[,|•–—] )|(?<=[.!?”] )){_NO_NAME}{_NAME}(?:,| [|–—-]) {_WHEN}(?=\s*(?:$|[,.|(\n–—-]))", re.M
    ),
    re.compile(rf"\bB[Yy] {_NO_NAME}{_NAME}[,.|–—-]? {_WHEN}"),  # "By Ada Okoro, 4 May 2020"
    # "… the end. May 4, 2020 The City Desk", between two sentences
    re.compile(rf"(?:(?<=[.!?”] )|(?<=[.!?”]  ))(?:{_MONTH} {_DAY},? {_YEAR})(?= +[A-Z])"),
)


def in_dateline(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` only signs or dates a text: who wrote or published it, where and when."""
    if not _DATE_NEXT.match(text, end):
        before = text[max(0, start - 60) : start].rstrip()
        if before and before[-1] not in _SIGNS_BEFORE and "by " not in before.lower():
            return False
    first = max(text.rfind("\n", 0, start) + 1, text.rfind(" ", 0, max(0, start - _LONGEST_LINE)), 0)
    stop = text.find("\n", end)
    last = min(end + _LONGEST_LINE, len(text) if stop < 0 else stop + 1)
    return any(
        match.start() <= start and end <= match.end()
        for pattern in _DATELINES
        for match in pattern.finditer(text, first, last)
    )
