"""Dry run: what a run would do, counted without scoring anything."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

from metricstress.metrics_under_test.cache import ScoreCache, is_cacheable
from metricstress.metrics_under_test.llm.cost import Estimate

from .plan import Plan
from .scoring import items_of
from .spending import NOTHING, asking, estimated
from .spool import Spool
from .work import donors_for, variants_of

__all__ = ["Counts", "count"]


@dataclass(frozen=True)
class Counts:
    """What a run would do.

    Attributes:
        n_examples: How many examples would be scored.
        applicable: Perturbation and severity to the number of examples that it changes.
        scores: Metric to the number of scores it would have to compute: those in the cache are left out.
        cached: How many scores the cache has.
        asked: What models would be asked.
    """

    n_examples: int
    applicable: dict[tuple[str, float | None], int]
    scores: dict[str, int]
    cached: int
    asked: Estimate = NOTHING

    def shown(self, *, as_json: bool) -> str:
        """For the screen, or as the JSON of the contract."""
        if as_json:
            cells = [
                {"perturbation": name, "severity": severity, "n_applicable": number}
                for (name, severity), number in self.applicable.items()
            ]
            asked = self.asked
            counts = {
                "cached": self.cached,
                "calls": asked.calls,
                "tokens": asked.prompt_tokens + asked.completion_tokens,
                "cost": asked.cost,
                "cached_replies": asked.cache_hits,
                "prompt_tokens": asked.prompt_tokens,
                "completion_tokens": asked.completion_tokens,
                "most_cost": asked.most_cost,
            }
            return json.dumps(
                {"n_examples": self.n_examples, "applicable": cells, "scores_to_compute": self.scores, **counts}
            )
        lines = []
        for (name, severity), number in self.applicable.items():
            level = "" if severity is None else f"@{severity:g}"
            lines.append(f"{name + level:<28} applies to {number} of {self.n_examples}")
        todo = ", ".join(f"{name} {number}" for name, number in self.scores.items())
        models = str(self.asked) if self.asked.requests else "calls, tokens, cost: 0"
        lines.append(f"scores to compute: {todo}; cached: {self.cached}; {models}")
        lines.append("Nothing was scored.")
        return "\n".join(lines)


def count(spool: Spool, plan: Plan, cache: ScoreCache | None) -> Counts:
    """Perturb for real, so that applicability is exact, and count what would be scored."""
    applicable: Counter[tuple[str, float | None]] = Counter()
    scores = {metric.name: 0 for metric in plan.metrics}
    cached = 0
    askers, asked = asking(plan.metrics), NOTHING
    for example, copies in spool:
        variants = variants_of(example, plan, copies, donors_for([example], spool, plan))
        for variant in variants:
            applicable[variant.perturbation, variant.severity] += variant.reason is None
        anew = sum(variant.anew for variant in variants)
        items = [*items_of(example, variants).values()]
        asked += estimated(askers, items)
        for metric in plan.metrics:
            known = 0
            if cache is not None and is_cacheable(metric):
                known = sum(score is not None for score in cache.get(metric, items))
            cached += known
            scores[metric.name] += len(items) - known + anew
    return Counts(len(spool), dict(applicable), scores, cached, asked)
