"""Spool: the examples of a run in a temporary file, so that a data set may be larger than memory.

Examples go in one after the other in the order of their file and come out in the order of their ids, which no
shuffling of the file changes. Beside them lie the perturbed copies that were made elsewhere.
"""

from __future__ import annotations

import json
import pickle
import sqlite3
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from metricstress.language.passages import Evidence
from metricstress.perturb.donors import REACH, Donor, DonorPool, ring_point

from .errors import UsageError
from .example import Example

__all__ = ["Copies", "Spool"]

Copies = Mapping[str, Example | None]
"""Name in the report to the copy of one example that was made elsewhere; None where it is missing."""

_TABLES: Final = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE examples (number INTEGER PRIMARY KEY, id BLOB UNIQUE, point BLOB, content BLOB);
CREATE TABLE copies (number INTEGER, name TEXT, content BLOB, PRIMARY KEY (number, name)) WITHOUT ROWID;
"""


class Spool:
    """Examples on disk, each with its number in the file, from 0.

    It is filled first and read afterwards; as a context manager it takes its file away at the end.

    Attributes:
        limit: How many examples, from the first of the file, are scored; the others only give passages away.
        all_named: Whether every example has an id that its file gave.
        copies: The names of the copies made elsewhere.
        n_examples: How many examples there are.
        n_references: How many of those to be scored have a reference of their own.
        n_claims: How many of those to be scored have a claim; so too `n_verdicts`.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self.all_named = True
        self.copies: list[str] = []
        self.n_examples = 0
        self.n_references = self.n_claims = self.n_verdicts = 0
        self._folder = tempfile.TemporaryDirectory(prefix="metricstress-")
        # Transactions are our own, one for all examples of a file. joblib asks for tasks from a thread of its own.
        self._database = sqlite3.connect(
            Path(self._folder.name) / "examples.sqlite", isolation_level=None, check_same_thread=False
        )
        with self._enough_room():
            self._database.executescript(_TABLES)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()
        self._folder.cleanup()

    def __len__(self) -> int:
        """How many examples are to be scored."""
        return self.n_examples if self.limit is None else min(self.n_examples, self.limit)

    def fill(self, examples: Iterable[Example]) -> None:
        """Take the examples in, in the order of their file.

        Raises:
            UsageError: if two have the same id, or the disk is full.
        """
        self._write("INSERT INTO examples VALUES (?, ?, ?, ?)", map(self._row, examples))

    def add_copies(self, name: str, copies: Iterable[tuple[int, Example]]) -> None:
        """Take copies in that were made elsewhere, each with the number of the example that it is a copy of.

        Raises:
            UsageError: if the disk is full.
        """
        self.copies.append(name)
        self._write("INSERT INTO copies VALUES (?, ?, ?)", ((number, name, _packed(copy)) for number, copy in copies))

    def read(self, start: int, stop: int) -> list[tuple[Example, Copies]]:
        """The examples to be scored from the `start`-th to before the `stop`-th by id, with their copies."""
        return [(self.at(number), self._copies_of(number)) for number in self._order[start:stop]]

    def __iter__(self) -> Iterator[tuple[Example, Copies]]:
        """All examples to be scored, by id, with their copies."""
        for position in range(len(self)):
            yield from self.read(position, position + 1)

    def at(self, number: int) -> Example:
        """The example with this number."""
        found = self._database.execute("SELECT content FROM examples WHERE number = ?", (number,)).fetchone()
        example: Example = pickle.loads(found[0])
        return example

    def find(self, example_id: str) -> int | None:
        """The number of the example with this id; None if there is none."""
        query = "SELECT number FROM examples WHERE id = ?"
        found = self._database.execute(query, (_sortable(example_id),)).fetchone()
        return None if found is None else int(found[0])

    def donors(self, keys: Iterable[str]) -> DonorPool:
        """A pool of just the donors that those who draw with these keys reach: to them it is the pool of all."""
        found: dict[int, Donor] = {}
        for key in keys:
            for number in self._within_reach(ring_point(key)):
                if number not in found:
                    example = self.at(number)
                    found[number] = Donor(example.id, example.claim, example.evidence)
        return DonorPool(found.values())

    @cached_property
    def hashes(self) -> tuple[str, str]:
        """A hash of the examples to be scored, and one of all examples, whatever the order of their file."""
        scored, everything = sha256(), sha256()
        for number, content in self._database.execute("SELECT number, content FROM examples ORDER BY id"):
            said = _said(pickle.loads(content))
            everything.update(said)
            if number < len(self):
                scored.update(said)
        return _short(scored), _short(everything)

    def copies_hash(self, name: str) -> str:
        """A hash of all copies of that name, whatever the order of their file."""
        query = "SELECT copies.content FROM copies JOIN examples USING (number) WHERE name = ? ORDER BY id"
        found = sha256()
        for (content,) in self._database.execute(query, (name,)):
            found.update(_said(pickle.loads(content)))
        return _short(found)

    def _row(self, example: Example) -> tuple[int, bytes, bytes, bytes]:
        if self.find(example.id) is not None:
            raise UsageError(f"two examples have the id {example.id!r}; scores are told apart by id")
        number = self.n_examples
        self.n_examples += 1
        self.all_named &= example.named
        if number < (self.limit or number + 1):
            self.n_references += bool(example.reference)
            self.n_claims += bool(example.claim)
            self.n_verdicts += bool(example.verdict)
        return number, _sortable(example.id), ring_point(example.id), _packed(example)

    def _write(self, statement: str, rows: Iterable[tuple[Any, ...]]) -> None:
        with self._enough_room():
            self._database.execute("BEGIN")
            for row in rows:
                self._database.execute(statement, row)
            self._database.execute("COMMIT")

    @contextmanager
    def _enough_room(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise UsageError(
                f"cannot set the examples down in {self._folder.name!r}: {error}; "
                "let the environment variable TMPDIR name a folder with more room"
            ) from error

    @cached_property
    def _order(self) -> array[int]:
        query = "SELECT number FROM examples WHERE number < ? ORDER BY id"
        return array("q", (number for (number,) in self._database.execute(query, (len(self),))))

    @cached_property
    def _indexed(self) -> bool:
        with self._enough_room():
            self._database.execute("CREATE INDEX points ON examples (point)")
        return True

    def _within_reach(self, point: bytes) -> list[int]:
        assert self._indexed
        query = "SELECT number FROM examples WHERE point {} ? ORDER BY point LIMIT ?"
        behind = self._database.execute(query.format(">="), (point, REACH)).fetchall()
        around = self._database.execute(query.format("<"), (point, REACH - len(behind))).fetchall()
        return [number for (number,) in (*behind, *around)]

    def _copies_of(self, number: int) -> Copies:
        rows = (
            self._database.execute("SELECT name, content FROM copies WHERE number = ?", (number,))
            if self.copies
            else ()
        )
        found = {name: pickle.loads(content) for name, content in rows}
        return {name: found.get(name) for name in self.copies}


def _packed(example: Example) -> bytes:
    return pickle.dumps(example, protocol=pickle.HIGHEST_PROTOCOL)


def _sortable(example_id: str) -> bytes:
    """The id in the form that the scores frame shows: it sorts as the rows of that frame do."""
    return example_id.encode("utf-8", "backslashreplace")


def _said(example: Example) -> bytes:
    """All that an example says."""
    said = [example.id, example.claim, _plain(example.evidence), _plain(example.reference), example.verdict]
    return json.dumps(said).encode() + b"\n"


def _plain(evidence: Evidence) -> list[list[str]]:
    return [[passage.question, passage.text] for passage in evidence]


def _short(digest: Any) -> str:
    return f"sha256:{digest.hexdigest()[:16]}"
