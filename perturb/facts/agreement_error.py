"""Agreement: a verb that does not fit its subject ("the river are"), a noun that does not fit its determiner.

Only what no variety of English takes for right is made: not behind a name or a collective noun ("the team are"), not
behind "you", not where a sum, a quantity or a condition decides the number ("a number of", "if he were"), nor "he were"
and "they was", which dialects have, nor a verb between nouns of both numbers ("the lungs are an organ").
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from metricstress.language.closed_classes import FUNCTION_WORDS, NUMBER_WORDS, QUANTIFIERS, word_set
from metricstress.language.inflection import BASE, PAST, PLURAL, S_FORM, inflect
from metricstress.language.passages import Evidence
from metricstress.language.verbs import is_adjective, is_noun, is_plural, is_singular, verb_forms, verb_readings
from metricstress.language.wordnet import wordnet

from ..contraction_tables import PREPOSITIONS
from ..edits import Edit
from ..perturbation import ONE_FACT, Context, Group, Perturbation
from .answers import Sentence, groups_in_answers
from .clauses import MODALS, is_adverb

__all__ = ["agreement_error"]

_TO_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do"}
_TO_SINGULAR = {plural: singular for singular, plural in _TO_PLURAL.items()}
_NEGATED = {"isn't": "aren't", "wasn't": "weren't", "hasn't": "haven't", "doesn't": "don't"}
_NEGATED |= {plural: singular for singular, plural in list(_NEGATED.items())}
_PAST_BE = word_set("was were wasn't weren't")
_BE = _PAST_BE | word_set("is are isn't aren't")
_SINGULAR_PRONOUNS = word_set("he she it this")
_PLURAL_PRONOUNS = word_set("they we these those")
_SINGULAR_DETERMINERS = word_set("a an this that each every another")
_OTHER_DETERMINERS = word_set("the his her its our their my your no")
_PLURAL_DETERMINERS = word_set("these those")
# With one of these before it in the sentence, the number of the verb is not the noun's alone.
_DECIDED_ELSEWHERE = word_set(
    """
    number majority minority lot lots rest half percent per cent percentage proportion part most all some any none
    plenty variety couple pair range series group handful total average either neither nor or and as if wish unless
    though whether what who which with plus & both one than like suggest suggests suggested recommend recommends
    recommended demand demands demanded require requires required insist insists insisted proposed proposes
    ask asks asked let
    """
) | frozenset("%")
_COLLECTIVE = word_set(
    """
    data media police staff team government company family committee group public crew majority press army board council
    couple parliament cabinet party union club band audience jury administration department ministry firm agency
    population crowd congress opposition society community management panel commission association organisation
    organization university school hospital court bank church club news means headquarters criteria bacteria phenomena
    series species politics statistics economics physics mathematics measles diabetes people youth elite clergy
    """
)
_GROUP = 14  # WordNet's lexicographer file of nouns for groups.
_BORDERS = frozenset('.,;:()—–"“”!?')
_WINDOW = 12
_NOT_HEADS = FUNCTION_WORDS | PREPOSITIONS | NUMBER_WORDS | QUANTIFIERS
_AFTER_NOUN = (
    (FUNCTION_WORDS - word_set("the this that these those")) | PREPOSITIONS | MODALS | word_set("and or but not , . ;")
)
_SUBJECT_OPENERS = word_set("that because but so when while although since after before where")


def find_disagreements(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """Every verb and determiner of the answers whose agreement can be broken."""
    return groups_in_answers(evidence, _find_in_sentence)


def _find_in_sentence(sentence: Sentence) -> Iterator[Group]:
    if sentence.end == "?":
        return
    for index, token in enumerate(sentence.tokens):
        if not token.text.islower() and index:
            continue
        edit = _auxiliary(sentence, index) or _lexical(sentence, index) or _determiner(sentence, index)
        if edit is not None:
            yield (edit,)


def _auxiliary(sentence: Sentence, index: int) -> Edit | None:
    text = sentence.tokens[index].text
    word = sentence.lower(index)
    if index == 0 or not text.islower():
        return None
    new = _TO_PLURAL.get(word) or _TO_SINGULAR.get(word) or _NEGATED.get(word)
    if new is None:
        return None
    singular = word in _TO_PLURAL or word in ("isn't", "wasn't", "hasn't", "doesn't")
    if _number_before(sentence, index) != ("singular" if singular else "plural"):
        return None
    if word in _BE and _number_after(sentence, index) not in (None, "singular" if singular else "plural"):
        return None
    return sentence.edit(index, index, new.replace("'", "’") if "’" in text else new)


def _number_after(sentence: Sentence, index: int) -> str | None:
    """The number of the noun phrase right behind a form of "to be", which could be read as its subject."""
    first = index + 1
    while sentence.lower(first) == "not" or (is_adverb(sentence.lower(first)) and first < index + 4):
        first += 1
    opener = sentence.lower(first)
    if opener.endswith("ing"):
        return None  # "was improving results"
    if opener in _PLURAL_DETERMINERS or (opener in NUMBER_WORDS and opener != "one") or opener[:1].isdigit():
        return "plural"
    determined = opener in _SINGULAR_DETERMINERS | _OTHER_DETERMINERS | {"one", "all", "both", "some", "any", "such"}
    last = first + determined - 1
    while sentence.joined(last, last + 1) and not _closes(sentence.lower(last + 1)):
        last += 1
    head = sentence.lower(last)
    if last < first + determined:
        return "singular" if opener in _SINGULAR_DETERMINERS else None
    if is_plural(head):
        return "plural"
    # Without a determiner a singular is mostly no noun but an adjective or a participle.
    return "singular" if determined and is_singular(head) else None


def _lexical(sentence: Sentence, index: int) -> Edit | None:
    """ "He says" becomes "He say", "they know" becomes "they knows"."""
    word, before = sentence.lower(index), sentence.lower(index - 1)
    if index == 0 or not sentence.tokens[index].text.isalpha() or word in _NOT_HEADS or word in MODALS:
        return None
    if before not in _SINGULAR_PRONOUNS - {"this"} | _PLURAL_PRONOUNS - {"these", "those"} or is_adverb(word):
        return None
    if _number_before(sentence, index) is None or not _begins_clause(sentence, index - 1):
        return None
    singular = before in _SINGULAR_PRONOUNS
    for lemma, form in verb_readings(word):
        forms = verb_forms(lemma)
        if singular and form == S_FORM:
            return sentence.edit(index, index, forms[BASE])
        if not singular and form == BASE and forms[PAST] != word:
            return sentence.edit(index, index, forms[S_FORM])
    return None


def _begins_clause(sentence: Sentence, index: int) -> bool:
    """Whether the pronoun at `index` is certainly a subject: nothing but a clause's beginning precedes it."""
    before = sentence.lower(index - 1)
    return index == 0 or before in _SUBJECT_OPENERS or before in _BORDERS


