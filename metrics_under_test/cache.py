"""The score cache: scores of metrics that allow it, kept in an SQLite file for later runs.

What is kept. A row holds what one metric gave for one example: its key is a hash of the metric's signature and of what
all variants of the example share, and its value holds a hash of each candidate text and that text's numbers as
doubles, bit for bit. The variants of an example are scored together, so they cost one look-up and one write. No text
is kept. Every row ends in a checksum over key and value: a damaged file loses scores, but never gives a wrong one.

What it may cost. A cache must never make a run fail or change a number: whatever goes wrong here counts as "not
cached", and `ScoreCache.problem` says why. New scores are gathered and written some thousands at a time; a process that
is killed loses those that it has not written yet.
"""

from __future__ import annotations

import os
import struct
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from .cache_file import file_number, forget_inherited, is_damage, may_pass, open_cache, set_aside, trim, what_to_do
from .cache_keys import DIGEST, Keys, is_cacheable
from .metric import Failure, Item, Metric, Score

if TYPE_CHECKING:
    import sqlite3

__all__ = ["ScoreCache", "default_cache_path", "is_cacheable"]

Entries: TypeAlias = dict[bytes, bytes]
"""Hash of a candidate to its numbers."""
T = TypeVar("T")

_CHECKSUM = 8
_MOST_VARIANTS = 1024
"""Candidates a row; the oldest go first, so that a reference that all examples share makes no endless row."""
_MOST_PENDING, _MOST_SECONDS = 4096, 2.0
"""How many scores, and for how long, wait to be written."""


def default_cache_path() -> Path:
    """`scores.sqlite` in the folder that METRICSTRESS_CACHE names, else in the user's own cache folder."""
    given = os.environ.get("METRICSTRESS_CACHE", "").strip()
    if given:
        return Path(given).expanduser() / "scores.sqlite"
    from platformdirs import user_cache_path

    return user_cache_path("metricstress", appauthor=False) / "scores.sqlite"


