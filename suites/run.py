"""Run: perturb and score every example, chunk by chunk, into the two result frames."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from metricstress.metrics_under_test.cache import ScoreCache
from metricstress.perturb.perturbation import Perturbation
from metricstress.perturb.registry import BUILT_IN

from .contrast import MOST_EXAMPLES, contrast_rows, judges_of
from .engine import Engine, LocalEngine, WorkersDied
from .errors import UsageError
from .example import Example
from .parts import Parts, cannot_go_on
from .plan import Plan
from .spool import Spool
from .store import RunFolder
from .work import Job, make_task

if TYPE_CHECKING:
    import pandas as pd

    from metricstress.reports.frames import Scores
    from metricstress.reports.texts_file import TextKey, Texts

__all__ = ["RunResult", "run", "run_into", "versions", "without_replaced"]

Progress = Callable[[int, int], None]
"""Called with (examples done, examples in all)."""

_FEWEST, _MOST, _CHUNKS = 8, 128, 64
"""Examples a chunk: few enough to keep several workers busy on a small file, many enough to hide the hand-over."""
_ATTEMPTS: Final = 3
"""How often work is begun again that was lost with the processes which did it, before the run gives up."""


@dataclass(frozen=True)
class RunResult:
    """What a run gives.

    Attributes:
        source: The scores frame, or the path of the file that it stands in.
        deltas: A row a cell of the report.
        meta: How it was run: suite, seed, data hash, versions, signatures. JSON types only.
        texts_source: The file of the texts (see `metricstress.reports.texts_file`), or its rows.
    """

    source: Scores
    deltas: pd.DataFrame
    meta: dict[str, Any] = field(default_factory=dict)
    texts_source: Path | Sequence[Mapping[str, Any]] = ()

    def texts(self, wanted: Collection[TextKey]) -> Texts:
        """The evidence before and after of some changed copies."""
        from metricstress.reports.texts_file import changed_texts, read_texts

        if isinstance(self.texts_source, Path):
            return read_texts(self.texts_source, wanted)
        return changed_texts(self.texts_source, wanted)

    @cached_property
    def scores(self) -> pd.DataFrame:
        """A row a score; columns in `metricstress.reports.frames`. Read from its file when first asked for."""
        if not isinstance(self.source, Path):
            return self.source
        import pandas as pd

        return pd.read_parquet(self.source)


def run(
    examples: Iterable[Example],
    plan: Plan,
    *,
    copies: Mapping[str, Sequence[Example | None]] | None = None,
    limit: int | None = None,
    workers: int = 1,
    engine: Engine | None = None,
    cache: ScoreCache | None = None,
    meta: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> RunResult:
    """Perturb and score `examples` as planned.

    The frames are the same to the byte for the same examples in any order, any number of workers and any engine.

    Args:
        examples: With distinct ids; they are taken one after the other and kept on disk.
        plan: What to do.
        copies: Name in the report to perturbed copies made elsewhere, one for each example and in their order, None
            where one is missing. They are scored as further perturbations; a copy of a planned perturbation's
            name takes its place.
        limit: Only the first so many are scored; `noise` takes passages from all.
        workers: Processes that score. A script that asks for several needs `if __name__ == "__main__":`.
        engine: Where the work is done, if not in processes of this machine; see `metricstress.suites.engine`.
        cache: Where the scores of versioned metrics are looked up and kept.
        meta: Further facts for the result's `meta`.
        progress: Called with (examples done, examples in all).

    Raises:
        UsageError: if there are no examples, two of one id, or a copy too many or too few.
    """
    with Spool(limit) as spool, TemporaryDirectory(prefix="metricstress-") as folder:
        spool.fill(examples)
        for name, rows in (copies or {}).items():
            if len(rows) != spool.n_examples:
                raise UsageError(f"variant {name!r} has {len(rows)} examples, but the data has {spool.n_examples}")
            spool.add_copies(name, ((number, row) for number, row in enumerate(rows) if row is not None))
        place = RunFolder(Path(folder) / "run", "")
        with place.taken():
            result = run_into(
                place, spool, plan, engine=engine or LocalEngine(workers), cache=cache, meta=meta, progress=progress
            )
        return RunResult(result.scores, result.deltas, result.meta, _rows_of(result.texts_source))


def run_into(
    folder: RunFolder,
    spool: Spool,
    plan: Plan,
    *,
    engine: Engine,
    cache: ScoreCache | None = None,
    meta: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> RunResult:
    """Perturb and score the examples of `spool` into `folder`, or go on where an earlier run stopped.

    Args:
        folder: Taken by the caller.

    Raises:
        UsageError: if there are no examples, the disk is full, or processes die again and again. What is done
            by then is kept in the folder.
    """
    from metricstress.reports.deltas import compute_deltas
    from metricstress.reports.scores_file import write_scores
    from metricstress.reports.texts_file import write_texts

    if not len(spool):
        raise UsageError("there are no examples to run on")
    intents = _intents(plan, spool.copies)
    plan = without_replaced(plan, spool.copies)
    # A model takes seconds for each text: small chunks, so that progress shows and an interruption repeats little.
    most = _FEWEST if any(getattr(metric, "batches", False) for metric in plan.metrics) else _MOST
    size = min(most, max(_FEWEST, -(-len(spool) // _CHUNKS)))
    parts = folder.parts(-(-len(spool) // size))
    _fill(parts, spool, size, Job(plan, tuple(intents), cache), engine, progress)
    scores, texts = parts.folder / ".scores.parquet", parts.folder / ".texts.parquet"
    try:
        write_scores(parts.paths(), scores)
        write_texts(parts.texts_paths(), texts)
    except OSError as error:
        raise cannot_go_on(folder.path, error) from error
    bounds = {metric.name: metric.bounds for metric in plan.metrics}
    limits = {metric.name: getattr(metric, "max_failed", None) for metric in plan.metrics}
    deltas = compute_deltas(
        scores,
        intents,
        metrics=list(bounds),
        bounds=bounds,
        max_failed={name: share for name, share in limits.items() if share is not None},
        lower_is_better=_lower_is_better(plan),
        seed=plan.seed,
    )
    facts = {**(meta or {}), **_facts(spool, plan, intents), **_contrast(spool, plan)}
    return folder.publish(scores, texts, deltas, facts, parts)


def _rows_of(texts: Path | Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The rows of a file that is about to go."""
    import pyarrow.parquet as pq

    return pq.read_table(texts).to_pylist() if isinstance(texts, Path) else texts


