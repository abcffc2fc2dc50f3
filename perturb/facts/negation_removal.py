"""Taking a negation away: "is not" becomes "is", "did not close" "closed", "no evidence" "evidence"."""

from __future__ import annotations

from metricstress.language.closed_classes import is_negation, word_set
from metricstress.language.inflection import BASE, PAST, S_FORM
from metricstress.language.verbs import is_adjective, is_noun, is_plural, verb_forms, verb_readings

from ..contraction_tables import NEGATED
from ..edits import Edit
from .answers import Sentence
from .clauses import BE, HAVE, MODALS, auxiliary_of, is_adverb

__all__ = ["MASS_NOUNS", "find_removal", "negation_cues"]

MASS_NOUNS = word_set(
    """
    evidence proof doubt truth information data research support access control jurisdiction confirmation indication
    harm damage liability legislation consensus agreement progress funding growth transmission interference violence
    misinformation coverage guidance documentation immunity protection time money room
    """
)
"""Nouns that stand without an article when "no" is gone."""

_COUNT_NOUNS = word_set(
    """
    cure vaccine link law requirement limit ban plan record reason need connection relationship correlation difference
    change increase decrease effect impact problem conflict rule law order mention sign risk danger treatment
    case way sanction policy provision test deal agreement winner intention obligation basis benefit restriction
    """
)
# Words that stand only under a negation (or change their meaning there); with one of them in the clause it stays.
_POLAR = word_set(
    """
    any anyone anybody anything anywhere anymore ever yet either nor neither until till much necessarily whatsoever
    whatever instead rather slightest longer single least except even
    """
)
# What "not" (or "no") belongs to when one of these follows.
_AFTER_NOT = word_set(
    """
    only just merely simply solely even all every everyone everybody everything many much so too yet quite exactly
    always until unless least because surprisingly more less fewer necessarily long far enough both
    """
)
_AFTER_NO = word_set(
    """
    longer more less fewer matter one such other way sooner use wonder better different further later idea single man
    """
)
_AFTER_NEVER = word_set("before again ever mind once less having to seen known or and")
_BEFORE_NO = word_set("of in at by or and under than a the yes say says said on for as to but ,")
_BARRED_BEFORE = word_set(
    """
    if whether unless without until till lest who whom whose why how doubt doubts doubted deny denies denied denying
    prevent prevents prevented almost nearly when while since because where although though
    """
)
_CLAUSE_BORDERS = frozenset(',;:—–("“”.') | {"and", "but", "that"}
_REASONS = ("due to", "owing to", "thanks to", "as a result of")
_SUBJECTS_AFTER_BUT = word_set("he she it they we there this i")
_DO = word_set("do does did")


def find_removal(sentence: Sentence) -> Edit | None:
    """The edit that takes the first removable negation of the sentence away, if it is alone in its clause."""
    last = len(sentence.tokens) - 1
    cues = negation_cues(sentence)
    if cues and cues[-1] != cues[0] and last - cues[-1] <= 3:
        return None  # "..., and never has.": what is left out there stands in the clause that would be flipped.
    for index in cues:
        if any(other != index and _same_clause(sentence, index, other) for other in cues):
            continue
        if _may_go(sentence, index):
            edit = _without(sentence, index)
            if edit is not None:
                return edit
        return None  # Only the first: what a later one says may lean on it.
    return None


def negation_cues(sentence: Sentence) -> list[int]:
    """The tokens that negate; the "No." of a number is none."""
    return [
        index
        for index, token in enumerate(sentence.tokens)
        if is_negation(token.lower) and not (token.lower == "no" and _is_numbered(sentence, index))
    ]


def _is_numbered(sentence: Sentence, index: int) -> bool:
    following = sentence.lower(index + 1)
    return following[:1].isdigit() or (following == "." and sentence.lower(index + 2)[:1].isdigit())


def _same_clause(sentence: Sentence, one: int, other: int) -> bool:
    first, last = sorted((one, other))
    between = sentence.tokens[first + 1 : last]
    return not any(token.lower in _CLAUSE_BORDERS for token in between)


def _may_go(sentence: Sentence, index: int) -> bool:
    before = [token.lower for token in sentence.tokens[:index]]
    after = [token.lower for token in sentence.tokens[index + 1 :]]
    if any(word in _BARRED_BEFORE for word in before) or any(word in _POLAR for word in after):
        return False
    for place, word in enumerate(before):
        # "Vaccines that do not": without its negation the clause would name other vaccines.
        if word == "which" and (place == 0 or before[place - 1] != ","):
            return False
        if word == "that" and place > 0 and index - place <= 2:
            return False
    if "at" in after and "all" in after[after.index("at") : after.index("at") + 2]:
        return False
    if any(f" {reason} " in f" {' '.join(after)} " for reason in _REASONS):
        return False  # "It was not held due to rain": rain would be the reason for holding it.
    if "but" in after:
        place = after.index("but")
        return place + 1 < len(after) and after[place + 1] in _SUBJECTS_AFTER_BUT
    return True


