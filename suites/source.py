"""What the data options of the command line say: which examples to read, and what to tell about the reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import UsageError
from .example import Example
from .screen import say

if TYPE_CHECKING:
    from .formats import Reading
    from .spool import Spool

__all__ = ["Source", "tell"]

_LISTED = 20
"""Malformed rows that are listed on the screen; the manifest lists all."""


@dataclass(frozen=True)
class Source:
    """The options `--data`, `--format`, `--column`, `--wiki` and `--skip-bad-rows`.

    Attributes:
        data: The file; None for the bundled sample.
        format_: Its format; None for what the content tells.
        columns: `ROLE=NAME` each.
        wiki: Folder of FEVER's wiki pages.
        skip_bad_rows: Whether malformed rows are counted and listed instead of stopping the reading.
    """

    data: Path | None = None
    format_: str | None = None
    columns: Sequence[str] = ()
    wiki: Path | None = None
    skip_bad_rows: bool = False

    def open(self) -> Reading:
        """The examples as a stream.

        Raises:
            UsageError: if the file cannot be read, or an option does not fit it.
        """
        from .formats import read_examples
        from .sample import sample_path

        roles = dict(split_pair(column, "--column", "ROLE=NAME") for column in self.columns)
        path = sample_path() if self.data is None else self.data
        return read_examples(path, self.format_, columns=roles, skip_bad_rows=self.skip_bad_rows, wiki=self.wiki)

    def read(self) -> list[Example]:
        """All examples at once; see `tell` for what is said of the reading."""
        reading = self.open()
        examples = list(reading)
        tell(reading)
        return examples

    def fill(self, spool: Spool, variants: Sequence[str] = ()) -> Reading:
        """Put all examples on the spool, and the perturbed copies that `--variant NAME=FILE` names.

        Raises:
            UsageError: if a file cannot be read, or a copy does not fit the examples.
        """
        from .formats import match_variant

        reading = self.open()
        spool.fill(reading)
        tell(reading)
        for variant in variants:
            name, file = split_pair(variant, "--variant", "NAME=FILE")
            if name in spool.copies:
                raise UsageError(f"variant {name!r} is given twice")
            try:
                rows = replace(self, data=Path(file), skip_bad_rows=False).open()
                spool.add_copies(name, match_variant(spool, rows))
            except UsageError as error:
                raise UsageError(f"variant {name!r}: {error}") from error
        return reading


def tell(reading: Reading) -> None:
    """Say on the screen what was skipped and what is odd about the examples that were read."""
    for warning in reading.warnings:
        say(warning)
    if reading.bad_rows:
        say(f"skipped {len(reading.bad_rows)} malformed of {reading.n_read + len(reading.bad_rows)} rows:")
        for row in reading.bad_rows[:_LISTED]:
            say(f"  {row}")
        if len(reading.bad_rows) > _LISTED:
            say(f"  and {len(reading.bad_rows) - _LISTED} more (all stand in the run's manifest)")


def split_pair(text: str, option: str, shape: str) -> tuple[str, str]:
    """The two sides of `LEFT=RIGHT`.

    Raises:
        UsageError: if it has not that shape.
    """
    left, sign, right = text.partition("=")
    if not (left and sign and right):
        raise UsageError(f"{option} is {shape}, but got {text!r}")
    return left, right
