"""From a table of scores and ratings to the agreement frame: a row for every scorer, rating and level.

Columns of the frame: `score rating level n n_dropped`, for each of `pearson`, `spearman` and `kendall` (τ-b) the value
and `_low`, `_high`, `_p`, `interval` (how the ends were found), `n_rows` (rows that went in; n counts systems at level
`system`, and items at level `item`), `n_groups`, `rows` (the same in cells that rest on the same rows), `reason` (why a
cell has no value), `note` (what else is to be known), and what `Design.pairwise` asks for. Missing numbers are
NaN, missing texts None.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final

import numpy as np
import pandas as pd

from .combined import combined_siblings, paper_f1_cell, paper_weighted_cell
from .correlation import Coefficient, Correlations, Pairs, drop_missing
from .grouping import Averaged, Grouping, Level, averaged_by, correlate_at, grouping
from .intervals import BOOTSTRAP_RESAMPLES, bootstrap_intervals
from .pairwise import calibrate_ties, count_pairs, soft_pairwise_accuracy, system_accuracy, system_pair_p_values

__all__ = ["AGREEMENT_COLUMNS", "Design", "agreement_frame", "group_rows", "paper_style"]

_COEFFICIENTS: Final = ("pearson", "spearman", "kendall")
AGREEMENT_COLUMNS: Final = (
    *("score", "rating", "level", "n", "n_dropped"),
    *(f"{name}{end}" for name in _COEFFICIENTS for end in ("", "_low", "_high", "_p")),
    *("interval", "n_rows", "n_groups", "rows", "reason", "note"),
)
_PAIRS_UP_TO: Final = 5_000  # rows whose pairs are counted: 12.5 million


@dataclass(frozen=True, slots=True)
class Design:
    """What is correlated with what, and how.

    Attributes:
        scores: Columns of scores.
        ratings: Columns of ratings.
        levels: Of `pooled`, `within`, `system` (these need `group`) and `item` (needs `item`).
        group: Column of the system, or whatever else rows come in groups of.
        item: Column of the item that several systems answered.
        cluster: Column of what makes rows depend on each other (a rater, a document): the bootstrap draws these.
        min_group: Groups of fewer rows are left out.
        bootstrap: Whether intervals come from the bootstrap (BCa) instead of formulas.
        resamples: How many resamples.
        seed: Where chance plays.
        pairwise: Whether pairs are counted: `pairwise_accuracy`, with ties calibrated (pooled, within: pairs of the
            same group), of systems, and the soft one.
    """

    scores: tuple[str, ...]
    ratings: tuple[str, ...]
    levels: tuple[Level, ...] = ("pooled",)
    group: str | None = None
    item: str | None = None
    cluster: str | None = None
    min_group: int = 1
    bootstrap: bool = False
    resamples: int = BOOTSTRAP_RESAMPLES
    seed: int = 0
    pairwise: bool = False


def agreement_frame(table: pd.DataFrame, design: Design) -> pd.DataFrame:
    """The agreement frame.

    Args:
        table: A row a scored text. Columns of scores and ratings are numbers; missing ones, NaN or infinite, leave a
            cell in pairs and are counted in `n_dropped`.
        design: What to compute.
    """
    rows = [row for level in design.levels for rating in design.ratings for row in _cells(table, design, level, rating)]
    extra = dict.fromkeys(name for row in rows for name in row if name not in AGREEMENT_COLUMNS)
    return pd.DataFrame(rows, columns=[*AGREEMENT_COLUMNS, *extra])


def paper_style(frame: pd.DataFrame) -> pd.DataFrame:
    """What the paper would print in the cells of combined scores of an agreement frame.

    Returns:
        Columns score, rating, level, pearson, spearman (of the per-example score) and paper_pearson, paper_spearman
        (made of correlations); no row if there is no combined score beside its parts.
    """
    rows: list[dict[str, Any]] = []
    siblings = combined_siblings(frame["score"].unique())
    for (rating, level), cells in frame.groupby(["rating", "level"], sort=False):
        by_score = {cell["score"]: cell for cell in cells.to_dict("records")}
        for name, parts in siblings.items():
            row: dict[str, Any] = {"score": name, "rating": rating, "level": level}
            for kind in ("pearson", "spearman"):
                values = [float(by_score[part][kind]) for part in parts]
                cell = paper_f1_cell(values[0], values[1])
                if len(values) == 3:
                    cell = paper_weighted_cell(cell, values[2])
                row |= {kind: float(by_score[name][kind]), f"paper_{kind}": math.nan if cell is None else cell}
            rows.append(row)
    columns = ["score", "rating", "level", "pearson", "spearman", "paper_pearson", "paper_spearman"]
    return pd.DataFrame(rows, columns=columns)


def group_rows(part: pd.DataFrame, design: Design, level: Level) -> Grouping:
    """How the rows of a table are taken to a level."""
    groups = None if level == "pooled" or design.group is None else part[design.group].tolist()
    return grouping(level, groups, len(part), min_size=design.min_group)


def _cells(table: pd.DataFrame, design: Design, level: Level, rating: str) -> Iterator[dict[str, Any]]:
    if level == "item":
        yield from _item_cells(table, design, rating)
        return
    for score in design.scores:
        pairs = drop_missing(*(table[name].to_numpy(dtype=np.float64) for name in (score, rating)))
        part = table[pairs.kept]
        groups = group_rows(part, design, level)
        names = (f"values of {score!r}", f"values of {rating!r}")
        found = correlate_at(pairs.scores, pairs.ratings, groups, names=names)
        if pairs.n == 0 and len(table):
            found = replace(found, reason=f"too few: no row has both {score!r} and {rating!r}")
        if design.bootstrap and found.reason is None:
            found = _bootstrapped(found, pairs, part, groups, design)
        used = np.flatnonzero(pairs.kept)[groups.used]
        row = _row(score, rating, level, found, used, len(table) - len(used))
        if len(used) < pairs.n:
            row["note"] = f"{pairs.n - len(used)} rated rows have no {design.group!r}, or too few others share theirs."
        row["n_groups"] = len(groups.names) or None
        if design.pairwise:
            row |= _pairwise(pairs, part, groups, design)
        yield row


def _item_cells(table: pd.DataFrame, design: Design, rating: str) -> Iterator[dict[str, Any]]:
    columns = [*design.scores, rating]
    kept = np.isfinite(table[columns].to_numpy(dtype=np.float64)).all(axis=1) & table[design.item].notna().to_numpy()
    part = table[kept]
    scores = {name: part[name].to_numpy(dtype=np.float64) for name in design.scores}
    items = part[design.item].tolist()
    averaged = averaged_by(items, scores, part[rating].to_numpy(dtype=np.float64), seed=design.seed)
    for score, found in averaged.items():
        row = _row(score, rating, "item", found.correlations, np.flatnonzero(kept), int((~kept).sum()))
        yield row | {"n_groups": found.n_items, "note": _left_out(found)}


def _left_out(found: Averaged) -> str | None:
    left_out = found.n_items - found.correlations.n
    if found.correlations.reason or not left_out:
        return None
    return f"{left_out} of {found.n_items} items are left out: for some scorer constant, or of fewer than 3 rows."


def _bootstrapped(
    found: Correlations, pairs: Pairs, part: pd.DataFrame, groups: Grouping, design: Design
) -> Correlations:
    clusters = None
    if design.cluster is not None and groups.level != "system":
        labels = part[design.cluster].to_numpy()[groups.used]
        # A row of unknown rater is taken for one of a rater of its own.
        clusters = [f"\0{row}" if pd.isna(label) else str(label) for row, label in enumerate(labels)]
    x, y = groups.apply(pairs.scores), groups.apply(pairs.ratings)
    ends = bootstrap_intervals(x, y, clusters=clusters, resamples=design.resamples, seed=design.seed)
    pearson, spearman = (
        replace(old, low=ends[kind].low, high=ends[kind].high, interval=ends[kind].method)
        for kind, old in (("pearson", found.pearson), ("spearman", found.spearman))
    )
    return replace(found, pearson=pearson, spearman=spearman)


def _row(
    score: str, rating: str, level: Level, found: Correlations, used: np.ndarray[Any, Any], n_dropped: int
) -> dict[str, Any]:
    row: dict[str, Any] = {"score": score, "rating": rating, "level": level, "n": found.n, "n_dropped": n_dropped}
    methods: list[str] = []
    for name, coefficient in zip(_COEFFICIENTS, (found.pearson, found.spearman, found.kendall_b), strict=True):
        row |= _numbers(name, coefficient)
        if coefficient.interval:
            methods.append(f"{name}: {coefficient.interval}")
    digest = blake2b(used.astype(np.int64).tobytes(), digest_size=3).hexdigest()
    return row | {
        "interval": "; ".join(methods) or None,
        "n_rows": len(used),
        "n_groups": None,
        "rows": digest,
        "reason": found.reason,
        "note": None,
    }


def _numbers(name: str, found: Coefficient) -> dict[str, float]:
    values = {"": found.value, "_low": found.low, "_high": found.high, "_p": found.p_value}
    return {f"{name}{end}": math.nan if value is None else value for end, value in values.items()}


def _pairwise(pairs: Pairs, part: pd.DataFrame, groups: Grouping, design: Design) -> Mapping[str, Any]:
    """Pairs ordered alike: of rows, of rows of the same group, or of systems."""
    found: dict[str, Any] = dict.fromkeys(
        ("pairwise_accuracy", "pairwise_accuracy_calibrated", "tie_epsilon", "soft_pairwise_accuracy"), math.nan
    )
    if groups.level == "system":
        accuracy = system_accuracy(groups.apply(pairs.scores), groups.apply(pairs.ratings))
        found["pairwise_accuracy"] = math.nan if accuracy is None else accuracy
        if design.item is not None and accuracy is not None:
            labels = part[design.group].tolist(), part[design.item].tolist()
            p_values = [system_pair_p_values(side, *labels, seed=design.seed) for side in (pairs.scores, pairs.ratings)]
            both = p_values[0].notna() & p_values[1].notna()
            soft = soft_pairwise_accuracy(*(side[both].to_numpy() for side in p_values))
            found["soft_pairwise_accuracy"] = math.nan if soft is None else soft
        return found
    if pairs.n > _PAIRS_UP_TO:
        return found
    used, labels_of = groups.used, None
    if groups.level == "within":
        labels_of = groups.codes.tolist()
    accuracy = count_pairs(pairs.scores[used], pairs.ratings[used], groups=labels_of).accuracy
    calibrated = calibrate_ties(pairs.scores[used], pairs.ratings[used], groups=labels_of)
    if accuracy is not None and calibrated is not None:
        found |= {
            "pairwise_accuracy": accuracy,
            "pairwise_accuracy_calibrated": calibrated.accuracy,
            "tie_epsilon": calibrated.epsilon,
        }
    return found
