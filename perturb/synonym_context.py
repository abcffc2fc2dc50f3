"""Context for synonyms: what the words around a word say about its part of speech and its inflection.

No tagger: a word is left alone unless the few words next to it decide. Neighbours are lower-case strings, ""
where punctuation or the end of the text stands between.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from metricstress.language.closed_classes import (
    COMPARISONS,
    FUNCTION_WORDS,
    MODALS,
    NEGATIONS,
    QUANTIFIERS,
    TEMPORALS,
)
from metricstress.language.inflection import BASE, ING, PARTICIPLE, PAST, PLURAL, S_FORM
from metricstress.language.wordnet import WordNet

if TYPE_CHECKING:
    from .synonym_pairs import Candidate, Condition

__all__ = ["Context", "kind_in_context"]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_BE = _set("it’s is are was were be been being am isn't aren't wasn't weren't it's that's he's she's they're we're i'm")
_HAVE = _set("has have had having haven't hasn't hadn't i've we've they've you've")
_DET = _set("a an the this that these those my your his her its our their any some each every another no")
_POSSESSIVE = _set("my your his her its our their whose")
_OF_NOUNS = _set("of in for with by from on at about into during after before between many several few both such")
_BEFORE_BASE = _set(
    """
    to will would can could may might must shall should do does did not cannot don't doesn't didn't won't can't
    couldn't wouldn't shouldn't please let's help helps never
    """
)
_PLURAL_SUBJECTS = _set("i you we they who people")
_SINGULAR_SUBJECTS = _set("he she it who which also")
_SUBJECTS = _set("i you he she it we they who which")
_TRANSPARENT = _set("not also been already never always just still only now since then ever often recently being")
_GERUND_PREPOSITIONS = _set("by for of in after before while when without from about on and started began stop keep")
_PARTICLES = _set("up off out down over away back through around along apart forward together across by")
_CLOSED = FUNCTION_WORDS | TEMPORALS | MODALS | COMPARISONS | NEGATIONS | QUANTIFIERS | _set("until except per via")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_DIGITS = re.compile(r"\d")

# Beside WordNet's own entries: phrases in which the word is not what it is alone.
PHRASES = frozenset(
    tuple(phrase.split())
    for phrase in """
    by and large | at large | in large part | to a large extent | car park | car parks | help desk | by mistake
    to begin with | on the whole | as a result | in error | margin of error | trial and error | so to say
    needless to say | that is to say | say no more | case in point | in the main | main street | big bang | big tech
    big data | big pharma | big deal | big brother | big picture | hard drive | hard copy | hard hat | hard time
    country code | country music | mother nature | first nation | united nations | film maker | movie star
    no doubt | very likely | as likely | more than likely | image quality | kind regards | in a way | by the way
    power of attorney | attorney general | attorneys general | for the world | in the world | third world | world war
    new world | first world | out of this world | old country | well documented | annual general
    """.split("|")
)


@dataclass(frozen=True, slots=True)
class Context:
    """The words around a word, in lower case; "" where there is none or punctuation stands between.

    Attributes:
        before: Up to six words before, the nearest first.
        next: The word after it.
        second: The one after that.
        next_is_name: Whether the next word has a capital.
    """

    before: tuple[str, ...]
    next: str
    second: str
    next_is_name: bool

    @property
    def prev(self) -> str:
        """The word before."""
        return self.before[0] if self.before else ""


def kind_in_context(candidate: Candidate, form: str, context: Context, source: WordNet) -> str | None:
    """Which inflection of which part of speech stands here, if it is one that the candidate may replace.

    Returns:
        The kind (`inflection.BASE`, ...), or None if the context forbids the edit or does not decide.
    """
    pair = candidate.pair
    if not all(_holds(condition, context, source) for condition in pair.conditions):
        return None
    if not _POS_CHECKS[pair.pos](candidate, context, source):
        return None
    kind = _kind(candidate, context)
    return kind if kind in pair.kinds else None


def _holds(condition: Condition, context: Context, source: WordNet) -> bool:
    if condition.place == "far":
        return any(word in condition.words for word in context.before) == condition.wanted
    word = {"prev": context.prev, "next": context.next, "second": context.second}[condition.place]
    if word in condition.words:
        return condition.wanted
    in_class = (
        (not word and "END" in condition.words)
        or ("DET" in condition.words and (word in _DET or word in _POSSESSIVE))
        or ("YEAR" in condition.words and _YEAR.fullmatch(word) is not None)
        or ("BE" in condition.words and condition.place == "prev" and _follows(context, _BE))
        or ("NOUN" in condition.words and not context.next_is_name and _is_noun(word, source))
    )
    return in_class == condition.wanted


def _noun(candidate: Candidate, context: Context, source: WordNet) -> bool:
    pair = candidate.pair
    if context.next_is_name or context.prev in _BEFORE_BASE - {"not", "never", "help", "helps"}:
        return False
    if candidate.other_pos:
        subjects = _SINGULAR_SUBJECTS if PLURAL in candidate.new_forms else _PLURAL_SUBJECTS
        if context.prev in subjects - {"people", "also"}:
            return False
        # "Crews film a wedding": what has an object is a verb.
        if context.next in _DET - {"that", "this"} or context.next in _POSSESSIVE:
            return False
        if "strict" in pair.flags and not _shows_noun(context.prev, source):
            return False
    return "modifier" in pair.flags or not _is_noun(context.next, source)


def _verb(candidate: Candidate, context: Context, source: WordNet) -> bool:
    if context.next in _PARTICLES and not (context.next == "by" and PARTICIPLE in candidate.new_forms):
        return False
    if not candidate.other_pos or ("loose" in candidate.pair.flags and ING not in candidate.new_forms):
        return True
    if BASE in candidate.new_forms:
        return _follows(context, _BEFORE_BASE | _PLURAL_SUBJECTS)
    if S_FORM in candidate.new_forms:
        return context.prev in _SINGULAR_SUBJECTS or (
            bool(candidate.pair.conditions) and _is_subject(candidate, context)
        )
    if ING in candidate.new_forms:
        if context.next in ("of", "") or context.prev in _DET or context.prev in _POSSESSIVE:
            return False
        return context.prev in _GERUND_PREPOSITIONS or _follows(context, _BE) or context.next in _CLOSED
    return True


def _is_subject(candidate: Candidate, context: Context) -> bool:
    """Whether the pair itself names what may stand before a form in "-s"."""
    return any(c.place == "prev" and c.wanted and context.prev in c.words for c in candidate.pair.conditions)


def _adjective(candidate: Candidate, context: Context, source: WordNet) -> bool:
    if not candidate.other_pos:
        return True
    if context.prev in _BEFORE_BASE - {"not", "never"}:
        return False
    # Before a noun, after "be" or an adverb of degree, or where the pair's own conditions have decided.
    return (
        _follows(context, _BE)
        or context.prev in ("very", "too", "so", "more", "most")
        or (not context.next_is_name and _is_noun(context.next, source))
        or any(condition.wanted for condition in candidate.pair.conditions)
    )


def _adverb(candidate: Candidate, context: Context, source: WordNet) -> bool:
    return True


_POS_CHECKS = {"n": _noun, "v": _verb, "a": _adjective, "r": _adverb}


def _kind(candidate: Candidate, context: Context) -> str | None:
    forms = candidate.new_forms
    possible = [kind for kind in forms if kind in candidate.pair.kinds]
    if len(forms) == 1:
        return possible[0]
    if len(set(forms.values())) == 1 and len(possible) == len(forms):
        return possible[0]
    if BASE in forms and _follows(context, _BEFORE_BASE):
        return BASE
    if PARTICIPLE in forms and _follows(context, _BE | _HAVE):
        return PARTICIPLE
    if PAST in forms and BASE not in forms and (context.prev in _SUBJECTS or context.next in _DET | _POSSESSIVE):
        return PAST
    # Neither "be" nor "have" before it: a verb that is followed by its complement is finite.
    if set(forms) == {PAST, PARTICIPLE} and context.next in ("to", "that", "in", "on", "at", "when", "after"):
        return PAST if not _follows(context, _OF_NOUNS) and context.prev else None
    return None


def _follows(context: Context, words: frozenset[str]) -> bool:
    """Whether one of `words` stands before, with nothing but adverbs between."""
    for word in context.before[:4]:
        if word in words:
            return True
        if word not in _TRANSPARENT and not word.endswith("ly"):
            return False
    return False


def _shows_noun(word: str, source: WordNet) -> bool:
    if word in _DET or word in _POSSESSIVE or word in _OF_NOUNS or word.endswith(("'s", "’s")) or _DIGITS.search(word):
        return True
    return word not in _CLOSED and _is_adjective(word, source)


@lru_cache(maxsize=1 << 14)
def _is_noun(word: str, source: WordNet) -> bool:
    if not word or word in _CLOSED or word.endswith("ly"):
        return False
    return bool(source.base_forms(word, "n"))


@lru_cache(maxsize=1 << 14)
def _is_adjective(word: str, source: WordNet) -> bool:
    return bool(source.base_forms(word, "a"))
