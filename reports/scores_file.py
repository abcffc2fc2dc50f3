"""The scores frame as a Parquet file: written part by part and read in pieces, so that it may outgrow memory.

A run writes a part for every run of examples and puts the parts one after the other. As rows stand by example and
examples by id (`sort_scores`), that whole is the sorted frame, and its bytes do not tell where the parts were cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import pandas as pd

from .frames import SCORES_COLUMNS, Rows, Scores, scores_frame, validate_scores

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = [
    "ROWS_AT_ONCE",
    "read_pieces",
    "score_batches",
    "scores_schema",
    "scores_table",
    "validate_scores_file",
    "write_rows",
    "write_scores",
    "write_table",
]

ROWS_AT_ONCE: Final = 2**16  # of a row group, and about that many of a batch


@cache
def scores_schema() -> pa.Schema:
    """The Arrow schema of a scores file, with what pandas needs to give back the types of `SCORES_COLUMNS`."""
    import pyarrow as pa

    # What pandas notes down does not depend on whether this version of it keeps text as string or large_string.
    noted = pa.Schema.from_pandas(scores_frame([]), preserve_index=False)
    kinds = {"string": pa.string(), "float64": pa.float64(), "int64": pa.int64(), "Int64": pa.int64()}
    fields = [pa.field(name, kinds[kind]) for name, kind in SCORES_COLUMNS.items()]
    return pa.schema(fields, metadata=noted.metadata)


def scores_table(
    rows: Rows, *, perturbations: Sequence[str] | None = None, metrics: Sequence[str] | None = None
) -> pa.Table:
    """`rows` as a checked and sorted Arrow table; arguments and errors as for `scores_frame`.

    A call has a fixed cost of some milliseconds, so give it a thousand rows or more.
    """
    import pyarrow as pa

    frame = scores_frame(rows, perturbations=perturbations, metrics=metrics)
    return pa.Table.from_pandas(frame, schema=scores_schema(), preserve_index=False, nthreads=1)


def write_table(table: pa.Table, target: Path | BinaryIO) -> None:
    """Write a table of `scores_table` to a file of its own, a part of a run."""
    with _writer(target) as writer:
        writer.write_table(table, row_group_size=ROWS_AT_ONCE)


def write_scores(parts: Iterable[Path], target: Path) -> None:
    """Put parts one after the other into one file, of which the bytes depend on the rows alone.

    Args:
        parts: Files of `write_table`, in the order of their example ids. One part is in memory at a time.
        target: The file to write; not one of the parts.

    Raises:
        ValueError: If a part is no scores file, or its examples do not all come after those of the part before.
    """
    with _writer(target) as writer:
        write_rows(writer, _in_order(parts), ROWS_AT_ONCE)


def _in_order(parts: Iterable[Path]) -> Iterator[pa.Table]:
    last: str | None = None
    for part in parts:
        table = _open(part).read(use_threads=False)
        if len(table):
            last = _last_example(table.column("example_id"), last, part)
            yield table.cast(scores_schema())


def write_rows(writer: pq.ParquetWriter, tables: Iterable[pa.Table], rows_at_once: int) -> None:
    """Write the rows of tables in row groups of one size, so that the bytes do not tell where one table ended."""
    import pyarrow as pa

    waiting: list[pa.Table] = []
    for table in tables:
        waiting.append(table)
        while sum(map(len, waiting)) >= rows_at_once:
            whole = pa.concat_tables(waiting)
            # One chunk a column: how rows are chunked shows in the pages of the file.
            writer.write_table(whole.slice(0, rows_at_once).combine_chunks(), row_group_size=rows_at_once)
            waiting = [whole.slice(rows_at_once)]
    if any(map(len, waiting)):
        writer.write_table(pa.concat_tables(waiting).combine_chunks(), row_group_size=rows_at_once)


def score_batches(path: Path, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
    """The scores of a file in pieces of about `ROWS_AT_ONCE` rows; all rows of an example stand in one piece.

    Args:
        path: A file of `write_scores`, or a sorted scores frame that pandas wrote.
        columns: The columns wanted, in that order. By default all of them, and then every piece is checked as
            `validate_scores` does; fewer are not checked, which is for a second reading of the same file.

    Yields:
        Frames of at least one row with the types of `SCORES_COLUMNS`; none if the file has no rows.

    Raises:
        ValueError: If it is no scores file, its examples do not stand in the order of their ids, or the check fails.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    wanted = list(SCORES_COLUMNS if columns is None else columns)
    last: str | None = None
    rest: list[pa.Table] = []
    # One thread and no read-ahead: how much is in memory then depends on the size of a batch alone.
    batches = _open(path).iter_batches(
        batch_size=ROWS_AT_ONCE, columns=list(dict.fromkeys(["example_id", *wanted])), use_threads=False
    )
    for batch in batches:
        table = pa.concat_tables([*rest, pa.Table.from_batches([batch])])
        ids = table.column("example_id")
        # The last example may go on in the next batch.
        cut = pc.index(ids, ids[-1]).as_py()
        rest = [table.slice(cut)]
        if cut:
            last = _last_example(ids.slice(0, cut), last, path)
            yield _piece(table.slice(0, cut), wanted, checked=columns is None)
    for table in rest:
        _last_example(table.column("example_id"), last, path)
        yield _piece(table, wanted, checked=columns is None)


