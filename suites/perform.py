"""A suite's run into its folder: begun, gone on with, or found whole. What `run` and `gate` have in common."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metricstress.metrics_under_test.cache import ScoreCache, is_cacheable
from metricstress.reports.frames import encodable

from .engine import Engine
from .errors import UsageError
from .plan import Plan
from .progress import progress_bar
from .run import run_into, versions, without_replaced
from .screen import say
from .spending import check_budget
from .spool import Spool
from .store import RunFolder
from .suite import Suite

if TYPE_CHECKING:
    from .formats import Reading
    from .run import RunResult

__all__ = ["perform"]


def perform(
    suite: Suite,
    plan: Plan,
    spool: Spool,
    reading: Reading,
    *,
    engine: Engine,
    cache: ScoreCache | None,
    out: Path | None = None,
    asked: Sequence[str] = (),
) -> tuple[RunResult, Path]:
    """Run the plan on the examples of `spool`; gives the result and its folder.

    Args:
        suite: Its name and title stand in the report.
        reading: What was read into `spool`.
        cache: None scores everything anew, also where the folder holds the whole run already.
        out: The folder; by default `runs/SUITE-FINGERPRINT`.
        asked: What was typed behind the program's name, for the report; no part of the fingerprint.

    Raises:
        UsageError: if the folder cannot be used, or the run was interrupted.
        CannotScore: if a metric can score nothing here, or what it would ask of a model is beyond its budget.
    """
    meta: dict[str, Any] = {
        "suite": suite.name,
        "title": suite.title,
        "data": reading.path.name,
        "format": reading.format,
        "variants": {name: spool.copies_hash(name) for name in spool.copies},
        "bad_rows": len(reading.bad_rows),
        "bad_row_list": [str(row) for row in reading.bad_rows],
        "warnings": list(reading.warnings),
    }
    if asked:
        meta["command"] = encodable(shlex.join(["metricstress", *asked]))
    fingerprint = _fingerprint(plan, meta, *spool.hashes)
    folder = RunFolder(out or Path("runs") / f"{suite.name}-{fingerprint}", fingerprint)
    with folder.taken():
        # Nobody can tell whether a function of the user's still gives what it gave: its run is done again.
        same_as_before = cache is not None and all(map(is_cacheable, plan.metrics))
        found = folder.finished() if same_as_before else None
        if found is not None:
            say("the run is whole already: nothing was scored (--no-cache scores anew)")
            return found, folder.path
        if (estimate := check_budget(spool, without_replaced(plan, spool.copies))) is not None:
            say(f"models are asked: {estimate}")
        try:
            with progress_bar("scoring") as progress:
                result = run_into(folder, spool, plan, engine=engine, cache=cache, meta=meta, progress=progress)
        except KeyboardInterrupt:
            raise UsageError("interrupted; the same command goes on from here") from None
    return result, folder.path


def _fingerprint(plan: Plan, meta: dict[str, Any], *hashes: str) -> str:
    """Ten letters that differ whenever the numbers of a run may."""
    what = [
        meta["suite"],
        meta["variants"],
        plan.seed,
        [(item.label, item.severity, item.version) for item in plan.perturbations],
        {metric.name: metric.signature() for metric in plan.metrics},
        hashes,
        versions(),
    ]
    return blake2b(json.dumps(what).encode(), digest_size=5).hexdigest()
