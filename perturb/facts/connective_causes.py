"""Connectives of cause, contrast and condition: "because" becomes "although", "but" "so", "if" "unless"."""

from __future__ import annotations

from collections.abc import Callable

from metricstress.language.closed_classes import is_negation, word_set
from metricstress.language.verbs import is_noun, verb_readings

from ..clause_context import is_participle
from .answers import Sentence
from .clauses import HAVE, auxiliary_of, is_adverb
from .connective_context import (
    INTRODUCES_QUESTION,
    PRONOUNS,
    Change,
    has_second_clause,
    opens_clause,
    opens_noun_phrase,
)

__all__ = ["CAUSES"]

_FOCUS = word_set(
    """
    just only simply mainly mostly largely partly primarily precisely exactly perhaps probably possibly maybe not
    especially particularly likely and or but be is are was were been being 's it's that's reason even simply either
    """
)
_STATES = word_set(
    "have own contain include know think believe like love want need mean seem appear look remain stay belong consist "
    "depend lack live exist cost weigh measure resemble differ stand lie last contain show suggest"
)
_BARS_UNLESS = word_set("only were had would could might then not any what how whether ask asks wonder than")


def _because(sentence: Sentence, index: int) -> Change:
    if sentence.lower(index - 1) in _FOCUS or is_adverb(sentence.lower(index - 1)):
        return None
    if sentence.lower(index + 1) == "of":
        return (index + 1, "despite") if opens_noun_phrase(sentence, index + 2) else None
    if index == 0 and not has_second_clause(sentence, index):
        return None  # "Because it is cold." is an answer to a question; "Although it is cold." is none.
    return (index, "although") if opens_clause(sentence, index + 1) else None


def _although(sentence: Sentence, index: int) -> Change:
    if sentence.lower(index - 1) in ("even", "as", "and", "or"):
        return None
    if index == 0 and not has_second_clause(sentence, index):
        return None
    return (index, "because") if opens_clause(sentence, index + 1) else None


def _even(sentence: Sentence, index: int) -> Change:
    if sentence.lower(index + 1) != "though" or not opens_clause(sentence, index + 2):
        return None
    return (index + 1, "because") if index or has_second_clause(sentence, index + 1) else None


def _despite(sentence: Sentence, index: int) -> Change:
    return (index, "because of") if opens_noun_phrase(sentence, index + 1) else None


def _due(sentence: Sentence, index: int) -> Change:
    """ "was cancelled due to the rain"; but not "deaths due to", "is due to", "due to expire"."""
    if sentence.lower(index + 1) != "to" or not opens_noun_phrase(sentence, index + 2):
        return None
    before = sentence.lower(index - 1)
    if index and not (before.endswith("ed") or before == "," or before in ("down", "late", "early")):
        return None
    if index == 0 and not has_second_clause(sentence, index):
        return None
    return index + 1, "despite"


def _thanks(sentence: Sentence, index: int) -> Change:
    if sentence.lower(index + 1) != "to" or not opens_noun_phrase(sentence, index + 2):
        return None
    return (index + 1, "despite") if index == 0 or sentence.lower(index - 1) == "," else None


def _since(sentence: Sentence, index: int) -> Change:
    """A reason, and no time: "Since viruses do not live, they cannot be killed."."""
    if index or any(token.lower in HAVE or token.lower.endswith("'ve") for token in sentence.tokens):
        return None
    present = any(word in ("is", "are", "do", "does", "can", "cannot") for word in sentence.words_after(index, 6))
    ready = present and has_second_clause(sentence, index) and opens_clause(sentence, index + 1)
    return (index, "although") if ready else None


def _as(sentence: Sentence, index: int) -> Change:
    if sentence.words_after(index, 3) == ("a", "result", "of"):
        return (index + 3, "despite") if opens_noun_phrase(sentence, index + 4) else None
    if index == 0 and sentence.words_after(index, 3) == ("a", "result", ","):
        return index + 2, "nevertheless"
    if index == 0 and sentence.lower(1) == "there" and has_second_clause(sentence, index):
        return (index, "although") if opens_clause(sentence, 1) else None
    return None


def _in(sentence: Sentence, index: int) -> Change:
    if sentence.words_after(index, 2) != ("spite", "of"):
        return None
    return (index + 2, "because of") if opens_noun_phrase(sentence, index + 3) else None


def _if(sentence: Sentence, index: int) -> Change:
    """ "If it rains, the match is off": unless. A condition contrary to fact has no "unless"."""
    before = sentence.lower(index - 1)
    if index == 0:
        if not has_second_clause(sentence, index):
            return None
    elif not before.isalpha() or before in INTRODUCES_QUESTION:
        return None
    tokens = [token.lower for token in sentence.tokens]
    if any(word in _BARS_UNLESS or is_negation(word) for word in tokens):
        return None
    return (index, "unless") if opens_clause(sentence, index + 1) else None


def _but(sentence: Sentence, index: int) -> Change:
    if sentence.lower(index - 1) != ",":
        return None
    if any(is_negation(token.lower) or token.lower == "only" for token in sentence.tokens[:index]):
        return None  # "It is not a star, but it is as bright": what is set right must not become what follows.
    if sentence.tokens[index + 1 : index + 2] and sentence.lower(index + 1) in ("that", "those", "these"):
        return None
    return (index, "so") if opens_clause(sentence, index + 1) and _tells_event(sentence, index + 1) else None


def _tells_event(sentence: Sentence, start: int) -> bool:
    """Whether the clause says what happened: only that can be the effect of something, not what is so anyway."""
    for place in range(start, len(sentence.tokens)):
        token = sentence.tokens[place]
        kind, contracted = auxiliary_of(token)
        if kind in ("be", "do") or contracted or token.lower in ("could", "can", "may", "might", "cannot"):
            return token.lower == "did"
        if kind is not None:
            return kind == "modal" or is_participle(sentence.lower(place + 1))
        if token.text.islower() and (place == start + 1 or not is_noun(token.lower)):
            lemmas = [reading.lemma for reading in verb_readings(token.lower)]
            if lemmas and place > start:
                return _STATES.isdisjoint(lemmas)
    return False


def _so(sentence: Sentence, index: int) -> Change:
    if sentence.lower(index - 1) != "," or sentence.lower(index + 1) not in PRONOUNS:
        return None
    if sentence.lower(index + 2) in ("is", "are", "was", "were"):
        return None  # "so they are further south" states as much with "but".
    return (index, "but") if opens_clause(sentence, index + 1) else None


def _therefore(sentence: Sentence, index: int) -> Change:
    return (index, "nevertheless") if index == 0 and sentence.lower(1) == "," else None


def _however(sentence: Sentence, index: int) -> Change:
    apart = index == 0 or sentence.lower(index - 1) == ","
    return (index, "therefore") if apart and sentence.lower(index + 1) == "," else None


CAUSES: dict[str, Callable[[Sentence, int], Change]] = {
    "because": _because,
    "although": _although,
    "though": _although,
    "even": _even,
    "despite": _despite,
    "due": _due,
    "thanks": _thanks,
    "since": _since,
    "as": _as,
    "in": _in,
    "if": _if,
    "but": _but,
    "so": _so,
    "therefore": _therefore,
    "thus": _therefore,
    "consequently": _therefore,
    "however": _however,
}
"""The rule of each connective, by its first word."""