def _without(sentence: Sentence, index: int) -> Edit | None:
    word = sentence.lower(index)
    if word == "no":
        return _without_no(sentence, index)
    if word == "never":
        return _without_never(sentence, index)
    if sentence.lower(index + 1) in _AFTER_NOT:
        return None
    if word == "cannot" or word in NEGATED:
        host = {"cannot": "can", "can't": "can"}.get(word) or NEGATED[word].partition(" ")[0]
        if host in ("might", "need", "may") or (
            sentence.tokens[index].text != word.replace("'", "’") and (sentence.tokens[index].text != word)
        ):
            return None
        if not _has_subject(sentence, index):
            return None
        return _positive_do(sentence, index, index, host) if host in _DO else sentence.edit(index, index, host)
    if word == "not":
        return _without_not(sentence, index)
    return None


def _without_not(sentence: Sentence, index: int) -> Edit | None:
    host = index - 1
    if is_adverb(sentence.lower(host)) and sentence.lower(host - 1) in BE:
        return sentence.edit(host, index, sentence.tokens[host].text) if sentence.joined(host, index) else None
    word = sentence.tokens[host].text if host >= 0 else ""
    if not sentence.joined(host, index) or not _has_subject(sentence, host):
        return None
    if word in _DO:
        return _positive_do(sentence, host, index, word)
    if word in (BE | HAVE | MODALS) - {"may", "might", "cannot"}:
        return sentence.edit(host, index, word)
    if auxiliary_of(sentence.tokens[host])[1]:
        return sentence.edit(host, index, word)
    return None


def _has_subject(sentence: Sentence, index: int) -> bool:
    """Whether something stands before the auxiliary, so that it is neither a command nor a question."""
    if auxiliary_of(sentence.tokens[index])[1]:
        return True
    word = sentence.lower(index - 1)
    return word != "" and (word[0].isalnum() or word in ")%") and word not in ("and", "or", "but", "to", "please")


def _positive_do(sentence: Sentence, first: int, last: int, do: str) -> Edit | None:
    """ "did not expressly proclaim" becomes "expressly proclaimed"."""
    verb = last + 1
    adverbs: list[str] = []
    while is_adverb(sentence.lower(verb)) and sentence.lower(verb).endswith("ly"):
        adverbs.append(sentence.tokens[verb].text)
        verb += 1
    lemma = sentence.lower(verb)
    if verb >= len(sentence.tokens) or not sentence.joined(first, verb) or not sentence.tokens[verb].text.islower():
        return None
    if lemma not in ("have", "do", "be") and all(reading.form != BASE for reading in verb_readings(lemma)):
        return None
    if lemma == "be" or lemma in ("care", "mind", "bother", "help") or _joined_verb(sentence, verb):
        return None
    form = {"does": S_FORM, "did": PAST, "do": BASE}[do]
    return sentence.edit(first, verb, " ".join([*adverbs, verb_forms(lemma)[form]]))


def _joined_verb(sentence: Sentence, verb: int) -> bool:
    """Whether a second base form hangs on the same "do": it would have to be inflected too."""
    for index in range(verb + 1, len(sentence.tokens) - 1):
        word = sentence.lower(index)
        if word in ("or", "nor"):
            return True
        if word == "and" and any(reading.form == BASE for reading in verb_readings(sentence.lower(index + 1))):
            return True
        if word in (".", ";", ":", "that"):
            return False
    return False


def _without_never(sentence: Sentence, index: int) -> Edit | None:
    following = sentence.lower(index + 1)
    if index == 0 or following in _AFTER_NEVER or not sentence.joined(index - 1, index + 1):
        return None
    before = sentence.lower(index - 1)
    if not before[0].isalnum() or before in ("or", "and", "but", "almost", "have", "to"):
        if not (before == "have" and following == "been"):
            return None
    if before in BE | HAVE | MODALS - {"may", "might"} or any(
        reading.form in (S_FORM, PAST) for reading in verb_readings(following)
    ):
        return sentence.edit(index, index + 1, sentence.tokens[index + 1].text)
    return None


def _without_no(sentence: Sentence, index: int) -> Edit | None:
    """ "no clear evidence" becomes "clear evidence", "no cure" "a cure"."""
    tokens = sentence.tokens
    if not sentence.joined(index, index + 1) or sentence.lower(index + 1) in _AFTER_NO:
        return None
    if index and (sentence.lower(index - 1) in _BEFORE_NO or not sentence.joined(index - 1, index)):
        return None
    head = _head(sentence, index + 1)
    if head is None:
        return None
    noun, first = sentence.lower(head), tokens[index + 1].text
    if is_plural(noun) or noun in MASS_NOUNS:
        new = first
    elif noun in _COUNT_NOUNS:
        new = f"{'an' if first[0].lower() in 'aeiou' else 'a'} {first}"
    else:
        return None
    if tokens[index].text[0].isupper():
        new = new[0].upper() + new[1:]
    return sentence.edit(index, index + 1, new)


def _head(sentence: Sentence, first: int) -> int | None:
    """The last noun of the group that begins at `first`: behind it stands a word that is neither noun nor adjective."""
    last = None
    for index in range(first, min(first + 5, len(sentence.tokens))):
        token = sentence.tokens[index]
        if not token.is_word or token.lower in _GROUP_ENDS:
            break
        if is_noun(token.lower) or token.is_name:
            last = index
        elif not is_adjective(token.lower):
            break
        if token.lower in MASS_NOUNS or is_plural(token.lower):
            return index
    return last


_GROUP_ENDS = word_set(
    "of to in on at by for with from that which who was were is are has have had will would can or and over about as"
)
