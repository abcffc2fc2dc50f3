"""Reading a data file as a stream of examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from ..example import Example, content_id
from .detection import looks_like
from .errors import BadRow, FieldError, InputError, MalformedRow
from .fields import Draft
from .opening import Container
from .rows import Row, read_rows

__all__ = ["Reading", "RowReader"]

RowReader: TypeAlias = Callable[[dict[str, Any]], Draft]


@dataclass(eq=False)
class Reading:
    """The examples of a file, read while they are iterated over; every iteration reads anew.

    Attributes:
        path: The file.
        format: The name of its format.
        container: How its rows are stored.
        columns: The columns that the user named.
        skip_bad_rows: Whether malformed rows are noted in `bad_rows` and left out, or raise.
        bad_rows: The malformed rows left out so far.
        n_read: How many examples were given so far.
        n_untold: How many passages name a sentence whose text is not there (FEVER without wiki pages).
    """

    path: Path
    format: str
    container: Container
    make_reader: Callable[[], RowReader]
    columns: Mapping[str, str]
    skip_bad_rows: bool = False
    bad_rows: list[BadRow] = field(default_factory=list)
    n_read: int = 0
    n_untold: int = 0
    _n_blank_reference: int = 0

    def __iter__(self) -> Iterator[Example]:
        """The examples in the order of the file.

        Raises:
            MalformedRow: at a malformed row, unless these are skipped.
            InputError: if the file cannot be read (further), or holds no example.
        """
        self.bad_rows = []
        self.n_read = self.n_untold = self._n_blank_reference = 0
        read = self.make_reader()
        taken: dict[str, str] = {}
        occurrences: dict[str, int] = {}
        for row in read_rows(self.path, self.container):
            try:
                if row.problem is not None:
                    raise row.problem
                draft = read(row.fields)
                name = draft.id
                if name and name in taken:
                    raise FieldError("id", "", f"{name!r} stands already in {taken[name]}")
            except FieldError as error:
                self._bad(row, error)
                continue
            if not name:
                base = content_id(draft.claim, draft.evidence, draft.reference)
                # Equal rows are told apart by counting them, so that no order of the rows changes the ids.
                while not name or name in taken:
                    occurrences[base] = number = occurrences.get(base, 0) + 1
                    name = base if number == 1 else f"{base}-{number}"
            taken[name] = row.place
            self._count(draft)
            yield Example(
                id=name,
                claim=draft.claim,
                evidence=draft.evidence,
                reference=draft.reference,
                verdict=draft.verdict,
                source=f"{self.path.name}:{row.at}",
                named=bool(draft.id),
            )
        if not self.n_read:
            if not self.bad_rows:
                raise InputError(f"{self.path}: holds no rows")
            raise InputError(f"{self.bad_rows[0]} (and no other row of the file can be read: {self._skipped()})")

    @property
    def warnings(self) -> list[str]:
        """What the caller should tell the user about the examples given so far."""
        told: list[str] = []
        if self.n_untold:
            told.append(
                f"{self.path}: {_counted(self.n_untold, 'passage')} without text: page and sentence number stand "
                "for the sentence; the texts are taken from FEVER's wiki-pages files (--wiki FOLDER)"
            )
        if self._n_blank_reference:
            told.append(f"{self.path}: {_counted(self._n_blank_reference, 'example')} with a blank reference")
        return told

    def _count(self, draft: Draft) -> None:
        self.n_read += 1
        self.n_untold += draft.untold
        if draft.reference and not any(passage.text.strip() or passage.question.strip() for passage in draft.reference):
            self._n_blank_reference += 1

    def _bad(self, row: Row, error: FieldError) -> None:
        if not self.n_read and self.container == "json lines" and _wraps_rows(row.fields):
            names = ", ".join(map(repr, list(row.fields)[:3]))
            raise InputError(
                f"{self.path}: a JSON object ({names}) where an array is expected; "
                "write its rows as a JSON array or as one JSON object a line"
            )
        got = error.got
        if not self.n_read and row.problem is None and error.expected:
            other = looks_like(row.fields)
            if other is not None and other != self.format:
                got += f"; this looks like {other}: use --format {other}"
        bad = BadRow(f"{self.path}:{row.at}", row.line, error.field, error.expected, got)
        if not self.skip_bad_rows:
            raise MalformedRow(bad)
        self.bad_rows.append(bad)

    def _skipped(self) -> str:
        return f"{_counted(len(self.bad_rows), 'malformed row')} left out"


def _wraps_rows(row: dict[str, Any]) -> bool:
    """Whether a row that could not be read is in truth `{"data": [rows]}` or `{"0": row, "1": row}`."""
    if not row or not {"claim", "evidence", "questions", "candidate"}.isdisjoint(row):
        return False
    return isinstance(row.get("data"), list) or all(
        isinstance(value, dict) or (isinstance(value, list) and value and isinstance(value[0], dict))
        for value in row.values()
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
