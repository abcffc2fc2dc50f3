"""The lexical judge: a fact is supported as far as one premise has its content words, in their order.

No model and no download. Of every premise it asks which share of the fact's terms (stems of content words, values of
numbers) stands in it, and how far these stand in the same order; the best premise counts, on a ramp. Then the conflict
veto: where nearly everything else of a fact stands in a premise, a name or number of the fact that is missing there
contradicts it.

Where it is blind: a name that begins a sentence and is also a word, a negation in a statement of few words whose verb
changes its form ("did not hold", "held"), a swapped name whose sentence shares little else, and every paraphrase.

What was chosen on what: the ends of the ramp and the factor of the veto come from an earlier comparison of judges on
rated rows. That the question goes along with its answer, the weight of order, no penalty for numbers, and negations
counting by default were chosen among some fifty settings on the 86 rated rows of the Ev²R authors; the rules for
negations and names on the facts of their 100 claims. Agreement and contrasts on those are therefore optimistic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from metricstress.language.lexicon import is_word

from ..facts import Fact
from ..judge import Judgement
from ..terms import Terms

__all__ = ["LexicalJudge"]

_FROM, _TO = 0.2, 0.7
"""Recall at which a fact begins to be supported, and at which it is wholly so."""
_ORDER: Final = 0.75
"""How much of the recall is lost when no two of the matched terms stand in the order of the fact."""
_ALMOST_ALL: Final = 0.75
_VETO: Final = 0.25
_BINARY: Final = 0.5
_AS_LONG: Final = 1.5
_LETTERS: Final = 5
"""Fewest letters of a word in which a slip is forgiven."""


@dataclass(frozen=True)
class LexicalJudge:
    """The embedded judge.

    Attributes:
        support: `graded` gives the place on the ramp, `binary` 1 from its middle on (the paper's indicator).
        veto: Whether a missing name or number counts as a conflict.
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
            f"judge:lexical|v:1|support:{self.support}|veto:{'yes' if self.veto else 'no'}"
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
        # The fullest first: order only takes away, so that those behind which fall short need no closer look.
        for number in sorted(range(len(premises)), key=lambda number: (-shares[number], number)):
            if not shares[number] or shares[number] <= best * len(terms):
                break
            premise = premises[number].whole
            shared = terms & premise.found
            shared |= self._others(terms - shared, fact.whole, premise)
            order = _in_order(fact.whole.order, premise.order, shared)
            value = len(shared) / len(terms) * (1 - _ORDER * (1 - order))
            if value > best:
                best, at, matched = value, number, shared
        if at is None:
            return Judgement(0.0)
        support = min(1.0, max(0.0, (best - _FROM) / (_TO - _FROM)))
        veto = self._conflict(fact, premises, at, matched)
        if self.support == "binary":
            return Judgement(float(support >= _BINARY and veto is None), at, veto)
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
        """What contradicts the fact in the premise that fits it best, or None."""
        if not self.veto and not self.negation:
            return None
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


def _contrary(own: Terms, other: Terms) -> str | None:
    """What is negated in one of two statements and not in the other, or None."""
    answers = {""} if not own.order and not other.order else set()  # "Yes." and "No."
    terms = (own.negated ^ other.negated) & (answers | (own.found & other.found))
    if terms:
        return f"{min(terms) or 'the answer'!r} is negated on one side only"
    # "did not hold" and "held": the negated word has another form. A much longer statement may negate something else.
    longer, shorter = max(len(own.order), len(other.order)), min(len(own.order), len(other.order))
    if bool(own.negated) != bool(other.negated) and longer <= _AS_LONG * shorter:
        return "one side is negated"
    return None


def _in_order(fact: Sequence[str], premise: Sequence[str], shared: frozenset[str]) -> float:
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
