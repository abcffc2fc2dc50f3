"""Files of both frames: `metricstress report --to csv|json|parquet --output`.

The name that is given is that of the deltas; the scores stand beside them, and the metadata of csv files too:

    cells.csv      cells.scores.csv      cells.meta.json
    cells.json     cells.scores.jsonl    (the metadata are in cells.json)
    cells.parquet  cells.scores.parquet  (the metadata are in the schema of both)

In an existing folder the names are `deltas`, `scores` and `meta`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .errors import UsageError, told
from .screen import say

if TYPE_CHECKING:
    from .run import RunResult

__all__ = ["KINDS", "write_frames"]

KINDS: Final = ("csv", "json", "parquet")


def write_frames(result: RunResult, kind: str, output: Path) -> None:
    """Write the frames of a run and their metadata.

    Args:
        result: The run.
        kind: One of `KINDS`.
        output: The file of the deltas, or an existing folder for all files.

    Raises:
        UsageError: if a file cannot be written.
    """
    from metricstress.reports.export import write_deltas, write_scores

    inside = output.is_dir()
    deltas = output / f"deltas.{kind}" if inside else output
    rows = "jsonl" if kind == "json" else kind
    scores = output / f"scores.{rows}" if inside else output.with_name(f"{output.stem}.scores.{rows}")
    _put(deltas, lambda path: write_deltas(kind, result.source, result.deltas, result.meta, path))
    _put(scores, lambda path: write_scores(kind, result.source, result.meta, path))
    if kind == "csv":
        document = json.dumps(result.meta, indent=2) + "\n"
        meta = output / "meta.json" if inside else output.with_name(f"{output.stem}.meta.json")
        _put(meta, lambda path: path.write_text(document, encoding="utf-8"))


def _put(target: Path, write: Callable[[Path], object]) -> None:
    """Write beside the target and move: a file is there whole or not at all."""
    staged = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        write(staged)
        os.replace(staged, target)
    except OSError as error:
        raise UsageError(f"cannot write {str(target)!r}: {told(error)}") from error
    finally:
        with suppress(OSError):
            staged.unlink()
    say(f"written to {target}")
