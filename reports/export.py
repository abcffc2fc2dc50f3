"""The frames for other programs: the deltas as CSV or JSON, and both with their metadata as files.

Scores go to their files piece by piece, so that a run may outgrow memory.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pandas as pd

from .frames import SCORES_COLUMNS, Scores, validate_deltas
from .scores_file import read_pieces, scores_schema

__all__ = ["META_KEY", "plain", "to_csv", "to_json", "write_deltas", "write_scores"]

META_KEY: Final = "metricstress"
"""Under which the metadata stand, as JSON, in the schema of a Parquet file."""


def to_csv(scores: Scores, deltas: pd.DataFrame, meta: Mapping[str, Any]) -> str:
    """A line a cell with the columns of the deltas frame; numbers in full precision, nulls empty.

    `scores` and `meta` are not in it: they are taken so that all renderers are called alike.
    """
    validate_deltas(deltas)
    return str(deltas.to_csv(index=False, lineterminator="\n"))


def to_json(scores: Scores, deltas: pd.DataFrame, meta: Mapping[str, Any]) -> str:
    """`{"meta": …, "deltas": […]}` in strict JSON: nulls for missing numbers, ASCII, an object a cell."""
    validate_deltas(deltas)
    # What was typed is left out: it differs between runs that are the same, on more processes, say.
    document = {
        "meta": plain({name: value for name, value in meta.items() if name != "command"}),
        "deltas": [plain(row) for row in deltas.to_dict("records")],
    }
    return json.dumps(document, allow_nan=False, indent=2) + "\n"


def write_deltas(kind: str, scores: Scores, deltas: pd.DataFrame, meta: Mapping[str, Any], target: Path) -> None:
    """Write the deltas frame to a file.

    Args:
        kind: `csv` or `json`, as `to_csv` and `to_json` give it, or `parquet` with the metadata in the schema.
        scores: The scores frame, or the path of its file.
        deltas: The deltas frame.
        meta: How the run was made; a csv file has no place for it.
        target: The file.

    Raises:
        ValueError: if the frame is not valid.
        OSError: if the file cannot be written.
    """
    if kind == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        validate_deltas(deltas)
        table = pa.Table.from_pandas(deltas, preserve_index=False, nthreads=1)
        pq.write_table(table.replace_schema_metadata(_with_meta(table.schema, meta)), target)
        return
    render = {"csv": to_csv, "json": to_json}[kind]
    target.write_text(render(scores, deltas, meta), encoding="utf-8", newline="\n")


def write_scores(kind: str, scores: Scores, meta: Mapping[str, Any], target: Path) -> None:
    """Write the scores frame to a file; arguments and errors as for `write_deltas`.

    A `json` file of scores has an object a line, as they are many.
    """
    if kind == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        schema = scores_schema().with_metadata(_with_meta(scores_schema(), meta))
        with pq.ParquetWriter(target, schema) as writer:
            for piece in read_pieces(scores):
                table = pa.Table.from_pandas(piece, schema=scores_schema(), preserve_index=False, nthreads=1)
                writer.write_table(table.replace_schema_metadata(schema.metadata))
        return
    with target.open("w", encoding="utf-8", newline="\n") as file:
        if kind == "csv":
            file.write(",".join(SCORES_COLUMNS) + "\n")
        for piece in read_pieces(scores):
            if kind == "csv":
                piece.to_csv(file, index=False, header=False, lineterminator="\n")
            else:
                whole = piece.astype("object").where(piece.notna(), None)
                file.writelines(json.dumps(row, allow_nan=False) + "\n" for row in whole.to_dict("records"))


def _with_meta(schema: Any, meta: Mapping[str, Any]) -> dict[bytes, bytes]:
    return {**(schema.metadata or {}), META_KEY.encode(): json.dumps(plain(meta), allow_nan=False).encode()}


def plain(value: Any) -> Any:
    """`value` in what JSON knows; what is not finite or missing becomes null."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(plain(item) for item in value)
    if value is None or value is pd.NA:
        return None
    if isinstance(value, bool | str):
        return value
    if hasattr(value, "item"):  # a numpy scalar
        return plain(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if isinstance(value, int) else str(value)
