"""The texts of a run as a Parquet file: each example's evidence, and every changed copy of it.

A report looks into single cells without the data at hand and without perturbing again. Rows stand by example, its own
evidence first; near copies side by side take little room. Evidence stands as JSON, a list of [question, text] pairs in
ASCII, so that lone surrogates survive.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeAlias

from .frames import encodable, severity_key
from .scores_file import write_rows

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = [
    "Passages",
    "TextKey",
    "Texts",
    "changed_texts",
    "read_texts",
    "texts_row",
    "write_texts",
    "write_texts_part",
]

Passages: TypeAlias = tuple[tuple[str, str], ...]
"""Question (may be empty) and text of each passage."""
TextKey: TypeAlias = tuple[str, str, float | None]
"""Example, perturbation and severity (None where there is none)."""
Texts: TypeAlias = Mapping[TextKey, tuple[Passages, Passages]]
"""The evidence before and after."""

_ROWS_AT_ONCE: Final = 2**12


@cache
def _schema() -> pa.Schema:
    import pyarrow as pa

    return pa.schema(
        [
            pa.field("example_id", pa.string()),
            pa.field("perturbation", pa.string()),  # null: the example's own evidence
            pa.field("severity", pa.float64()),
            pa.field("evidence", pa.string()),
        ]
    )


def texts_row(
    example_id: str, perturbation: str | None, severity: float | None, passages: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    """A row of the file; no perturbation says that it is the example's own evidence, which stands first."""
    return {
        "example_id": encodable(example_id),
        "perturbation": None if perturbation is None else encodable(perturbation),
        "severity": severity,
        "evidence": json.dumps([list(passage) for passage in passages], separators=(",", ":")),
    }


def write_texts_part(rows: Sequence[Mapping[str, Any]], target: Path | BinaryIO) -> None:
    """Write rows of `texts_row`, which stand in the order of their examples, to a file of their own."""
    import pyarrow as pa

    with _writer(target) as writer:
        writer.write_table(pa.Table.from_pylist(list(rows), schema=_schema()), row_group_size=_ROWS_AT_ONCE)


def write_texts(parts: Iterable[Path], target: Path) -> None:
    """Put parts one after the other into one file, of which the bytes depend on the rows alone."""
    import pyarrow.parquet as pq

    with _writer(target) as writer:
        write_rows(writer, (pq.read_table(part, schema=_schema()) for part in parts), _ROWS_AT_ONCE)


def changed_texts(rows: Iterable[Mapping[str, Any]], wanted: Collection[TextKey] | None = None) -> Texts:
    """Evidence before and after, from rows in the order of the file.

    Args:
        rows: Of `texts_row`.
        wanted: Only these; None for all.
    """
    found: dict[TextKey, tuple[Passages, Passages]] = {}
    before: Passages = ()
    for row in rows:
        passages = tuple((question, text) for question, text in json.loads(row["evidence"]))
        if row["perturbation"] is None:
            before = passages
            continue
        severity = None if row["severity"] is None else severity_key(row["severity"])
        key = (row["example_id"], row["perturbation"], severity)
        if wanted is None or key in wanted:
            found[key] = before, passages
    return found


def read_texts(path: Path, wanted: Collection[TextKey]) -> Texts:
    """Evidence before and after of some changed copies; those that the file does not have are left out.

    Raises:
        ValueError: if it is no file of texts.
        OSError: if it cannot be read.
    """
    examples = {example for example, _, _ in wanted}
    return changed_texts(_rows(path, examples), wanted)


def _rows(path: Path, examples: Collection[str]) -> Iterator[dict[str, Any]]:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    ids = pa.array(sorted(examples), pa.string())
    try:
        file = pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        raise ValueError(f"{path.name} is no file of texts: {error}") from error
    for batch in file.iter_batches(batch_size=_ROWS_AT_ONCE, use_threads=False):
        table = pa.Table.from_batches([batch])
        yield from table.filter(pc.is_in(table.column("example_id"), ids)).to_pylist()


def _writer(target: Path | BinaryIO) -> pq.ParquetWriter:
    import pyarrow.parquet as pq

    # Spelt out, as another version's defaults would change the bytes.
    return pq.ParquetWriter(
        target,
        _schema(),
        version="2.6",
        compression="zstd",
        compression_level=3,
        use_dictionary=["example_id", "perturbation"],
    )
