"""The run that a gate judges: a suite that is run now, or a finished run in its folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from .baseline import Baseline, Header
from .cell_patterns import names_of
from .errors import UsageError
from .ev2r_options import ev2r_options
from .plan import Plan, make_plan
from .screen import say
from .store import read_run
from .suite import Suite

if TYPE_CHECKING:
    from metricstress.metrics_under_test.metric import Metric

    from .expectations import Cell
    from .run import RunResult

__all__ = ["Judged", "cell_names", "finished_run", "new_run", "refuse_other_data"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A run and what the gate needs of it."""

    result: RunResult
    folder: Path
    header: Header
    cells: Sequence[Cell]

    @property
    def names(self) -> dict[str, list[str]]:
        """Full name of every cell to all of its names."""
        found = {}
        for cell in self.cells:
            names = names_of(cell.metric, cell.component, cell.perturbation, cell.severity)
            found[names[0]] = names
        return found


def new_run(
    suite: Suite,
    workers: int,
    path: Path,
    baseline: Baseline | None,
    check: Callable[[Mapping[str, Sequence[str]]], None],
) -> Judged:
    """Run the suite into the folder that `metricstress run` would take, or go on there.

    Args:
        suite: What to run.
        workers: Processes that score.
        path: Of the baseline, for messages.
        baseline: If the run is to be compared with it, or None.
        check: Called before anything is scored, with all names of every cell that there will be.

    Raises:
        UsageError: if something cannot be run, or the baseline is of other data.
    """
    from metricstress.metrics_under_test.cache import ScoreCache, default_cache_path

    from .engine import LocalEngine
    from .perform import perform
    from .source import Source
    from .spool import Spool

    options = ev2r_options({}, suite.ev2r, suite.folder)
    plan = make_plan(suite.perturbations, suite.metrics, suite.seed, suite.severities, options)
    if plan.notes:
        raise UsageError("; ".join(plan.notes))
    check(cell_names(plan))
    with Spool(suite.limit) as spool:
        reading = Source(data=suite.data, format_=suite.format).fill(spool)
        if baseline is not None:
            refuse_other_data(baseline, _header(plan, suite.name, spool.hashes[0]), path)
        cache = ScoreCache(default_cache_path())
        result, folder = perform(suite, plan, spool, reading, engine=LocalEngine(workers), cache=cache)
    return _judged(result, folder, plan.metrics, baseline)


def finished_run(suite: Suite, folder: Path, baseline: Baseline | None) -> Judged:
    """The run in a folder; its metrics need not be installed here."""
    from metricstress.metrics_under_test.metric import CannotScore
    from metricstress.metrics_under_test.registry import get_metric

    result = read_run(folder)
    if result.meta.get("suite") != suite.name:
        raise UsageError(
            f"{str(folder)!r} is a run of the suite {result.meta.get('suite')!r}, but the gate is for {suite.name!r}"
        )
    metrics = []
    for name in result.meta["metrics"]:
        try:
            metrics.append(get_metric(name, ev2r_options({}, suite.ev2r, suite.folder)))
        except (ValueError, CannotScore) as error:
            say(f"{name} is not here, so its direction and scale are taken to be the usual ones: {error}")
    return _judged(result, folder, metrics, baseline)


def _judged(result: RunResult, folder: Path, metrics: Sequence[Metric], baseline: Baseline | None) -> Judged:
    from .cells import cells_of

    known = {metric.name for metric in metrics}
    sampled = {metric.name for metric in metrics if not metric.deterministic}
    if baseline is not None:
        sampled |= {name for name in baseline.header.sampled if name not in known}
    cells = [
        replace(cell, deterministic=cell.metric not in sampled)
        for cell in cells_of(result.source, metrics, seed=result.meta["seed"])
    ]
    return Judged(result, folder, Header.of_run(result.meta, sampled & set(result.meta["metrics"])), cells)


def cell_names(plan: Plan) -> dict[str, list[str]]:
    """Full name of every cell that a plan makes to all of its names."""
    found = {}
    for metric in plan.metrics:
        for component in metric.components:
            for item in plan.perturbations:
                names = names_of(metric.name, component, item.label, item.severity)
                found[names[0]] = names
    return found


def _header(plan: Plan, suite: str, examples: str) -> Header:
    """Of a run that is still to come: just what its data are."""
    return Header(suite, examples, plan.seed, {}, {})


def refuse_other_data(baseline: Baseline, header: Header, path: Path) -> None:
    """Raise if suite, examples or seed are others than those of the baseline."""
    for what in ("suite", "examples", "seed"):
        before, now = getattr(baseline.header, what), getattr(header, what)
        if before != now:
            told_of = "hash of the examples" if what == "examples" else what
            raise UsageError(
                f"{path} is of another {told_of}: {before!r} there, {now!r} in this run; the two cannot be compared.\n"
                "       Set it back, or accept all numbers of this run: metricstress gate --update"
            )
