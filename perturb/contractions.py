"""Contraction: "they are not" becomes "they aren't", from a closed table and never in a stranded place.

English contracts an auxiliary only where its complement follows ("I know who she is." has none),
so the first word behind it must show one; and the pronoun must be the whole subject of the clause
("the people behind it are old" must stay). What remains is checked against `perturb.expansions`:
a contraction is made only if expanding it gives the input back to the byte.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from metricstress.language.closed_classes import FUNCTION_WORDS

from .clause_context import (
    Before,
    before,
    complement,
    governed,
    has_finite_verb,
    is_question,
    next_word,
)
from .contraction_tables import (
    ALSO_BASE_FORMS,
    ARTICLES,
    BASE_VERBS,
    CLAUSE_OPENERS,
    DETERMINERS,
    MODAL_AND_DO,
    NEGATED,
    NO_PLURAL,
    PERFECT_ONLY,
    PREPOSITIONS,
    WH_WORDS,
    word_set,
)
from .edits import Edit
from .expansions import expansion_at
from .perturbation import Group, Perturbation

__all__ = ["contraction", "find_contractions"]

_SITE = re.compile(r" (?:not|is|are|am|has|have|will)(?= [^\W\d_])|(?<![\w'’\-‐‑@#/])cannot(?= [^\W\d_])")
_SUFFIXES = {"is": "s", "has": "s", "are": "re", "have": "ve", "am": "m", "will": "ll"}
_SHORT_FORMS = {long: short for short, long in NEGATED.items() if short not in ("shan't", "mightn't", "needn't")}
_LONGEST_HOST = 7

_SUBJECTS: dict[str, frozenset[str]] = {
    "is": word_set("it he she that there here what who where"),
    "has": word_set("it he she there what"),
    "are": word_set("you we they"),
    "have": word_set("i you we they"),
    "am": frozenset({"i"}),
    "will": word_set("i you he she it we they"),
}

# A pronoun that may also be an object is the subject only where a clause begins.
_ALSO_OBJECTS = word_set("it you there that")
_NOMINATIVES = word_set("i he she we they")
_QUESTION_WORDS = word_set("what who where")

# Directly after these the auxiliary may be stranded, or the pronoun only a part of the subject.
_BARRED_BEFORE = (WH_WORDS | word_set("than as so though like or nor not neither either both")) - {"when"}
_COORDINATORS = word_set("and or nor but")
_PERSONAL_OBJECTS = word_set("me you him her it us them this that")

# What shows a complement in any clause; and what does so only where no "wh" word can precede.
_FIRM = word_set("ing article adjective")
_IN_OPEN_CLAUSE = _FIRM | word_set("definite determiner loose")
_AT_START = _IN_OPEN_CLAUSE | word_set("preposition clause")

# "Not" belongs to these words and not to the auxiliary.
_FOCUS = word_set("only just merely simply solely exclusively least so but not")
_BREAKS = word_set("and or but if nor than as")
_NO_SUBJECT = word_set("or nor than as so to than if whether")
_BEFORE_NOUN_WILL = (
    ARTICLES | DETERMINERS | word_set("the free good ill political strong iron sheer human divine popular")
)
_AUXILIARIES = word_set("is are was were has have had do does did can could will would must should")
_NUMBERED = word_set("""
    phase stage type class part article section chapter war grade level group category title tier volume book act
    scene appendix schedule annex table figure unit category division region king queen pope element
    """)
_OPENERS_IN_CAPITALS = CLAUSE_OPENERS | word_set("then now so today yesterday as before after maybe perhaps")
_BORDER = re.compile(r"[.!?:;,\n]")
_CLAUSE_REACH = 400
_CLAUSE_WORDS = 12

# "The time we have left", "they have cut flowers": these are the main verb or its object.
_NOUN_LIKE = (ALSO_BASE_FORMS - {"become", "come", "put", "read", "set"}) | {"left"}
_AFTER_PERFECT = FUNCTION_WORDS | PREPOSITIONS | CLAUSE_OPENERS


def find_contractions(text: str, rng: random.Random) -> Iterator[Group]:
    """Every place in `text` where a contraction is certainly good English and can be undone.

    Args:
        text: The text of one field.
        rng: Not used: each place has one contraction; where it would have two, "n't" is taken.

    Yields:
        One edit each, from the two words (or "cannot") to the contraction.
    """
    apostrophe = ""
    for match in _SITE.finditer(text):
        word = match.group().lstrip()
        if word in ("not", "cannot"):
            edit = _negated(text, match.start(), match.end(), word)
        else:
            edit = _with_pronoun(text, match.start(), match.end(), word)
        if edit is None:
            continue
        apostrophe = apostrophe or _apostrophe_style(text)
        edit = Edit(edit.start, edit.end, edit.old, str(edit.new).replace("'", apostrophe))
        if _is_undone_by_expansion(text, edit):
            yield (edit,)


def _apostrophe_style(text: str) -> str:
    """The apostrophe that the text uses inside words; the typewriter's if it uses both or none at all."""
    straight = re.search(r"(?<=\w)'(?=\w)", text) is not None
    curly = re.search(r"(?<=\w)’(?=\w)", text) is not None
    if straight or curly:
        return "'" if straight else "’"
    return "’" if "’" in text and "'" not in text else "'"


