"""The pytest plugin: `@pytest.mark.stress`, the fixtures `stress_case` and `stress`, options, the closing table.

Every pytest run of every project in which metricstress is installed imports this file, so it imports only pytest: what
a stress test needs is imported when one is collected or run. It only wires; the work is done in marker.py, stress.py,
expectations.py and explain.py.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from _pytest.outcomes import Failed as _Failed

    from metricstress.metrics_under_test.metric import Metric

    from .example import Example
    from .marker import StressCell
    from .stress import StressResult
else:
    _Failed = pytest.fail.Exception

_MARKER = (
    "stress(metric, examples, cells, suite, component, min_n): stress-test a metric, one test a cell; cells are "
    "(perturbation, expectation) or (perturbation, expectation, 'why it is known to fail'); takes `stress_case`"
)
_WHOLE_NUMBERS = {
    "seed": (0, "the seed of every random choice (default: 0, or that of the suite)"),
    "limit": (1, "score only the first N examples"),
    "worst": (0, "how many examples to show for a failed cell (default: 3)"),
}
_PATHS = {
    "examples": "file of examples for tests that name none (default: the bundled sample)",
    "report": "write all cells to PATH: .json for records, .md or .txt for the table",
}
_SUFFIXES = (".json", ".md", ".txt")
_WORST = 3


class Failed(_Failed):
    """A cell that does not do what is expected."""

    __module__ = "builtins"  # as pytest's own: else the module's path eats the line of the summary


class CannotJudge(_Failed):
    """A cell that cannot be judged, which no expected failure covers."""

    __module__ = "builtins"


_SESSION = pytest.StashKey["StressSession"]()
_CASE = pytest.StashKey["StressCase"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("metricstress", "stress tests of text metrics")
    for name, (_, text) in _WHOLE_NUMBERS.items():
        group.addoption(f"--stress-{name}", metavar="N", default=None, help=text)
        parser.addini(f"stress_{name}", text, default="")
    for name, text in _PATHS.items():
        group.addoption(f"--stress-{name}", metavar="PATH", default=None, help=text)
        parser.addini(f"stress_{name}", text, default="")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", _MARKER)
    session = StressSession(config)
    config.stash[_SESSION] = session
    config.pluginmanager.register(session, "metricstress-session")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a cell."""
    marks = list(metafunc.definition.iter_markers("stress"))
    if not marks:
        return
    name = metafunc.function.__name__
    if "stress_case" not in metafunc.fixturenames:
        pytest.fail(f"{name} is marked stress; it must take `stress_case` and call stress_case.check()", pytrace=False)
    from .errors import UsageError
    from .marker import cells_of_marker

    cells = []
    for mark in reversed(marks):  # as they are read, from top to bottom
        if mark.args:
            pytest.fail(f"{name}: stress takes keyword arguments alone: metric=…, examples=…, cells=…", pytrace=False)
        try:
            cells += cells_of_marker(mark.kwargs)
        except UsageError as error:
            pytest.fail(f"{name}: {error}", pytrace=False)
    grouped = metafunc.config.pluginmanager.hasplugin("xdist")
    metafunc.parametrize("stress_case", [_parameter(cell, grouped) for cell in cells], indirect=True)


def _parameter(cell: StressCell, grouped: bool) -> Any:
    marks: list[pytest.MarkDecorator] = []
    if cell.reason is not None:
        marks.append(pytest.mark.xfail(reason=cell.reason, strict=True, raises=Failed))
    if grouped:  # With --dist loadgroup, a metric's model is loaded by one worker.
        marks.append(pytest.mark.xdist_group(cell.metric.name))
    return pytest.param(cell, id=cell.id, marks=marks)


@pytest.fixture
def stress_case(request: pytest.FixtureRequest) -> StressCase:
    """One cell of `@pytest.mark.stress`: `stress_case.check()` scores and judges it."""
    cell = getattr(request, "param", None)
    if cell is None:
        pytest.fail("stress_case needs @pytest.mark.stress(metric=…, cells=[…]) on the test", pytrace=False)
    item: pytest.Item = request.node
    case = StressCase(cell, item, request.config.stash[_SESSION])
    item.stash[_CASE] = case
    return case


@pytest.fixture(scope="session")
def stress(request: pytest.FixtureRequest) -> Stress:
    """`stress(metric, perturbation, examples)` gives a result to assert on; it may be used under `@given`."""
    return Stress(request.config.stash[_SESSION])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put the cell's record on the report, which xdist carries to the main process."""
    report = yield
    case = item.stash.get(_CASE, None)
    if case is None or call.when != "call":
        return report
    if case.record is not None:
        report.metricstress = case.record  # type: ignore[attr-defined]
    elif report.passed:
        report.outcome = "failed"
        report.longrepr = "stress_case was not checked: call stress_case.check()"
    return report


class StressCase:
    """One cell as a test is given it.

    Attributes:
        cell: What the marker says.
        record: The outcome as a record of JSON types, once it was checked.
    """

    def __init__(self, cell: StressCell, item: pytest.Item, session: StressSession) -> None:
        self.cell = cell
        self.record: dict[str, Any] | None = None
        self._item = item
        self._session = session

    def check(self) -> StressResult:
        """Score the examples and fail the test unless the metric does what is expected.

        Returns:
            The result, to assert more on.
        """
        __tracebackhide__ = True
        from .errors import UsageError
        from .explain import explain, record_of_cell

        try:
            result = self._session.score(self.cell)
        except UsageError as error:
            raise CannotJudge(f"{self.cell.id}: {error}", pytrace=False) from None
        outcome = result.judge(self.cell.expectation)
        self.record = record_of_cell(result, self.cell.expectation, outcome)
        # With --dist loadgroup, xdist adds the group to the id.
        nodeid = self._item.nodeid.removesuffix(f"@{self.cell.metric.name}")
        self.record |= {"nodeid": nodeid, "xfail": self.cell.reason}
        for name in ("change", "low", "high", "n", "n_not_applicable", "n_failed"):
            self._item.user_properties.append((name, self.record[name]))
        if outcome.status == "pass":
            return result
        worst = self._session.number("worst")
        text = explain(
            result,
            self.cell.expectation,
            outcome,
            worst=_WORST if worst is None else worst,
            rerun=self._session.rerun(self._item, result.seed),
        )
        raise (Failed if outcome.status == "fail" else CannotJudge)(text, pytrace=False)


