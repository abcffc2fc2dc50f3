"""Ev²R's reference-less scorer: which share of the claim's facts does the evidence decide (section 3.3)?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..metric import Failure, Item, Score
from .facts import facts_of
from .judge import JUDGE_OF_THE_PAPER, Judge
from .judges.lexical import LexicalJudge

__all__ = ["ReferenceLess", "reference_less"]


@dataclass(frozen=True)
class ReferenceLess:
    """The share of the claim's facts that the evidence supports or refutes.

    A fact that the judge finds in conflict with the evidence is refuted, and so decided. Evidence without facts decides
    nothing; a claim without facts is a failure.

    Attributes:
        judge: Decides on support.
    """

    judge: Judge = field(default_factory=LexicalJudge)
    name: str = "ev2r.reference_less"
    components: tuple[str, ...] = ("decided",)
    bounds: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool = True
    deterministic: bool = True
    cacheable: bool = True
    faults: str = "the embedded judge sees words and not meaning: evidence about the claim's topic decides it"

    @property
    def needs(self) -> frozenset[str]:
        return frozenset({"claim"}) | self.judge.needs

    @property
    def stand_in(self) -> Mapping[str, str]:
        return {JUDGE_OF_THE_PAPER: f"a {self.judge.name} judge without a language model"}

    def signature(self) -> str:
        return f"{self.name}|facts:sentences|{self.judge.signature()}"

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        return [self._score(item) for item in items]

    def _score(self, item: Item) -> Score | Failure:
        if not item.claim:
            return Failure(f"{self.name} needs a claim, but the item has none")
        facts = facts_of(item.claim)
        if not facts:
            return Failure("the claim holds no fact")
        judgements = self.judge.judge(facts, facts_of(item.candidate))
        decided = [1.0 if judgement.veto else judgement.support for judgement in judgements]
        return Score({"decided": sum(decided) / len(decided)})


reference_less = ReferenceLess()
