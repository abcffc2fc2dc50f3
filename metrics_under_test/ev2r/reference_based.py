"""Ev²R's reference-based scorer: facts of each side are checked against the other (section 3.1 of the paper)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..metric import Failure, Item, Score
from .facts import Fact, facts_of
from .judge import JUDGE_OF_THE_PAPER, Judge
from .judges.lexical import LexicalJudge

__all__ = ["ReferenceBased", "reference_based"]


@dataclass(frozen=True)
class ReferenceBased:
    """Precision, recall and F1 over atomic facts.

    Precision is the mean support of the retrieved facts by the reference, recall that of the reference's facts by the
    retrieved evidence. A candidate without facts scores 0; a reference without facts is a failure.

    Attributes:
        judge: Decides on support.
        questions_as_facts: See `facts_of`.
    """

    judge: Judge = field(default_factory=LexicalJudge)
    questions_as_facts: bool = False
    name: str = "ev2r.reference_based"
    components: tuple[str, ...] = ("precision", "recall", "f1")
    bounds: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool = True
    deterministic: bool = True
    cacheable: bool = True
    faults: str = "the embedded judge sees words and not meaning: a negation costs little, a paraphrase much"

    @property
    def needs(self) -> frozenset[str]:
        return frozenset({"reference"}) | self.judge.needs

    @property
    def stand_in(self) -> Mapping[str, str]:
        return {JUDGE_OF_THE_PAPER: f"a {self.judge.name} judge without a language model"}

    def signature(self) -> str:
        asked = "yes" if self.questions_as_facts else "no"
        return f"{self.name}|facts:sentences|questions_as_facts:{asked}|{self.judge.signature()}"

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        return [self._score(item) for item in items]

    def _score(self, item: Item) -> Score | Failure:
        if item.reference is None:
            return Failure(f"{self.name} needs a reference, but the item has none")
        retrieved = facts_of(item.candidate, questions_as_facts=self.questions_as_facts)
        gold = facts_of(item.reference, questions_as_facts=self.questions_as_facts)
        if not gold:
            return Failure("the reference holds no fact")
        precision = _mean_support(self.judge, retrieved, gold)
        recall = _mean_support(self.judge, gold, retrieved)
        both = precision + recall
        f1 = 2 * precision * recall / both if both else 0.0
        return Score({"precision": precision, "recall": recall, "f1": f1})


def _mean_support(judge: Judge, facts: Sequence[Fact], premises: Sequence[Fact]) -> float:
    if not facts or not premises:
        return 0.0
    judgements = judge.judge(facts, premises)
    return sum(judgement.support for judgement in judgements) / len(judgements)


reference_based = ReferenceBased()
