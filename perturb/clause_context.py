"""What stands around an auxiliary: the words that decide whether it can be contracted or expanded.

Contraction and expansion both ask here, so the two always read the same context in the same way:
a contracted neighbour is read as the words it stands for ("don't" as "do" from the left).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import Literal, NamedTuple, TypeAlias

from .contraction_tables import (
    ADJECTIVE_ENDINGS,
    ADJECTIVES,
    ADVERBS,
    ARTICLES,
    CLAUSE_STARTERS,
    DETERMINERS,
    FINITE_VERBS,
    INTENSIFIERS,
    IRREGULAR_PARTICIPLES,
    LOOSE_ADJECTIVES,
    NEGATED,
    NO_ADJECTIVE,
    NO_ADVERB,
    NOT_A_PARTICIPLE,
    NOT_VERBAL_ING,
    PERFECT_ONLY,
    PREPOSITIONS,
)

__all__ = [
    "Before",
    "Complement",
    "Sentence",
    "before",
    "complement",
    "governed",
    "has_finite_verb",
    "has_participle",
    "is_participle",
    "is_question",
    "next_word",
    "sentence_from",
]

Complement: TypeAlias = Literal[
    "none",
    "unknown",
    "perfect",
    "participle",
    "ing",
    "article",
    "definite",
    "determiner",
    "adjective",
    "loose",
    "preposition",
    "clause",
]
"""The kind of word that an auxiliary governs; `none` if no word follows after one plain space."""

Left: TypeAlias = Literal["start", "comma", "closed", "word", "other"]

_NEXT = re.compile(r" ([^\W\d_]+(?:['’\-‐‑][^\W\d_]+)*)(?!['’\-‐‑]?\w)")
_CONTRACTED = re.compile(r"(?:n['’]t|['’](?:re|ve|ll|m|d))$")
_OPENING = "\"'“‘([«"
_CLOSING = "\"'”’)]»%"
_STOPS = ".!?:;…\n\r—–•*"
_SENTENCE_REACH = 60  # Words; no sentence is read further, so that the work stays linear.
_WORD_REACH = 40
_ADVERB_REACH = 3
# A word, or the end of a sentence. A full stop after a capital and fewer than three letters may be an abbreviation's.
_PIECE = re.compile(
    r"([^\W\d_]+(?:['’][^\W\d_]+)*)|[?!\n]"
    r"|(?:(?<=[^\W\d_]{4})|(?<=\b[a-z]{2})|(?<=\b[a-z]{3})|(?<=\d))(?<!\bvs)\.(?=[\s\"'”’)]|$)"
)
_SUFFIX_VERBS = {"re": "are", "ve": "have", "ll": "will", "m": "am", "d": "would"}
_PRONOUN_IS = re.compile(r"(?:it|he|she|that|there|here|what|who|where|how)['’]s$", re.I)
_HAS_HOST = re.compile(
    r"(?:n['’]t|['’](?:re|ve|ll|m|d)|(?:\b(?:it|he|she|that|there|here|what|who|where|how|let)['’]s))$", re.I
)


class Sentence(NamedTuple):
    """The words of (the rest of) a sentence and the character that ends it, empty at the end of the text."""

    words: tuple[str, ...]
    end: str


class Before(NamedTuple):
    """What precedes a word: the kind of border, and the word before it (lower case; empty at a start)."""

    kind: Left
    word: str
    start: int


def before(text: str, position: int) -> Before:
    """What precedes `position`.

    `start`: a sentence or quotation begins; `comma`: a part of one; `closed`: a closing quote,
    bracket or percent sign and a blank; `word`: one plain space and a word; `other`: anything else.
    """
    gap = position
    while gap > 0 and position - gap <= _WORD_REACH and not _is_word_char(text[gap - 1]):
        gap -= 1
    between = text[gap:position]
    if gap == 0:
        return Before("start" if not between or _is_open(between, 0) else "other", "", 0)
    begin = gap
    while begin > 0 and gap - begin < _WORD_REACH and (_is_word_char(text[begin - 1]) or text[begin - 1] in "'’-‐"):
        begin -= 1
    word = text[begin:gap].lstrip("'’-‐").lower()
    if between == " ":
        return Before("word", _as_left_neighbour(word), begin)
    if not _is_open(between, gap):
        return Before("other", word, begin)
    if any(char in _STOPS for char in between) or between[-1] in _OPENING or " - " in between or "--" in between:
        return Before("start", word, begin)
    if "," in between:
        return Before("comma", word, begin)
    return Before("closed" if between[0] in _CLOSING and between[1:] == " " else "other", word, begin)


def next_word(text: str, position: int) -> str:
    """The word after one plain space at `position`, as written, or an empty string.

    An n't form is given as its first word in the long form: "don't" as "do".
    """
    match = _NEXT.match(text, position)
    return _as_right_neighbour(match.group(1)) if match else ""


def complement(text: str, position: int, *, shouting: bool = False) -> Complement:
    """The kind of the first word after `position` that is no adverb.

    Args:
        text: The text.
        position: The end of the auxiliary.
        shouting: Read words in capitals too; otherwise a capital makes a word unknown.
    """
    word, end = governed(text, position, shouting=shouting)
    if not word:
        return "none"
    if word in INTENSIFIERS:
        return _after_intensifier(word, text, end, shouting)
    kind = _kind(word)
    if kind in ("adjective", "loose") and is_participle(next_word(text, end).lower()):
        return "unknown"  # "it's likely been seen", "it's best known": the adjective is an adverb here.
    return kind


def governed(text: str, position: int, *, shouting: bool = False) -> tuple[str, int]:
    """The first word after `position` that is no adverb, and its end; the word is empty if there is none."""
    word = ""
    for _ in range(_ADVERB_REACH + 1):
        match = _NEXT.match(text, position)
        if match is None:
            return "", position
        word = _as_right_neighbour(match.group(1))
        word = word.lower() if shouting else word
        position = match.end()
        if not _is_adverb(word):
            break
    return word, position


def sentence_from(text: str, position: int) -> Sentence | None:
    """What is left of the sentence from `position` on, or None if that is too long to be read."""
    found: list[str] = []
    length = 0
    for match in _PIECE.finditer(text, position):
        word = match.group(1)
        if word is None:
            return Sentence(tuple(found), match.group())
        found.append(word)
        # A contraction counts for its two words, so that contracting the sentence moves no limit.
        length += 2 if _is_contracted(word) else 1
        if length > _SENTENCE_REACH:
            return None
    return Sentence(tuple(found), "")


def is_question(text: str, position: int) -> bool:
    """Whether the sentence that goes on at `position` ends in a question mark."""
    sentence = sentence_from(text, position)
    return sentence is not None and sentence.end == "?"


def has_participle(sentence: Sentence) -> bool:
    """Whether any word of the sentence may be a past participle."""
    return any(is_participle(word.lower()) for word in sentence.words)


def has_finite_verb(words: Iterable[str], verbs: Container[str] = FINITE_VERBS) -> bool:
    """Whether any of the words is one of the auxiliaries, or is contracted with one."""
    for word in words:
        plain = word.replace("’", "'").lower()
        if _as_right_neighbour(plain) in verbs or _SUFFIX_VERBS.get(plain.rpartition("'")[2], "") in verbs:
            return True
        if _PRONOUN_IS.match(plain) and "is" in verbs:
            return True
    return False


def is_participle(word: str) -> bool:
    """Whether the lower-case `word` may be a past participle."""
    if word in IRREGULAR_PARTICIPLES:
        return True
    return len(word) > 3 and word.endswith("ed") and word.isalpha() and word not in NOT_A_PARTICIPLE


def _is_word_char(char: str) -> bool:
    return char.isalnum() or char == "_"


def _is_open(between: str, offset: int) -> bool:
    """Whether a gap at `offset` sets the next word apart by a blank, a dash, or an opening quote or bracket."""
    last = between[-1]
    if last in " \n\r\t—–":
        return True
    if last in "\"'":  # A straight quote opens only after something that sets apart itself.
        return _is_open(between[:-1], offset) if len(between) > 1 else offset == 0
    return last in _OPENING


def _as_right_neighbour(word: str) -> str:
    plain = word.replace("’", "'")
    long = NEGATED.get(plain.lower())
    if long is None:
        return plain.partition("'")[0] if _HAS_HOST.search(plain) else plain
    first = long.partition(" ")[0]
    return first if plain.islower() else first.upper() if plain.isupper() else first.capitalize()


def _as_left_neighbour(word: str) -> str:
    plain = word.replace("’", "'")
    if plain.endswith("n't"):
        return "cannot" if plain == "can't" else "not"
    if _CONTRACTED.search(plain) or _PRONOUN_IS.match(plain):
        return "is"  # Which auxiliary it is makes no difference to anyone who asks.
    return plain


def _is_contracted(word: str) -> bool:
    """Whether the word stands for two: "can't" does not, its long form being "cannot"."""
    plain = word.replace("’", "'").lower()
    return plain != "can't" and _HAS_HOST.search(plain) is not None


def _is_adverb(word: str) -> bool:
    return word in ADVERBS or (len(word) > 4 and word.endswith("ly") and word.islower() and word not in NO_ADVERB)


def _after_intensifier(intensifier: str, text: str, position: int, shouting: bool) -> Complement:
    match = _NEXT.match(text, position)
    if match is None:
        return "none"
    word = match.group(1).lower() if shouting else match.group(1)
    if is_participle(word) and word not in ADJECTIVES:
        return "participle"
    if _kind(word) in ("adjective", "ing"):
        return "adjective"
    return "loose" if word in LOOSE_ADJECTIVES and intensifier != "so" else "unknown"


def _kind(word: str) -> Complement:
    if word in PERFECT_ONLY:
        return "perfect"
    if word in ADJECTIVES:
        return "adjective"
    if len(word) > 4 and word.endswith("ing") and word.isalpha() and word.islower() and word not in NOT_VERBAL_ING:
        return "ing"
    if is_participle(word):
        return "participle"
    if word in ARTICLES:
        return "article"
    if word == "the":
        return "definite"
    if word in DETERMINERS:
        return "determiner"
    if word in LOOSE_ADJECTIVES:
        return "loose"
    if word in PREPOSITIONS:
        return "preposition"
    if len(word) > 5 and word.islower() and word.endswith(ADJECTIVE_ENDINGS) and word not in NO_ADJECTIVE:
        return "adjective"
    return "clause" if word in CLAUSE_STARTERS else "unknown"
