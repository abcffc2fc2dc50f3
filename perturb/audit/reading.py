"""What the auditor reads in one text, all at once and once for each text: numbers, negations, names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from .numbers import first_number
from .numerals import (
    LINKS,
    PLAIN,
    SCALES,
    SHORT_SCALES,
    VOCABULARY,
    Phrase,
    key_of,
    numeral,
    ordinal_key,
    vocabulary,
)
from .text import Names, Token, identifier, read_names, read_negations, tokenize
from .units import (
    JOINTS,
    Mention,
    add_minor_units,
    bare,
    find_unit,
    is_day,
    join_fractions,
)

__all__ = ["Numbers", "Reading", "find_mentions", "is_joined", "read", "read_numbers"]


class Numbers(NamedTuple):
    """The numbers of a text.

    Attributes:
        values: Canonical keys of the values, and one key a unit (`%`, `dollar`): see `Phrase`.
        atoms: The same text's numerals and number words one by one, for edits that only drop a link word.
        others: Readings that a key may have beside its own.
        hybrids: Spellings that are half digits or symbols, half words: "$one", "ten,zero", "fifteen%".
        articles: Values that stand after an "a" of their own, as in "a 10% share".
        swallowed: Values whose spelling contains the article, as in "a hundred".
    """

    values: Counter[str]
    atoms: Counter[str]
    others: tuple[tuple[str, tuple[str, ...]], ...]
    hybrids: Counter[str]
    articles: Counter[str]
    swallowed: Counter[str]


class Reading:
    """Numbers, negation cues and names of one text, each read when it is first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _tokens(self) -> list[Token]:
        return tokenize(self._text)

    @cached_property
    def numbers(self) -> Numbers:
        """The numbers, whether in digits or in words."""
        return read_numbers(self._text, self._tokens)

    @cached_property
    def negations(self) -> Counter[str]:
        """The negation cues, "not" for all its forms."""
        return read_negations(self._text, self._tokens)

    @cached_property
    def names(self) -> Names:
        """The capitalised words, acronyms and identifiers."""
        return read_names(self._text, self._tokens)


_NONE: Counter[str] = Counter()  # For all the texts without numbers; a reading's counters are never changed.
_LONGEST_RUN = 32  # Words of one number; keeps "hundred hundred hundred ..." from taking quadratic time.
_GROUPS = frozenset(("thousand", "million", "billion", "trillion", "lakh", "crore"))


@lru_cache(maxsize=1024)  # The texts of a few examples: all copies of one are judged one after the other.
def read(text: str) -> Reading:
    """Everything the auditor compares, for one text."""
    return Reading(text)


def read_numbers(text: str, tokens: Sequence[Token]) -> Numbers:
    """The numbers of `text`, whether in digits or in words."""
    mentions, atoms, hybrids = find_mentions(text, tokens)
    if not mentions:
        return Numbers(_NONE, atoms, (), hybrids, _NONE, _NONE)
    mentions = join_fractions(text, mentions)
    for mention in mentions:
        find_unit(text, tokens, mention)
    return _collect(text, tokens, add_minor_units(tokens, mentions), atoms, hybrids)


def find_mentions(text: str, tokens: Sequence[Token]) -> tuple[list[Mention], Counter[str], Counter[str]]:
    """The numbers of `text` in their places, before units are read; its number words one by one; its hybrids."""
    mentions: list[Mention] = []
    atoms: Counter[str] = Counter()
    hybrids: Counter[str] = Counter()
    index = 0
    while index < len(tokens):
        token = tokens[index]
        first = token.text[0]
        if first.isdigit() or first == ".":
            if is_joined(text, tokens, index):
                index += 1
                continue
        elif token.lower not in VOCABULARY and not ("'" in token.lower and vocabulary(bare(token.lower))):
            index += 1
            continue
        run = _run(text, tokens, index)
        found = _mentions(text, tokens, run)
        mentions += found
        atoms["minus"] += sum(mention.value is not None and mention.value.numerator < 0 for mention in found)
        for position in run:
            atom = tokens[position]
            if atom.lower not in LINKS:
                atoms[bare(atom.lower)] += 1
                hybrid = _hybrid(text, tokens, position)
                if hybrid:
                    hybrids[hybrid] += 1
        index = run[-1] + 1
    return mentions, atoms, hybrids


def is_joined(text: str, tokens: Sequence[Token], index: int) -> bool:
    """Whether digits are part of an identifier such as COVID-19."""
    start = tokens[index].start
    return start > 0 and text[start - 1] in "-‑/" and bool(identifier(text, tokens, index - 1))


def _run(text: str, tokens: Sequence[Token], index: int) -> list[int]:
    """Indices of the tokens that follow one another as one spelled number could."""
    run = [index]
    numeric = not tokens[index].text[0].isalpha()
    while run[-1] + 1 < len(tokens) and len(run) < _LONGEST_RUN:
        position = run[-1] + 1
        previous, token = tokens[run[-1]], tokens[position]
        gap = text[previous.end : token.start]
        # "one thousand, nine hundred", but not "a million, twelve".
        grouped = gap == ", " and len(run) > 1 and previous.lower in _GROUPS and token.lower in PLAIN
        if gap not in JOINTS and not grouped:
            break
        word = bare(token.lower)
        if token.text[0].isdigit():
            # "3 crore 56 lakh", but not "19 84" or "five 10".
            following = tokens[position + 1].lower if position + 1 < len(tokens) else ""
            if previous.lower not in SCALES or following not in SCALES or "," in token.text:
                break
        elif vocabulary(word):
            if numeric and not previous.text[0].isalpha() and not _continues_digits(word):
                break
        elif word in LINKS and position + 1 < len(tokens):
            following = tokens[position + 1].lower
            if text[token.end : tokens[position + 1].start] not in JOINTS:
                break
            if word == "and" and following == "a" and position + 2 < len(tokens):
                if tokens[position + 2].lower not in ("half", "quarter", "third"):
                    break
                run += [position, position + 1, position + 2]
                continue
            linked = vocabulary(following) and (previous.lower == "half" or word != "a")
            if not linked and not (word == "point" and following in ("oh", "o")):
                break
        elif word not in SHORT_SCALES or previous.text[0].isalpha():
            break
        run.append(position)
    while tokens[run[-1]].lower in LINKS and len(run) > 1:
        run.pop()
    return run


