"""`case_change`: words in lower case, in capitals, or with a capital at the front.

Case tells words apart ("us" and "US", "march" and "March", "mW" and "MW"), so a word is changed only where no other
word, unit or acronym has the form that it would get. What is changed can be folded back letter for letter.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from metricstress.language.closed_classes import word_set
from metricstress.language.lexicon import is_listed
from metricstress.language.suggest import did_you_mean

from ..edits import Edit
from ..number_context import starts_sentence
from ..perturbation import Group, Perturbation
from ..words import words
from .context import fixed_spans, is_fixed, is_quantity, last_token

__all__ = ["KINDS", "case_change", "find_case_changes"]

KINDS: tuple[str, ...] = ("lower", "upper", "title")
"""The kinds of case change."""

# Written with a capital these are names, without one other words.
_NAMES_OR_WORDS = word_set(
    """
    may march august will polish turkey china japan guinea jersey chad jordan chile cyprus georgia swede finn dane
    pole lima nice reading bath cork sandwich buffalo phoenix mobile cologne slough boulder aurora orlando santiago
    lent mass catholic orthodox protestant bible gospel god lord messiah scripture prophet advent passion easter trump
    bush gore rice brown green white black gray grey gates jobs wood woods page cook hill ford bill mark grace hope
    faith joy rose lily daisy ivy art pat rob frank grant chase drew jack sue ray dick rod dean miles herb guy pierce
    warren cruz bishop pope king prince duke earl baker taylor smith carter cooper mason hunter fisher miller potter
    fox wolf bird drake crane swift west north south east young long short small good best rich poor house senate
    congress state capitol cabinet bar crown speaker chair bench union federation republic commonwealth kingdom empire
    confederate republican democrat democratic conservative liberal labour labor independent progressive populist
    reform alliance coalition solidarity unity freedom liberty independence revolution resistance sun moon earth
    mercury mars saturn jupiter venus neptune pluto apple amazon shell target gap visa oracle orange subway sprint
    dove tide meta alphabet twitter tinder uber signal telegram slack zoom guardian times post mirror express star
    mail globe herald chronicle observer economist nature science cell lancet time fortune nation atlantic internet
    web net windows office word access excel chrome edge safari titan titanic hamlet genesis exodus acts romans job
    kings judges rugby bologna concord ares pan christian christ muslim bantu indian native pacific arctic tropic
    continental oval tube underground square city mall mint fed pentagon hague cape gulf strait channel bay lake falls
    rapids ranger rangers patriot patriots giants saints bears lions bulls eagles tigers rockets jets heat magic
    thunder wizards suns spurs angels
    """
)

# In capitals these words are acronyms.
_ALSO_ACRONYMS = word_set(
    """
    us it who aids is am pm un ice cop cops pa ma la or in me hi ok al de id oh ad act acts sat cat pet aim care cares
    start salt dare tips gap lab nice sage cobra mers sars idea ideas race pact quad seal seals swat spar step wish
    hope posh rip tag tax ant asp bet bat bar bid can cap car cue dot ear eta fed fit gas gem hub ira irs jag led let
    lit map mad men met min mod nap net nor now orb pin pan par pip pit pop ram rap rat sad saw sec ser set sic sim
    sip sis sop tap tin tip top van vat wac war wow wasp was snap nano nasa nato eu uk usa ai ml tv pc cd dc
    """
)
_ROMAN = re.compile(r"[IVXLCDM]+")
_PARTS = re.compile(r"[-'’‐‑]")
_JOINERS = "&@#/\\_+=~$£€%°"


def find_case_changes(text: str, rng: random.Random, kind: str = "lower") -> Iterator[Group]:
    """Every word of `text` whose case can be changed without making it another word.

    Args:
        text: Any text.
        rng: Not used: there is nothing to choose.
        kind: `lower` (the default), `upper` (all capitals) or `title` (a capital at the front).

    Raises:
        ValueError: if there is no such kind.
    """
    change = _CHANGES.get(kind)
    if change is None:
        raise ValueError(f"unknown kind of case change {kind!r}{did_you_mean(kind, KINDS)}")
    return _changes(text, change)


def _changes(text: str, change: Callable[[str], str | None]) -> Iterator[Group]:
    fixed = fixed_spans(text)
    for start, end, word in words(text):
        new = change(word)
        if new is None or is_fixed(fixed, start) or not _stands_alone(text, start, end):
            continue
        # Right behind a number the word may be its unit: "5 mW", "5 Pa".
        if start and text[start - 1] == " " and is_quantity(last_token(text, start - 1)):
            continue
        if word[0].isupper() and _is_ordinary(word.lower()) and not starts_sentence(text, start):
            continue  # "the House", "Mr Wood": with the capital goes what makes it a name.
        yield (Edit(start, end, word, new),)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether the word is no part of something larger: "U.S", "AT&T", "Ph.D", "and/or", "$US"."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if (before and before in _JOINERS) or (after and after in _JOINERS):
        return False
    if before in (".", "-", "'", "’", "‐", "‑") and start > 1 and text[start - 2].isalnum():
        return False
    return not (after in (".", "-", "'", "’", "‐", "‑") and text[end + 1 : end + 2].isalnum())


@lru_cache(maxsize=65536)
def _to_lower(word: str) -> str | None:
    if word.islower() or not _is_plain(word):
        return None
    if word.isupper():
        # An acronym that is a word in lower case would become that word; a Roman numeral is a number.
        if len(word) == 1:
            return None
        if any(_ROMAN.fullmatch(part) or is_listed(part) or part.lower() in _ALSO_ACRONYMS for part in _parts(word)):
            return None
    return _round_trip(word, word.lower())


@lru_cache(maxsize=65536)
def _to_upper(word: str) -> str | None:
    if word.isupper() or not _is_plain(word) or any(part.lower() in _ALSO_ACRONYMS for part in _parts(word)):
        return None
    return _round_trip(word, word.upper())


@lru_cache(maxsize=65536)
def _to_title(word: str) -> str | None:
    if not word.islower() or not _is_plain(word):
        return None
    return _round_trip(word, word[0].upper() + word[1:])


_CHANGES: dict[str, Callable[[str], str | None]] = {"lower": _to_lower, "upper": _to_upper, "title": _to_title}


def _is_plain(word: str) -> bool:
    """Whether `word` has an ordinary case ("iPhone" has not) and is no word that its case tells from another."""
    parts = _parts(word)
    if len(word) == 1 and word not in "Aa":
        return False
    if parts[0] == "I" or any(part.lower() in _NAMES_OR_WORDS for part in parts):
        return False
    if word.isupper():
        return True
    return all(part.islower() or (part[0].isupper() and (len(part) == 1 or part[1:].islower())) for part in parts)


def _parts(word: str) -> list[str]:
    return [part for part in _PARTS.split(word) if part]


def _round_trip(word: str, new: str) -> str | None:
    """`new` if it can be folded back: not for "ß", "ﬁ", "İ", whose other case has other or more letters."""
    same = len(new) == len(word) and all(
        one == other or (one.casefold() == other.casefold() and one in (other.lower(), other.upper()))
        for one, other in zip(word, new, strict=True)
    )
    return new if same and new != word and new.casefold() == word.casefold() else None


@lru_cache(maxsize=65536)
def _is_ordinary(word: str) -> bool:
    """Whether a lower-case word has forms of a verb, as few names have: "trumped", "housing"."""
    if not is_listed(word):
        return False
    stem = word[:-1] if word.endswith(("e", "y")) else word
    forms = (stem + "ied", word + "ing") if word.endswith("y") else (stem + "ed", stem + "ing", word + word[-1] + "ed")
    return any(is_listed(form) for form in forms)


case_change = Perturbation(
    name="case_change",
    intent="preserving",
    summary="words in lower case (or in capitals, or with a capital) where no other word is written like that",
    find_in_text=find_case_changes,
    invariant="same_folded",
    kinds=KINDS,
)
