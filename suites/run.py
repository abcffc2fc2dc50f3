"""Run: perturb and score every example, in one process or several, into the two result frames."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from metricstress.metrics_under_test.metric import Metric
from metricstress.perturb.noise import Donor, DonorPool
from metricstress.perturb.perturbation import Perturbation
from metricstress.perturb.registry import BUILT_IN

from .errors import UsageError
from .example import Example
from .plan import Plan
from .scoring import Row, Variant, perturb_example, score_example, variant_made_elsewhere

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CopiesMadeElsewhere", "RunResult", "donor_pool", "example_hash", "run", "variants_of"]

CopiesMadeElsewhere = Mapping[str, Sequence[Example | None]]
"""Name in the report to perturbed copies, one for each example and in their order; None where one is missing."""

_CHUNK = 8
"""Examples a task: few enough to keep two workers busy on a small file, many enough to hide the hand-over."""


@dataclass(frozen=True)
class RunResult:
    """What a run gives.

    Attributes:
        scores: A row a score; columns in `metricstress.reports.frames`.
        deltas: A row a cell of the report.
        meta: How it was run: suite, seed, data hash, versions, signatures. JSON types only.
    """

    scores: pd.DataFrame
    deltas: pd.DataFrame
    meta: dict[str, Any] = field(default_factory=dict)


def run(
    examples: Sequence[Example],
    plan: Plan,
    *,
    copies: CopiesMadeElsewhere | None = None,
    workers: int = 1,
    donors: DonorPool | None = None,
    meta: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> RunResult:
    """Perturb and score `examples` as planned.

    The frames are the same to the byte for the same examples in any order and any number of workers.

    Args:
        examples: With distinct ids.
        plan: What to do.
        copies: Perturbed copies made elsewhere, scored as further perturbations. A copy of a planned
            perturbation's name takes its place.
        workers: Processes that score.
        donors: Where `noise` takes passages from; the examples themselves if not given.
        meta: Further facts for the manifest.
        progress: Called with (examples done, examples in all).

    Raises:
        UsageError: if there are no examples, or two of one id.
    """
    from metricstress.reports.deltas import compute_deltas
    from metricstress.reports.frames import scores_frame

    copies = copies or {}
    _check(examples, copies)
    plan = _without_replaced(plan, copies)
    pool = donors if donors is not None else donor_pool(examples)
    rows: list[Row] = []
    done = 0
    for chunk_rows, size in _scored_chunks(examples, plan, copies, pool, workers):
        rows += chunk_rows
        done += size
        if progress is not None:
            progress(done, len(examples))
    intents = _intents(plan, copies)
    names = [metric.name for metric in plan.metrics]
    scores = scores_frame(rows, perturbations=list(intents), metrics=names)
    bounds = _bounds(plan.metrics, scores)
    deltas = compute_deltas(scores, intents, metrics=names, bounds=bounds, seed=plan.seed)
    return RunResult(scores, deltas, {**(meta or {}), **_facts(examples, plan, intents)})


def variants_of(
    example: Example, plan: Plan, copies: Mapping[str, Example | None], donors: DonorPool | None
) -> list[Variant]:
    """All variants of one example: the planned perturbations and the copies made elsewhere."""
    own = perturb_example(example, plan.perturbations, seed=plan.seed, donors=donors)
    return own + [variant_made_elsewhere(name, example, copy, BUILT_IN.get(name)) for name, copy in copies.items()]


def donor_pool(examples: Iterable[Example]) -> DonorPool:
    """The pool from which `noise` draws passages of other examples."""
    return DonorPool(Donor(example.id, example.claim, example.evidence) for example in examples)


def example_hash(examples: Iterable[Example]) -> str:
    """A hash of all that examples say, whatever their order."""
    lines = sorted(
        json.dumps([example.id, example.claim, _plain(example.evidence), _plain(example.reference), example.verdict])
        for example in examples
    )
    return "sha256:" + sha256("\n".join(lines).encode()).hexdigest()[:16]


def _plain(evidence: Any) -> list[list[str]]:
    return [[passage.question, passage.text] for passage in evidence]


def _check(examples: Sequence[Example], copies: CopiesMadeElsewhere) -> None:
    if not examples:
        raise UsageError("there are no examples to run on")
    seen: set[str] = set()
    for example in examples:
        if example.id in seen:
            raise UsageError(f"two examples have the id {example.id!r}; scores are told apart by id")
        seen.add(example.id)
    for name, rows in copies.items():
        if len(rows) != len(examples):
            raise UsageError(f"variant {name!r} has {len(rows)} examples, but the data has {len(examples)}")


def _without_replaced(plan: Plan, copies: CopiesMadeElsewhere) -> Plan:
    kept = tuple(item for item in plan.perturbations if item.label not in copies)
    return Plan(kept, plan.metrics, plan.seed, plan.notes)


def _scored_chunks(
    examples: Sequence[Example], plan: Plan, copies: CopiesMadeElsewhere, pool: DonorPool, workers: int
) -> Iterator[tuple[list[Row], int]]:
    tasks = []
    for start in range(0, len(examples), _CHUNK):
        chunk = examples[start : start + _CHUNK]
        beside = [{name: rows[start + index] for name, rows in copies.items()} for index in range(len(chunk))]
        tasks.append((chunk, beside))
    if workers == 1:
        for chunk, beside in tasks:
            yield _score_chunk(chunk, beside, plan, pool), len(chunk)
        return
    from joblib import Parallel, delayed

    # Results come in the order of the tasks; the frames are sorted afterwards in any case.
    results = Parallel(n_jobs=workers, return_as="generator")(
        delayed(_score_chunk)(chunk, beside, plan, pool) for chunk, beside in tasks
    )
    for (chunk, _), rows in zip(tasks, results, strict=True):
        yield rows, len(chunk)


def _score_chunk(
    chunk: Sequence[Example], beside: Sequence[Mapping[str, Example | None]], plan: Plan, pool: DonorPool
) -> list[Row]:
    rows: list[Row] = []
    for example, copies in zip(chunk, beside, strict=True):
        rows += score_example(example, variants_of(example, plan, copies, pool), plan.metrics)
    return rows


def _intents(plan: Plan, copies: CopiesMadeElsewhere) -> dict[str, str]:
    intents: dict[str, str] = {item.label: item.intent for item in plan.perturbations}
    for name in copies:
        intents[name] = BUILT_IN[name].intent if name in BUILT_IN else "unknown"
    return intents


def _bounds(metrics: Sequence[Metric], scores: pd.DataFrame) -> dict[str, tuple[float, float]]:
    """Each metric's scale; one that was thought to start at 0 but went below does not."""
    lowest = scores.groupby("metric")[["base_score", "score"]].min().min(axis=1)
    bounds = {}
    for metric in metrics:
        low, high = metric.bounds
        seen = float(lowest.get(metric.name, low))
        bounds[metric.name] = (float("-inf") if low == 0 and seen < -1e-9 else low, high)
    return bounds


def _facts(examples: Sequence[Example], plan: Plan, intents: Mapping[str, str]) -> dict[str, Any]:
    return {
        "seed": plan.seed,
        "n_examples": len(examples),
        "n_references": sum(bool(example.reference) for example in examples),
        "examples": example_hash(examples),
        "perturbations": [_described(item) for item in plan.perturbations],
        "intents": dict(intents),
        "metrics": {metric.name: metric.signature() for metric in plan.metrics},
        "notes": list(plan.notes),
        "versions": _versions(),
    }


def _described(item: Perturbation) -> dict[str, Any]:
    return {
        "name": item.label,
        "intent": item.intent,
        "severity": item.severity,
        "version": item.version,
        "summary": item.summary,
    }


def _versions() -> dict[str, str]:
    """Versions of everything that may change a text or a number."""
    found = {}
    for name in (
        "metricstress",
        "nltk",
        "nlpaug",
        "num2words",
        "sentencex",
        "sacrebleu",
        "rapidfuzz",
        "numpy",
        "scipy",
    ):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found
