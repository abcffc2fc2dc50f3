"""The deltas frame for other programs: CSV and JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import pandas as pd

from .frames import Scores, validate_deltas

__all__ = ["to_csv", "to_json"]


def to_csv(scores: Scores, deltas: pd.DataFrame, meta: Mapping[str, Any]) -> str:
    """A line a cell with the columns of the deltas frame; numbers in full precision, nulls empty.

    `scores` and `meta` are not in it: they are taken so that all renderers are called alike.
    """
    validate_deltas(deltas)
    return str(deltas.to_csv(index=False, lineterminator="\n"))


def to_json(scores: Scores, deltas: pd.DataFrame, meta: Mapping[str, Any]) -> str:
    """`{"meta": …, "deltas": […]}` in strict JSON: nulls for missing numbers, ASCII, an object a cell."""
    validate_deltas(deltas)
    document = {"meta": _plain(meta), "deltas": [_plain(row) for row in deltas.to_dict("records")]}
    return json.dumps(document, allow_nan=False, indent=2) + "\n"


def _plain(value: Any) -> Any:
    """`value` in what JSON knows; what is not finite or missing becomes null."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(_plain(item) for item in value)
    if value is None or value is pd.NA:
        return None
    if isinstance(value, bool | str):
        return value
    if hasattr(value, "item"):  # a numpy scalar
        return _plain(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if isinstance(value, int) else str(value)