class ScoreCache:
    """Scores by metric and texts. Several processes and threads may use one file at once.

    The file is opened at first use, and again after `close`. A pickled copy opens the same file for itself, and so
    does a forked process.

    Attributes:
        path: The file; its folder is made if need be. Beside it stand SQLite's own `-wal` and `-shm`.
        max_bytes: Where the file is larger, the older half of its rows goes.
        problem: Why the cache is out of use (wholly, or for writing), and what to do; None if it is not.
    """

    def __init__(self, path: Path, *, max_bytes: int = 1 << 30) -> None:
        self.path = path.absolute()
        self.max_bytes = max_bytes
        self.problem: str | None = None
        self._reads = self._writes = True
        self._repaired = False
        self._keys = Keys()
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._file_number: int | None = None
        self._pending: dict[bytes, Entries] = {}
        self._n_pending = 0
        self._pending_since = 0.0

    def __reduce__(self) -> tuple[partial[ScoreCache], tuple[Path]]:
        return partial(ScoreCache, max_bytes=self.max_bytes), (self.path,)

    def __enter__(self) -> ScoreCache:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, metric: Metric, items: Sequence[Item]) -> list[Score | None]:
        """The score of each item, or None where it is not known."""
        nothing: list[Score | None] = [None] * len(items)
        with self._locked():
            keys = self._keys.of(metric, items) if self._reads else None
            if not keys:
                return nothing
            components = tuple(metric.components)
            numbers = struct.Struct(f"<{len(components)}d")
            # A group at a time, since all items of a batch mostly are variants of one example.
            rows = self._attempt(
                lambda: {shared: self._row(shared, numbers.size) for shared in dict.fromkeys(key for key, _ in keys)},
                reading=True,
            )
            if rows is None:
                return nothing
        found = (rows[shared].get(candidate) for shared, candidate in keys)
        return [
            None if packed is None else Score(dict(zip(components, numbers.unpack(packed), strict=True)))
            for packed in found
        ]

    def put(self, metric: Metric, items: Sequence[Item], outcomes: Sequence[Score | Failure]) -> None:
        """Keep the scores among `outcomes`, one an item. Failures and scores with a remark are not kept."""
        with self._locked():
            if not self._writes or len(items) != len(outcomes):
                return
            keys = self._keys.of(metric, items)
            if not keys:
                return
            components = tuple(metric.components)
            for (shared, candidate), outcome in zip(keys, outcomes, strict=True):
                packed = _packed_score(outcome, components)
                if packed is not None:
                    if not self._pending:
                        self._pending_since = time.monotonic()
                    self._pending.setdefault(shared, {})[candidate] = packed
                    self._n_pending += 1
            if self._n_pending >= _MOST_PENDING or (
                self._pending and time.monotonic() - self._pending_since >= _MOST_SECONDS
            ):
                self.flush()

    def flush(self) -> None:
        """Write what waits to be written."""
        with self._locked():
            if self._pending and self._writes:
                self._attempt(self._write, reading=False)
            self._pending, self._n_pending = {}, 0

    def close(self) -> None:
        """Write what waits to be written, and close the file."""
        with self._locked():
            self.flush()
            self._disconnect()
            self._keys.forget_texts()

    def _locked(self) -> threading.RLock:
        """The lock of this process; nothing of the parent's state may be used in a forked child."""
        if self._pid != os.getpid():
            forget_inherited(self._connection)
            self._begin()
        return self._lock

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            self._file_number = file_number(self.path)
            self._connection = open_cache(self.path, self.max_bytes)
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except Exception:  # Closing merges the log into the file, which a full disk refuses: the log then stays.
                return

    def _attempt(self, action: Callable[[], T], *, reading: bool) -> T | None:
        """What `action` gives; None if it fails, after which the cache does no more of the kind."""
        for attempt in range(3):
            try:
                return action()
            except (KeyboardInterrupt, SystemExit):  # Half a transaction may be open.
                self._disconnect()
                raise
            except Exception as error:  # Nothing that goes wrong with a cache is worth a run.
                self._disconnect()
                if is_damage(error) and not self._repaired:
                    self._repaired = True
                    if set_aside(self.path, self._file_number):
                        continue
                if may_pass(error) and attempt < 2:
                    continue
                self._reads = self._reads and not reading
                self._writes = False
                self.problem = self.problem or f"{self.path}: {what_to_do(error)}"
                return None
        return None

    def _row(self, key: bytes, size: int) -> Entries:
        """The entries of a row, those that wait to be written included. `size`: bytes of a candidate's numbers."""
        row = self._connected().execute("SELECT entries FROM scores WHERE key = ?", (key,)).fetchone()
        kept = {} if row is None else _unpacked(key, row[0], size)
        waiting = self._pending.get(key)
        return kept | waiting if waiting else kept

    def _write(self) -> None:
        connection = self._connected()
        connection.execute("BEGIN IMMEDIATE")
        for key, new in self._pending.items():
            # Read again under the write lock: another process may have added variants of the same example.
            merged = list(self._row(key, len(next(iter(new.values())))).items())[-_MOST_VARIANTS:]
            connection.execute(
                "INSERT INTO scores (key, entries) VALUES (?, ?)"
                " ON CONFLICT (key) DO UPDATE SET entries = excluded.entries",
                (key, _packed(key, merged)),
            )
        connection.execute("COMMIT")
        trim(connection, self.max_bytes)


def _packed_score(outcome: Score | Failure, components: tuple[str, ...]) -> bytes | None:
    """Its numbers as little-endian doubles; None for what is not to be kept."""
    if not isinstance(outcome, Score) or outcome.status != "ok" or outcome.reason is not None:
        return None
    if not components or outcome.values.keys() != set(components):
        return None
    values = [outcome.values[component] for component in components]
    if not all(isinstance(value, float) and isfinite(value) for value in values):
        return None
    return struct.pack(f"<{len(values)}d", *values)


def _packed(key: bytes, entries: Iterable[tuple[bytes, bytes]]) -> bytes:
    body = b"".join([digest + numbers for digest, numbers in entries])
    return blake2b(body, digest_size=_CHECKSUM, key=key).digest() + body


def _unpacked(key: bytes, packed: object, size: int) -> Entries:
    """The entries of a row; none if it is not to the byte what was written for this key."""
    if not isinstance(packed, bytes):
        return {}
    body = packed[_CHECKSUM:]
    if len(body) % (DIGEST + size) or blake2b(body, digest_size=_CHECKSUM, key=key).digest() != packed[:_CHECKSUM]:
        return {}
    return dict(struct.iter_unpack(f"{DIGEST}s{size}s", body))
