"""Ev²R's weighted score: α · F1 of the reference-based scorer + (1 − α) · the proxy score (section 3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..metric import Failure, Item, Score
from .proxy_reference import ProxyReference, proxy_reference
from .reference_based import ReferenceBased, reference_based

__all__ = ["Weighted", "weighted"]


@dataclass(frozen=True)
class Weighted:
    """α · F1 + (1 − α) · P(gold verdict), an example at a time.

    Where one of the two fails there is no weighted score: it never becomes the other one alone.

    Attributes:
        reference: Gives F1.
        proxy: Gives P(gold verdict).
        alpha: The weight of F1, from 0 to 1.
    """

    reference: ReferenceBased = reference_based
    proxy: ProxyReference = proxy_reference
    alpha: float = 0.5
    name: str = "ev2r.weighted"
    components: tuple[str, ...] = ("ev2r",)
    bounds: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool = True
    faults: str = "has the faults of both its parts; the embedded ones are stand-ins"

    def __post_init__(self) -> None:
        if not 0 <= self.alpha <= 1:
            raise ValueError(f"alpha lies between 0 and 1, but is {self.alpha!r}")

    @property
    def needs(self) -> frozenset[str]:
        return self.reference.needs | self.proxy.needs

    @property
    def deterministic(self) -> bool:
        return self.reference.deterministic and self.proxy.deterministic

    @property
    def cacheable(self) -> bool:
        return self.reference.cacheable and self.proxy.cacheable

    def signature(self) -> str:
        return f"{self.name}|alpha:{self.alpha:g}|{self.reference.signature()}|{self.proxy.signature()}"

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        pairs = zip(self.reference.score(items), self.proxy.score(items), strict=True)
        return [self._combined(one, other) for one, other in pairs]

    def _combined(self, facts: Score | Failure, verdict: Score | Failure) -> Score | Failure:
        if isinstance(facts, Failure):
            return Failure(f"no reference-based score: {facts.reason}")
        if isinstance(verdict, Failure):
            return Failure(f"no proxy score: {verdict.reason}")
        return Score({"ev2r": self.alpha * facts.values["f1"] + (1 - self.alpha) * verdict.values["proxy"]})


weighted = Weighted()