def _is_undone_by_expansion(text: str, edit: Edit) -> bool:
    new = str(edit.new)
    contracted = text[: edit.start] + new + text[edit.end :]
    offset = new.replace("’", "'").index("'")
    back = expansion_at(contracted, edit.start + offset)
    return back is not None and back.start == edit.start and back.old == new and back.new == edit.old


def _host_start(text: str, end: int) -> int:
    """Where the word of letters that ends at `end` begins, or `end` if it is no plain word."""
    start = end
    while start > 0 and end - start <= _LONGEST_HOST and text[start - 1].isalpha():
        start -= 1
    left = text[start - 1] if start else " "
    return end if left.isalnum() or left in "_-‐‑@#/\\&" else start


def _negated(text: str, start: int, end: int, word: str) -> Edit | None:
    if word == "cannot":
        auxiliary = word
    else:
        start, auxiliary_end = _host_start(text, start), start
        auxiliary = text[start:auxiliary_end]
    old = text[start:end]
    short = _SHORT_FORMS.get(old.lower())
    # "is NOT" never comes here: the site is lower case. A capital is right only at the start.
    if short is None or not (auxiliary.islower() or auxiliary == "Do"):
        return None
    left = before(text, start)
    if not _may_take_negation(text, left, start, end, auxiliary.lower()):
        return None
    return Edit(start, end, old, short[0].upper() + short[1:] if auxiliary == "Do" else short)


def _may_take_negation(text: str, left: Before, start: int, end: int, auxiliary: str) -> bool:
    right = next_word(text, end)
    if not right or right.lower() in _FOCUS | _BREAKS or _is_to_say(text, end):
        return False
    if text[start].isupper() and left.kind != "start":
        return False
    if left.kind == "word":
        if left.word in _NO_SUBJECT or (left.word in _COORDINATORS and _word_before_is_auxiliary(text, left)):
            return False
    elif left.kind == "other" or (auxiliary != "do" and (left.kind == "start" or is_question(text, end))):
        return False
    if auxiliary in ("has", "have", "had"):
        if complement(text, end) not in ("perfect", "participle"):
            return False
        return auxiliary != "have" or not _modal_before(text, start)
    if auxiliary == "will":
        of_noun = left.word in _BEFORE_NOUN_WILL or left.word.endswith(("'s", "’s", "s'", "s’"))
        return not of_noun and right.islower() and right != "to" and not right.endswith("ing")
    if auxiliary in ("do", "does", "did", "would", "could", "should", "must", "cannot"):
        return right.islower() and (auxiliary != "do" or not _modal_before(text, start))
    return True


def _is_to_say(text: str, end: int) -> bool:
    return text.startswith(" to say", end)


def _word_before_is_auxiliary(text: str, left: Before) -> bool:
    return before(text, left.start).word in _AUXILIARIES


def _modal_before(text: str, start: int) -> bool:
    """Whether the clause up to `start` has a modal or "do", which makes "have" an infinitive or the clause inverted."""
    clause = _BORDER.split(text[max(0, start - _CLAUSE_REACH) : start])[-1]
    return has_finite_verb(clause.split()[-_CLAUSE_WORDS:], MODAL_AND_DO)