class Stress:
    """The fixture `stress`; the options `--stress-seed`, `--stress-limit` and `--stress-examples` are its defaults."""

    def __init__(self, session: StressSession) -> None:
        self._session = session

    def __call__(
        self,
        metric: Any,
        perturbation: Any,
        examples: Any = None,
        *,
        seed: int | None = None,
        limit: int | None = None,
        component: str | None = None,
        absolute: bool = False,
    ) -> StressResult:
        """See `metricstress.suites.stress.stress`."""
        from .stress import stress

        seed = self._session.number("seed") if seed is None else seed
        return stress(
            metric,
            perturbation,
            self._session.examples_path() if examples is None else examples,
            seed=0 if seed is None else seed,
            limit=self._session.number("limit") if limit is None else limit,
            component=component,
            absolute=absolute,
            root=self._session.config.rootpath,
        )


class StressSession:
    """What the stress tests of a session share: options, examples that were read, base scores, and all records."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.records: dict[str, dict[str, Any]] = {}
        self._examples: dict[Any, list[Example]] = {}
        self._metrics: dict[tuple[int, int], tuple[Metric, Metric, list[Example]]] = {}
        for name in _WHOLE_NUMBERS:
            self.number(name)
        self._report = self.setting("report")
        if self._report and Path(self._report).suffix not in _SUFFIXES:
            raise pytest.UsageError(f"--stress-report: {self._report!r} should end in one of {', '.join(_SUFFIXES)}")
        if self._report and not Path(self._report).parent.is_dir():
            raise pytest.UsageError(f"--stress-report: no folder {str(Path(self._report).parent)!r} to write into")

    def setting(self, name: str) -> str | None:
        """The option, or else the ini key; None if neither is given."""
        found = self.config.getoption(f"stress_{name}", None)
        return found if found is not None else (str(self.config.getini(f"stress_{name}")) or None)

    def number(self, name: str) -> int | None:
        """The same as a whole number.

        Raises:
            pytest.UsageError: if it is none, or too small.
        """
        value = self.setting(name)
        least = _WHOLE_NUMBERS[name][0]
        if value is None:
            return None
        if not value.isdecimal() or int(value) < least:
            raise pytest.UsageError(f"--stress-{name} takes a whole number from {least}, but got {value!r}")
        return int(value)

    def examples_path(self) -> str | None:
        """The file for tests that name no examples, from where pytest was called if it is an option."""
        option = self.config.getoption("stress_examples", None)
        return str(Path(option).resolve()) if option else self.setting("examples")

    def score(self, cell: StressCell) -> StressResult:
        """Score one cell; examples are read once, and scored once before they are changed."""
        from .remembering import Remembering
        from .stress import score_cells

        examples = self._read(self.examples_path() if cell.examples is None else cell.examples)
        seed, limit = self.number("seed"), self.number("limit")
        metric = cell.metric
        if metric.deterministic:
            key = (id(metric), id(examples))
            if key not in self._metrics:
                self._metrics[key] = (metric, Remembering(metric, examples), examples)
            metric = self._metrics[key][1]
        (result,) = score_cells(
            metric,
            cell.perturbations,
            examples,
            seed=cell.seed if seed is None else seed,
            limit=cell.limit if limit is None else limit,
            components=(cell.component,),
            absolute=cell.expectation.absolute,
        )
        return result

    def _read(self, given: Any) -> list[Example]:
        from .given import read_given

        # Those given as a list are told apart by what they are: the markers keep them, so no id is used twice.
        key = given if given is None or isinstance(given, str) else id(given)
        if key not in self._examples:
            self._examples[key] = read_given(given, self.config.rootpath)
        return self._examples[key]

    def rerun(self, item: pytest.Item, seed: int) -> str:
        """The command that runs the test again in the same way."""
        path = os.path.relpath(item.path, self.config.invocation_params.dir).replace(os.sep, "/")
        inside = "::".join(node.name for node in item.listchain() if isinstance(node, (pytest.Class, pytest.Item)))
        parts = ["pytest", shlex.quote(f"{path}::{inside}"), f"--stress-seed={seed}"]
        for name in ("limit", "examples"):
            value = self.config.getoption(f"stress_{name}", None)
            if value is not None:
                parts.append(f"--stress-{name}={shlex.quote(str(value))}")
        return " ".join(parts)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        record = getattr(report, "metricstress", None)
        if record is not None:
            self.records[report.nodeid] = record

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.records or hasattr(self.config, "workerinput"):
            return
        from .explain import table_lines

        terminalreporter.section("metric stress", sep="-")
        for line in table_lines(self._ordered()):
            terminalreporter.write_line(line)
        if self._report:
            terminalreporter.write_line(f"written to {self._report}")

    def pytest_sessionfinish(self) -> None:
        """Write the report, before the summary says so; under xdist the main process does."""
        if self._report and self.records and not hasattr(self.config, "workerinput"):
            from .explain import report_text

            path = Path(self._report)
            path.write_text(report_text(self._ordered(), path.suffix), encoding="utf-8")

    def _ordered(self) -> list[dict[str, Any]]:
        return [self.records[name] for name in sorted(self.records)]
