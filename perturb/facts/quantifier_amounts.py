"""How many and how much: "most people" becomes "few people", "a majority of" "a minority of"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from metricstress.language.closed_classes import NUMBER_WORDS, word_set
from metricstress.language.verbs import is_adjective, is_noun, is_plural

from ..contraction_tables import PREPOSITIONS
from .answers import Sentence

__all__ = ["AMOUNTS", "Requantified"]

Requantified: TypeAlias = tuple[int, int, str] | None
"""The first and the last token that are replaced and what takes their place, or None where they must stay."""


_DETERMINERS = word_set("the these those its his her their our my your")
_POLAR = word_set("any ever yet anymore anyone anything")
_MASS = word_set("evidence information doubt attention support progress time money impact effect interest data water")
_NOT_BEFORE_MOST = word_set("the a at and or his her its their our 's than very one of")
_NOT_BEFORE_MANY = word_set("as so how too very not that this these those the a good great his her their its our of")
_NOT_BEFORE_FEW = word_set("the these those very quite as so how too past last next first every his her its their our")
_CLAUSE_OPENERS = word_set('that because but as while when although though since how , : ; “ "')
_SETS = word_set("cases countries states places areas regions districts cities schools people patients counties ways")
_BEHIND_PEOPLE = word_set("who whose with in from over under at on aged living that")
_PERIODS = word_set(
    "day week month year morning night hour monday tuesday wednesday thursday friday saturday sunday summer"
)
_NOT_BEFORE_MORE = word_set(
    "no any one two three many some once the and or far a several few couple dozen hundred what"
)
_UNGRADED = word_set("side american small urban rural medical public state federal european african")
_NOUN_REACH = 4
_ENDS = word_set("and or who that which is are was were has have had will can do did said of the a to as")


def _all(sentence: Sentence, index: int) -> Requantified:
    before, following = sentence.lower(index - 1), sentence.words_after(index, 2)
    if not following or before in ("of", "at", "after", "above", "in", "by", "they", "we", "it", "you", "once", "and"):
        if not (before in ("in", "by") and _plural_after(sentence, index) and following[0] not in ("all", "means")):
            return None
    if before in ("almost", "nearly", "virtually"):
        if following[0] in _DETERMINERS:
            return (index - 1, index, "very few of") if _plural_after(sentence, index + 1) else None
        if following[0] == "of":
            return (index - 1, index, "very few") if _of_plural(sentence, index) else None
        return (index - 1, index, "very few") if _plural_after(sentence, index) else None
    if before in _DETERMINERS or before in ("is", "are", "was", "were", "be", "been", "have", "has", "had", "s", "us"):
        return None
    new = "only some" if before in PREPOSITIONS else "few"
    if following[0] == "of":
        return (index, index, new) if _of_plural(sentence, index) else None
    if following[0] in _DETERMINERS:
        return (index, index, f"{new} of") if _plural_after(sentence, index + 1) else None
    if following[0] in NUMBER_WORDS or following[0][0].isdigit():
        return (index, index, "only some of the") if _plural_after(sentence, index + 1) else None
    return (index, index, new) if _plural_after(sentence, index) else None


def _most(sentence: Sentence, index: int) -> Requantified:
    before, following = sentence.lower(index - 1), sentence.lower(index + 1)
    if before == "the" and is_plural(following):
        return index, index, "fewest"
    if before in _NOT_BEFORE_MOST or before.endswith("'s") or any(w in _POLAR for w in sentence.words_after(index, 12)):
        return None
    if following == "of":
        return (index, index, "few") if _of_plural(sentence, index) else None
    # "Most common symptoms" may be a superlative: the noun must come at once, or behind what has no degree.
    if is_plural(following) or following == "people":
        return index, index, "few"
    compound = is_noun(following) and (not is_adjective(following) or following in _UNGRADED)
    if compound and is_plural(sentence.lower(index + 2)):
        return index, index, "few"
    if sentence.tokens[index + 1 : index + 2] and sentence.tokens[index + 1].is_name and _plural_after(sentence, index):
        return index, index, "few"
    return None


def _many(sentence: Sentence, index: int) -> Requantified:
    before, following = sentence.lower(index - 1), sentence.lower(index + 1)
    if before in ("too", "so") and is_plural(following) and sentence.lower(index - 2) != "not":
        return index, index, "few"
    if before in _NOT_BEFORE_MANY or following in ("more", "a", "an", "times", "fewer", "other"):
        return None
    if any(word in _POLAR for word in sentence.words_after(index, 12)):
        return None
    if following == "of":
        return (index, index, "few") if _of_plural(sentence, index) else None
    return (index, index, "few") if _plural_after(sentence, index) else None


def _few(sentence: Sentence, index: int) -> Requantified:
    before, following = sentence.lower(index - 1), sentence.lower(index + 1)
    if any(word in _POLAR for word in sentence.words_after(index, 12)) or following in ("more", "other"):
        return None
    plural = _of_plural(sentence, index) if following == "of" else _plural_after(sentence, index)
    if not plural:
        return None
    if "only" in (sentence.lower(index - 3), before) and sentence.lower(index - 2) in PREPOSITIONS:
        return None  # "only on a few islands"
    if before == "a":
        if sentence.lower(index - 2) in ("only", "just"):
            return index - 2, index, "many"
        return None if sentence.lower(index - 2) == "quite" else (index - 1, index, "many")
    if before == "very":
        return index - 1, index, "many"
    if before == "too":
        return index, index, "many"
    return None if before in _NOT_BEFORE_FEW else (index, index, "many")


def _some(sentence: Sentence, index: int) -> Requantified:
    before, following = sentence.lower(index - 1), sentence.lower(index + 1)
    if before in ("and", "or", "only", "just", "at", "then", "to") or following in ("more", "other", "such", "of"):
        if following != "of" or before in ("and", "or", "then", "at"):
            return None
    if "others" in sentence.words_after(index, len(sentence.tokens)):
        return None
    if following == "of":
        if not _of_plural(sentence, index):
            return None
        return (index - 1, index, "all") if before in ("only", "just") else (index, index, "all")
    # An object or a complement has no "all" of its own: "she had some contacts".
    opens = index == 0 or before in _CLAUSE_OPENERS or (before == "in" and following in _SETS) or before == "by"
    if not opens or following[:1].isdigit() or following in NUMBER_WORDS:
        return None
    if following == "people" and sentence.lower(index + 2) not in _BEHIND_PEOPLE:
        return None  # "All people protested" is too much to be taken for a statement about those there.
    return (index, index, "all") if is_plural(following) or following == "people" else None


def _several(sentence: Sentence, index: int) -> Requantified:
    if sentence.lower(index + 1) == "of" and _of_plural(sentence, index):
        return index, index, "all"
    if sentence.lower(index - 1) in ("in", "across") and sentence.lower(index + 1) in _SETS:
        return index, index, "all"
    return None


def _majority(sentence: Sentence, index: int) -> Requantified:
    if sentence.lower(index + 1) != "of" or sentence.lower(index + 2)[:1].isdigit():
        return None
    small = sentence.lower(index) == "majority"
    before, article = sentence.lower(index - 1), sentence.lower(index - 2)
    degree = {"vast": "tiny", "overwhelming": "tiny", "great": "small", "large": "small"} if small else {
        "tiny": "vast", "small": "large"
    }  # fmt: skip
    noun = "minority" if small else "majority"
    if before in degree:
        if article == "an":
            return index - 2, index, f"a {degree[before]} {noun}"
        return index - 1, index, f"{degree[before]} {noun}"
    return (index, index, noun) if before in ("a", "the") else None


def _number(sentence: Sentence, index: int) -> Requantified:
    """ "a small number of people" becomes "a large number of people"."""
    opposite = {"small": "large", "large": "small", "tiny": "huge", "huge": "tiny", "limited": "large"}
    before = sentence.lower(index - 1)
    if sentence.lower(index + 1) != "of" or before not in opposite or sentence.lower(index - 2) != "a":
        return None
    return index - 1, index - 1, opposite[before]


def _lot(sentence: Sentence, index: int) -> Requantified:
    if sentence.lower(index + 1) != "of" or any(w in _POLAR for w in sentence.words_after(index, 12)):
        return None
    plural = sentence.lower(index) == "lots"
    first = index if plural else index - 1
    if not plural and (sentence.lower(index - 1) != "a" or sentence.lower(index - 2) in ("not", "quite", "s")):
        return None
    if _plural_after(sentence, index + 1):
        return first, index + 1, "few"
    mass = any(word in _MASS for word in sentence.words_after(index + 1, 2))
    return (first, index + 1, "little") if mass else None


def _much(sentence: Sentence, index: int) -> Requantified:
    if sentence.lower(index + 1) != "of" or sentence.lower(index + 2) not in _DETERMINERS | {"this", "that"}:
        return None
    if sentence.lower(index - 1) in ("as", "so", "how", "too", "very", "not", "that"):
        return None
    return index, index, "little"


def _little(sentence: Sentence, index: int) -> Requantified:
    if sentence.lower(index + 1) in _MASS - {"time", "data", "water"} and sentence.lower(index - 1) not in (
        "a", "the", "so", "as", "too", "how", "very", "no",
    ):  # fmt: skip
        return index, index, "plenty of"
    return None


def _more(sentence: Sentence, index: int) -> Requantified:
    """ "more votes" becomes "fewer votes", and back."""
    if sentence.lower(index + 1) == "data":
        return None
    before, following = sentence.lower(index - 1), sentence.lower(index + 1)
    if (
        before in _NOT_BEFORE_MORE
        or before[:1].isdigit()
        or before in NUMBER_WORDS
        or not (is_plural(following) or following == "people")
    ):
        return None
    return index, index, "fewer" if sentence.lower(index) == "more" else "more"


def _every(sentence: Sentence, index: int) -> Requantified:
    if sentence.lower(index + 1) not in _PERIODS or sentence.lower(index - 1) in ("almost", "nearly", "and", "not"):
        return None
    return index, index, "every other"


def _whole(sentence: Sentence, index: int) -> Requantified:
    """ "the whole country" becomes "part of the country"."""
    noun = sentence.lower(index + 1)
    if sentence.lower(index - 1) != "the" or not noun.isalpha() or not is_noun(noun):
        return None
    if noun in ("time", "world", "truth", "point", "thing", "number", "idea") or sentence.lower(index - 2) in (
        "on",
        "as",
    ):
        return None
    return index - 1, index, "part of the"


def _only(sentence: Sentence, index: int) -> Requantified:
    """ "only part of the" becomes "all of the"."""
    if sentence.words_after(index, 2) == ("part", "of") and sentence.lower(index + 3) in _DETERMINERS:
        return index, index + 1, "all"
    return None


def _of_plural(sentence: Sentence, index: int) -> bool:
    """Whether "of the", "of these" and a plural follow, or "of them"."""
    second = sentence.lower(index + 2)
    if second in ("them", "us", "which", "whom", "those", "these") and not _plural_after(sentence, index + 2):
        return second in ("them", "us")
    return second in _DETERMINERS and _plural_after(sentence, index + 2)


def _plural_after(sentence: Sentence, index: int) -> bool:
    """Whether the noun group that follows ends in a plural."""
    head = False
    for place in range(index + 1, min(index + 1 + _NOUN_REACH, len(sentence.tokens))):
        token = sentence.tokens[place]
        if not token.is_word or token.lower in _ENDS or token.lower in PREPOSITIONS or token.lower in NUMBER_WORDS:
            return head
        head = is_plural(token.lower) or token.lower in ("people", "women", "men", "children")
        if head and not token.is_name:
            return True
        if not (is_noun(token.lower) or is_adjective(token.lower) or token.is_name or "-" in token.text):
            return False
    return head


AMOUNTS: dict[str, Callable[[Sentence, int], Requantified]] = {
    "all": _all,
    "most": _most,
    "many": _many,
    "numerous": _many,
    "few": _few,
    "some": _some,
    "several": _several,
    "majority": _majority,
    "minority": _majority,
    "number": _number,
    "lot": _lot,
    "lots": _lot,
    "much": _much,
    "little": _little,
    "multiple": _many,
    "more": _more,
    "fewer": _more,
    "every": _every,
    "entire": _whole,
    "whole": _whole,
    "only": _only,
}
"""The rule of each word."""
