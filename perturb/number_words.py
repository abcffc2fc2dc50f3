"""The finder of text2num: number phrases in words, and what they are in digits."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from metricstress.language.numerals import (
    BIG_SCALES,
    CARDINAL_WORDS,
    ORDINAL_WORDS,
    SCALES,
    group_digits,
    ordinal_numeral,
    read_ordinal,
    read_quantity,
    read_year,
)

from .edits import Edit
from .number_context import (
    COMPOUND,
    MONTHS,
    is_event,
    is_label,
    names_what_follows,
    right_is_name,
    starts_sentence,
    word_before,
    word_set,
    words_after,
    words_before,
    year_may_end,
    year_may_start,
)
from .number_links import Number, settle_links
from .perturbation import Group

__all__ = ["find_number_words"]

_ALL_WORDS = CARDINAL_WORDS | ORDINAL_WORDS
_ONE = "|".join(sorted(_ALL_WORDS, key=lambda word: (-len(word), word)))
_PHRASE = re.compile(
    rf"(?:{_ONE})\b"
    rf"(?:(?:[ \u00a0-]|[ \u00a0]and[ \u00a0]|[ \u00a0]point[ \u00a0])(?:{_ONE}|oh)\b)*",
    re.I,
)
_ARTICLE = re.compile(r"\ban?[ \u00a0]$", re.I)
_LETTERS = re.compile(r"[A-Za-z]+")
_CENTS = re.compile(
    r"[ \u00a0](?:(dollars?)|(pounds?)|(euros?)|(rupees?)|(naira))[ \u00a0]and[ \u00a0]"
    r"([a-z]+(?:[ \u00a0-][a-z]+)?)"
    r"[ \u00a0](?:cents?|pence|penny|paise|paisa|kobo)\b"
)
_SYMBOLS = ("$", "£", "€", "₹", "₦")

# Set phrases whose numbers are no quantities.
_IDIOM = re.compile(
    r"\b(?:cloud nine|nine to five|two and two|(?:two|three|four|five|nine|ten|ninety-nine) (?:times )?out of ten"
    r"|a (?:thousand|million) and one|catch[- ]twenty-two"
    r"|forty winks|six feet under|two cents(?: worth)?|my two cents|two left feet|two peas|nine lives|seven seas"
    r"|four corners|three cheers|two to tango|(?:two|ten) a penny|six of one|(?:in|of) two minds|seven deadly sins"
    r"|seven wonders|twenty questions|ten to one|knock (?:\w+ )?for six|high five|take five|zero hour|ground zero"
    r"|two by four|four by four|zero tolerance|eleventh hour|ten commandments|two birds|two wrongs|two sides of"
    r"|at one point|put two|two way street|number ten|two evils|nine yards|five o['’]clock|four letter|two bit"
    r"|one or two|the big \w+)\b",
    re.I,
)
_NOT_BEHIND = word_set(
    """
    half halves third thirds quarter quarters fourths fifth fifths sixth sixths seventh sevenths eighth eighths
    ninths tenth tenths hundredth hundredths thousandth thousandths dozen dozens score gross odd something point
    o'clock o’clock minus plus times a.m a.m. p.m p.m. am pm fold twenties thirties forties fifties sixties
    seventies eighties nineties hundreds thousands millions billions trillions lakhs crores teens
    """
)
_NOT_BEFORE = word_set(
    """
    point past plus quarter half and/or grand sweet
    """
)
_AND_PART = re.compile(r"\s+and\s+(?:a|an|one)[\s-]+(?:half|quarter|third|fifth|eighth|tenth)\b", re.I)
_SIGN_BEFORE = word_set(
    """
    of to at from was is were are be below above between reached fell hit averaged
    """
)


def find_number_words(text: str, rng: random.Random) -> Iterable[Group]:
    """Every number phrase that can be written in digits; `rng` is not used."""
    numbers: list[Number] = []
    idioms: list[tuple[int, int]] | None = None
    done = 0
    for start, end in _phrases(text):
        if start < done:
            continue  # Already part of a sum of money.
        if idioms is None:
            idioms = [match.span() for match in _IDIOM.finditer(text)]
        in_idiom = any(left < end and start < right for left, right in idioms)
        found = _read_phrase(text, start, end, in_idiom)
        numbers += found
        done = max(end, found[-1].end)
    settle_links(text, numbers)
    for number in numbers:
        if number.new is not None:
            yield (Edit(number.start, number.end, text[number.start : number.end], number.new),)


def _phrases(text: str) -> Iterator[tuple[int, int]]:
    """The longest runs of number words, with the article of "a hundred"."""
    done = 0
    for token in _LETTERS.finditer(text):
        start = token.start()
        if start < done or token.group().lower() not in _ALL_WORDS:
            continue
        match = _PHRASE.match(text, start)
        if match is None:
            continue  # A letter of another script follows.
        done = match.end()
        if token.group().lower() in SCALES and (article := _ARTICLE.search(text, max(0, start - 4), start)):
            start = article.start()
        yield start, done


def _read_phrase(text: str, begin: int, finish: int, in_idiom: bool) -> list[Number]:
    """The numbers of one run of number words; a single untouched one if the run is not clear."""
    places = [(found.start(), found.end()) for found in _LETTERS.finditer(text, begin, finish)]
    words = [text[start:end].lower() for start, end in places]
    whole = [Number(begin, finish, "cardinal", Decimal(0), blocked=True)]
    if in_idiom or not _phrase_stands_free(text, begin, finish):
        return whole
    numbers: list[Number] = []
    at = 0
    while at < len(words):
        number, end = _read_number(text, words, places, at)
        if number is None:
            return whole
        if end < len(words) and words[end] != "and":
            return whole  # "one two three", "fifty-fifty", "thirty second"
        numbers.append(number)
        at = end + 1
    _merge_cents(text, numbers)
    merged = len(numbers) == 1 and "and" in words
    if merged and word_before(text, begin).lower() in ("between", "both"):
        return whole  # "between one hundred and fifty people"
    for number in numbers:
        if number.new is not None and not _number_fits(text, number):
            number.new = None
    return numbers


def _read_number(
    text: str, words: Sequence[str], places: Sequence[tuple[int, int]], at: int
) -> tuple[Number | None, int]:
    """The number that begins at `words[at]`, and the index behind it."""
    year, end = read_year(words, at)
    if year is not None:
        start, stop = places[at][0], places[end - 1][1]
        recent = 1800 <= year <= 2050
        fits = (recent and is_event(text, stop)) or (year_may_start(text, start, recent) and year_may_end(text, stop))
        if fits:
            return Number(start, stop, "year", Decimal(year), str(year)), end
        if "hundred" not in words[at:end]:
            return None, at
    ordinal, end = read_ordinal(words, at)
    if ordinal is not None:
        return _ordinal(text, places, at, end, ordinal), end
    value, end = read_quantity(words, at)
    if value is None:
        return None, at
    start, stop = places[at][0], places[end - 1][1]
    number = Number(start, stop, "cardinal", value)
    used = list(words[at:end])
    if used in (["one"], ["zero"]) or (used[0] in ("a", "an") and len(used) == 2):
        return number, end  # Pronoun, or vague: "a hundred times".
    number.new, number.scaled = _digits(used, value)
    if number.new.isdigit() or number.new.replace(",", "").isdigit():
        calendar = 1100 <= value <= 2099 and year_may_start(text, start, True) and year_may_end(text, stop)
        if calendar:
            number.new = str(value)
    return number, end


def _ordinal(text: str, places: Sequence[tuple[int, int]], at: int, end: int, value: int) -> Number:
    number = Number(places[at][0], places[end - 1][1], "ordinal", Decimal(value))
    before = word_before(text, number.start).lower()
    after = [token.lower() for token in words_after(text, number.end, 1)]
    compound = "-" not in text[number.start : number.end] and end - at == 2 and value % 100
    fraction = before in ("a", "an", "one") or after == ["of"]
    if value > 10 and not fraction and not compound:
        number.new = ordinal_numeral(value)
    return number


def _digits(words: Sequence[str], value: Decimal) -> tuple[str, bool]:
    """The number in digits, and whether a scale word from "lakh" upwards stays behind it."""
    scales = [word for word in words if word in BIG_SCALES]
    if len(scales) == 1 and words[-1] == scales[0] and (scales[0] != "thousand" or "point" in words):
        mantissa, _ = read_quantity(words, 0) if words[0] not in ("a", "an") else (None, 0)
        rest, end = read_quantity(words[:-1], 0)
        if mantissa is not None and rest is not None and end == len(words) - 1:
            return f"{_plain(rest)} {scales[0]}", True
    return _plain(value), False


def _plain(value: Decimal) -> str:
    whole, _, fraction = f"{value:f}".partition(".")
    return group_digits(int(whole)) + (f".{fraction}" if fraction else "")


def _merge_cents(text: str, numbers: list[Number]) -> None:
    """Make one sum of "five dollars and ten cents" and call it "$5.10"."""
    if not numbers:
        return
    last = numbers[-1]
    match = _CENTS.match(text, last.end)
    if match is None or last.kind != "cardinal" or last.value != last.value.to_integral_value():
        return
    cents, end = read_quantity(re.split(r"[ \u00a0-]", match[6]), 0)
    words = len(re.split(r"[ \u00a0-]", match[6]))
    if cents is None or end != words or not 0 < cents < 100 or last.value < 1:
        return
    symbol = next(symbol for symbol, found in zip(_SYMBOLS, match.groups(), strict=False) if found)
    last.kind, last.end = "money", match.end()
    last.new = f"{symbol}{group_digits(int(last.value))}.{int(cents):02d}"
    last.value += cents / 100


def _phrase_stands_free(text: str, start: int, end: int) -> bool:
    """Whether a run of number words is no part of a longer word, name, number or compound."""
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    then = text[end + 1] if end + 1 < len(text) else " "
    if not (before.isspace() or before in "([“\"‘'—"):
        return False
    if after == "-":
        if not COMPOUND.match(text, end):
            return False
    elif after in ",;:.!?)]\"'’”":
        if then.isalnum():
            return False
    elif not (after.isspace() or after in "—…"):
        return False
    left, right = text[:start].rstrip()[-1:], text[end : end + 20].lstrip()[:1]
    if left.isdigit() or right.isdigit() or (left and left in "$£€₹%") or (right and right in "$£€₹%"):
        return False
    earlier = [token.lower() for token in words_before(text, start)]
    later = [token.lower().rstrip('.,;:!?)"”’') for token in words_after(text, end)]
    return not (
        _is_number_word(earlier[-1:])
        or (earlier[-1:] == ["and"] and _is_number_word(earlier[:1]))
        or _is_number_word(later[:1])
        or (later[:1] == ["and"] and _is_number_word(later[1:2]))
    )


def _is_number_word(tokens: Sequence[str]) -> bool:
    return bool(tokens) and all(part in _ALL_WORDS for part in tokens[0].split("-"))


def _number_fits(text: str, number: Number) -> bool:
    """Whether the words around let the number be a quantity, an ordinal or a year; takes in a "minus"."""
    old = text[number.start : number.end]
    if any(char.isupper() for char in old):
        if not old[0].isupper() or any(char.isupper() for char in old[1:]) or not starts_sentence(text, number.start):
            return False
        if right_is_name(words_after(text, number.end)):
            return False
    before, after = word_before(text, number.start), words_after(text, number.end)
    first = after[0].lower().rstrip(',;:!?)"”’') if after else ""
    bare = before.lower().rstrip(".")
    if bare == "minus":
        return _take_sign(text, number)
    if (
        first in _NOT_BEHIND
        or first.rstrip(".") in _NOT_BEHIND
        or first.rstrip(".") in MONTHS
        or _AND_PART.match(text, number.end)
    ):
        return False
    if text[number.end : number.end + 1] == "-" and (number.new or "").count(" "):
        return False
    share = [token.lower().strip("(“\"‘'") for token in words_before(text, number.start, 3)]
    if share[-2:] == ["one", "in"] or share == ["one", "out", "of"]:
        return False  # "one in five" keeps one style
    if bare in MONTHS or bare in _NOT_BEFORE or names_what_follows(before):
        return False
    return number.kind == "year" or not is_label(before)


def _take_sign(text: str, number: Number) -> bool:
    """Extend the number over "minus" if that is a sign and no subtraction or grade."""
    start = number.start - len("minus ")
    if number.kind != "cardinal" or text[start : number.start - 1].lower() != "minus":
        return False
    earlier = word_before(text, start).lower()
    if not (starts_sentence(text, start) or earlier in _SIGN_BEFORE) or text[start - 1 : start] == "-":
        return False
    number.start = start
    number.value = number.value.copy_negate()
    number.new = f"-{number.new}"
    return True
