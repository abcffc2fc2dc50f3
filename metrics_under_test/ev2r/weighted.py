"""Ev²R's weighted score: α · F1 of the reference-based scorer + (1 − α) · the proxy score (section 3.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..cache_keys import is_cacheable
from ..metric import Failure, Item, Metric, Score
from .proxy_reference import proxy_reference
from .reference_based import reference_based

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

    reference: Metric = reference_based
    proxy: Metric = proxy_reference
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
        return is_cacheable(self.reference) and is_cacheable(self.proxy)

    @property
    def batches(self) -> bool:
        return any(getattr(part, "batches", False) for part in self.parts)

    @property
    def max_failed(self) -> float | None:
        limits = [limit for part in self.parts if (limit := getattr(part, "max_failed", None)) is not None]
        return min(limits, default=None)

    @property
    def unavailable(self) -> str | None:
        return next((why for part in self.parts if (why := getattr(part, "unavailable", None))), None)

    @property
    def stand_in(self) -> Mapping[str, str]:
        return {theirs: own for part in self.parts for theirs, own in getattr(part, "stand_in", {}).items()}

    @property
    def parts(self) -> tuple[Metric, Metric]:
        """The metrics that are weighed."""
        return self.reference, self.proxy

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
        if "f1" not in facts.values:
            return Failure(f"no F1: {facts.reason or 'one side has no facts'}")
        return Score({"ev2r": self.alpha * facts.values["f1"] + (1 - self.alpha) * verdict.values["proxy"]})


weighted = Weighted()
