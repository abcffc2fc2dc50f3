"""What `metricstress agree correlate` correlates: ratings and scores, wherever they come from, in one frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .agree_table import RawTable, id_text, joined_scores, numbers, read_raw, score_column
from .errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ID", "Judged", "judged_table"]

ID: Final = "\0id"
"""Where the frame keeps ids: no file has a column of that name."""


@dataclass(frozen=True)
class Judged:
    """What is correlated.

    Attributes:
        frame: Ratings, scores and labels as columns, a row a rated text.
        scorers: The columns of scores.
        absent: Of some of them, the rows for which there was no answer to score.
        lines: What is to be told.
        failed: Whether a scorer failed too often to be judged.
    """

    frame: pd.DataFrame
    scorers: tuple[str, ...]
    absent: Mapping[str, Sequence[bool]]
    lines: tuple[str, ...]
    failed: bool


def judged_table(
    raw: RawTable,
    scores: Sequence[str],
    ratings: Sequence[str],
    scores_file: Path | None,
    id_column: str | None,
    metrics: Sequence[str],
    roles: Mapping[str, str | None],
    ev2r: Mapping[str, Any],
    labels: Sequence[str],
) -> Judged:
    """The ratings of a table, with the scores of its columns, of another file, or of metrics.

    Args:
        raw: The table.
        scores: As `score_column` reads them, or columns of the other file.
        ratings: Columns of ratings.
        scores_file: The other file, or None.
        id_column: Column of the ids of `raw`, or None if it has none.
        metrics: As users name them.
        roles: For the metrics: candidate, reference, claim and verdict to their columns or None.
        ev2r: Options of Ev²R.
        labels: Other columns to keep, as text.

    Raises:
        UsageError: in one line, whatever cannot be used.
    """
    import pandas as pd

    frame = pd.DataFrame({name: numbers(raw, name, "rating") for name in ratings})
    ids = [id_text(row.get(id_column)) if id_column else None for row in raw.rows]
    lines: list[str] = []
    found: dict[str, list[float]] = {}
    absent: dict[str, list[bool]] = {}
    failed = False
    if scores_file is not None:
        if id_column is None:
            raise UsageError(f"{raw.path}: no column of ids to join {scores_file} by: name it with --id")
        found, lines = joined_scores(ids, read_raw(scores_file), scores, id_column)
    for spec in scores if scores_file is None else ():
        column = score_column(raw, spec)
        found[column.name], absent[column.name] = column.values, column.absent
    if metrics:
        from .agree_texts import score_texts

        computed, failures, failed = score_texts(raw, metrics, roles, ids, ev2r)
        twice = next((name for name in computed if name in found), None)
        if twice is not None:
            raise UsageError(f"{raw.path}: {twice!r} is a column and a metric; call the column --score NAME={twice}")
        found |= computed
        lines = [*lines, *failures]
    for name, values in found.items():
        if name in raw.columns and name in ratings:
            lines.append(f"{name!r} is score and rating at once; that correlation says nothing")
        elif name in frame.columns:
            raise UsageError(f"{raw.path}: {name!r} is the name of a rating; give the score another one")
        frame[name] = values
    for label in labels:
        frame[label] = [id_text(row.get(label)) for row in raw.rows]
    frame[ID] = ids
    return Judged(frame, tuple(found), absent, tuple(lines), failed)
