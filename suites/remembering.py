"""A metric that scores each original text once, for tests that ask for one cell at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from metricstress.metrics_under_test.metric import Failure, Item, Metric, Score

from .example import Example

__all__ = ["Remembering"]


class Remembering:
    """A deterministic metric that scores the original text of an example once, however many cells ask for it.

    Attributes:
        metric: What scores.
    """

    def __init__(self, metric: Metric, examples: Iterable[Example]) -> None:
        self.metric = metric
        self._bases = {example.evidence for example in examples}
        self._known: dict[Item, Score | Failure] = {}

    @property
    def name(self) -> str:
        return self.metric.name

    @property
    def components(self) -> tuple[str, ...]:
        return self.metric.components

    @property
    def needs(self) -> frozenset[str]:
        return self.metric.needs

    @property
    def bounds(self) -> tuple[float, float]:
        return self.metric.bounds

    @property
    def higher_is_better(self) -> bool:
        return self.metric.higher_is_better

    @property
    def deterministic(self) -> bool:
        return self.metric.deterministic

    def signature(self) -> str:
        return self.metric.signature()

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        new = [item for item in items if item not in self._known]
        scored = self.metric.score(new) if new else []
        if len(scored) != len(new):
            return [Failure(f"gave {len(scored)} scores for {len(new)} items")] * len(items)
        fresh = dict(zip(new, scored, strict=True))
        self._known.update((item, score) for item, score in fresh.items() if item.candidate in self._bases)
        return [fresh[item] if item in fresh else self._known[item] for item in items]
