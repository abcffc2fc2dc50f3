"""What `@pytest.mark.stress(…)` says: which cells there are, each with its expectation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from metricstress.language.suggest import did_you_mean
from metricstress.metrics_under_test.metric import Metric
from metricstress.perturb.perturbation import Perturbation

from .cell_patterns import names_of
from .errors import UsageError
from .expectations import Expectation, drops, stays
from .given import Given, examples_from
from .stress import component_named, get_metric_given, get_perturbation_given
from .suite import Suite, load_suite

__all__ = ["ALTERING", "LADDER", "PRESERVING", "StressCell", "cells_of_marker"]

PRESERVING: Final = stays(within=0.05)
"""What the cells of a suite expect of a change that keeps the meaning."""
ALTERING: Final = drops(at_least=0.1)
"""What the cells of a suite expect of a change that alters it."""
LADDER: Final = (0.05, 0.1, 0.2, 0.4)
"""The severities on which `monotone()` looks at a perturbation that was given without one."""

_KEYS: Final = ("metric", "examples", "cells", "suite", "component", "min_n")


@dataclass(frozen=True)
class StressCell:
    """One cell as a test item.

    Attributes:
        metric: What scores.
        component: Which of its numbers.
        perturbations: One, or for `monotone` the perturbation at every severity of a ladder.
        expectation: What the score should do.
        reason: Why it is known to fail, or None.
        examples: What to score, not read yet.
        seed: The suite's.
        limit: The suite's.
    """

    metric: Metric
    component: str
    perturbations: tuple[Perturbation, ...]
    expectation: Expectation
    reason: str | None
    examples: Given
    seed: int = 0
    limit: int | None = None

    @property
    def id(self) -> str:
        """`metric-perturbation@severity`, the id of the pytest item."""
        first, last = self.perturbations[0], self.perturbations[-1]
        metric = self.metric.name
        if len(self.metric.components) > 1:
            metric += f":{self.component}"
        severity = f"{first.severity:g}" if first is last else f"{first.severity:g}..{last.severity:g}"
        return f"{metric}-{first.label}@{severity}"

    @property
    def key(self) -> tuple[str, float, float, bool]:
        """Equal for cells of the same change; a ladder is one of its own."""
        ends = self.perturbations[0], self.perturbations[-1]
        return ends[0].label, ends[0].severity, ends[1].severity, self.expectation.kind == "monotone"


def cells_of_marker(arguments: Mapping[str, Any]) -> list[StressCell]:
    """The cells that the marker's keyword arguments name, in their order; those of a suite first.

    Raises:
        UsageError: saying which argument is wrong and what is expected.
    """
    for name in arguments:
        if name not in _KEYS:
            raise UsageError(f"stress has no argument {name!r}{did_you_mean(name, _KEYS)}")
    if "cells" not in arguments and "suite" not in arguments:
        raise UsageError(
            "stress needs cells=[(perturbation, expectation), …] or suite='…', such as "
            "cells=[('typos@0.1', stays(within=0.05))]"
        )
    suite = None if arguments.get("suite") is None else load_suite(arguments["suite"])
    if arguments.get("metric") is not None:
        metrics = [get_metric_given(arguments["metric"])]
    elif suite is not None:
        metrics = [get_metric_given(name) for name in suite.metrics]
    else:
        raise UsageError("stress needs metric=…: a function f(candidate, reference) -> float, or a registered name")
    own = [_own_cell(cell, number) for number, cell in enumerate(_listed(arguments.get("cells", ())))]
    found: list[StressCell] = []
    for metric in metrics:
        for component in component_named(metric, arguments.get("component")):
            given = [] if suite is None else _suite_cells(suite, metric, component, arguments.get("min_n"))
            cells = {}
            for changes, expected, reason in (*given, *own):
                cell = StressCell(metric, component, changes, expected, reason, arguments.get("examples"))
                cells[cell.key] = cell if suite is None else _of_suite(cell, suite)
            found += cells.values()  # A cell of one's own has taken the place of the suite's.
    return found


_Said = tuple[tuple[Perturbation, ...], Expectation, str | None]


def _listed(cells: object) -> Sequence[object]:
    if not isinstance(cells, Iterable) or isinstance(cells, (str, Mapping)):
        raise UsageError(f"cells is a list of (perturbation, expectation), but got {cells!r:.60}")
    listed = list(cells)
    if not listed and not isinstance(cells, tuple):
        raise UsageError("cells is an empty list; give at least one (perturbation, expectation)")
    return listed


def _own_cell(cell: object, number: int) -> _Said:
    match cell:
        case [change, Expectation() as expected] | [change, Expectation() as expected, None]:
            reason = None
        case [change, Expectation() as expected, str() as reason] if reason.strip():
            pass
        case _:
            raise UsageError(
                f"cells[{number}] is {cell!r:.60}; expected (perturbation, expectation) such as "
                "('typos@0.1', stays(within=0.05)), with a reason behind it if it is known to fail"
            )
    try:
        return _changes(change, expected), expected, reason
    except UsageError as error:
        raise UsageError(f"cells[{number}]: {error}") from error


def _changes(change: object, expected: Expectation) -> tuple[Perturbation, ...]:
    if isinstance(change, (list, tuple)):
        if expected.kind != "monotone":
            raise UsageError(f"several perturbations go with monotone(), but {expected.text!r} is judged on one")
        ladder = tuple(sorted(map(get_perturbation_given, change), key=lambda item: item.severity))
        if len(ladder) < 2 or len({item.label for item in ladder}) > 1:
            raise UsageError("monotone() takes one perturbation at two or more severities")
        return ladder
    perturbation = get_perturbation_given(change)
    if expected.kind != "monotone":
        return (perturbation,)
    if not perturbation.graded:
        raise UsageError(f"severity of {perturbation.label!r} has no degrees, so there is no ladder for monotone()")
    return tuple(perturbation(severity) for severity in LADDER)


def _suite_cells(suite: Suite, metric: Metric, component: str, min_n: int | None) -> list[_Said]:
    cells: list[_Said] = []
    for spec in suite.perturbations:
        perturbation = get_perturbation_given(spec)
        graded = suite.severities and perturbation.graded and "@" not in spec
        for rung in [perturbation(severity) for severity in suite.severities] if graded else [perturbation]:
            expected = _expected(suite, metric, component, rung)
            cells.append(((rung,), expected if min_n is None else replace(expected, min_n=min_n), None))
    return cells


def _expected(suite: Suite, metric: Metric, component: str, perturbation: Perturbation) -> Expectation:
    """What the suite's own file says of the cell, or else what its perturbation's intent asks for."""
    names = names_of(metric.name, component, perturbation.label, perturbation.severity)
    found = suite.expectation_of(names, perturbation.intent)
    if found is not None and found[1].kind != "monotone":  # That one is judged on the ladder as a whole.
        return found[1]
    return PRESERVING if perturbation.intent == "preserving" else ALTERING


def _of_suite(cell: StressCell, suite: Suite) -> StressCell:
    """The cell with the suite's seed and limit, and its data if the test names none."""
    examples = cell.examples
    if examples is None and suite.data is not None:
        examples = examples_from(suite.data, suite.format)
    return replace(cell, examples=examples, seed=suite.seed, limit=suite.limit)
