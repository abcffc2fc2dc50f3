"""Work: what one chunk of examples asks for, as it is handed to a process, perhaps on another machine."""

from __future__ import annotations

import gc
import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from metricstress.language.passages import Evidence
from metricstress.metrics_under_test.cache import ScoreCache
from metricstress.perturb.donors import Donor, DonorPool, draw_key
from metricstress.perturb.registry import BUILT_IN

from .example import Example
from .plan import Plan
from .scoring import Row, Variant, perturb_example, score_examples, variant_made_elsewhere
from .spool import Copies, Spool

__all__ = ["Done", "Job", "Task", "donors_for", "make_task", "packed", "pool_of", "variants_of", "work", "work_packed"]


@dataclass(frozen=True)
class Job:
    """What all chunks of a run have in common.

    Attributes:
        plan: Without the perturbations whose place copies made elsewhere take.
        order: All perturbations in the order of the report, the copies made elsewhere behind the planned.
        cache: Where scores are looked up and kept, or None.
    """

    plan: Plan
    order: tuple[str, ...]
    cache: ScoreCache | None = None


@dataclass(frozen=True)
class Task:
    """One chunk: all that is needed to score it, so that it can be done anywhere."""

    number: int
    examples: Sequence[tuple[Example, Copies]]
    donors: DonorPool


@dataclass(frozen=True)
class Done:
    """A chunk that is done.

    Attributes:
        number: Which one.
        part: Its rows of the scores frame, as a Parquet file.
        texts: Its rows of the texts, likewise.
        cache_problem: Why the cache is out of use, or None.
    """

    number: int
    part: bytes
    texts: bytes
    cache_problem: str | None


def make_task(spool: Spool, plan: Plan, number: int, size: int) -> Task:
    """The `number`-th chunk of `size` examples."""
    examples = spool.read(number * size, (number + 1) * size)
    return Task(number, examples, donors_for([example for example, _ in examples], spool, plan))


def pool_of(examples: Iterable[Example]) -> DonorPool:
    """The pool from which `noise` and the like draw passages of these examples."""
    return DonorPool(Donor(example.id, example.claim, example.evidence) for example in examples)


def donors_for(examples: Sequence[Example], spool: Spool, plan: Plan) -> DonorPool:
    """The donors that these examples reach; an empty pool if no perturbation asks for donors."""
    names = {perturbation.name for perturbation in plan.perturbations if "donors" in perturbation.needs}
    return spool.donors(draw_key(plan.seed, example.id, name) for example in examples for name in names)


def variants_of(example: Example, plan: Plan, copies: Copies, donors: DonorPool) -> list[Variant]:
    """All variants of one example: the planned perturbations and the copies made elsewhere."""
    own = perturb_example(example, plan.perturbations, seed=plan.seed, donors=donors)
    return own + [variant_made_elsewhere(name, example, copy, BUILT_IN.get(name)) for name, copy in copies.items()]


def work(job: Job, task: Task) -> Done:
    """Perturb and score one chunk."""
    with _rare_collections():
        changed = [(example, variants_of(example, job.plan, copies, task.donors)) for example, copies in task.examples]
        rows = score_examples(changed, job.plan.metrics, job.cache)
    if job.cache is not None:
        job.cache.flush()
    return Done(task.number, _part(rows, job), _texts(changed), None if job.cache is None else job.cache.problem)


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Look for garbage in cycles a hundred times less often: edits and tokens make many objects and no cycles."""
    usual = gc.get_threshold()
    gc.set_threshold(100 * usual[0], *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def packed(job: Job) -> bytes:
    """The job for another process; functions without a name that can be imported go along by value."""
    import cloudpickle

    return bytes(cloudpickle.dumps(job))


def work_packed(job: bytes, task: Task) -> Done:
    """`work` in another process, which unpacks the job once and keeps it: its metrics hold their models."""
    return work(_unpacked(job), task)


@lru_cache(maxsize=1)
def _unpacked(job: bytes) -> Job:
    import pickle

    found: Job = pickle.loads(job)
    return found


def _part(rows: list[Row], job: Job) -> bytes:
    from metricstress.reports.scores_file import scores_table, write_table

    file = io.BytesIO()
    write_table(scores_table(rows, perturbations=job.order, metrics=[m.name for m in job.plan.metrics]), file)
    return file.getvalue()


def _texts(changed: Sequence[tuple[Example, Sequence[Variant]]]) -> bytes:
    """The evidence of the examples, and every copy that was changed."""
    from metricstress.reports.texts_file import texts_row, write_texts_part

    rows = []
    for example, variants in changed:
        rows.append(texts_row(example.id, None, None, _plain(example.evidence)))
        rows += [
            texts_row(example.id, variant.perturbation, variant.severity, _plain(variant.evidence))
            for variant in variants
            if variant.reason is None and variant.problem is None and not variant.anew
        ]
    file = io.BytesIO()
    write_texts_part(rows, file)
    return file.getvalue()


def _plain(evidence: Evidence) -> Iterator[tuple[str, str]]:
    return ((passage.question, passage.text) for passage in evidence)
