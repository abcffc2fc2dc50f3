"""The finite verb of a sentence's main clause, where it can be told without a parser.

The subject is read from the left up to the first word that can only be the verb. Wherever something
stands in between that opens a clause of its own (a relative pronoun, a conjunction, a colon), or the verb could as
well be a noun or a participle, no verb is found: an edit that is not made harms nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from metricstress.language.closed_classes import FUNCTION_WORDS, word_set
from metricstress.language.inflection import BASE, PARTICIPLE, PAST, S_FORM
from metricstress.language.verbs import is_adjective, is_noun, is_plural, verb_forms, verb_readings

from ..contraction_tables import ADVERBS, NEGATED, NO_ADVERB, PREPOSITIONS
from .answers import Sentence, Token

__all__ = ["BE", "HAVE", "MODALS", "FiniteVerb", "VerbKind", "auxiliary_of", "clause_start", "is_adverb", "main_verb"]

VerbKind: TypeAlias = Literal["be", "have", "do", "modal", "lexical"]

BE = word_set("is are was were am")
HAVE = word_set("has have had")
_DO = word_set("do does did")
MODALS = word_set("will would can could may might must shall should cannot")
_SUFFIXES: dict[str, tuple[str, VerbKind]] = {
    "'s": ("is", "be"),
    "'re": ("are", "be"),
    "'m": ("am", "be"),
    "'ve": ("have", "have"),
    "'ll": ("will", "modal"),
}
_PRONOUNS = word_set("i he she it we they")
_SINGULAR_PRONOUNS = word_set("he she it")
_DEMONSTRATIVES = word_set("this that these those")
_AFTER_DEMONSTRATIVE = word_set("means mean shows show suggests suggest indicates indicate includes include implies")
_BLOCKERS = word_set(
    """
    who whom whose which what where when why how whatever whoever whichever whether if unless because although though
    while whereas since as until till lest once than so nor neither either not let please
    """
)
_MARKS = frozenset(':;?!"“”«»—–…*•|=/')
_LEADING_ADVERBS = word_set(
    """
    however therefore thus moreover furthermore meanwhile nevertheless nonetheless additionally also then now sometimes
    often overall today yesterday later instead similarly likewise
    """
)
_NO_LEAD = NO_ADVERB | word_set("only nearly hardly barely scarcely rarely possibly probably unlike unlikely")
_COORDINATORS = word_set("and but or yet so then also")
_OPENING_PREPOSITIONS = PREPOSITIONS | word_set(
    "during throughout despite according after before since until within across following as"
)
_OPENING_TIMES = word_set("last earlier later today yesterday previously currently recently once this that next")
_OPENING_CLAUSES = word_set("although while because since as when after before once whereas though")
_SUBJECT_STARTS = word_set("he she it they we there the this these a an his her its their our i")
_COMPLEMENT_TAKERS = word_set(
    """
    said say says stated states claimed claims found finds show shows showed shown suggests suggested reported reports
    announced confirmed noted added argued believe believes believed explained indicates indicated revealed concluded
    told know knows knew think thinks thought means meant
    """
)
# A past form before one of these has an object, so it is no participle that belongs to a noun.
_OBJECT_STARTS = word_set("the a an his her its their our this these those him them us me it that")
_PARTICIPLE_TAKES_OBJECT = word_set(
    """
    call name give tell ask show send offer pay consider elect teach award grant deny allow make dub title deem declare
    leave cost charge owe appoint find keep label assign hand lend promise sell bring buy set let get put read do have
    """
)
_NEVER_PASSIVE = word_set(
    """
    say add reply agree happen occur appear arrive die result emerge exist remain belong originate continue consist seem
    begin begin become go come rise fall depend respond speak travel vanish disappear resign
    """
)
_NOT_BEFORE_VERB = FUNCTION_WORDS | PREPOSITIONS | ADVERBS | word_set("no not or but nor each every all both")
_REACH = 24


@dataclass(frozen=True, slots=True)
class FiniteVerb:
    """A finite verb in a sentence.

    Attributes:
        index: The token that it is.
        kind: Which way it is negated.
        lemma: The base form of a lexical verb, else "".
        form: Its form (`inflection`), else "".
        subject: The tokens of its subject: the first, and one past the last.
        contracted: Whether the token holds its subject too ("it's", "they've").
    """

    index: int
    kind: VerbKind
    lemma: str
    form: str
    subject: tuple[int, int]
    contracted: bool = False


def main_verb(sentence: Sentence) -> FiniteVerb | None:
    """The finite verb of the first clause of a statement, or None if there is any doubt."""
    if sentence.end == "?":
        return None
    start = clause_start(sentence)
    if start is None:
        return None
    tokens = sentence.tokens
    depth = 0
    for index in range(start, min(len(tokens), start + _REACH)):
        token = tokens[index]
        if token.text in ("(", "["):
            depth += 1
        elif token.text in (")", "]"):
            depth -= 1
        elif depth == 0:
            kind, contracted = auxiliary_of(token)
            if kind is not None:
                if contracted and index != start:
                    return None
                if not contracted and (index == start or not _may_end_subject(tokens, start, index)):
                    return None
                end = index + 1 if contracted else index
                return FiniteVerb(index, kind, "", "", (start, end), contracted)
            if token.lower in NEGATED or token.text in _MARKS or token.lower in _BLOCKERS:
                return None
            if token.lower == "that" and index > start and tokens[index - 1].lower not in _COMPLEMENT_TAKERS:
                return None
            if index > start:
                lexical = _lexical(sentence, start, index)
                if lexical is not None:
                    return lexical
    return None


def auxiliary_of(token: Token) -> tuple[VerbKind | None, bool]:
    """The kind of auxiliary that a token is, and whether it is contracted with a pronoun."""
    if token.text.islower() or token.text.isupper():
        if token.lower in BE:
            return "be", False
        if token.text.islower():
            if token.lower in HAVE:
                return "have", False
            if token.lower in _DO:
                return "do", False
            if token.lower in MODALS:
                return "modal", False
    host, apostrophe, suffix = token.lower.partition("'")
    if apostrophe and host in _PRONOUNS and apostrophe + suffix in _SUFFIXES:
        return _SUFFIXES[apostrophe + suffix][1], True
    return None, False


def is_adverb(word: str) -> bool:
    """Whether the lower-case word is an adverb that may stand between subject, auxiliary and verb."""
    return word in ADVERBS or (len(word) > 4 and word.endswith("ly") and word not in NO_ADVERB)


def clause_start(sentence: Sentence) -> int | None:
    """Where the first main clause begins, behind what may lead it ("However," "In 2020,"); None if unclear."""
    tokens = sentence.tokens
    index = 0
    while index < len(tokens) and tokens[index].lower in _COORDINATORS:
        index += 1
    first = sentence.lower(index)
    if first in _LEADING_ADVERBS or (len(first) > 4 and first.endswith("ly") and first not in _NO_LEAD):
        index += 1
        if sentence.lower(index) == ",":
            index += 1
        return index if index < len(tokens) else None
    if first in _OPENING_CLAUSES and not (first == "as" and sentence.lower(index + 1) == "of"):
        comma = _comma(sentence, index)
        # Only a pronoun or an article surely begins the main clause, and no condition is left behind.
        if comma is None or sentence.lower(comma + 1) not in _SUBJECT_STARTS:
            if first not in _OPENING_PREPOSITIONS or comma is None or comma - index > 6:
                return None
        return comma + 1
    if first in _OPENING_PREPOSITIONS or (first in _OPENING_TIMES and _comma(sentence, index, 4) is not None):
        comma = _comma(sentence, index)
        return comma + 1 if comma is not None and comma + 1 < len(tokens) else None
    return index if index < len(tokens) else None


def _comma(sentence: Sentence, start: int, reach: int = 18) -> int | None:
    for index in range(start, min(len(sentence.tokens), start + reach)):
        if sentence.tokens[index].text == ",":
            return index
    return None


def _may_end_subject(tokens: tuple[Token, ...], start: int, end: int) -> bool:
    """Whether the tokens from `start` to `end` may be a subject: the last of them is no word that needs another."""
    last = end - 1
    while last > start and is_adverb(tokens[last].lower):
        last -= 1
    token = tokens[last]
    if token.lower in _PRONOUNS | _DEMONSTRATIVES | {"there"}:
        return last == start or tokens[last - 1].lower in _COMPLEMENT_TAKERS | {"that"}
    if token.text == ",":
        return sum(other.text == "," for other in tokens[start:end]) == 2 and last > start + 2
    if token.text in (")", "%", "]"):
        return True
    return token.text[0].isalnum() and token.lower not in _NOT_BEFORE_VERB and not token.lower.endswith("'s")


def _lexical(sentence: Sentence, start: int, index: int) -> FiniteVerb | None:
    token = sentence.tokens[index]
    if not token.text.islower() or not token.text.isalpha() or token.lower in _NOT_BEFORE_VERB:
        return None
    readings = verb_readings(token.lower)
    if not readings:
        return None
    before, following = sentence.tokens[index - 1], sentence.lower(index + 1)
    if before.lower in _PRONOUNS:
        if index != start + 1:
            return None
        wanted: tuple[str, ...] = (PAST, S_FORM) if before.lower in _SINGULAR_PRONOUNS else (PAST, BASE)
    elif before.lower in _DEMONSTRATIVES:
        if index != start + 1 or token.lower not in _AFTER_DEMONSTRATIVE:
            return None
        wanted = (S_FORM,) if before.lower in ("this", "that") else (BASE,)
    else:
        if not _is_head(before) or _opens_other_reading(sentence, start, index):
            return None
        wanted = _forms_after_noun(before, index - 1 > 0, token.lower, following)
    for reading in readings:
        if reading.form in wanted and _is_sure(reading.lemma, reading.form, token.lower, before, following):
            return FiniteVerb(index, "lexical", reading.lemma, reading.form, (start, index))
    return None


def _is_head(token: Token) -> bool:
    if not token.is_word or token.lower in _NOT_BEFORE_VERB or token.lower.endswith("'s"):
        return False
    return token.is_name or (is_noun(token.lower) and not token.lower.endswith("ing"))


def _opens_other_reading(sentence: Sentence, start: int, index: int) -> bool:
    """Whether the words before may hold an infinitive or a comma that makes the noun an object or a list."""
    return any(token.lower in ("to", ",") for token in sentence.tokens[start:index])


def _forms_after_noun(head: Token, inside: bool, verb: str, following: str) -> tuple[str, ...]:
    if is_plural(head.lower) and not (head.is_name and inside):
        # "Scientists believe": a base form that is also a noun or an adjective would make a compound.
        return (PAST,) if is_noun(verb) or is_adjective(verb) else (PAST, BASE)
    return (PAST,) if is_noun(verb) and following not in _OBJECT_STARTS else (PAST, S_FORM)


def _is_sure(lemma: str, form: str, word: str, before: Token, following: str) -> bool:
    """Whether a form that fits cannot be a participle or an adjective instead."""
    if form != PAST or before.lower in _PRONOUNS:
        return True
    if verb_forms(lemma)[PARTICIPLE] != word:
        return not is_noun(word) and verb_forms(lemma)[BASE] != word
    if lemma in _NEVER_PASSIVE:
        return True
    return following in _OBJECT_STARTS and lemma not in _PARTICIPLE_TAKES_OBJECT and verb_forms(lemma)[BASE] != word
