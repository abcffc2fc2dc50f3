"""One metric under one perturbation: the scores behind a stress test, and the examples to look at when it fails."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metricstress.language.passages import evidence_text
from metricstress.metrics_under_test.metric import Metric
from metricstress.perturb.perturbation import Perturbation

from .errors import UsageError
from .example import Example
from .expectations import Cell, Expectation, Outcome, cell_name, judge
from .given import Given, read_given

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "StressResult",
    "WorstExample",
    "component_named",
    "get_metric_given",
    "get_perturbation_given",
    "score_cells",
    "stress",
]


@dataclass(frozen=True, slots=True)
class WorstExample:
    """An example that speaks against the metric.

    Attributes:
        id: The example's.
        before: The text before the change.
        after: The text after it.
        base_score: The score of `before`.
        score: The score of `after`.
    """

    id: str
    before: str
    after: str
    base_score: float
    score: float


@dataclass(frozen=True, eq=False, repr=False)
class StressResult:
    """What came out for one component of a metric, at one severity or on a ladder of them.

    The numbers below are those of the last severity; of several components or severities see `cells`.

    Attributes:
        cells: By severity.
        perturbations: The same.
        examples: All that the perturbations knew.
        scores: The rows of the component in the scores frame.
        seed: The seed of the run.
    """

    cells: tuple[Cell, ...]
    perturbations: tuple[Perturbation, ...]
    examples: Sequence[Example]
    scores: pd.DataFrame
    seed: int

    @property
    def cell(self) -> Cell:
        """The cell of the last severity."""
        return self.cells[-1]

    @property
    def change(self) -> float:
        """Change of the mean over the changed examples: a share of the base mean (-.1 is a tenth less).

        In units of the score if `absolute`; NaN if there is none, so that any comparison with it fails.
        """
        return _or_nan(self.cell.change)

    @property
    def low(self) -> float:
        """Lower end of the 95 % interval of `change`."""
        return _or_nan(self.cell.low)

    @property
    def high(self) -> float:
        """Upper end of the 95 % interval of `change`."""
        return _or_nan(self.cell.high)

    @property
    def base_mean(self) -> float:
        """Mean score of the original texts."""
        return _or_nan(self.cell.base_mean)

    @property
    def mean(self) -> float:
        """Mean score of the changed texts."""
        return _or_nan(self.cell.mean)

    @property
    def n(self) -> int:
        """Examples that were changed and scored."""
        return self.cell.n

    @property
    def n_not_applicable(self) -> int:
        """Examples that the perturbation left as they were."""
        return self.cell.n_not_applicable

    @property
    def n_failed(self) -> int:
        """Examples without a score."""
        return self.cell.n_failed

    @property
    def n_total(self) -> int:
        """All examples."""
        return self.cell.n_total

    @property
    def absolute(self) -> bool:
        """Whether `change` is in units of the score, since there is no relative change."""
        return self.cell.absolute

    def __repr__(self) -> str:
        change = "no change" if self.cell.change is None else f"change={self.change:.4g}"
        return f"<{cell_name(self.cell)}: {change}, n={self.n} of {self.n_total}>"

    def judge(self, expectation: Expectation) -> Outcome:
        """Whether it does what is expected."""
        return judge(expectation, self.cells if expectation.kind == "monotone" else self.cell)

    def reasons(self, status: str) -> dict[str, int]:
        """Why examples of the last severity are `not_applicable` or `failed`, the most common reason first."""
        rows = self._rows(self.cell.severity)
        counts = rows.loc[rows["status"] == status, "reason"].value_counts()
        return {str(reason): int(count) for reason, count in counts.items()}

    def worst(self, count: int = 3, kind: str = "stays") -> list[WorstExample]:
        """The examples that speak most against an expectation of that kind.

        Args:
            count: How many at most.
            kind: `stays`: the score moved most. `drops`: it got worse least. `monotone`: it improved most at the
                step of the ladder where the mean does.
        """
        sign = 1.0 if self.cell.higher_is_better else -1.0
        lower, cell = self._worst_step(sign) if kind == "monotone" else (None, self.cell)
        rows = self._rows(cell.severity)
        rows = rows[rows["status"] == "ok"].set_index("example_id")
        base = rows["base_score"] if lower is None else self._rows(lower.severity).set_index("example_id")["score"]
        moved = rows["score"] - base.reindex(rows.index)
        badness = moved.abs() if kind == "stays" else sign * moved
        # By id where scores tie, so that the same run always shows the same.
        chosen = badness.dropna().sort_index().sort_values(ascending=False, kind="stable").index[:count]
        return [self._shown(str(name), lower, cell, float(base[name]), float(rows["score"][name])) for name in chosen]

    def _rows(self, severity: float) -> pd.DataFrame:
        at = self.scores["severity"]
        return self.scores[at.isna() if math.isnan(severity) else at == severity]

    def _worst_step(self, sign: float) -> tuple[Cell | None, Cell]:
        """The two neighbours of the ladder between which the mean improves most; None stands for the base."""
        ladder = sorted(self.cells, key=lambda cell: cell.severity)
        steps = list(zip((None, *ladder), ladder, strict=False))
        return max(steps, key=lambda s: sign * ((s[1].change or 0.0) - ((s[0].change or 0.0) if s[0] else 0.0)))

    def _shown(self, name: str, lower: Cell | None, cell: Cell, base: float, score: float) -> WorstExample:
        example = next(example for example in self.examples if example.id.encode(*_ESCAPED).decode() == name)
        before = example.evidence if lower is None else self._changed(example, lower.severity)
        after = self._changed(example, cell.severity)
        return WorstExample(name, evidence_text(before), evidence_text(after), base, score)

    def _changed(self, example: Example, severity: float) -> Any:
        from .scoring import perturb_example
        from .work import pool_of

        (perturbation,) = (item for item in self.perturbations if item.severity == severity)
        donors = pool_of(self.examples) if "donors" in perturbation.needs else None
        return perturb_example(example, [perturbation], seed=self.seed, donors=donors)[0].evidence


_ESCAPED = ("utf-8", "backslashreplace")  # as example ids stand in the frames


def stress(
    metric: Any,
    perturbation: str | Perturbation,
    examples: Given,
    *,
    seed: int = 0,
    limit: int | None = None,
    component: str | None = None,
    absolute: bool = False,
    root: Path | None = None,
) -> StressResult:
    """Score examples before and after a perturbation.

    Args:
        metric: A function `f(candidate, reference) -> float`, a metric, or a registered name.
        perturbation: Such as `"typos@0.1"` or `typos(0.1)`.
        examples: See `metricstress.suites.given.Given`.
        seed: Fixes every random choice.
        limit: Only the first so many examples are scored.
        component: Which of the metric's numbers, if it has several.
        absolute: Give changes in units of the score.
        root: From where relative paths count.

    Raises:
        UsageError: if something given is not known or there are no examples.
    """
    scored = get_metric_given(metric)
    name = component_named(scored, component, only_one=True)[0]
    given = read_given(examples, root)
    (result,) = score_cells(
        scored,
        (get_perturbation_given(perturbation),),
        given,
        seed=seed,
        limit=limit,
        components=(name,),
        absolute=absolute,
    )
    return result


def score_cells(
    metric: Metric,
    perturbations: Sequence[Perturbation],
    examples: Sequence[Example],
    *,
    seed: int = 0,
    limit: int | None = None,
    components: Sequence[str] = (),
    absolute: bool = False,
) -> list[StressResult]:
    """The result of each component of a metric (all by default) over a perturbation at one or several severities."""
    from metricstress.metrics_under_test.metric import CannotScore

    from .cells import cells_of
    from .plan import Plan
    from .run import run

    if any("wordnet" in needs for needs in (metric.needs, *(item.needs for item in perturbations))):
        _check_wordnet()
    try:
        scores = run(examples, Plan(tuple(perturbations), (metric,), seed), limit=limit).scores
    except CannotScore as error:
        raise UsageError(str(error)) from error
    cells = cells_of(scores, [metric], seed=seed, absolute=absolute)
    return [
        StressResult(
            cells=tuple(cell for cell in cells if cell.component == name),
            perturbations=tuple(perturbations),
            examples=examples,
            scores=scores[scores["component"] == name],
            seed=seed,
        )
        for name in components or metric.components
    ]


def get_metric_given(metric: Any) -> Metric:
    """A metric from a registered name, `package.module:function`, a callable or a metric.

    Raises:
        UsageError: if it is none of them.
    """
    from metricstress.metrics_under_test.metric import CannotScore
    from metricstress.metrics_under_test.registry import get_metric
    from metricstress.metrics_under_test.wrap import wrap

    try:
        return get_metric(metric) if isinstance(metric, str) else wrap(metric)
    except (ValueError, CannotScore) as error:
        raise UsageError(str(error)) from error


def get_perturbation_given(perturbation: object) -> Perturbation:
    """A perturbation from `NAME[:KIND][@SEVERITY]` or itself.

    Raises:
        UsageError: if it is neither.
    """
    from metricstress.perturb.registry import get_perturbation

    if isinstance(perturbation, Perturbation):
        return perturbation
    if not isinstance(perturbation, str):
        raise UsageError(f"a perturbation is a name such as 'typos@0.1' or typos(0.1), but got {perturbation!r:.60}")
    try:
        return get_perturbation(perturbation)
    except ValueError as error:
        raise UsageError(str(error)) from error


def component_named(metric: Metric, component: str | None, *, only_one: bool = False) -> tuple[str, ...]:
    """The components that are meant: the one named, or all.

    Raises:
        UsageError: if there is none of that name, or one has to be named.
    """
    from metricstress.language.suggest import did_you_mean

    if component is None:
        if only_one and len(metric.components) > 1:
            raise UsageError(f"{metric.name} has the components {', '.join(metric.components)}; say component=…")
        return metric.components
    if component not in metric.components:
        raise UsageError(f"{metric.name} has no component {component!r}{did_you_mean(component, metric.components)}")
    return (component,)


def _check_wordnet() -> None:
    from metricstress.language.wordnet import WordNetMissing, find_wordnet

    try:
        find_wordnet()
    except WordNetMissing as error:
        raise UsageError(str(error)) from error


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value
