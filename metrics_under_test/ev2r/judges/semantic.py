"""The semantic judge: a fact is supported as far as the words of one premise mean the same, in the order of the fact.

Every content word of a fact is compared with the most similar word of a premise, by cosine of their embeddings in
context (as BERTScore's recall does: Zhang et al. 2020); the mean is the similarity, and the best premise counts, on a
ramp. The lexical judge has its say in two ways. Where a premise has the very words of a fact, their order counts: to a
model a sentence and its words in disorder are much the same. And where it sees a conflict (a name or number that is
missing, a negation on one side only), the support is cut: to a model two numbers are much the same too. Its own support
is not taken in: whatever has the same words means the same here as well, and the larger of the two agreed less with
people's ratings.

Where it is blind: a change of meaning that the lexical judge does not see, since nothing here sees any other.

What was chosen on what: content words, the question read along with its answer, and a ramp of the usual width come from
an earlier comparison of judges; the ends of the ramp and the weight of order were chosen among some sixty settings on
86 rated rows of the Ev²R authors, and on word shuffles of 60 of their claims. Agreement on those rows is therefore
optimistic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from ..facts import Fact
from ..judge import Judgement
from ..terms import Terms
from .lexical import LexicalJudge, in_order
from .minilm import embed, encoder_signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SemanticJudge"]

_FROM, _TO = 0.4, 0.75
"""Similarity at which a fact begins to be supported, and at which it is wholly so."""
_ORDER: Final = 0.5
"""How much of the similarity is lost when a premise has all terms of the fact and no two in its order."""
_VETO: Final = 0.25
_BINARY: Final = 0.5


@dataclass(frozen=True)
class SemanticJudge:
    """The judge of the extra `semantic`: a small language model on the CPU, no download.

    Attributes:
        support: `graded` gives the place on the ramp, `binary` 1 from its middle on (the paper's indicator).
        veto: Whether a missing name or number counts as a conflict.
        negation: Whether a term that is negated on one side only counts as one.
    """

    support: Literal["graded", "binary"] = "graded"
    veto: bool = True
    negation: bool = True

    name: ClassVar[str] = "semantic"

    @property
    def needs(self) -> frozenset[str]:
        return frozenset()

    def signature(self) -> str:
        """Everything that changes a judgement.

        Raises:
            MissingExtra: if the extra is not installed.
        """
        # The lexical judge stands for the conflicts, and says itself which of them it looks for.
        return (
            f"judge:semantic|v:1|support:{self.support}|{encoder_signature()}"
            f"|conflicts:{self._lexical.signature().removeprefix('judge:')}"
        )

    @property
    def _lexical(self) -> LexicalJudge:
        return LexicalJudge(veto=self.veto, negation=self.negation)

    def judge(self, facts: Sequence[Fact], premises: Sequence[Fact]) -> list[Judgement]:
        """One judgement a fact; no premises support nothing.

        Raises:
            MissingExtra: if the extra is not installed.
            WrongModel: if another model or tokenizer is installed.
        """
        equal = {(premise.text, premise.question): number for number, premise in reversed(list(enumerate(premises)))}
        found: list[Judgement] = []
        words: _Words | None = None
        for fact in facts:
            same = equal.get((fact.text, fact.question))
            if same is not None:
                found.append(Judgement(1.0, same))
                continue
            words = words or _Words(premises)
            found.append(self._judge(fact, premises, words))
        return found

    def _judge(self, fact: Fact, premises: Sequence[Fact], words: _Words) -> Judgement:
        similarity, at = words.best(fact, premises)
        support = min(1.0, max(0.0, (similarity - _FROM) / (_TO - _FROM)))
        if at is None or not support:
            return Judgement(0.0, at)
        (other,) = self._lexical.judge([fact], premises) if self.veto or self.negation else [Judgement(0.0)]
        if other.veto is not None:
            at = other.premise
        if self.support == "binary":
            return Judgement(float(support >= _BINARY and other.veto is None), at, other.veto)
        return Judgement(support if other.veto is None else support * _VETO, at, other.veto)


class _Words:
    """The embedded words of the premises."""

    def __init__(self, premises: Sequence[Fact]) -> None:
        rows = [(number, _embedded(premise)) for number, premise in enumerate(premises)]
        self._rows = [(number, some) for number, some in rows if len(some)]

    def best(self, fact: Fact, premises: Sequence[Fact]) -> tuple[float, int | None]:
        """The highest similarity, less what disorder takes from it, and the premise that has it."""
        own = _embedded(fact)
        if not len(own) or not self._rows:
            return 0.0, None
        similar = {number: float((own @ some.T).max(axis=1).mean(dtype=float)) for number, some in self._rows}
        best, at = 0.0, None
        # The most similar first: order only takes away.
        for number in sorted(similar, key=lambda number: (-similar[number], number)):
            if similar[number] <= best:
                break
            value = similar[number] * (1 - _ORDER * _disorder(fact.whole, premises[number].whole))
            if value > best:
                best, at = value, number
        return best, at


def _embedded(fact: Fact) -> NDArray[np.float32]:
    import numpy as np

    return embed(f"{fact.question} {fact.text}" if fact.question else fact.text).astype(np.float32)


def _disorder(fact: Terms, premise: Terms) -> float:
    """Which share of the fact's terms the premise has, times the part of these that stands in another order."""
    shared = fact.found & premise.found
    return len(shared) / len(fact.found) * (1 - in_order(fact.order, premise.order, shared)) if shared else 0.0
