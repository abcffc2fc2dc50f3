"""Ev²R's proxy-reference scorer: how sure is a verdict model of the gold verdict, given the evidence (section 3.2)?

The score is P(gold verdict), as the paper defines it. Its authors' code takes P(verdict that annotators gave the
predicted evidence) instead, with which a constant prior already correlates highly with the annotators' agreement.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

from ..metric import Failure, Item, Score, Text
from .stance import stance_logits
from .verdict_labels import CONFLICTING, SPELLINGS, verdict_of

__all__ = [
    "VERDICTS",
    "NoProxy",
    "PriorProxy",
    "ProxyReference",
    "StanceProxy",
    "VerdictModel",
    "proxy_prior",
    "proxy_reference",
]

VERDICTS: Final = ("supported", "not enough evidence", "refuted")
_AVERITEC_DEV: Final = (122, 73, 305)


class VerdictModel(Protocol):
    """Gives probabilities of the verdicts."""

    def signature(self) -> str: ...

    def probabilities(self, claim: str, evidence: Text) -> Mapping[str, float]:
        """Verdict to its probability; they sum to 1."""
        ...


@dataclass(frozen=True)
class StanceProxy:
    """A stand-in without training, and WEAK: yes and no, words of refutation, numbers, and how much is answered.

    On the gold evidence of 100 claims of AVeriTeC's development set its likeliest verdict is the gold one for 53, and
    its mean P(gold) is .43, where the constant prior has .46: it tells verdicts apart, but is not to be trusted.
    """

    stand_in: ClassVar[Mapping[str, str]] = {"DeBERTa": "a stance heuristic without training (weak)"}

    def signature(self) -> str:
        return "proxy:stance|weak|v:1|prior:uniform"

    def probabilities(self, claim: str, evidence: Text) -> Mapping[str, float]:
        logits = stance_logits(claim, evidence)
        exponentials = [math.exp(value - max(logits)) for value in logits]
        return {verdict: value / sum(exponentials) for verdict, value in zip(VERDICTS, exponentials, strict=True)}


@dataclass(frozen=True)
class PriorProxy:
    """The control: the shares of the verdicts in AVeriTeC's development set, whatever the evidence says."""

    def signature(self) -> str:
        return "proxy:prior|averitec-dev"

    def probabilities(self, claim: str, evidence: Text) -> Mapping[str, float]:
        return {verdict: count / sum(_AVERITEC_DEV) for verdict, count in zip(VERDICTS, _AVERITEC_DEV, strict=True)}


@dataclass(frozen=True)
class ProxyReference:
    """P(gold verdict) of a verdict model.

    Attributes:
        model: What gives the probabilities.
    """

    model: VerdictModel
    name: str = "ev2r.proxy_reference"
    components: tuple[str, ...] = ("proxy",)
    needs: frozenset[str] = frozenset({"claim", "verdict"})
    bounds: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool = True
    deterministic: bool = True
    cacheable: bool = True
    faults: str = "as good as its verdict model; the embedded one is a weak stand-in"

    @property
    def stand_in(self) -> Mapping[str, str]:
        found: Mapping[str, str] = getattr(self.model, "stand_in", {})
        return found

    def signature(self) -> str:
        return f"{self.name}|P(gold)|{self.model.signature()}"

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        return [self._score(item) for item in items]

    def _score(self, item: Item) -> Score | Failure:
        if not item.claim or not item.verdict:
            missing = "a gold verdict" if item.claim else "a claim"
            return Failure(f"{self.name} needs {missing}, but the item has none")
        verdict = verdict_of(item.verdict)
        if verdict is None:
            known = ", ".join(SPELLINGS)
            return Failure(f"{item.verdict!r} is no verdict that {self.name} knows: {known}, and their usual spellings")
        if verdict == CONFLICTING:  # As in the paper's training of the proxy model.
            verdict = "not enough evidence"
        return Score({"proxy": float(self.model.probabilities(item.claim, item.candidate)[verdict])})


@dataclass(frozen=True)
class NoProxy:
    """The proxy score switched off: no item has one, and no weighted score either."""

    name: str = "ev2r.proxy_reference"
    components: tuple[str, ...] = ("proxy",)
    needs: frozenset[str] = frozenset()
    bounds: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool = True
    deterministic: bool = True
    unavailable: str = "not computed: there is no proxy (--proxy none)"

    def signature(self) -> str:
        return f"{self.name}|none"

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        return [Failure(self.unavailable)] * len(items)


proxy_reference = ProxyReference(StanceProxy())
proxy_prior = ProxyReference(
    PriorProxy(),
    name="ev2r.proxy_prior",
    faults="a control: it does not look at the evidence",
)