def _number_before(sentence: Sentence, index: int) -> str | None:
    """The number of the subject that ends right before `index`: "singular", "plural", or None if in doubt."""
    last = index - 1
    while last > 0 and is_adverb(sentence.lower(last)) and sentence.lower(last) not in _NOT_HEADS:
        last -= 1
    if not sentence.joined(last, index):
        return None
    head = sentence.tokens[last]
    if head.lower in _SINGULAR_PRONOUNS | _PLURAL_PRONOUNS:
        if (
            sentence.lower(index) in _PAST_BE
            or _is_conditional(sentence, last)
            or not (_begins_clause(sentence, last) or head.lower in ("he", "she", "they", "we"))
        ):
            return None
        if sentence.lower(last - 1) in ("and", "or", "than", "as", "of"):
            return None
        return "singular" if head.lower in _SINGULAR_PRONOUNS else "plural"
    return _number_of_noun(sentence, last)


def _is_conditional(sentence: Sentence, index: int) -> bool:
    """Whether a condition, or a verb that takes a subjunctive, comes before in the clause."""
    before = {token.lower for token in sentence.tokens[max(0, index - _WINDOW) : index]}
    return not before.isdisjoint(_DECIDED_ELSEWHERE - {"and", "all", "most", "some", "what", "like", "part", "with"})


