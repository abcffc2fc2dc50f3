"""The lexical judge: a fact is supported as far as one premise has its content words, in their order.

No model and no download. Of every premise it asks which share of the fact's terms (stems of content words, values of
numbers) stands in it, and how far these stand in the same order; the best premise counts, with a power of its share.
Where a text splits what the fact says, a run of its sentences counts that is no longer than the fact. Then the vetoes,
each of which leaves a quarter:

- Topic: a statement says what a "Yes." is about, but not that it is one; and a premise without any word of an answer,
  and without some of its question, shares no more than the topic with it.
- Conflict: where nearly everything else of a fact stands in a premise, a name or number of the fact that is missing
  there, or a negation on one side only, contradicts it.

Where it is blind: a negation in a statement of few words whose verb changes its form ("did not hold", "held"), a double
negation, a swapped name that begins a sentence and is also a word or whose sentence shares little else, and every
paraphrase. A sentence added to an answer (padding, an instruction to the judge) is half supported by its question.

What was chosen on what. The recall of full support and the factor of the veto come from an earlier comparison of judges
on rated rows. That the question goes along with its answer, the weight of order, no penalty for numbers, and negations
counting by default were chosen among some fifty settings on the 86 rated rows of the Ev²R authors; the rules for
negations and names, wrapped lines and runs of sentences on the facts and copies of their 100 claims. The power and the
topic veto came last, from some 175 settings, and took the place of a straight ramp from a recall of .2 on. They take F1
of `completeness` below -25 % on these claims, where a fact that was taken away kept the support of what shares its
topic; of the settings that do so, one was taken that agrees better than most with the rated rows, so that these are no
held-out check. Over their two halves, agreement of recall is .51 and .57 (.56 and .50 with the ramp), of F1 .46 and .59
(.43 and .60); by bootstrap the 95 % intervals over all are .31 to .68 and .35 to .66. Rejected: a ramp that begins
later (F1 agrees half as well), full support only beyond .7 (copies with synonyms fall by up to 48 % and not by 33 %),
half weight for words of the question (padding then costs 10 % and not 4 %), less weight for words of many facts (F1
agrees less), more weight for names and numbers, a conflict that asks less of the other words (recall agrees less).
Agreement and contrasts on all of these texts are therefore optimistic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from metricstress.language.lexicon import is_word

from ..facts import Fact
from ..judge import Judgement
from ..terms import Terms

__all__ = ["LexicalJudge", "in_order"]

_TO: Final = 0.7
"""Recall from which on a fact is wholly supported."""
_CURVE: Final = 3.5
"""Exponent of the support below: half the words of a fact are much less than half of what it says."""
_ORDER: Final = 0.75
"""How much of the recall is lost when no two of the matched terms stand in the order of the fact."""
_CLOSE: Final = 0.5
_ALMOST_ALL: Final = 0.75
_VETO: Final = 0.25
_BINARY: Final = 0.45
"""Recall from which on it is supported for `binary`."""
_AS_LONG: Final = 1.5
_LETTERS: Final = 5
"""Fewest letters of a word in which a slip is forgiven."""


@dataclass(frozen=True)
class LexicalJudge:
    """The embedded judge.

    Attributes:
        support: `graded` gives a share, `binary` 0 or 1 (the paper's indicator).
        veto: Whether the topic alone is no support, and a missing name or number a conflict.
        negation: Whether a term that is negated on one side only counts as one.
        wordnet: Whether a WordNet synonym counts as the word. Tests that use WordNet synonyms say little then.
    """

    support: Literal["graded", "binary"] = "graded"
    veto: bool = True
    negation: bool = True
    wordnet: bool = False

    name: ClassVar[str] = "lexical"

    @property
    def needs(self) -> frozenset[str]:
        return frozenset({"wordnet"}) if self.wordnet else frozenset()

    def signature(self) -> str:
        return (
            f"judge:lexical|v:3|support:{self.support}|veto:{'yes' if self.veto else 'no'}"
            f"|negation:{'yes' if self.negation else 'no'}|wordnet:{'3.0' if self.wordnet else 'no'}"
        )

    def judge(self, facts: Sequence[Fact], premises: Sequence[Fact]) -> list[Judgement]:
        """One judgement a fact; no premises support nothing."""
        equal = {(premise.text, premise.question): number for number, premise in reversed(list(enumerate(premises)))}
        found = []
        for fact in facts:
            same = equal.get((fact.text, fact.question))
            found.append(Judgement(1.0, same) if same is not None else self._judge(fact, premises))
        return found

    def _judge(self, fact: Fact, premises: Sequence[Fact]) -> Judgement:
        best, at, matched = 0.0, None, frozenset[str]()
        terms = fact.whole.found
        shares = [len(terms & premise.whole.found) for premise in premises]
        # The fullest first, so that those behind which fall far short need no closer look. Order only takes away, and
        # it is rare that slips give back what a premise lacks.
        for number in sorted(range(len(premises)), key=lambda number: (-shares[number], number)):
            if not shares[number] or shares[number] <= best * len(terms) * _CLOSE:
                break
            premise = premises[number].whole
            shared = terms & premise.found
            shared |= self._others(terms - shared, fact.whole, premise)
            value = _recall(fact.whole, premise.order, shared)
            if value > best:
                best, at, matched = value, number, shared
        if at is None:
            return Judgement(0.0)
        for run in _runs(fact, premises, at):
            joined = [term for premise in run for term in premise.whole.order]
            shared = matched | (terms & frozenset(joined))
            value = _recall(fact.whole, joined, shared)
            if value > best:
                best, matched = value, shared
        veto = self._conflict(fact, premises, at, matched)
        if self.support == "binary":
            return Judgement(float(best >= _BINARY and veto is None), at, veto)
        support = float(min(1.0, best / _TO) ** _CURVE)
        return Judgement(support if veto is None else support * _VETO, at, veto)

    def _others(self, missing: frozenset[str], fact: Terms, premise: Terms) -> frozenset[str]:
        """The missing terms that the premise has in another spelling, or in another word."""
        found = set()
        for term in missing - fact.numbers:
            word = fact.words[term]
            if (self.wordnet and self._has_synonym(word, premise)) or _slipped(word, fact, premise):
                found.add(term)
        return frozenset(found)

    def _has_synonym(self, word: str, premise: Terms) -> bool:
        from metricstress.language.wordnet import wordnet

        from ...porter import stem

        return any(stem(name) in premise.found for name in wordnet().synonyms(word))

    def _conflict(self, fact: Fact, premises: Sequence[Fact], at: int, matched: frozenset[str]) -> str | None:
        """What speaks against the fact in the premise that fits it best, or None."""
        if not self.veto and not self.negation:
            return None
        if self.veto and (reason := _topic_only(fact, premises[at], matched)):
            return reason
        critical = fact.own.names | fact.own.numbers
        others = fact.whole.found - critical
        if others and len(others & matched) < _ALMOST_ALL * len(others):
            return None
        if self.veto:
            # What stands in the same answer, or in the sentence before or after, belongs to the statement.
            near = frozenset[str]().union(
                *(
                    other.whole.found
                    for number, other in enumerate(premises)
                    if abs(number - at) < 2 or other.place == premises[at].place
                )
            )
            missing = sorted(critical - near - matched)
            if missing:
                return f"{'number' if missing[0].startswith('#') else 'name'} {missing[0].lstrip('#')!r} is missing"
        if self.negation:
            return _contrary(fact.own, premises[at].own)
        return None


def _topic_only(fact: Fact, premise: Fact, matched: frozenset[str]) -> str | None:
    """Why no more than what the fact is about stands in the premise, or None."""
    if not fact.own.order:
        return "a statement does not say yes or no" if premise.own.order else None
    answered = fact.whole.found - fact.own.found <= matched
    return None if answered or fact.own.found & matched else "no word of the answer is there"


def _recall(fact: Terms, premise: Sequence[str], shared: frozenset[str]) -> float:
    """The share of the fact's terms that are matched, less what is lost by order."""
    return len(shared) / len(fact.found) * (1 - _ORDER * (1 - in_order(fact.order, premise, shared)))


def _runs(fact: Fact, premises: Sequence[Fact], at: int) -> Iterator[Sequence[Fact]]:
    """Runs of sentences of one answer that have `premises[at]` in them and say together no more than the fact."""
    place, room = premises[at].place, len(fact.own.order)
    for start in range(at, -1, -1):
        length = sum(len(premise.own.order) for premise in premises[start : at + 1])
        if premises[start].place != place or length > room:
            return
        end = at + 1
        while end < len(premises) and premises[end].place == place and length <= room:
            length += len(premises[end].own.order)
            end += length <= room
        if end - start > 1:
            yield premises[start:end]


def _contrary(own: Terms, other: Terms) -> str | None:
    """What is negated in one of two statements and not in the other, or None."""
    answers = {""} if not own.order and not other.order else set()  # "Yes." and "No."
    shorter, longer = sorted((own, other), key=lambda terms: len(terms.order))
    alike = len(longer.order) <= _AS_LONG * len(shorter.order)
    terms = (own.negated ^ other.negated) & (answers | (own.found & other.found))
    if not alike:
        terms -= longer.negated & longer.free  # What says much more may say both.
    if terms:
        return f"{min(terms) or 'the answer'!r} is negated on one side only"
    # "did not hold" and "held": the negated word has another form. A much longer statement may negate something else.
    if alike and bool(own.negated) != bool(other.negated):
        return "one side is negated"
    return None


def in_order(fact: Sequence[str], premise: Sequence[str], shared: frozenset[str]) -> float:
    """The share of the shared terms that stand in the same order: their longest common subsequence."""
    from rapidfuzz.distance import LCSseq

    own = [term for term in dict.fromkeys(fact) if term in shared]
    other = [term for term in dict.fromkeys(premise) if term in shared]
    if len(own) < 3:
        return 1.0
    return LCSseq.similarity(own, other) / max(1, min(len(own), len(other)))


def _slipped(word: str, fact: Terms, premise: Terms) -> bool:
    """Whether the premise has `word` with one slip, and one of the two is no word or is a name."""
    from rapidfuzz.distance import OSA

    if len(word) < _LETTERS - 1:
        return False
    known = is_word(word)
    for term, other in premise.words.items():
        if term in fact.found or abs(len(other) - len(word)) > 1 or len(other) < _LETTERS - 1:
            continue
        if OSA.distance(word, other, score_cutoff=1) <= 1 and not (known and is_word(other)):
            return True
    return False
