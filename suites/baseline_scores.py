"""The scores behind a baseline, example by example: `stress-baseline.parquet` beside the TOML file.

It is optional, large, and not for version control. Where it is, the gate compares the scores of a sampled metric
example by example and sees smaller losses. It holds cells of sampled metrics alone, and only what fits the lines of
the TOML file is used.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

from metricstress.reports.frames import Scores

from .baseline import Baseline, CellId, Entry
from .cell_patterns import column_of, key_of
from .errors import UsageError, told
from .loss_tests import BeforeAndNow
from .parts import write_whole

__all__ = ["before_and_now", "kept_scores", "read_scores", "scores_path", "write_scores"]

_CELL: Final = ["column", "key"]
_COLUMNS: Final = [*_CELL, "example_id", "base_score", "score"]


def scores_path(baseline: Path) -> Path:
    """Where the scores of a baseline are."""
    return baseline.with_suffix(".parquet")


def kept_scores(scores: Scores, metrics: Collection[str]) -> pd.DataFrame:
    """The changed and scored examples of some metrics, a row each, as they are kept beside a baseline."""
    if not metrics:
        return pd.DataFrame(columns=_COLUMNS)
    if isinstance(scores, Path):
        frame = pd.read_parquet(scores, filters=[("metric", "in", sorted(metrics)), ("status", "==", "ok")])
    else:
        frame = scores[scores["metric"].isin(list(metrics)) & (scores["status"] == "ok")]
    columns: dict[tuple[str, str], str] = {}
    keys: dict[tuple[str, float], str] = {}
    names = frame[["metric", "component", "perturbation", "severity"]].itertuples(index=False, name=None)
    pairs = [
        (columns.setdefault((m, c), column_of(m, c)), keys.setdefault((p, s), key_of(p, s))) for m, c, p, s in names
    ]
    kept = frame.assign(column=[column for column, _ in pairs], key=[key for _, key in pairs])
    # Several scores of one example count as one, as in the deltas.
    return kept.groupby([*_CELL, "example_id"], as_index=False, sort=True)[["base_score", "score"]].mean()


def read_scores(path: Path) -> pd.DataFrame | None:
    """The scores beside a baseline; None if there are none, or the file is not one of these."""
    try:
        frame = pd.read_parquet(path)
    except (OSError, ValueError):
        return None
    return frame if list(frame.columns) == _COLUMNS else None


def write_scores(path: Path, now: pd.DataFrame, updated: Collection[CellId], kept: Collection[CellId]) -> bool:
    """Write the scores of the updated cells, and of the kept ones those that the file has; gives whether it did.

    Raises:
        UsageError: if the file cannot be written.
    """
    before = read_scores(path)
    parts = [_of(now, set(updated))]
    if before is not None:
        parts.append(_of(before, set(kept) - set(updated)))
    frame = pd.concat([part for part in parts if len(part)] or parts[:1]).sort_values([*_CELL, "example_id"])
    if frame.empty:
        return False
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False)
    try:
        write_whole(path, buffer.getvalue())
    except OSError as error:
        raise UsageError(f"cannot write the scores of the baseline, {path}: {told(error)}") from error
    return True


def before_and_now(before: pd.DataFrame | None, now: pd.DataFrame, baseline: Baseline) -> Mapping[CellId, BeforeAndNow]:
    """The scores of the cells for which both runs have them, of the same examples.

    Scores that do not give the change in the baseline's line are of another update, and are left out.
    """
    if before is None or before.empty or now.empty:
        return {}
    then = dict(iter(before.groupby(_CELL)))
    found: dict[CellId, BeforeAndNow] = {}
    for name, here in now.groupby(_CELL):
        cell: CellId = (str(name[0]), str(name[1]))
        there, entry = then.get(cell), baseline.cells.get(cell)
        if there is None or entry is None or list(there["example_id"]) != list(here["example_id"]):
            continue
        known = BeforeAndNow(*(part[side].to_numpy(dtype=float) for part in (there, here) for side in _COLUMNS[-2:]))
        if _is_of(entry, known) and (entry.absolute or known.base_now.mean() > 0):
            found[cell] = known
    return found


def _of(frame: pd.DataFrame, cells: Collection[CellId]) -> pd.DataFrame:
    chosen = [pair in cells for pair in frame[_CELL].itertuples(index=False, name=None)]
    return frame[np.array(chosen, dtype=bool)]


def _is_of(entry: Entry, known: BeforeAndNow) -> bool:
    if entry.n != len(known.before):
        return False
    base, mean = float(known.base_before.mean()), float(known.before.mean())
    if entry.absolute:
        return abs(mean - base - entry.change) < 1e-5
    return base > 0 and abs(100 * (mean - base) / base - entry.change) < 0.02