def _number_of_noun(sentence: Sentence, last: int) -> str | None:
    """The number of a common noun with its determiner, if it is a whole subject by itself."""
    head = sentence.tokens[last]
    if not head.text.islower() or not head.text.isalpha() or head.lower in _COLLECTIVE or head.lower in _NOT_HEADS:
        return None
    first = last
    while (
        first > 0 and last - first < 5 and sentence.tokens[first - 1].is_word and not _closes(sentence.lower(first - 1))
    ):
        first -= 1
    determiner = sentence.lower(first - 1) if first else ""
    start = first - 1 if determiner in _SINGULAR_DETERMINERS | _OTHER_DETERMINERS | _PLURAL_DETERMINERS else first
    if any(token.is_name for token in sentence.tokens[first:last] if token is not sentence.tokens[0]):
        return None
    # The subject must begin the clause: a preposition before it would make the noun a part of another one.
    if start and not _begins_clause(sentence, start):
        return None
    before = {token.lower for token in sentence.tokens[max(0, start - _WINDOW) : last]}
    if not before.isdisjoint(_DECIDED_ELSEWHERE):
        return None
    if is_plural(head.lower):
        return "plural" if determiner not in _SINGULAR_DETERMINERS or determiner == "that" else None
    if is_singular(head.lower) and not _is_collective(head.lower):
        return "singular" if determiner not in _PLURAL_DETERMINERS else None
    return None


def _closes(word: str) -> bool:
    return word in _NOT_HEADS or not (is_noun(word) or is_adjective(word))


@lru_cache(maxsize=4096)
def _is_collective(noun: str) -> bool:
    """Whether a common sense of the noun is a group, which British English may follow with a plural."""
    return any(synset.file_number == _GROUP for synset in wordnet().synsets(noun, "n")[:4])


def _determiner(sentence: Sentence, index: int) -> Edit | None:
    """ "this report" becomes "these report", "a vaccine" becomes "a vaccines"."""
    text, word, noun = sentence.tokens[index].text, sentence.lower(index), sentence.lower(index + 1)
    if word not in ("this", "these", "a", "an") or not sentence.joined(index, index + 1):
        return None
    following = sentence.lower(index + 2)
    if not noun.isalpha() or not sentence.tokens[index + 1].text.islower() or is_adjective(noun):
        return None
    if noun in _COLLECTIVE or noun in _NOT_HEADS or (following not in _AFTER_NOUN and following != ""):
        return None
    if word == "these":
        new = "This" if text[0].isupper() else "this"
        return sentence.edit(index, index, new) if is_plural(noun) else None
    if not is_singular(noun) or _is_collective(noun) or noun.endswith("s") or noun in _INVARIABLE:
        return None
    if word == "this":
        new = "These" if text[0].isupper() else "these"
        past = any(reading.form == PAST for reading in verb_readings(noun))  # "This cost him dear."
        return None if past or noun in MODALS or is_adverb(noun) else sentence.edit(index, index, new)
    if following == "of" or noun in (
        "lot",
        "few",
        "bit",
        "work",
        "day",
        "week",
        "month",
        "year",
        "time",
        "minute",
        "second",
    ):
        return None
    return sentence.edit(index + 1, index + 1, inflect(noun, "n")[PLURAL])


_INVARIABLE = word_set("deer sheep fish aircraft offspring salmon cod trout swine bison moose spacecraft")

agreement_error = Perturbation(
    name="agreement_error",
    intent="altering",
    summary="one verb or noun of an answer does not agree: the river is becomes the river are",
    find_in_evidence=find_disagreements,
    severity=ONE_FACT,
    needs=frozenset({"wordnet"}),
    invariant="breaks_agreement",
    error_type="grammatical",
)