def read_pieces(scores: Scores, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
    """`score_batches` of a file, or a frame as one piece; columns and checks are the same for both."""
    if isinstance(scores, Path):
        yield from score_batches(scores, columns)
        return
    if columns is None:
        validate_scores(scores)
    if len(scores):
        yield scores if columns is None else scores[list(columns)]


def validate_scores_file(path: Path) -> None:
    """All checks of `score_batches`, and so those of `validate_scores`, on a file that need not fit into memory.

    Raises:
        ValueError: Naming the first fault.
    """
    for _ in score_batches(path):
        pass


def _writer(target: Path | BinaryIO) -> pq.ParquetWriter:
    import pyarrow.parquet as pq

    # Spelt out, as another version's defaults would change the bytes.
    return pq.ParquetWriter(target, scores_schema(), version="2.6", compression="snappy", use_dictionary=True)


def _open(path: Path) -> pq.ParquetFile:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        raise ValueError(f"{path.name} is no Parquet file: {error}; write it with write_scores") from error
    expected = scores_schema()
    found = [(field.name, str(field.type).removeprefix("large_")) for field in file.schema_arrow]
    if found != [(field.name, str(field.type)) for field in expected] or not file.schema_arrow.pandas_metadata:
        raise ValueError(
            f"{path.name} is no scores file: its columns are {', '.join(f'{name} ({kind})' for name, kind in found)}, "
            f"expected {', '.join(expected.names)} and the notes of pandas on their types; write it with write_scores"
        )
    return file


def _last_example(ids: pa.ChunkedArray, before: str | None, path: Path) -> str | None:
    """The last of the ids, which stand in ascending order and after `before`."""
    import pyarrow as pa
    import pyarrow.compute as pc

    runs = pc.run_end_encode(ids.combine_chunks() if isinstance(ids, pa.ChunkedArray) else ids)
    for found in runs.values.to_pylist():
        if found is None:
            raise ValueError(f"example_id is missing in {path.name}; every row needs one")
        if before is not None and found <= before:
            raise ValueError(
                f"the examples of {path.name} are not sorted: {found!r} stands after {before!r}; "
                "put each example once, in the order of the ids"
            )
        before = found
    return before


def _piece(table: pa.Table, columns: Sequence[str], *, checked: bool) -> pd.DataFrame:
    frame: pd.DataFrame = table.select(list(columns)).to_pandas()
    if checked:
        validate_scores(frame)
    return frame
