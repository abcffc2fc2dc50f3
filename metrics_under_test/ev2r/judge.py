"""What a judge of evidence is: it says how far premises support facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from .facts import Fact

__all__ = ["JUDGE_OF_THE_PAPER", "Judge", "Judgement"]

JUDGE_OF_THE_PAPER: Final = "GPT-4o"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge says of one fact.

    Attributes:
        support: From 0 (not supported) to 1.
        premise: The number of the premise that it rests on, or None.
        veto: Why the support was cut, or None.
    """

    support: float
    premise: int | None = None
    veto: str | None = None


class Judge(Protocol):
    """Decides on facts; see `metricstress.metrics_under_test.ev2r.judges`."""

    @property
    def name(self) -> str:
        """What users type."""
        ...

    @property
    def needs(self) -> frozenset[str]: ...

    def signature(self) -> str:
        """Everything that changes a judgement."""
        ...

    def judge(self, facts: Sequence[Fact], premises: Sequence[Fact]) -> list[Judgement]:
        """One judgement a fact."""
        ...