def _fill(parts: Parts, spool: Spool, size: int, job: Job, engine: Engine, progress: Progress | None) -> None:
    """Do all chunks that are missing."""
    told_of_cache = False
    n_missing, in_vain = parts.n_chunks + 1, 0
    while missing := parts.missing():
        in_vain = in_vain + 1 if len(missing) == n_missing else 1
        n_missing = len(missing)
        n_done = len(spool) - sum(min(size, len(spool) - number * size) for number in missing)
        try:
            for done in engine.results(job, (make_task(spool, job.plan, number, size) for number in missing)):
                parts.write(done.number, done.part, done.texts)
                n_done += min(size, len(spool) - done.number * size)
                if progress is not None:
                    progress(n_done, len(spool))
                if done.cache_problem and not told_of_cache:
                    told_of_cache = True
                    print(f"the score cache is out of use: {done.cache_problem}", file=sys.stderr)
        except WorkersDied as error:
            if in_vain == _ATTEMPTS:
                raise UsageError(
                    f"{error}, {in_vain} times without a chunk done; what was done before is kept: "
                    "try fewer workers, and run the same command again"
                ) from error


def without_replaced(plan: Plan, copies: Iterable[str]) -> Plan:
    """The plan without the perturbations whose place copies of their name take."""
    names = set(copies)
    kept = tuple(item for item in plan.perturbations if item.label not in names)
    return Plan(kept, plan.metrics, plan.seed, plan.notes)


def _intents(plan: Plan, copies: Iterable[str]) -> dict[str, str]:
    intents: dict[str, str] = {item.label: item.intent for item in plan.perturbations}
    for name in copies:
        intents[name] = BUILT_IN[name].intent if name in BUILT_IN else "unknown"
    return intents


def _facts(spool: Spool, plan: Plan, intents: Mapping[str, str]) -> dict[str, Any]:
    return {
        "seed": plan.seed,
        "n_examples": len(spool),
        "n_references": spool.n_references,
        "examples": spool.hashes[0],
        "perturbations": [_described(item) for item in plan.perturbations],
        "intents": dict(intents),
        "metrics": {metric.name: metric.signature() for metric in plan.metrics},
        "stand_ins": _stand_ins(plan),
        "lower_is_better": _lower_is_better(plan),
        "notes": list(plan.notes),
        "versions": versions(),
    }


def _contrast(spool: Spool, plan: Plan) -> dict[str, Any]:
    """What the judges of the plan's metrics make of altered facts; nothing if it has none."""
    judges = judges_of(plan.metrics)
    if not judges:
        return {}
    sample = [example for example, _ in spool.read(0, MOST_EXAMPLES)]
    return {"contrast": [asdict(row) for judge in judges for row in contrast_rows(sample, judge, seed=plan.seed)]}


def _lower_is_better(plan: Plan) -> list[str]:
    return [metric.name for metric in plan.metrics if not metric.higher_is_better]


def _stand_ins(plan: Plan) -> dict[str, str]:
    """What stands in for a model of a paper, by the name of that model; of all metrics of the plan."""
    found: dict[str, str] = {}
    for metric in plan.metrics:
        found |= dict(getattr(metric, "stand_in", {}))
    return found


def _described(item: Perturbation) -> dict[str, Any]:
    return {
        "name": item.label,
        "intent": item.intent,
        "severity": item.severity,
        "version": item.version,
        "summary": item.summary,
    }


def versions() -> dict[str, str]:
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
