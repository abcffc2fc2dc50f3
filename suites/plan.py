"""Plan: names become perturbations and metrics, and what cannot run here is said before anything runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from metricstress.metrics_under_test.ev2r.options import EV2R, Ev2rOptions
from metricstress.metrics_under_test.metric import CannotScore, Metric
from metricstress.metrics_under_test.registry import get_metric
from metricstress.perturb.perturbation import Perturbation
from metricstress.perturb.registry import get_perturbation

from .errors import UsageError

__all__ = ["Plan", "make_plan", "without_unmet"]


@dataclass(frozen=True)
class Plan:
    """What a run will do.

    Attributes:
        perturbations: In the order of the report.
        metrics: In the order of the report.
        seed: The run's seed.
        notes: A line each for what was asked for but cannot run here, with what to do.
    """

    perturbations: tuple[Perturbation, ...]
    metrics: tuple[Metric, ...]
    seed: int = 0
    notes: tuple[str, ...] = field(default=())


def make_plan(
    perturbations: Sequence[str],
    metrics: Sequence[str],
    seed: int = 0,
    severities: Sequence[float] = (),
    ev2r: Ev2rOptions | None = None,
) -> Plan:
    """Resolve what the user typed.

    With `severities`, every perturbation whose severity has degrees and was not given one stands at each of them.
    A metric or perturbation that needs WordNet where there is none is left out with a note, and so is a metric that
    is set up to give no score; everything else runs.

    Raises:
        UsageError: if a name is unknown or given twice, or nothing is left to run.
    """
    try:
        chosen = [rung for spec in perturbations for rung in _ladder(spec, severities)]
        scorers = [get_metric(spec, ev2r) for spec in metrics]
    except (ValueError, CannotScore) as error:
        raise UsageError(str(error)) from error
    _refuse_repeats([f"{perturbation.label}@{perturbation.severity}" for perturbation in chosen], "perturbation")
    _refuse_repeats([metric.name for metric in scorers], "metric")
    notes = []
    if ev2r is not None and not any(metric.name in EV2R for metric in scorers):
        notes.append("the options of Ev²R change nothing: no metric of Ev²R is run")
    off = {metric.name: why for metric in scorers if (why := getattr(metric, "unavailable", None))}
    notes += [f"left out: {name}: {why}" for name, why in off.items()]
    scorers = [metric for metric in scorers if metric.name not in off]
    if not scorers:
        raise UsageError("; ".join(notes))
    without = [metric.name for metric in scorers if "wordnet" in metric.needs]
    without += [perturbation.name for perturbation in chosen if "wordnet" in perturbation.needs]
    missing = _wordnet_problem() if without else None
    if missing is None:
        return Plan(tuple(chosen), tuple(scorers), seed, tuple(notes))
    kept_perturbations = tuple(perturbation for perturbation in chosen if "wordnet" not in perturbation.needs)
    kept_metrics = tuple(metric for metric in scorers if "wordnet" not in metric.needs)
    if not kept_perturbations or not kept_metrics:
        raise UsageError(f"{', '.join(without)} cannot run: {missing}")
    return Plan(kept_perturbations, kept_metrics, seed, (*notes, f"left out: {', '.join(without)}: {missing}"))


def without_unmet(plan: Plan, absent: Sequence[str]) -> Plan:
    """The plan without metrics that need what no example has, such as `verdict`; a note says so.

    Raises:
        UsageError: if no metric is left.
    """
    unmet = {metric.name: sorted(metric.needs & set(absent)) for metric in plan.metrics}
    kept = tuple(metric for metric in plan.metrics if not unmet[metric.name])
    left_out = [f"left out: {name}: no example has a {' or '.join(lacks)}" for name, lacks in unmet.items() if lacks]
    if not kept:
        raise UsageError("; ".join(left_out))
    return replace(plan, metrics=kept, notes=(*plan.notes, *left_out))


def _ladder(spec: str, severities: Sequence[float]) -> list[Perturbation]:
    """The perturbation at every severity of the ladder, or as it is if it has none or `spec` names one."""
    perturbation = get_perturbation(spec)
    if not severities or not perturbation.graded or "@" in spec:
        return [perturbation]
    return [perturbation(severity) for severity in severities]


def _refuse_repeats(names: Sequence[str], what: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{what} {name!r} is given twice; once is enough")


def _wordnet_problem() -> str | None:
    from metricstress.language.wordnet import WordNetMissing, find_wordnet

    try:
        find_wordnet()
    except WordNetMissing as error:
        return str(error)
    return None
