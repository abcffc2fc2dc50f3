"""What a reader of an agreement frame must know and could not see: one sentence each."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np
import pandas as pd

from .cells import Design
from .table import MARK

__all__ = ["missing_lines", "remarks", "undefined_lines"]

_MANY_MISSING: Final = 0.2
_FEW: Final = 10  # below it, Student's t is a poor approximation for ranks
_SURE: Final = 0.01
_GAP: Final = 0.2  # between a pooled and a within correlation


def undefined_lines(frame: pd.DataFrame) -> list[str]:
    """Why cells have no value, equal reasons once."""
    without = frame[frame["reason"].notna()]
    found: list[str] = []
    for (reason, level), cells in without.groupby(["reason", "level"], sort=False):
        pairs = [f"{score} / {rating}" for score, rating in zip(cells["score"], cells["rating"], strict=True)]
        more = f" and {len(pairs) - 3} more" if len(pairs) > 3 else ""
        found.append(f"{', '.join(pairs[:3])}{more} ({level}): undefined, {reason}")
    return found


def missing_lines(table: pd.DataFrame, design: Design) -> list[str]:
    """Columns of which many values are missing."""
    found: list[str] = []
    for name in dict.fromkeys([*design.ratings, *design.scores]):
        values = table[name].to_numpy(dtype=np.float64)
        n_missing = int(np.sum(~np.isfinite(values)))
        if len(values) and n_missing >= _MANY_MISSING * len(values):
            share = n_missing / len(values)
            found.append(
                f"{name!r} is missing in {n_missing} of {len(values)} rows ({share:.0%}); these rows are left out, and "
                "what is left may differ from them"
            )
    return found


def remarks(frame: pd.DataFrame, table: pd.DataFrame, design: Design) -> list[str]:
    """All remarks, the weightiest first."""
    found = [*undefined_lines(frame), *missing_lines(table, design)]
    found += _different_rows(frame)
    found += [str(note) for note in dict.fromkeys(frame["note"].dropna())]
    found += _methods(frame)
    found += _levels(frame, design)
    if (frame["n"] < _FEW).any():
        found.append(f"p of Spearman's rho is that of Student's t, a rough guide for n below {_FEW}.")
    if "pairwise_accuracy_calibrated" in frame and frame["pairwise_accuracy_calibrated"].notna().any():
        found.append("Calibrated pairwise accuracies use the tie threshold that is best on these very rows: too good.")
    return found + _against(frame)


def _different_rows(frame: pd.DataFrame) -> list[str]:
    levels: dict[str, list[str]] = {}
    for level, cells in frame.groupby("level", sort=False):
        if cells["rows"].nunique() > 1:
            counts = Counter(cells["n_rows"])
            told = ", ".join(f"{n} rows in {times} cells" for n, times in sorted(counts.items(), reverse=True))
            levels.setdefault(told, []).append(str(level))
    return [
        f"Cells rest on different rows ({', '.join(names)}: {told}). Those marked {MARK} rest on others than most, and "
        "only cells of the same rows can be compared."
        for told, names in levels.items()
    ]


def _methods(frame: pd.DataFrame) -> list[str]:
    methods = Counter(frame["interval"].dropna())
    return [
        f"95% intervals: {method}" + (f" ({count} of {len(frame)} cells)." if len(methods) > 1 else ".")
        for method, count in methods.most_common()
    ]


def _levels(frame: pd.DataFrame, design: Design) -> list[str]:
    levels = set(frame["level"])
    found: list[str] = []
    if "within" in levels:
        found.append(
            f"Within groups: the means of each {design.group!r} are taken out of scores and ratings first (partial "
            "correlation); p and intervals of r and rho allow for that many degrees of freedom."
        )
    if {"pooled", "within"} <= levels:
        values = frame.pivot_table(index=["score", "rating"], columns="level", values="pearson", sort=False)
        values = values.reindex(columns=["pooled", "within"]).dropna()
        gap = (values["pooled"] - values["within"]).abs().to_numpy()
        if len(gap) and gap.max() >= _GAP:
            place = int(gap.argmax())
            score, rating = values.index.to_list()[place]
            pooled, within = (float(values[level].iloc[place]) for level in ("pooled", "within"))
            found.append(
                f"Pooled correlations mix differences between groups with agreement inside them: {score} / {rating} is "
                f"{pooled:.3f} pooled and {within:.3f} within."
            )
    return found


def _against(frame: pd.DataFrame) -> list[str]:
    pooled = frame[frame["level"].isin(["pooled", "within"])]
    wrong = pooled[(pooled["pearson"] < 0) & (pooled["spearman"] < 0) & (pooled["pearson_p"] < _SURE)]
    return [
        f"{row['score']} / {row['rating']} ({row['level']}) runs against the ratings: is less of one of them better?"
        for row in wrong.to_dict("records")
    ]
