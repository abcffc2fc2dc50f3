"""`metricstress gate --update` and `--prune`: which lines of the baseline change, and which must not stay."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from .baseline import (
    Allowed,
    Baseline,
    CellId,
    Entry,
    Header,
    cell_id,
    full_name,
    metric_of,
    perturbation_of,
)
from .baseline_file import read_baseline, write_baseline
from .cell_patterns import select
from .errors import UsageError
from .expectations import Cell
from .gate_run import Judged
from .screen import say
from .suite import Suite

__all__ = ["pruned", "update"]


def update(
    suite: Suite,
    judged: Judged,
    path: Path,
    baseline: Baseline | None,
    patterns: Sequence[str],
    *,
    prune: bool,
) -> int:
    """Accept the named cells of the run, or all; the others of the baseline stay as they are."""
    from .baseline_scores import kept_scores, scores_path, write_scores

    present = {cell_id(cell): cell for cell in judged.cells}
    chosen = select(patterns, judged.names, "--update") if patterns else set(judged.names)
    unfit = {cell: why for cell, item in present.items() if full_name(cell) in chosen and (why := _unfit(item, suite))}
    updated = {
        cell: entry
        for cell, item in present.items()
        if full_name(cell) in chosen and cell not in unfit and (entry := Entry.of(item)) is not None
    }
    old = {} if baseline is None else dict(baseline.cells)
    kept = {cell: entry for cell, entry in old.items() if cell not in updated}
    if prune:
        kept = {cell: entry for cell, entry in kept.items() if cell in present}
    if baseline is not None:
        _refuse_stale(baseline, judged.header, kept, present, path)
    for cell, (reason, _) in unfit.items():
        say(f"not written: {full_name(cell)}: {reason}")
    if any(serious for _, serious in unfit.values()) and (patterns or not updated):
        raise UsageError("nothing was written, as cells that were asked for cannot be judged")
    cells = kept | updated
    header = judged.header if baseline is None else _merged(baseline.header, judged.header, updated, cells)
    tolerance = {"default": Allowed(suite.tolerance)} if baseline is None else baseline.tolerance
    written = write_baseline(path, Baseline(header, tolerance, cells))
    new = sum(cell not in old for cell in updated)
    changed = sum(cell in old and old[cell] != entry for cell, entry in updated.items())
    gone = len(old) - sum(cell in cells for cell in old)
    if written:
        what = f"{new} cells new, {changed} changed, {gone} taken out, {len(cells) - new - changed} as they were"
        print(f"written to {path}: {what}. Review it and commit it.")
    else:
        print(f"{path} is as it was: the numbers of this run are those in it")
    if judged.header.sampled:
        target = scores_path(path)
        if write_scores(target, kept_scores(judged.result.source, judged.header.sampled), set(updated), set(kept)):
            say(f"scores of {', '.join(sorted(judged.header.sampled))} written to {target} (not for version control)")
    return 2 if any(serious for _, serious in unfit.values()) else 0


def _unfit(cell: Cell, suite: Suite) -> tuple[str, bool] | None:
    """Why a cell cannot be accepted, and whether something is wrong with it; None if it can."""
    if cell.n == 0 and cell.n_failed == 0:
        return "no example that it applies to", False
    if cell.n_failed > cell.n:
        return f"{cell.n_failed} of {cell.n_failed + cell.n} scores failed: {cell.reason or 'no reason given'}", True
    if suite.min_n is not None and cell.n < suite.min_n:
        return f"{cell.n} examples applicable and scored, min_n = {suite.min_n}", False
    return None if Entry.of(cell) is not None else (f"there is no change: {cell.reason or 'no reason given'}", True)


def _refuse_stale(
    baseline: Baseline, header: Header, kept: Collection[CellId], present: Collection[CellId], path: Path
) -> None:
    """Raise if cells would stay that are of other data, or of another version of their metric or perturbation."""
    stale = sorted(full_name(cell) for cell in baseline.stale(header) & set(kept))
    if not stale:
        return
    gone = [cell for cell in kept if cell not in present]
    shown = ", ".join(stale[:5]) + (f" and {len(stale) - 5} more" if len(stale) > 5 else "")
    todo = "add --prune to take them out" if len(gone) >= len(stale) else "update them, too (--update alone: all cells)"
    raise UsageError(
        f"nothing was written: {path} would keep {shown}, whose numbers are of other data, another seed or another "
        f"version of the metric or perturbation than this run's; {todo}"
    )


def pruned(baseline: Baseline, present: Collection[CellId], path: Path) -> Baseline:
    gone = [cell for cell in baseline.cells if cell not in present]
    for cell in gone:
        say(f"taken out of {path}: {full_name(cell)}")
    kept = {cell: entry for cell, entry in baseline.cells.items() if cell in present}
    if gone:
        write_baseline(path, _with_cells(baseline, baseline.header, kept))
        return read_baseline(path)
    return baseline


def _merged(before: Header, now: Header, updated: Collection[CellId], cells: Collection[CellId]) -> Header:
    """The header after an update: recipes of the run for what was updated, and no recipe without a cell."""
    metrics, perturbations = {**before.metrics}, {**before.perturbations}
    for column, key in updated:
        metric, label = metric_of(column, now.metrics), perturbation_of(key, now.perturbations)
        if metric in now.metrics:
            metrics[metric] = now.metrics[metric]
        if label in now.perturbations:
            perturbations[label] = now.perturbations[label]
    used = {metric_of(column, metrics) for column, _ in cells}
    labels = {perturbation_of(key, perturbations) for _, key in cells}
    sampled = (before.sampled - set(now.metrics)) | now.sampled
    return Header(
        now.suite,
        now.examples,
        now.seed,
        {name: signature for name, signature in metrics.items() if name in used},
        {label: version for label, version in perturbations.items() if label in labels},
        frozenset(name for name in sampled if name in used),
    )


def _with_cells(baseline: Baseline, header: Header, cells: Mapping[CellId, Entry]) -> Baseline:
    return Baseline(_merged(header, header, (), cells), baseline.tolerance, cells)