def _continues_digits(word: str) -> bool:
    return word in SCALES or word.endswith(("s", "half", "quarter", "third"))


def _mentions(text: str, tokens: Sequence[Token], run: Sequence[int]) -> list[Mention]:
    found: list[Mention] = []
    words: list[str] = []
    places: list[int] = []
    heads: tuple[Phrase, ...] = ()
    for position in run:
        token = tokens[position]
        if token.text[0].isalpha():
            if position > run[0] and text[token.start - 2] == ",":
                words.append("and")  # "one thousand, nine hundred"
                places.append(position)
            words.append(SHORT_SCALES.get(token.lower, bare(token.lower)))
            places.append(position)
            continue
        parts = numeral(token.text)
        *firsts, last = parts if parts else (Phrase(token.text),)
        for part in firsts:
            found.append(Mention(position, position, token.start, token.end, part, part.value))
        heads = (*heads, last)
        plain = last.value is not None and not last.others and "/" not in last.key
        words.append(last.key if plain else f"\0{last.key}")
        places.append(position)
    index = 0
    numerals = iter(heads)
    while index < len(words):
        word = words[index]
        if word in LINKS:
            index += 1
            continue
        size, number = (1, None) if word.startswith("\0") else first_number(tuple(words[index:]))
        inside = [next(numerals) for other in words[index : index + size] if not other[:1].isalpha()]
        if inside and (number is None or size == 1):
            number = inside[0]
        if number is not None:
            first, last_index = places[index], places[index + size - 1]
            found.append(Mention(first, last_index, tokens[first].start, tokens[last_index].end, number, number.value))
        index += size
    return [_signed(text, tokens, _with_article(text, tokens, mention)) for mention in found]


def _with_article(text: str, tokens: Sequence[Token], mention: Mention) -> Mention:
    """Take in the article of "a hundred and five" and of "a third of"."""
    first = mention.first
    if not first or tokens[first - 1].lower not in ("a", "an"):
        return mention
    if text[tokens[first - 1].end : mention.start] not in JOINTS:
        return mention
    word, single = tokens[first].lower, mention.first == mention.last
    if word in SCALES:
        if single:
            mention.phrase = Phrase(key_of(Fraction(SCALES[word])), Fraction(SCALES[word]))
    elif single and word in ("third", "quarter", "fifth", "tenth") and mention.last + 1 < len(tokens):
        if tokens[mention.last + 1].lower != "of":
            return mention
        value = Fraction(1, {"third": 3, "quarter": 4, "fifth": 5, "tenth": 10}[word])
        mention.phrase = Phrase(key_of(value), value)
    else:
        return mention
    mention.value = mention.phrase.value
    mention.start, mention.swallowed = tokens[first - 1].start, True
    return mention


def _signed(text: str, tokens: Sequence[Token], mention: Mention) -> Mention:
    start, value = mention.start, mention.value
    if value is None or not start:
        return mention
    dash = text[start - 1] in "-−" and (start == 1 or text[start - 2] in " (\n$£€")
    if dash or (mention.first and tokens[mention.first - 1].lower == "minus" and text[start - 1] in JOINTS):
        mention.value = -value
        mention.phrase = Phrase(key_of(-value), -value)
    return mention


def _hybrid(text: str, tokens: Sequence[Token], index: int) -> str:
    """A number word that touches digits or a symbol, as no writer would spell it; "" if it does not."""
    token = tokens[index]
    if not token.text[0].isalpha():
        return ""
    start, end = token.start, token.end
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if before in ("$", "£", "€", "₹", "¥", "₦", "["):
        return before + token.lower
    if before in (".", ",", ":", "/") and start > 1:
        touches = tokens[index - 1].end == start - 1 and vocabulary(tokens[index - 1].lower)
        return before + token.lower if touches or text[start - 2].isdigit() else ""
    if after == "%" or (after in (".", ",") and text[end + 1 : end + 2].isdigit()):
        return token.lower + after
    return ""


def _collect(
    text: str, tokens: Sequence[Token], mentions: Sequence[Mention], atoms: Counter[str], hybrids: Counter[str]
) -> Numbers:
    values: Counter[str] = Counter()
    articles: Counter[str] = Counter()
    swallowed: Counter[str] = Counter()
    others: list[tuple[str, tuple[str, ...]]] = []
    for mention in mentions:
        key = mention.phrase.key
        value = mention.value
        may_be_day = value is not None and value.denominator == 1 and 1 <= value.numerator <= 31 and not mention.unit
        if value is not None and may_be_day and is_day(text, tokens, mention):
            key = ordinal_key(value)
        values[key] += 1
        if mention.unit:
            values[mention.unit] += 1
            atoms[mention.unit] += 1
        others += [(key, other) for other in mention.phrase.others]
        if mention.swallowed:
            swallowed[key] += 1
        elif mention.first and tokens[mention.first - 1].lower == "a" and text[mention.start - 1] == " ":
            articles[key] += 1
    return Numbers(values, atoms, tuple(others), hybrids, articles, swallowed)
