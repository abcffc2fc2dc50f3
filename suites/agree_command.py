"""`metricstress agree correlate`: scores against ratings."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from .agree_input import ID, Judged, judged_table
from .agree_output import give
from .agree_table import ID_NAMES, read_raw, require_columns
from .errors import UsageError, told
from .screen import say

if TYPE_CHECKING:
    import pandas as pd

    from metricstress.reports.agreement.cells import Design
    from metricstress.reports.agreement.grouping import Level
    from metricstress.reports.plain_table import PlainTable

__all__ = ["correlate_command"]


def correlate_command(
    table: Path,
    scores: Sequence[str],
    ratings: Sequence[str],
    scores_file: Path | None,
    id_column: str | None,
    group: str | None,
    item: str | None,
    levels: Sequence[str],
    min_group: int,
    recipe: str,
    metrics: Sequence[str],
    candidate: str | None,
    reference: str | None,
    claim: str | None,
    verdict: str | None,
    ev2r: Mapping[str, Any],
    interval: str,
    resamples: int,
    cluster: str | None,
    seed: int,
    pairwise: bool,
    compare: bool,
    test: str,
    coefficient: str,
    adjust: str,
    kind: str,
    output: Path | None,
    plot: Path | None,
    scatter: Path | None,
    as_json: bool,
) -> int:
    """Correlate, print or write, draw; gives the exit code: 2 if nothing could be computed or a scorer failed.

    Raises:
        UsageError: in one line, whatever cannot be used.
    """
    kind = "json" if as_json else kind
    if not (scores or scores_file or metrics):
        raise UsageError("nothing to judge: name scores with --score COLUMN, --scores FILE or --metric NAME")
    if cluster is not None and interval != "bootstrap":
        raise UsageError("--cluster says what is resampled together: it needs --interval bootstrap")
    if compare:
        _check_test(test, coefficient, item, group)
    _check_figures(plot, scatter)
    raw = read_raw(table)
    named = [name for name in (id_column, group, item, cluster) if name is not None]
    require_columns(raw, [*ratings, *named])
    id_column = id_column or next((name for name in ID_NAMES if name in raw.columns), None)
    judged = judged_table(
        raw,
        tuple(dict.fromkeys(scores)),
        tuple(dict.fromkeys(ratings)),
        scores_file,
        id_column,
        metrics,
        {"candidate": candidate, "reference": reference, "claim": claim, "verdict": verdict},
        ev2r,
        labels=[name for name in (group, item, cluster) if name is not None],
    )
    from metricstress.reports.agreement.cells import Design

    design = Design(
        scores=judged.scorers,
        ratings=tuple(dict.fromkeys(ratings)),
        levels=_levels(levels, group, item),
        group=group,
        item=item,
        cluster=cluster,
        min_group=min_group,
        bootstrap=interval == "bootstrap",
        resamples=resamples,
        seed=seed,
        pairwise=pairwise,
    )
    if recipe == "paper":
        from metricstress.reports.agreement.recipe import paper_recipe

        by_id = ID if id_column else None
        frame, changed = paper_recipe(judged.frame, design.scores, design.ratings, by_id, absent=judged.absent)
        told_of = f"the authors' preprocessing, to reproduce their numbers: {'; '.join(changed) or 'no change'}"
        judged = replace(judged, frame=frame, lines=(*judged.lines, told_of))
    how = (test, coefficient, adjust) if compare else None
    return _show(judged, design, raw.path, how, kind, output, plot, scatter)


def _check_test(test: str, coefficient: str, item: str | None, group: str | None) -> None:
    if test == "williams" and coefficient != "pearson":
        raise UsageError("Williams' test is for pearson; compare spearman with --test perm-both")
    if test == "perm-inputs" and item is None:
        raise UsageError("--test perm-inputs swaps all rows of an item together: name its column with --item")
    if test == "perm-systems" and group is None:
        raise UsageError("--test perm-systems swaps all rows of a system together: name its column with --group")


def _check_figures(*paths: Path | None) -> None:
    """Before anything is computed: a figure that cannot be drawn must not cost a long job."""
    for path in paths:
        if path is not None:
            from metricstress.reports.agreement_figures import MissingPlots, check_figure_path

            try:
                check_figure_path(path)
            except (MissingPlots, ValueError) as error:
                raise UsageError(str(error)) from error


def _levels(asked: Sequence[str], group: str | None, item: str | None) -> tuple[Level, ...]:
    from metricstress.reports.agreement.grouping import Level

    possible: dict[str, bool] = {"pooled": True, "within": group is not None, "system": group is not None}
    possible["item"] = item is not None
    wanted = [level for level, can in possible.items() if can] if not asked or "all" in asked else asked
    for level in wanted:
        if not possible[level]:
            raise UsageError(f"--level {level} needs a column: --{'item' if level == 'item' else 'group'} COLUMN")
    return tuple(level for level in get_args(Level) if level in wanted)


def _show(
    judged: Judged,
    design: Design,
    path: Path,
    how: tuple[str, str, str] | None,
    kind: str,
    output: Path | None,
    plot: Path | None,
    scatter: Path | None,
) -> int:
    from metricstress.reports.agreement.cells import agreement_frame
    from metricstress.reports.agreement.compared import TestName, comparison_frame
    from metricstress.reports.agreement.comparison import Adjustment
    from metricstress.reports.agreement.remarks import remarks, undefined_lines
    from metricstress.reports.agreement.table import records

    frame, lines = judged.frame, judged.lines
    cells = agreement_frame(frame, design)
    compared = None
    if how is not None and len(design.scores) > 1:
        test, coefficient, adjust = how
        compared = comparison_frame(
            *(frame, design),
            test=cast(TestName, test),
            coefficient=cast(Literal["pearson", "spearman"], coefficient),
            adjustment=cast(Adjustment, adjust),
            permutations=design.resamples - 1,
        )
    elif how is not None:
        lines = (*lines, "--compare needs at least two scorers; there is one")
    known = [*lines, *remarks(cells, frame, design)]
    nothing = cells["reason"].notna().all()
    if nothing:
        for line in [*lines, *undefined_lines(cells)]:
            say(f"error: {path}: {line}")
    elif kind in ("json", "csv"):
        for line in known:
            say(f"note: {line}")
    if not nothing or kind == "json":
        document: Any = records(cells)
        if how is not None:
            document = {"correlations": document, "comparisons": [] if compared is None else records(compared)}
        give(lambda: _tables(cells, compared, known, path, kind, output), document, kind, output)
    if not nothing and (plot is not None or scatter is not None):
        _draw(frame, cells, design, plot, scatter)
    if judged.failed:
        say("error: a scorer failed on too many rows; what is left speaks for the others only")
    return 2 if nothing or judged.failed else 0


def _tables(
    cells: pd.DataFrame,
    compared: pd.DataFrame | None,
    lines: Sequence[str],
    path: Path,
    kind: str,
    output: Path | None,
) -> list[PlainTable]:
    from metricstress.reports.agreement.cells import paper_style
    from metricstress.reports.agreement.table import (
        comparison_table,
        frame_table,
        long_tables,
        matrix_tables,
        paper_style_table,
    )

    if kind == "csv":
        return [frame_table(cells, path.name)]
    if kind == "terminal":
        width = 120 if output is not None else shutil.get_terminal_size((80, 24)).columns
        tables = long_tables(cells, width=width)
    else:
        tables = matrix_tables(cells)
    if compared is not None:
        tables.append(comparison_table(compared))
    combined = paper_style(cells)
    if len(combined):
        tables.append(paper_style_table(combined))
    tables[-1] = replace(tables[-1], notes=(*tables[-1].notes, *lines))
    return tables


def _draw(frame: pd.DataFrame, cells: pd.DataFrame, design: Design, plot: Path | None, scatter: Path | None) -> None:
    from metricstress.reports.agreement_figures import forest_plot, save_figure, scatter_plot

    figures: list[tuple[Path | None, Callable[[], Any]]] = [
        (plot, lambda: forest_plot(cells)),
        (scatter, lambda: scatter_plot(frame, cells, design)),
    ]
    for path, make in figures:
        if path is not None:
            try:
                save_figure(make(), path)
            except (OSError, ValueError) as error:
                raise UsageError(f"cannot draw {str(path)!r}: {told(error)}") from error
            say(f"written to {path}")
