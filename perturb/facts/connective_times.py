"""Connectives of time and comparison: "before" becomes "after", "more than 10" "less than 10"."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from metricstress.language.closed_classes import NUMBER_WORDS, is_negation, word_set
from metricstress.language.inflection import PAST
from metricstress.language.verbs import is_noun, is_plural, verb_readings

from ..contraction_tables import PREPOSITIONS
from .answers import Sentence
from .clauses import BE, auxiliary_of
from .connective_context import (
    DETERMINERS,
    EVENTS,
    INTRODUCES_QUESTION,
    MONTHS,
    PRONOUNS,
    TIMES,
    Change,
    has_second_clause,
    opens_clause,
)

__all__ = ["TIMES_AND_AMOUNTS"]

_PLACES = word_set(
    """
    court courts judge judges committee committees panel senate congress magistrate house parliament commission board
    jury council eyes camera cameras god law tribunal justices public audience us them him her me inquiry assembly
    """
)
_BEFORE_BARRED = word_set(
    """
    ever never long soon until only or and named called look looked looking taken asked take takes sought modelled
    modeled one time just come comes came model go the night morning next
    """
)
_UNITS = word_set(
    """
    percent per % percentage degrees years year months month weeks week days day hours hour minutes minute seconds
    second decades decade centuries century kilometres kilometers miles metres meters feet inches centimetres kilograms
    kg pounds tonnes tons grams litres liters gallons dollars euros rupees shillings naira acres hectares half third
    quarter times twice double degree barrels kilometre mile metre point points
    """
)
_FRACTIONS = word_set("half twice double three-quarters two-thirds")
_OCCASIONS = word_set("election elections vote war period campaign era point case cases date occasion situation")
_MARKS = frozenset(",;:—–.()")
_COMING_BACK = ("return", "recover", "resum")
_SPAN_STARTS = word_set("from since between")
_PAST_AUXILIARIES = word_set("was were had did")
_NOUN_REACH = 7
_MORE_BARRED = word_set("the no not much little far nothing any once even none many never n't something anything")


def _before(sentence: Sentence, index: int) -> Change:
    return _in_time(sentence, index, "after")


def _after(sentence: Sentence, index: int) -> Change:
    return _in_time(sentence, index, "before")


def _in_time(sentence: Sentence, index: int, opposite: str) -> Change:
    before, following = sentence.lower(index - 1), sentence.words_after(index, 4)
    if before in _BEFORE_BARRED or not following or "or" in following[:2] or following[0] in ("having", "effects"):
        return None
    if _holds_on_both_sides(sentence, index):
        return None
    if any(is_negation(token.lower) for token in sentence.tokens[:index]):
        return None  # What did not happen before it may not have happened after it either.
    first = following[0]
    if first[0].isdigit():
        # A year, and no span of time: "after 5 or 30 minutes".
        year = len(first) == 4 and first.isdigit() and first[0] in "12"
        return (index, opposite) if year and (len(following) == 1 or following[1] not in TIMES) else None
    if any(word in _PLACES for word in following[:3]):
        return None
    if first == before:
        return None  # "year after year"
    if first in MONTHS:
        return index, opposite
    if (first in PRONOUNS - {"there"} or sentence.tokens[index + 1].is_name) and opens_clause(sentence, index + 1):
        return index, opposite
    if first in DETERMINERS - {"that", "this", "these", "those"}:
        if any(word in TIMES or word in NUMBER_WORDS for word in following[1:3]):
            return None
        return (index, opposite) if _names_event(sentence, index) or opens_clause(sentence, index + 1) else None
    if (
        len(first) > 4
        and first.endswith("ing")
        and verb_readings(first.removesuffix("ing")) + verb_readings(first.removesuffix("ing") + "e")
    ):
        return index, opposite
    return None


def _holds_on_both_sides(sentence: Sentence, index: int) -> bool:
    """ "He was a teacher before the war": he may have been one after it; and who came back had been there."""
    words = _clause_before(sentence, index)
    if any(word.startswith(_COMING_BACK) for word in words) or "back" in words:
        return True
    return any(one in BE and other in ("a", "an") for one, other in pairwise(words))


def _clause_before(sentence: Sentence, index: int) -> list[str]:
    found: list[str] = []
    for token in reversed(sentence.tokens[:index]):
        if token.text in _MARKS:
            break
        found.append(token.lower)
    return found[::-1]


def _names_event(sentence: Sentence, index: int) -> bool:
    """Whether the noun group behind `index` has an event as its noun, and no office or era."""
    group: list[str] = []
    for word in sentence.words_after(index, _NOUN_REACH):
        if not word[0].isalnum() or word in PREPOSITIONS:
            break
        group.append(word)
    return not EVENTS.isdisjoint(group)


def _prior(sentence: Sentence, index: int) -> Change:
    if sentence.lower(index + 1) != "to":
        return None
    found = _in_time(sentence, index + 1, "after")
    return (index + 1, "after") if found else None


def _following(sentence: Sentence, index: int) -> Change:
    if sentence.lower(index - 1) in DETERMINERS | BE or sentence.lower(index + 1) not in (
        "the",
        "his",
        "her",
        "their",
    ):
        return None
    return _in_time(sentence, index, "before")


def _later(sentence: Sentence, index: int) -> Change:
    """ "ten years later" becomes "ten years earlier"."""
    if sentence.lower(index - 1) not in TIMES or sentence.lower(index + 1) in ("than", "in", "on"):
        return None
    if sentence.lower(index - 1) in ("time", "times", "year", "then", "that", "now") and index < 2:
        return None
    if sentence.lower(index) == "earlier":
        return index, "later"
    return (index, "earlier") if _is_past(sentence, index + 1) else None


def _is_past(sentence: Sentence, start: int) -> bool:
    """Whether the first finite verb from `start` on is past: "ten years later he would be" has no "earlier"."""
    for place in range(start, len(sentence.tokens)):
        token = sentence.tokens[place]
        if token.lower in _PAST_AUXILIARIES:
            return True
        if auxiliary_of(token)[0] is not None:
            return False
        if token.text.islower() and (sentence.lower(place - 1) in PRONOUNS or not is_noun(token.lower)):
            forms = [reading.form for reading in verb_readings(token.lower)]
            if forms:
                return PAST in forms
    return False


def _by(sentence: Sentence, index: int) -> Change:
    year = sentence.lower(index + 1)
    if len(year) != 4 or not year.isdigit() or year[:2] not in ("18", "19", "20"):
        return None
    following = sentence.lower(index + 2)
    return (index, "after") if not following.isalpha() or following in ("and", "or", "in", "when") else None


def _over(sentence: Sentence, index: int) -> Change:
    """ "over 95%" becomes "under 95%"; but not a span of time: "over 30 years"."""
    opposite = "under" if sentence.lower(index) == "over" else "over"
    following = sentence.words_after(index, 5)
    if _is_epistemic(sentence, index):
        return None
    if following[:3] == ("the", "age", "of") and len(following) > 3:
        return index, opposite
    number = following[0] if following else ""
    if not (number[:1].isdigit() or (number != "" and number in "$£€₹")):
        return None
    if any(word in TIMES for word in following[1:3]) or sentence.lower(index - 1) in ("listed", "section", "article"):
        return None
    return (index, opposite) if "-" not in number and (number[-1] in "%$£€₹" or len(following) > 1) else None


def _is_epistemic(sentence: Sentence, index: int) -> bool:
    """ "It may cost more than 10": and it may as well cost less."""
    return any(sentence.lower(place) in ("may", "might") for place in range(index - 3, index))


def _when(sentence: Sentence, index: int) -> Change:
    """ "When" as a conjunction; not "in 2019, when" or "the day when", which say no more than which day."""
    before = sentence.lower(index - 1)
    if any(is_negation(token.lower) for token in sentence.tokens[:index]):
        return None
    if index and (not before.isalpha() or before in INTRODUCES_QUESTION | TIMES | MONTHS | DETERMINERS | _OCCASIONS):
        return None
    if sentence.lower(index + 1) == "it" and sentence.lower(index + 2).startswith("come"):
        return None
    if index == 0 and not has_second_clause(sentence, index):
        return None
    return (index, "before") if opens_clause(sentence, index + 1) else None


def _during(sentence: Sentence, index: int) -> Change:
    following = sentence.words_after(index, 5)
    if not _names_event(sentence, index) or _holds_on_both_sides(sentence, index):
        return None
    if not following or following[0] not in DETERMINERS - {"this", "that", "these", "those"}:
        return None
    if any(word in TIMES or word in ("period", "course", "same", "first", "last", "past", "age") for word in following):
        return None
    return index, "before"


def _until(sentence: Sentence, index: int) -> Change:
    following = sentence.lower(index + 1)
    if any(is_negation(token.lower) for token in sentence.tokens[:index]) or sentence.lower(index - 1) in ("up", "or"):
        return None
    if not _SPAN_STARTS.isdisjoint(_clause_before(sentence, index)):
        return None  # "from May until June"
    year = len(following) == 4 and following.isdigit() and following[0] in "12"
    event = following in DETERMINERS and _in_time(sentence, index, "after") is not None
    return (index, "after") if year or event or following in MONTHS else None


def _more(sentence: Sentence, index: int) -> Change:
    return _compared(sentence, index, None)


def _less(sentence: Sentence, index: int) -> Change:
    return _compared(sentence, index, "more than")


def _compared(sentence: Sentence, index: int, opposite: str | None) -> Change:
    """ "more than 10 people" becomes "fewer than 10 people", "more than 10 per cent" "less than"."""
    if _is_epistemic(sentence, index):
        return None
    if sentence.lower(index + 1) != "than" or sentence.lower(index - 1) in _MORE_BARRED:
        return None
    number = sentence.lower(index + 2)
    fraction = number in _FRACTIONS or (number == "a" and sentence.lower(index + 3) in _UNITS)
    counted = number[:1].isdigit() or (number in NUMBER_WORDS and number not in ("one", "once", "first", "second"))
    money = number in "$£€₹" and number != ""
    if not (fraction or counted or money):
        return None
    if opposite is None:
        opposite = "less than"
        rest = sentence.words_after(index + 2, 4)
        if counted and "%" not in number and not any(word in _UNITS for word in rest):
            if any(word.isalpha() and (is_plural(word) or word == "people") for word in rest):
                opposite = "fewer than"
    return index + 1, opposite


TIMES_AND_AMOUNTS: dict[str, Callable[[Sentence, int], Change]] = {
    "before": _before,
    "after": _after,
    "prior": _prior,
    "following": _following,
    "later": _later,
    "earlier": _later,
    "by": _by,
    "over": _over,
    "under": _over,
    "when": _when,
    "during": _during,
    "until": _until,
    "more": _more,
    "less": _less,
    "fewer": _less,
}
"""The rule of each connective, by its first word."""
