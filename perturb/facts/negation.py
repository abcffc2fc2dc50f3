"""Negation: one clause of an answer says the opposite, by a "not" that comes or a negation that goes.

A clause is flipped only where plain English allows it: nothing that leans on the old polarity ("any", "already"), no
quantified subject ("all are not"), no "may" (which is compatible with "may not"), no condition. A sentence that
negates something is only ever flipped by taking its negation away (`negation_removal`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from metricstress.language.closed_classes import NUMBER_WORDS, word_set
from metricstress.language.inflection import PAST, S_FORM
from metricstress.language.passages import Evidence
from metricstress.language.verbs import is_adjective, is_noun, is_plural, verb_readings

from ..clause_context import is_participle
from ..edits import Edit
from ..perturbation import ONE_FACT, Context, Group, Perturbation
from .answers import Sentence, groups_in_answers
from .clauses import BE, HAVE, FiniteVerb, auxiliary_of, is_adverb, main_verb
from .negation_removal import MASS_NOUNS, find_removal, negation_cues

__all__ = ["negation"]

# "All X are not" has two readings, "some X are not" and "ten X were not" may be as true as before.
_QUANTIFIED = (
    word_set(
        """
        all some many several most few every each both either any more less much half another other others everyone
        everything everybody someone somebody something anyone anything none least only even also number majority part
        """
    )
    | NUMBER_WORDS
)
# What happens now and then may as truly not happen.
_NOW_AND_THEN = word_set("sometimes occasionally often usually typically generally frequently normally some many most")
# Directly after the verb (a word or two on), these take scope over it or lean on its polarity.
_BARRED_NEXT = word_set(
    """
    also only just still already never no nothing none neither even almost nearly simply merely hardly barely rarely
    both all each either rather quite pretty somewhat mostly mainly largely primarily partly probably perhaps possibly
    allegedly reportedly certainly sometimes some several more most too better thus therefore then
    yet few little often usually
    and or but , . ; : ) - – — ?
    """
)
# Anywhere later in the clause, these read badly under "not".
_BARRED_LATER = word_set(
    "some someone something somewhat somewhere already still yet too few nor unless instead rather"
)
_CLAUSE_BORDERS = frozenset(',;:—–()"“”.') | {"that", "but", "because", "which", "who"}
# The only adverbs in "-ly" that "not" denies no more than the verb: "was not quickly sold" may still be sold.
_PLAIN_ADVERBS = word_set("recently currently officially formally legally publicly federally")
_REASONS = (("because",), ("due", "to"), ("owing", "to"), ("thanks", "to"), ("as", "a", "result", "of"))
_PRONOUNS = word_set("it he she they we this that these those")
_PRONOUNS_WITH_BE = word_set("it's he's she's they're we're that's")
_CORRECTING = (("actually",), ("instead",), ("rather",), ("in", "fact"), ("on", "the", "contrary"))
_UNFIT_LEMMAS = word_set(
    "deny fail refuse lack doubt need dare use let hope remain differ vary continue thank welcome prevent avoid ignore"
)
_CLAUSE_REACH = 8
_DO = {S_FORM: "does not", PAST: "did not"}
_EPISTEMIC = word_set("may might")
_FUSED = {"can": "cannot"}
_NOT_AFTER_THERE = word_set("lot number few handful variety range series growing large small huge great good wide")


def find_flips(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """A flip of the polarity of each sentence of the answers that allows one."""
    return groups_in_answers(evidence, _find_flip, context.claim)


def _find_flip(sentence: Sentence) -> Iterator[Group]:
    if sentence.end == "?":
        return
    if negation_cues(sentence):
        edit = find_removal(sentence)
    else:
        verb = main_verb(sentence)
        edit = _insertion(sentence, verb) if verb is not None else None
    if edit is not None and "\n" not in str(edit.old) and not _is_corrected(sentence, edit.end):
        yield (edit,)


def _is_corrected(sentence: Sentence, end: int) -> bool:
    """Whether what follows puts another thing in the place of what is denied: "It is not a bird, it is a bat."."""
    for index, token in enumerate(sentence.tokens):
        if token.start < end:
            continue
        if token.lower in ("that", "if", "when", "because"):
            break  # "She did not say that in May, it was open": another clause goes on there.
        if token.text not in (",", ";", "—", "–", "-"):
            continue
        first, second = sentence.lower(index + 1), sentence.lower(index + 2)
        if first in _PRONOUNS_WITH_BE or (first in _PRONOUNS and second in BE):
            return True
    following = sentence.following
    corrects = any(
        following[place : place + len(cue)] == cue for cue in _CORRECTING for place in range(min(len(following), 5))
    )
    return corrects and any(word in _PRONOUNS | _PRONOUNS_WITH_BE for word in following[:6])


def _insertion(sentence: Sentence, verb: FiniteVerb) -> Edit | None:
    """The edit that negates the clause of `verb`."""
    tokens, index = sentence.tokens, verb.index
    subject = [token.lower for token in tokens[slice(*verb.subject)]]
    if any(word in _QUANTIFIED or word[0].isdigit() for word in subject if word):
        return None
    if sentence.lead == "yes" or any(token.lower in _NOW_AND_THEN for token in tokens[: verb.subject[0]]):
        return None  # "Yes they have" without a mark is one clause: "Yes they have not" is no English.
    following = sentence.words_after(index, 2)
    if not following or not sentence.joined(index, index + 1) or following[0] in _BARRED_NEXT:
        return None
    if is_adverb(following[0]) and following[1:] and following[1] in _BARRED_NEXT:
        return None
    if is_adverb(following[0]) and following[0].endswith("ly") and following[0] not in _PLAIN_ADVERBS:
        return None
    if _is_leant_on(sentence, index):
        return None
    if any(word in _BARRED_LATER for word in _rest_of_clause(sentence, index)) or _has_reason(sentence, index):
        return None
    if subject == ["there"]:
        return _nothing_there(sentence, index)
    word = tokens[index].text
    if verb.contracted:
        return _contracted(sentence, verb)
    if verb.kind == "lexical":
        return _with_do(sentence, verb)
    if verb.kind == "have" and not _is_auxiliary_have(sentence, index):
        return _with_do(sentence, verb)
    if word.lower() in _EPISTEMIC or word.isupper():
        return None
    return sentence.edit(index, index, _FUSED.get(word, f"{word} not"))


def _rest_of_clause(sentence: Sentence, index: int) -> Iterator[str]:
    for token in sentence.tokens[index + 1 :]:
        if token.lower in _CLAUSE_BORDERS:
            return
        yield token.lower


def _is_leant_on(sentence: Sentence, index: int) -> bool:
    """Whether something later needs the clause as it is: ", but 85%", ", and was also sold"."""
    for place in range(index + 1, len(sentence.tokens)):
        if sentence.lower(place) == "but" and not _is_clause(sentence, place + 1):
            return True
        if sentence.lower(place) == "and" and sentence.lower(place - 1) == ",":
            rest = sentence.words_after(place, len(sentence.tokens))
            if "also" in rest or "too" in rest or (rest and rest[0] in BE | HAVE):
                return True
    return False


def _is_clause(sentence: Sentence, start: int) -> bool:
    """Whether a subject stands at `start` and a finite verb soon behind it."""
    for place in range(start, min(start + _CLAUSE_REACH, len(sentence.tokens))):
        token = sentence.tokens[place]
        kind, contracted = auxiliary_of(token)
        past = token.text.islower() and any(reading.form in (PAST, S_FORM) for reading in verb_readings(token.lower))
        if contracted or kind or past:
            return contracted or place > start
        if token.lower in _CLAUSE_BORDERS:
            return False
    return False


def _has_reason(sentence: Sentence, index: int) -> bool:
    """ "He did not resign because he was ill" may say that he did, for another reason."""
    for place in range(index + 1, len(sentence.tokens)):
        if any(sentence.words_after(place - 1, len(reason)) == reason for reason in _REASONS):
            return True
        if sentence.tokens[place].text in _CLAUSE_BORDERS:
            return False
    return False


def _contracted(sentence: Sentence, verb: FiniteVerb) -> Edit | None:
    """ "It's" becomes "It's not", "they've" becomes "they haven't"."""
    text = sentence.tokens[verb.index].text
    if verb.kind == "be":
        return sentence.edit(verb.index, verb.index, f"{text} not")
    mark = "’" if "’" in text else "'"
    host = text.partition(mark)[0]
    short = {"have": f"haven{mark}t", "modal": f"won{mark}t"}[verb.kind]
    return sentence.edit(verb.index, verb.index, f"{host} {short}")


def _with_do(sentence: Sentence, verb: FiniteVerb) -> Edit | None:
    """ "closed" becomes "did not close"."""
    index = verb.index
    word = sentence.tokens[index].text
    lemma = "have" if verb.kind == "have" else verb.lemma
    if lemma in _UNFIT_LEMMAS or is_adverb(sentence.lower(index - 1)):
        return None
    if verb.kind == "have":
        if not _has_object(sentence, index):
            return None
        support = {"has": "does not", "have": "do not", "had": "did not"}[word]
    else:
        support = _DO.get(verb.form, "do not")
    if _shares_its_form(sentence, index):
        return None
    return sentence.edit(index, index, f"{support} {lemma}")


def _shares_its_form(sentence: Sentence, index: int) -> bool:
    """Whether another verb is joined to this one ("closed and locked"), which would keep its ending."""
    following = sentence.words_after(index, 3)
    return any(word in ("and", "or", "&", "/") for word in following[:2])


def _is_auxiliary_have(sentence: Sentence, index: int) -> bool:
    """Whether a participle that is no adjective of a noun follows ("has limited evidence")."""
    at = index + 1
    while is_adverb(sentence.lower(at)):
        at += 1
    word, after = sentence.lower(at), sentence.lower(at + 1)
    if word in ("been", "become", "had", "gone", "taken", "given", "made", "seen", "done", "said"):
        return True
    if not is_participle(word):
        return False
    return not is_adjective(word) or not (after.isalpha() and is_noun(after) and not _is_closed(after))


def _is_closed(word: str) -> bool:
    return not word.isalpha() or word in _CLOSED


_CLOSED = word_set(
    "the a an his her its their our this that these those him them us me it to in on at by for with from of over and"
)


def _has_object(sentence: Sentence, index: int) -> bool:
    """Whether "have" is certainly the main verb: an article, "to" or a noun follows."""
    word, after = sentence.lower(index + 1), sentence.lower(index + 2)
    if word in ("a", "an", "the", "its", "his", "her", "their", "to"):
        return True
    if not word.isalpha() or is_participle(word):
        return False
    return (is_plural(word) or word in MASS_NOUNS) or (is_adjective(word) and is_plural(after))


def _nothing_there(sentence: Sentence, index: int) -> Edit | None:
    """ "There is a way" becomes "There is no way"."""
    verb, first, second = sentence.tokens[index].text, sentence.lower(index + 1), sentence.lower(index + 2)
    if verb not in ("is", "are", "was", "were"):
        return None
    if first in ("a", "an"):
        if second in ("lot", "few", "number") or not sentence.joined(index + 1, index + 2):
            return sentence.edit(index, index, f"{verb} not") if second == "lot" else None
        if second in _NOT_AFTER_THERE:
            return None
        return sentence.edit(index + 1, index + 1, "no")
    if first in NUMBER_WORDS or not first.isalpha():
        return None
    noun = second if is_adjective(first) and not is_plural(first) else first
    if is_plural(noun) or noun in MASS_NOUNS:
        return sentence.edit(index, index, f"{verb} no")
    if first in MASS_NOUNS:
        return sentence.edit(index, index, f"{verb} no")
    return None


negation = Perturbation(
    name="negation",
    intent="altering",
    summary="one sentence of an answer is negated, or loses its negation: is becomes is not, did not close closed",
    find_in_evidence=find_flips,
    severity=ONE_FACT,
    needs=frozenset({"wordnet"}),
    invariant="breaks_negation",
    error_type="predicate",
)
