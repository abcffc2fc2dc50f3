"""Porter's stemmer (Porter 1980) with the extensions that NLTK's `PorterStemmer` has by default.

It gives what NLTK's gives, but importing NLTK takes a second and its stemmer ten times as long a word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

__all__ = ["stem"]

_VOWELS = frozenset("aeiou")

# Porter's C and V. A "y" is a vowel after a consonant only, also in a run of them. Nothing may be given back: at the
# start of "yttrium" the "y" is a consonant, whatever the rest of a pattern would like.
_C, _V = "(?>[^aeiou][^aeiouy]*+)", "(?>[aeiouy][aeiou]*+)"
_HAS_VOWEL = re.compile(f"{_C}?+.", re.DOTALL).match
_MEASURE_OVER_0 = re.compile(f"{_C}?+{_V}{_C}").match
_MEASURE_OVER_1 = re.compile(f"{_C}?+{_V}{_C}{_V}{_C}").match
_MEASURE_1 = re.compile(f"{_C}?+{_V}{_C}{_V}?+").fullmatch


def _table(rows: str) -> dict[str, str]:
    """A dictionary from "old:new" items; `new` may be empty."""
    return {old: new for old, _, new in (row.partition(":") for row in rows.split())}


_IRREGULAR = _table(
    "sky:sky skies:sky dying:die lying:lie tying:tie news:news innings:inning inning:inning outings:outing "
    "outing:outing cannings:canning canning:canning howe:howe proceed:proceed exceed:exceed succeed:succeed"
)
_STEP_2 = _table(
    "ational:ate ization:ize iveness:ive fulness:ful ousness:ous tional:tion biliti:ble entli:ent ousli:ous ation:ate "
    "alism:al aliti:al iviti:ive fulli:ful enci:ence anci:ance izer:ize ator:ate logi:log bli:ble eli:e"
)
_STEP_3 = _table("icate:ic ative: alize:al iciti:ic ical:ic ness: ful:")
_STEP_4 = _table("ement: ance: ence: able: ible: ment: ant: ent: ion: ism: ate: iti: ous: ive: ize: al: er: ic: ou:")


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The stem of a word in any case, in lower case."""
    stemmed = word.lower()
    if stemmed in _IRREGULAR:
        return _IRREGULAR[stemmed]
    if len(word) <= 2:
        return stemmed
    stemmed = _without_y(_without_past(_without_plural(stemmed)))
    if stemmed.endswith("alli") and _MEASURE_OVER_0(stemmed[:-4]):
        stemmed = stemmed[:-2]  # "nationalli" goes through the step once more as "national".
    suffix = _suffix(stemmed, _STEP_2, 7)
    # The "l" of "logi" counts with the stem, for "geologi" and the like.
    if suffix is not None and _MEASURE_OVER_0(stemmed[: -3 if suffix == "logi" else -len(suffix)]):
        stemmed = stemmed[: -len(suffix)] + _STEP_2[suffix]
    suffix = _suffix(stemmed, _STEP_3, 5)
    if suffix is not None and _MEASURE_OVER_0(stemmed[: -len(suffix)]):
        stemmed = stemmed[: -len(suffix)] + _STEP_3[suffix]
    suffix = _suffix(stemmed, _STEP_4, 5)
    if suffix is not None:
        rest = stemmed[: -len(suffix)]
        if _MEASURE_OVER_1(rest) and (suffix != "ion" or rest[-1] in "st"):
            stemmed = rest
    if stemmed.endswith("e"):
        rest = stemmed[:-1]
        if _MEASURE_OVER_1(rest) or (_MEASURE_1(rest) and not _ends_short(rest)):
            stemmed = rest
    if stemmed.endswith("ll") and _MEASURE_OVER_1(stemmed[:-1]):
        return stemmed[:-1]
    return stemmed


def _suffix(word: str, rules: Mapping[str, str], longest: int) -> str | None:
    """The longest suffix of `word` that has a rule."""
    for length in range(longest, 1, -1):
        suffix = word[-length:]
        if suffix in rules:
            return suffix
    return None


def _without_plural(word: str) -> str:
    if not word.endswith("s") or word.endswith("ss"):
        return word
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    return word[:-2] if word.endswith("sses") else word[:-1]


def _without_past(word: str) -> str:
    """Without -ed and -ing, the rest mended."""
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _MEASURE_OVER_0(word[:-3]) else word
    if word.endswith("ed"):
        rest = word[:-2]
    elif word.endswith("ing"):
        rest = word[:-3]
    else:
        return word
    if not _HAS_VOWEL(rest):
        return word
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if len(rest) >= 2 and rest[-1] == rest[-2] and _is_consonant(rest, len(rest) - 1):
        return rest if rest[-1] in "lsz" else rest[:-1]
    if rest.endswith("*d"):  # NLTK takes its own sign for a double consonant for a suffix.
        return rest[:-2] + "d"
    return rest + "e" if _MEASURE_1(rest) and _ends_short(rest) else rest


def _without_y(word: str) -> str:
    if len(word) > 2 and word.endswith("y") and _is_consonant(word, len(word) - 2):
        return word[:-1] + "i"
    return word


def _is_consonant(word: str, index: int) -> bool:
    if word[index] != "y":
        return word[index] not in _VOWELS
    start = index
    while start > 0 and word[start] == "y":
        start -= 1
    return (word[start] not in _VOWELS) != ((index - start) % 2 == 1)


def _ends_short(word: str) -> bool:
    """Whether the word ends in consonant, vowel, consonant other than w, x, y ("hop"), or is vowel and consonant."""
    if len(word) == 2:
        return not _is_consonant(word, 0) and _is_consonant(word, 1)
    return (
        len(word) > 2
        and word[-1] not in "wxy"
        and word[-1] not in _VOWELS
        and not _is_consonant(word, len(word) - 2)
        and _is_consonant(word, len(word) - 3)
    )
