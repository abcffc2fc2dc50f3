"""What a run will ask of language models, before it asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import add

from metricstress.metrics_under_test.ev2r.judges.llm_metric import LlmMetric
from metricstress.metrics_under_test.llm.cost import Estimate
from metricstress.metrics_under_test.metric import Item, Metric

from .plan import Plan
from .scoring import items_of
from .spool import Spool
from .work import donors_for, variants_of

__all__ = ["NOTHING", "asking", "check_budget", "check_budgets", "estimated"]

NOTHING = Estimate(0, 0, 0, 0, 0, 0, 0.0, 0.0)


def asking(metrics: Iterable[Metric]) -> list[LlmMetric]:
    """The metrics, and parts of metrics, that ask a model; of several that ask the same only one."""
    found: dict[str, LlmMetric] = {}
    for metric in metrics:
        for part in getattr(metric, "parts", (metric,)):
            if isinstance(part, LlmMetric):
                found.setdefault(part.recipe, part)
    return list(found.values())


def estimated(askers: Sequence[LlmMetric], items: Sequence[Item]) -> Estimate:
    """What scoring `items` would take. Nothing is sent.

    Raises:
        CannotScore: if the kept replies cannot be looked at.
    """
    return reduce(add, (asker.estimate(items) for asker in askers), NOTHING)


def check_budgets(askers: Sequence[LlmMetric], estimate: Estimate) -> None:
    """Pass if all that is about to be sent is within every budget.

    Raises:
        BudgetExceeded: if it is not.
    """
    for asker in askers:
        asker.budget.check(estimate, model=asker.client.endpoint.model)


def check_budget(spool: Spool, plan: Plan) -> Estimate | None:
    """What a run will take of models, checked against the budgets before the first call; None if it asks none.

    Raises:
        BudgetExceeded: if it is beyond a budget.
        CannotScore: if the kept replies cannot be looked at.
    """
    askers = asking(plan.metrics)
    if not askers:
        return None
    total = NOTHING
    for example, copies in spool:
        variants = variants_of(example, plan, copies, donors_for([example], spool, plan))
        total += estimated(askers, [*items_of(example, variants).values()])
    check_budgets(askers, total)
    return total
