"""What a report counts beside the means: what applied, what failed and what the auditor found, in one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd

from .frames import Scores, severity_key
from .scores_file import read_pieces

__all__ = ["MetricTally", "RowTally", "Tally", "failed_shares", "tally_scores"]

Codes: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

_COLUMNS: Final = ("example_id", "perturbation", "severity", "repeat", "metric", "status", "reason", "audit")


@dataclass
class RowTally:
    """Counts of a perturbation at a severity, over all metrics.

    Attributes:
        n_examples: Examples it was tried on.
        n_changed: Those of them that it changed and at least one metric scored.
        unchanged: Why it did not change the others, to their number.
        n_texts: Changed texts, repeats counted singly.
        objections: What the auditor found wrong with them, to their number.
    """

    n_examples: int = 0
    n_changed: int = 0
    unchanged: Counter[str] = field(default_factory=Counter)
    n_texts: int = 0
    objections: Counter[str] = field(default_factory=Counter)


@dataclass
class MetricTally:
    """Counts of a metric; the components of a score count as one call.

    Attributes:
        n_examples: Examples it was asked about.
        n_failed_examples: Those on which at least one call failed.
        n_calls: Scores asked for.
        n_failed_calls: Those of which a component failed.
        reasons: Why, to the number of calls.
        remarks: What a score that did not fail says beside its number, such as the repairs of a reply; so counted.
        n_rows: Rows of the scores frame, a row a component.
        n_failed_rows: Those with the status `failed`.
    """

    n_examples: int = 0
    n_failed_examples: int = 0
    n_calls: int = 0
    n_failed_calls: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    remarks: Counter[str] = field(default_factory=Counter)
    n_rows: int = 0
    n_failed_rows: int = 0


@dataclass(frozen=True)
class Tally:
    """The counts of a scores frame.

    Attributes:
        rows: By perturbation and severity (None where there is none).
        metrics: By metric.
    """

    rows: Mapping[tuple[str, float | None], RowTally]
    metrics: Mapping[str, MetricTally]


def tally_scores(scores: Scores) -> Tally:
    """Count over a scores frame, or over the file of one, piece by piece.

    Raises:
        ValueError: if it is no scores frame.
    """
    rows: dict[tuple[str, float | None], RowTally] = {}
    metrics: dict[str, MetricTally] = {}
    # The first reading of a frame checks it; a file was checked when its deltas were computed.
    for piece in read_pieces(scores, None if isinstance(scores, pd.DataFrame) else _COLUMNS):
        _count(piece, rows, metrics)
    return Tally(rows, metrics)


def failed_shares(scores: Scores) -> dict[str, float]:
    """Metric to the share of its scores that failed."""
    metrics = tally_scores(scores).metrics
    return {name: counts.n_failed_rows / counts.n_rows for name, counts in metrics.items()}


def _count(
    piece: pd.DataFrame, rows: dict[tuple[str, float | None], RowTally], metrics: dict[str, MetricTally]
) -> None:
    """Add a piece in which every example is whole."""
    example = pd.factorize(piece["example_id"])[0]
    metric, metric_names = pd.factorize(piece["metric"])
    groups = piece.groupby(["perturbation", "severity"], sort=False, dropna=False)
    row: Codes = groups.ngroup().to_numpy().astype(np.int64)
    heads = piece.loc[~pd.Series(row, index=piece.index).duplicated(), ["perturbation", "severity"]]
    row_tallies = [
        rows.setdefault((str(name), severity_key(severity)), RowTally())
        for name, severity in heads.itertuples(index=False)
    ]
    metric_tallies = [metrics.setdefault(str(name), MetricTally()) for name in metric_names]
    repeat = pd.factorize(piece["repeat"])[0]
    status = piece["status"].to_numpy(dtype=object)
    ok, failed = status == "ok", status == "failed"
    audit, reason = piece["audit"], piece["reason"]

    pair = example * len(row_tallies) + row
    changed = _first(pair, ok)
    unchanged = _first(pair, status == "not_applicable")
    unchanged = unchanged[~np.isin(pair[unchanged], pair[changed])]
    texts = _first(pair * (repeat.max() + 1) + repeat, ok)
    for code, found in enumerate(row_tallies):
        found.n_examples += len(np.unique(example[row == code]))
        found.n_changed += int((row[changed] == code).sum())
        found.n_texts += int((row[texts] == code).sum())
    _add(unchanged, row, reason, [found.unchanged for found in row_tallies])
    _add(texts[audit.iloc[texts].notna().to_numpy()], row, audit, [found.objections for found in row_tallies])

    call = (pair * (repeat.max() + 1) + repeat) * len(metric_tallies) + metric
    calls, failed_calls = _first(call, np.full(len(piece), True)), _first(call, failed)
    for code, counts in enumerate(metric_tallies):
        counts.n_examples += len(np.unique(example[metric == code]))
        counts.n_failed_examples += len(np.unique(example[failed_calls][metric[failed_calls] == code]))
        counts.n_calls += int((metric[calls] == code).sum())
        counts.n_failed_calls += int((metric[failed_calls] == code).sum())
        counts.n_rows += int((metric == code).sum())
        counts.n_failed_rows += int((failed & (metric == code)).sum())
    _add(failed_calls, metric, reason, [counts.reasons for counts in metric_tallies])
    repaired = _first(call, ok & reason.notna().to_numpy())
    _add(repaired, metric, reason, [counts.remarks for counts in metric_tallies])


def _first(keys: Codes, among: np.ndarray[Any, np.dtype[np.bool_]]) -> Codes:
    """The first position of every key among some of the rows."""
    positions = np.flatnonzero(among)
    found: Codes = positions[np.unique(keys[positions], return_index=True)[1]]
    return found


def _add(positions: Codes, codes: Codes, texts: pd.Series, counters: list[Counter[str]]) -> None:
    """Count the texts at some positions, each for the counter of its code."""
    for code, text in zip(codes[positions].tolist(), texts.iloc[positions].tolist(), strict=True):
        counters[code][text] += 1