def _with_pronoun(text: str, start: int, end: int, verb: str) -> Edit | None:
    begin = _host_start(text, start)
    pronoun = text[begin:start]
    subject = pronoun.lower()
    if subject not in _SUBJECTS[verb] or not (pronoun.islower() or pronoun[1:].islower() or pronoun == "I"):
        return None
    following = next_word(text, end).lower()
    if pronoun == "i" or (following == "not" and (verb != "am" or next_word(text, end + len(" not")) in _FOCUS)):
        return None  # "they are not" becomes "they aren't".
    left = before(text, begin)
    if pronoun[0].isupper() and pronoun != "I" and left.kind != "start":
        return None
    if not _is_whole_subject(text, left, subject, verb):
        return None
    if not _has_complement(text, left, subject, verb, end):
        return None
    return Edit(begin, end, text[begin:end], f"{pronoun}'{_SUFFIXES[verb]}")


def _is_whole_subject(text: str, left: Before, subject: str, verb: str) -> bool:
    """Whether the pronoun alone is the subject of the verb that follows it."""
    if left.kind in ("start", "comma"):
        return left.kind == "start" or subject not in ("that", "here", "what", "where")
    if left.kind != "word" or not left.word or subject in ("here", "what", "where"):
        return False
    if left.word in _BARRED_BEFORE:
        return subject == "there" and left.word == "as"  # "as there is no": a reason, never stranded.
    if left.word in _COORDINATORS:
        if left.word == "but" and subject in _NOMINATIVES:
            return True
        if subject in ("who", "you", "we", "they") or verb in ("will", "have"):
            return False  # "The mayor and they are ...": both are the subject.
        return before(text, left.start).word not in _PERSONAL_OBJECTS
    if subject in _ALSO_OBJECTS:
        return left.word in CLAUSE_OPENERS and not (subject == "that" and left.word == "that")
    if subject == "i":
        return not _is_numeral(text, left)
    return not (verb == "have" and left.word in MODAL_AND_DO)


def _is_numeral(text: str, left: Before) -> bool:
    """Whether the "I" behind `left` may be a numeral: "Phase I", "Elizabeth I"."""
    if left.word in _NUMBERED:
        return True
    return not text[left.start].islower() and left.word not in _OPENERS_IN_CAPITALS


def _has_complement(text: str, left: Before, subject: str, verb: str, end: int) -> bool:
    """Whether what follows shows that the auxiliary is one, and is not stranded."""
    if verb == "will":
        return next_word(text, end) in BASE_VERBS
    kind = complement(text, end)
    if subject == "that" and _is_to_say(text, end):
        return False
    if verb == "has":
        return next_word(text, end) == "been" or (kind == "perfect" and subject in ("it", "he", "she"))
    if verb == "have":
        return _is_perfect(text, end)
    if subject in _QUESTION_WORDS:
        if subject == "who" and left.kind != "start":
            return kind in _FIRM
        return left.kind == "start" and kind not in ("none", "clause", "participle", "loose")
    if subject == "there":
        existential = kind in ("article", "determiner") or next_word(text, end) == "nothing"
        return existential and (left.word != "as" or left.kind != "word" or next_word(text, end) == "no")
    if subject == "here":
        return kind in ("article", "definite", "determiner", "clause")
    allowed = _FIRM
    if left.kind == "start":
        allowed = _AT_START if subject in ("it", "that") else _AT_START - {"clause"}
    elif left.kind == "comma" or left.word in CLAUSE_OPENERS:
        allowed = _IN_OPEN_CLAUSE
    if verb == "are" and kind == "unknown" and allowed is not _FIRM:
        return _is_plural(governed(text, end)[0])
    return kind in allowed or (kind == "participle" and verb in ("are", "am"))


def _is_plural(word: str) -> bool:
    return len(word) > 3 and word.islower() and word.endswith("s") and word not in NO_PLURAL


def _is_perfect(text: str, end: int) -> bool:
    """Whether "have" is followed by a participle that is no adjective of a following noun ("have used cars")."""
    if complement(text, end) not in ("perfect", "participle"):
        return False
    participle, after = governed(text, end)
    if participle in PERFECT_ONLY:
        return True
    follower = next_word(text, after).lower()
    return participle not in _NOUN_LIKE and (not follower or follower in _AFTER_PERFECT or follower.endswith("ly"))


contraction = Perturbation(
    name="contraction",
    intent="preserving",
    summary="contracts what is written out, where expanding gives it back (we are -> we're)",
    find_in_text=find_contractions,
)
