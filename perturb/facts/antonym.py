"""Antonym: one word of an answer becomes its opposite, in the same form and between the same words.

The pairs are curated, because an antonym in a dictionary is rarely one in the sentence ("high school", "old age",
"come true"). WordNet must know each pair too, directly or through words that share a sense with one of the two.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from metricstress.language.closed_classes import NUMBER_WORDS, is_negation, word_set
from metricstress.language.inflection import BASE, ING, PARTICIPLE, PAST, PLURAL, S_FORM, inflect
from metricstress.language.passages import Evidence
from metricstress.language.verbs import is_noun, is_singular, verb_forms
from metricstress.language.wordnet import Synset, wordnet

from ..edits import Edit
from ..perturbation import ONE_FACT, Context, Group, Perturbation
from .answers import Sentence, groups_in_answers
from .antonym_pairs import GUARDS, PAIRS, Guard, Pair
from .clauses import BE, HAVE, is_adverb

__all__ = ["antonym", "are_antonyms"]


class _Swap(NamedTuple):
    pair: Pair
    form: str
    new: str


_BE = BE | word_set("be been being it's that's he's she's")
_DEGREES = word_set("more most less least too so how as")
_BEFORE_BASE = word_set("to will would can could must should may might shall not they we i you who did do does")
_OBJECTS = word_set("the a an him her them us me it his their its this these those")
_ARTICLES = word_set("a an")
_SOUNDS_LIKE_CONSONANT = ("uni", "use", "usu", "uti", "eu", "one")
_NEGATION_REACH = 9
_CLAUSE_MARKS = frozenset(",;:—–.")
_NEAR = 5
_NUMBER_REACH = 8
_BOUNDARIES = ("begin", "end", "start", "stop")
_SPANS = word_set(
    "term terms tenure year years month months week weeks shift shifts season seasons session sessions period periods"
)
_SUBORDINATORS = word_set("after before when while if because since until although")
_CAUSING = ("caus", "affect", "fund", "involv", "link", "refer", "influenc", "benefi")
_INJURIES = word_set("injury injuries wound wounds")
_OPINIONS = word_set("think thinks thought deem deems deemed consider considers considered")
_OWNERS = word_set("its his her their our my your")
_SUBJECTS = word_set("he she it they we i you who which that")


def find_antonyms(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """Every word of the answers that has an antonym in its place."""
    return groups_in_answers(evidence, _find_in_sentence, context.claim)


def are_antonyms(one: str, other: str, pos: str) -> bool:
    """Whether WordNet has the two words (base forms) as antonyms in some sense.

    Either directly, or so that a word of the same synset as one, or of a similar adjective's, is the antonym of a
    word of such a synset of the other.
    """
    around = _neighbourhood(other, pos)
    return any(
        opposite.synset in around
        for synset in _neighbourhood(one, pos)
        for lemma in synset.lemmas()
        for opposite in lemma.antonyms()
    )


def _neighbourhood(word: str, pos: str) -> set[Synset]:
    own = set(wordnet().synsets(word, pos))
    return own.union(*(synset.related("&") for synset in own)) if pos == "a" else own


def _find_in_sentence(sentence: Sentence) -> Iterator[Group]:
    if sentence.end == "?" or "not only" in sentence.text:
        return
    swaps = _swaps()
    for index, token in enumerate(sentence.tokens):
        candidates = swaps.get(token.lower)
        if not candidates or not _has_plain_case(sentence, index) or _is_negated(sentence, index):
            continue
        for swap in candidates:
            if _fits(sentence, index, swap):
                yield (_with_article(sentence, index, _as_written(token.text, swap.new)),)
                break


@cache
def _swaps() -> dict[str, tuple[_Swap, ...]]:
    """Every form of every pair that WordNet confirms, by the string that it replaces."""
    found: dict[str, list[_Swap]] = {}
    for pair in PAIRS:
        if not are_antonyms(pair.old, pair.new, pair.pos):
            continue
        for form, old, new in _forms(pair):
            found.setdefault(old, []).append(_Swap(pair, form, new))
    return {old: tuple(swaps) for old, swaps in found.items()}


def _forms(pair: Pair) -> Iterator[tuple[str, str, str]]:
    if pair.pos == "v":
        for form in (BASE, S_FORM, PAST, PARTICIPLE, ING):
            yield form, verb_forms(pair.old)[form], verb_forms(pair.new)[form]
        return
    yield BASE, pair.old, pair.new
    if pair.pos == "n":
        yield PLURAL, inflect(pair.old, "n")[PLURAL], inflect(pair.new, "n")[PLURAL]


def _has_plain_case(sentence: Sentence, index: int) -> bool:
    """Whether the word is surely no part of a name or an acronym: in lower case, or the first of its sentence."""
    text = sentence.tokens[index].text
    return text.islower() or (index == 0 and text[1:].islower())


def _is_negated(sentence: Sentence, index: int) -> bool:
    for token in reversed(sentence.tokens[max(0, index - _NEGATION_REACH) : index]):
        if token.text in _CLAUSE_MARKS or token.lower == "but":
            return False
        if is_negation(token.lower):
            return True
    return False


def _fits(sentence: Sentence, index: int, swap: _Swap) -> bool:
    pos = swap.pair.pos
    if pos in ("a", "r"):
        if sentence.lower(index - 1) in _DEGREES and swap.pair.old not in ("high", "low", "early", "late"):
            return False
        following = sentence.tokens[index + 1 : index + 2]
        if pos == "a" and following and following[0].is_name and swap.pair.old not in ("early", "late"):
            return False  # "new York": whatever it is, a name follows.
    elif pos == "v" and not _is_this_verb(sentence, index, swap):
        return False
    if _is_still_true(sentence, index, swap.pair):
        return False
    guard = GUARDS.get((swap.pair.old, pos))
    return guard is None or _holds(sentence, index, guard)


def _is_still_true(sentence: Sentence, index: int, pair: Pair) -> bool:
    """Whether the opposite would be as true here, or would clash with the words beside it."""
    old, before, after = pair.old, sentence.lower(index - 1), sentence.lower(index + 1)
    if old in _BOUNDARIES and pair.pos == "v":
        # "The term ends in May" is the start of the next one.
        return not _SPANS.isdisjoint(_clause_before(sentence, index, _SUBORDINATORS))
    if old in ("directly", "indirectly"):
        return not (before.startswith(_CAUSING) or after.startswith(_CAUSING))
    if old in ("effective", "ineffective"):
        return before.endswith("%") or before in ("percent", "cent")
    if old in ("open", "close"):
        following = sentence.words_after(index, 2)
        return following == ("for", "good") or after == "down" or following[1:] in (("doors",), ("door",))
    if pair.pos == "a" and after in _INJURIES:
        return old not in ("mild", "severe")
    if old in ("eligible", "ineligible", "sufficient", "insufficient"):
        earlier = _clause_before(sentence, index)
        return not _OPINIONS.isdisjoint(earlier) or ("only", "if") in pairwise(earlier)
    if old in ("urban", "rural"):
        return before[:1].isdigit() or before in NUMBER_WORDS
    if old in ("raise", "lower", "increase", "decrease") and pair.pos != "a":
        return _ends_at_number(sentence, index)
    if old in ("rise", "fall"):
        return "from" in sentence.words_after(index, _NUMBER_REACH) and _ends_at_number(sentence, index)
    if old in ("export", "import"):
        return not _has_agent(sentence, index, pair)
    return False


def _clause_before(sentence: Sentence, index: int, borders: frozenset[str] = frozenset()) -> list[str]:
    found: list[str] = []
    for token in reversed(sentence.tokens[:index]):
        if token.text in _CLAUSE_MARKS or token.lower in borders:
            break
        found.append(token.lower)
    return found[::-1]


def _ends_at_number(sentence: Sentence, index: int) -> bool:
    """ "to 8 per cent": the direction is in the figures, and the other one would be nonsense."""
    for place in range(index + 1, min(index + 1 + _NUMBER_REACH, len(sentence.tokens))):
        if sentence.lower(place) == "to":
            number = sentence.words_after(place, 3)
            if any(word[0].isdigit() or word in NUMBER_WORDS or word in "$£€₹" for word in number):
                return True
    return False


def _has_agent(sentence: Sentence, index: int, pair: Pair) -> bool:
    """Whether it is said who trades, or where from or to; else both are as true, from the two sides."""
    if index == 0:
        return sentence.lower(1) in ("of", "to", "from")
    before = sentence.tokens[index - 1]
    if sentence.lower(index + 1) in ("of", "to", "from") or before.lower.endswith("'s") or before.is_name:
        return True
    if pair.pos == "n":
        return before.lower in _OWNERS
    return is_noun(before.lower) or before.lower in _SUBJECTS


def _is_this_verb(sentence: Sentence, index: int, swap: _Swap) -> bool:
    word, before = sentence.lower(index), sentence.lower(index - 1)
    if swap.form == BASE:
        return before in _BEFORE_BASE
    if swap.form == ING:
        return swap.pair.old in ("include", "increase", "decrease")
    if swap.form == S_FORM:
        return not is_noun(word)
    if not _is_this_past(sentence, index, swap):
        return False
    if swap.pair.old in ("prohibit", "permit", "buy", "sell", "disqualify"):
        return "from" not in sentence.words_after(index, 8)
    return True


def _is_this_past(sentence: Sentence, index: int, swap: _Swap) -> bool:
    """Whether a past form is the one of the pair, where the opposite has two ("allowed": forbade, forbidden)."""
    old, new = verb_forms(swap.pair.old), verb_forms(swap.pair.new)
    if old[PAST] != old[PARTICIPLE] or new[PAST] == new[PARTICIPLE]:
        return True
    host = index - 1
    while host > 0 and is_adverb(sentence.lower(host)):
        host -= 1
    if sentence.lower(host) in _BE | HAVE:
        return swap.form == PARTICIPLE
    after = sentence.lower(index + 1)
    return swap.form == PAST and (after in _OBJECTS or swap.pair.old in ("end", "decrease"))


def _holds(sentence: Sentence, index: int, guard: Guard) -> bool:
    before, after = sentence.lower(index - 1), sentence.lower(index + 1)
    owner = "s" if before.endswith("'s") else before  # "the CDC's official advice": as in "s official".
    if before in guard.barred_before or owner in guard.barred_before or after in guard.barred_after:
        return False
    if guard.before and not (
        before in guard.before or ("#" in guard.before and before in _BE) or ("+" in guard.before and is_adverb(before))
    ):
        return False
    if guard.after and not (
        after in guard.after
        or ("9" in guard.after and after[:1].isdigit())
        or ("." in guard.after and (after == "" or after in ".,;"))
        or ("n" in guard.after and after.isalpha() and is_noun(after))
        or ("1" in guard.after and (is_singular(after) or (before in _BE and (after == "" or after in ".,;"))))
        or ("ing" in guard.after and len(after) > 4 and after.endswith("ing"))
    ):
        return False
    return not guard.near or not guard.near.isdisjoint(sentence.words_after(index, _NEAR))


def _as_written(old: str, new: str) -> str:
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[0].upper() + new[1:] if old[0].isupper() else new


def _with_article(sentence: Sentence, index: int, new: str) -> Edit:
    """The edit of the word, and of "a" or "an" before it where the other one is needed."""
    article = sentence.lower(index - 1)
    if article in _ARTICLES and sentence.joined(index - 1, index):
        wanted = "an" if new[0].lower() in "aeiou" and not new.lower().startswith(_SOUNDS_LIKE_CONSONANT) else "a"
        if wanted != article:
            first = sentence.tokens[index - 1].text
            return sentence.edit(index - 1, index, f"{first[0]}{wanted[1:]} {new}")
    return sentence.edit(index, index, new)


antonym = Perturbation(
    name="antonym",
    intent="altering",
    summary="one word of an answer becomes its antonym: legal becomes illegal, rose to fell to",
    find_in_evidence=find_antonyms,
    severity=ONE_FACT,
    needs=frozenset({"wordnet"}),
    invariant="breaks_word",
    error_type="predicate",
)
