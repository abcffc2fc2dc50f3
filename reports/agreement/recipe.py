"""The preprocessing of the Ev²R authors' published correlations, to reproduce them and for nothing else.

Two of its steps change numbers without a word: where an id occurs twice, both predictions get the ratings of its first
row; and a missing rating or score is 0, which on a scale from 1 to 5 is worse than the worst.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

__all__ = ["paper_recipe"]


def paper_recipe(
    table: pd.DataFrame,
    scores: Sequence[str],
    ratings: Sequence[str],
    id_column: str | None,
    *,
    absent: Mapping[str, Sequence[bool]] | None = None,
) -> tuple[pd.DataFrame, list[str]]:
    """The table as the authors' script sees it, and what that changed.

    Args:
        table: A row an example; scores and ratings are numbers, NaN where missing.
        scores: Columns of scores.
        ratings: Columns of ratings.
        id_column: Where the examples' ids stand; None if they have none, and so no duplicates.
        absent: Scorer to the rows for which it gave no answer at all. They were not in the authors' files, and so
            are left out here too, rather than set to 0.
    """
    found = table.copy()
    told: list[str] = []
    if id_column is not None:
        ids = found[id_column]
        again = ids.duplicated() & ids.notna()
        first = found.drop_duplicates(id_column).set_index(id_column)[list(ratings)]
        found.loc[again, list(ratings)] = first.loc[ids[again]].to_numpy()
        if again.any():
            named = ", ".join(map(str, ids[again].unique()[:3]))
            told.append(f"{int(again.sum())} rows with an id that occurred before ({named}) took that row's ratings")
    columns = [*dict.fromkeys([*scores, *ratings])]
    missing = ~np.isfinite(found[columns].to_numpy(dtype=np.float64))
    for column, rows in (absent or {}).items():
        missing[:, columns.index(column)] &= ~np.asarray(rows, dtype=bool)
    for column, count in zip(columns, missing.sum(axis=0), strict=True):
        if count:
            told.append(f"{int(count)} missing in {column!r} were set to 0")
    found[columns] = np.where(missing, 0.0, found[columns].to_numpy(dtype=np.float64))
    return found, told
