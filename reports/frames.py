"""The two result frames: their columns, types, order and checks, in one place.

The *scores* frame has a row a score, the *deltas* frame a row a cell of the report. Everything after a
run (report, gate, a look at single examples) works from these two alone. Text is pandas' nullable
`string` and never `object`: that is the type which comes back unchanged from a parquet file.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd

__all__ = [
    "CELL_KEY",
    "DELTAS_COLUMNS",
    "EXPECTATIONS",
    "INTENTS",
    "REFUSED",
    "SCORES_COLUMNS",
    "SCORES_KEY",
    "STATUSES",
    "Scores",
    "deltas_frame",
    "encodable",
    "scores_frame",
    "severity_key",
    "sort_deltas",
    "sort_scores",
    "validate_deltas",
    "validate_scores",
]

Rows: TypeAlias = pd.DataFrame | Iterable[Mapping[str, Any]]
Scores: TypeAlias = pd.DataFrame | Path
"""A scores frame, or the Parquet file of one, which is then read in pieces (see scores_file.py)."""

SCORES_COLUMNS: Final[dict[str, str]] = {
    "example_id": "string",
    "perturbation": "string",
    "severity": "float64",  # NaN for variants made elsewhere
    "repeat": "int64",
    "metric": "string",
    "component": "string",
    "status": "string",
    "reason": "string",  # why not applicable, or why failed; of an ok score a remark, such as a repair
    "base_score": "float64",
    "score": "float64",
    "n_edits": "Int64",  # null for variants made elsewhere
    "audit": "string",  # what the auditor found wrong with the edit, else null
}
SCORES_KEY: Final = ("example_id", "perturbation", "severity", "repeat", "metric", "component")

DELTAS_COLUMNS: Final[dict[str, str]] = {
    "perturbation": "string",
    "intent": "string",
    "severity": "float64",
    "metric": "string",
    "component": "string",
    "n": "int64",  # examples that the means rest on: changed and not applicable, without failed
    "n_changed": "int64",
    "n_not_applicable": "int64",
    "n_failed": "int64",
    "base_mean": "float64",
    "mean": "float64",
    "change_pct": "float64",  # null where no relative change exists: `reason` says why
    "low": "float64",  # of change_pct, or of change_abs where change_pct is null
    "high": "float64",
    "change_pct_changed_only": "float64",
    "p_value": "float64",
    "expected": "string",
    "verdict": "string",
    "n_audited_wrong": "int64",
    "change_abs": "float64",
    "change_abs_changed_only": "float64",
    "monotonicity": "float64",  # share of the steps to the next severity in which the mean does not rise
    "blind_share": "float64",  # of an altering cell's changed examples: cost hardly anything (see deltas.py)
    "reason": "string",
}
CELL_KEY: Final = ("perturbation", "severity", "metric", "component")

STATUSES: Final = ("ok", "not_applicable", "failed")
INTENTS: Final = ("altering", "preserving", "unknown")
EXPECTATIONS: Final = ("drops", "stays")
REFUSED: Final = "refused"
"""The verdict of a cell whose metric failed too often for a number."""

_SCORES_NULLABLE: Final = frozenset({"severity", "reason", "base_score", "score", "n_edits", "audit"})
_DELTAS_NULLABLE: Final = frozenset(
    name for name, kind in DELTAS_COLUMNS.items() if kind == "float64" or name in ("expected", "verdict", "reason")
)


def scores_frame(
    rows: Rows, *, perturbations: Sequence[str] | None = None, metrics: Sequence[str] | None = None
) -> pd.DataFrame:
    """A checked scores frame in canonical order; the same whatever the order of `rows`.

    Args:
        rows: Mappings (or a frame) with the columns of `SCORES_COLUMNS`.
        perturbations: The order of the perturbations; names not in it follow alphabetically.
        metrics: The same for the metrics.

    Raises:
        ValueError: If a column is missing or unknown, or `validate_scores` objects.
    """
    frame = _typed(rows, SCORES_COLUMNS, "scores")
    validate_scores(frame)
    return sort_scores(frame, perturbations=perturbations, metrics=metrics)


def deltas_frame(
    rows: Rows, *, perturbations: Sequence[str] | None = None, metrics: Sequence[str] | None = None
) -> pd.DataFrame:
    """A checked deltas frame in canonical order; arguments and errors as for `scores_frame`."""
    frame = _typed(rows, DELTAS_COLUMNS, "deltas")
    validate_deltas(frame)
    return sort_deltas(frame, perturbations=perturbations, metrics=metrics)


def sort_scores(
    scores: pd.DataFrame, *, perturbations: Sequence[str] | None = None, metrics: Sequence[str] | None = None
) -> pd.DataFrame:
    """Rows by example, perturbation, severity, metric, component and repeat, with a fresh index.

    Examples stand in the order of their ids (that of `sorted`), so sorted runs on examples of ascending ids
    make up a sorted whole when put one after the other.
    """
    return _sorted(scores, ("example_id", *CELL_KEY, "repeat"), perturbations, metrics)


def sort_deltas(
    deltas: pd.DataFrame, *, perturbations: Sequence[str] | None = None, metrics: Sequence[str] | None = None
) -> pd.DataFrame:
    """Rows by perturbation, severity, metric and component, with a fresh index."""
    return _sorted(deltas, CELL_KEY, perturbations, metrics)


def validate_scores(scores: pd.DataFrame) -> None:
    """Checks columns, types, statuses, keys, and that a score is there unless the row says it failed.

    Raises:
        ValueError: Naming the first fault, a row that has it, and what to do.
    """
    _check_columns(scores, SCORES_COLUMNS, _SCORES_NULLABLE, "scores")
    _check_values(scores, "status", STATUSES, "scores")
    _check_unique(scores, SCORES_KEY, "scores")
    base = scores["base_score"].to_numpy()
    score = scores["score"].to_numpy()
    unchanged, failed = (scores["status"].to_numpy() == status for status in STATUSES[1:])
    for name, values in (("base_score", base), ("score", score)):
        _refuse(scores, np.isinf(values), f"{name} is infinite", "give such a score the status 'failed'")
        _refuse(scores, ~failed & np.isnan(values), f"{name} is missing", "a row without it has the status 'failed'")
    _refuse(scores, failed & ~np.isnan(score), "status is 'failed' but a score is there", "leave the score out")
    _refuse(
        scores,
        unchanged & (score != base),
        "status is 'not_applicable' but score differs from base_score",
        "unchanged text keeps its base score",
    )
    silent = (unchanged | failed) & scores["reason"].isna().to_numpy()
    _refuse(scores, silent, "a row that is not 'ok' has no reason", "say in `reason` why")
    counts = scores["n_edits"].to_numpy(dtype="float64", na_value=np.nan)
    _refuse(scores, counts < 0, "n_edits is negative", "count edits from 0, or leave the count out")


def validate_deltas(deltas: pd.DataFrame) -> None:
    """Checks columns, types, allowed words, keys, and that the counts add up.

    Raises:
        ValueError: Naming the first fault, a row that has it, and what to do.
    """
    _check_columns(deltas, DELTAS_COLUMNS, _DELTAS_NULLABLE, "deltas")
    _check_values(deltas, "intent", INTENTS, "deltas")
    _check_values(deltas, "expected", EXPECTATIONS, "deltas")
    _check_unique(deltas, CELL_KEY, "deltas")
    counts = {name: deltas[name].to_numpy() for name, kind in DELTAS_COLUMNS.items() if kind == "int64"}
    for name, count in counts.items():
        _refuse(deltas, count < 0, f"{name} is negative", "build the frame with compute_deltas")
    parts = counts["n_changed"] + counts["n_not_applicable"]
    _refuse(deltas, counts["n"] != parts, "n is not n_changed + n_not_applicable", "build it with compute_deltas")
    for name in ("base_mean", "mean", "change_abs"):
        missing = np.isnan(deltas[name].to_numpy())
        _refuse(deltas, missing != (counts["n"] == 0), f"{name} must be there exactly if n > 0", "see compute_deltas")
    for name, kind in DELTAS_COLUMNS.items():
        if kind == "float64":
            _refuse(deltas, np.isinf(deltas[name].to_numpy()), f"{name} is infinite", "leave it out and say why")


def encodable(value: object) -> str:
    """`value` with lone surrogates as backslash escapes, as text stands in both frames.

    Arrow, files and terminals take no lone surrogates, yet an example id or a message may hold one.

    Raises:
        TypeError: If it is no text.
    """
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value.encode("utf-8", "backslashreplace").decode("utf-8")


def severity_key(severity: float) -> float | None:
    """`severity` for use in a key: NaN is not equal to itself, so None stands for it."""
    return None if math.isnan(severity) else severity


def _typed(rows: Rows, columns: Mapping[str, str], what: str) -> pd.DataFrame:
    given = {str(name): rows[name] for name in rows} if isinstance(rows, pd.DataFrame) else _by_column(rows, columns)
    missing = [name for name in columns if name not in given]
    unknown = [name for name in given if name not in columns]
    if missing or unknown:
        raise ValueError(
            f"the {what} frame lacks the columns {missing} and has the unknown columns {unknown}; "
            f"give each row exactly {', '.join(columns)}"
        )
    typed: dict[str, pd.Series] = {}
    for name, kind in columns.items():
        try:
            typed[name] = _text(given[name]) if kind == "string" else _number(given[name], kind)
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"column {name!r} of the {what} frame must be of type {kind}: {error}") from error
    return pd.DataFrame(typed).reset_index(drop=True)


def _by_column(rows: Iterable[Mapping[str, Any]], columns: Mapping[str, str]) -> dict[str, pd.Series]:
    """The rows as columns of objects (pandas' own guess at types fails on lone surrogates).

    A column of ours that is not in every row is left out, so that it is reported as missing.
    """
    table = list(rows)
    names = dict.fromkeys(name for row in table for name in row) if table else columns
    whole = [name for name in names if name not in columns or all(name in row for row in table)]
    return {name: pd.Series([row.get(name) for row in table], dtype="object") for name in whole}


def _number(column: pd.Series, kind: str) -> pd.Series:
    # A detour over Float64 or Int64: only these tell None, NaN and NA from a number without guessing.
    if kind == "float64":
        return pd.Series(column.astype("Float64").to_numpy(dtype="float64", na_value=np.nan), index=column.index)
    whole = column.astype("Int64")
    return whole if kind == "Int64" else pd.Series(whole.to_numpy(dtype="int64"), index=column.index)


def _text(column: pd.Series) -> pd.Series:
    if isinstance(column.dtype, pd.StringDtype):
        return column.astype("string")
    codes, values = pd.factorize(column.astype("object"))  # few distinct texts stand in many rows
    texts = np.array([*(encodable(value) for value in values), None], dtype=object)  # code -1 is null
    return pd.Series(pd.array(texts[codes], dtype="string"), index=column.index)


def _sorted(
    frame: pd.DataFrame, by: Sequence[str], perturbations: Sequence[str] | None, metrics: Sequence[str] | None
) -> pd.DataFrame:
    orders = {"perturbation": perturbations, "metric": metrics}
    # np.lexsort takes its last key first. NaN severities sort last by numpy's own rule.
    keys = [_ranks(frame[name], orders.get(name)) for name in reversed(by)]
    return frame.take(np.lexsort(keys)).reset_index(drop=True) if len(frame) else frame.reset_index(drop=True)


def _ranks(column: pd.Series, order: Sequence[str] | None) -> np.ndarray[Any, Any]:
    if not isinstance(column.dtype, pd.StringDtype):
        return column.to_numpy()
    codes, found = pd.factorize(column)
    names = [str(name) for name in found]
    given = {name: rank for rank, name in enumerate(dict.fromkeys(order or ()))}
    ranked = sorted(range(len(names)), key=lambda code: (given.get(names[code], len(given)), names[code]))
    ranks = np.empty(len(names), dtype=np.int64)
    ranks[ranked] = np.arange(len(names))
    return ranks[codes]


def _check_columns(frame: pd.DataFrame, columns: Mapping[str, str], nullable: frozenset[str], what: str) -> None:
    if list(frame.columns) != list(columns):
        raise ValueError(
            f"the {what} frame has the columns {list(frame.columns)}, expected {list(columns)}; "
            f"build it with {what}_frame"
        )
    for name, kind in columns.items():
        if frame[name].dtype != kind:
            raise ValueError(
                f"column {name!r} of the {what} frame has type {frame[name].dtype}, expected {kind}; "
                f"build it with {what}_frame"
            )
        if name not in nullable:
            _refuse(frame, frame[name].isna().to_numpy(), f"{name} is missing", "every row needs one")


def _check_values(frame: pd.DataFrame, column: str, allowed: Sequence[str], what: str) -> None:
    wrong = frame[column].notna().to_numpy() & ~frame[column].isin(list(allowed)).to_numpy()
    if wrong.any():
        value = frame[column].iloc[int(wrong.argmax())]
        _refuse(frame, wrong, f"unknown {column} {value!r} in the {what} frame", f"use one of {', '.join(allowed)}")


def _check_unique(frame: pd.DataFrame, key: Sequence[str], what: str) -> None:
    again = frame.duplicated(list(key)).to_numpy()
    _refuse(frame, again, f"the {what} frame has two rows for the same {', '.join(key)}", "keep one row for each")


def _refuse(frame: pd.DataFrame, wrong: np.ndarray[Any, Any], fault: str, remedy: str) -> None:
    if wrong.any():
        names = [name for name in SCORES_KEY if name in frame.columns]
        row = frame[names].iloc[int(wrong.argmax())].to_dict()
        where = ", ".join(f"{name}={value!r}" for name, value in row.items())
        raise ValueError(f"{fault} in {int(wrong.sum())} of {len(frame)} rows, first at {where}; {remedy}")
