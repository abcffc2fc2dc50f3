"""Replies that were paid for, kept in an SQLite file.

Unlike the score cache this one may not lose anything: a reply is on the disk before it is used, and trouble with the
file is an error and not a shrug. Only whole replies come in; what failed or was cut off is asked again. Nothing is ever
dropped to save room, and no prompt and no key is kept.

Several processes and threads may use one file at once.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from ..cache import default_cache_path
from ..cache_file import forget_inherited
from ..metric import CannotScore
from .request import Completion

if TYPE_CHECKING:
    import sqlite3

__all__ = ["ReplyCache", "ReplyCacheError", "default_replies_path"]

APPLICATION: Final = 0x4D534C52
"""SQLite's `application_id` of our files ("MSLR")."""
_VERSION: Final = 1
_SECONDS: Final = 30.0
"""How long to wait for another process that writes."""
_MOST_VARIABLES: Final = 500
_BUSY: Final = 5

_TABLE: Final = """
CREATE TABLE replies (
    key TEXT PRIMARY KEY, pair TEXT NOT NULL, recipe TEXT NOT NULL, response BLOB NOT NULL, finish_reason TEXT,
    model TEXT, fingerprint TEXT, prompt_tokens INTEGER, completion_tokens INTEGER, logprobs BLOB,
    created REAL NOT NULL
) WITHOUT ROWID
"""
_COLUMNS: Final = "response, finish_reason, model, fingerprint, prompt_tokens, completion_tokens, logprobs"


class ReplyCacheError(CannotScore):
    """The file of replies cannot be used; the message says what to do."""


def default_replies_path() -> Path:
    """`replies.sqlite` beside the score cache: in METRICSTRESS_CACHE, else in the user's own cache folder."""
    return default_cache_path().with_name("replies.sqlite")


class ReplyCache:
    """Replies by the key of their request.

    Opened at first use. A pickled copy opens the same file for itself, and so does a forked process.

    Args:
        path: The file; its folder is made if need be. None keeps replies in memory only.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = None if path is None else Path(path).expanduser().absolute()
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None

    def __reduce__(self) -> tuple[type[ReplyCache], tuple[Path | None]]:
        return ReplyCache, (self.path,)

    def get(self, keys: Sequence[str]) -> dict[str, Completion]:
        """What is known of `keys`.

        Raises:
            ReplyCacheError: if the file cannot be read.
        """
        found: dict[str, Completion] = {}
        wanted = list(dict.fromkeys(keys))
        for start in range(0, len(wanted), _MOST_VARIABLES):
            some = wanted[start : start + _MOST_VARIABLES]
            marks = ",".join("?" * len(some))
            query = f"SELECT key, {_COLUMNS} FROM replies WHERE key IN ({marks})"
            found |= {row[0]: _completion(row[1:]) for row in self._run(query, some)}
        return found

    def put(self, key: str, completion: Completion, *, pair: str = "", recipe: str = "") -> None:
        """Keep a reply; when this returns it is on the disk. A reply that is already there stays.

        Args:
            key: Of the request.
            pair: What the caller calls the pair that was judged: the `id` of the export.
            recipe: Which judge asked: model, prompt and parameters, for choosing what to export.

        Raises:
            ReplyCacheError: if it cannot be kept.
            ValueError: if the reply was cut off.
        """
        if completion.cut_off:
            raise ValueError("a reply that was cut off is not kept: a longer one may be had another time")
        values = (
            *(key, _bytes(pair), recipe, completion.text.encode("utf-8", "surrogatepass"), completion.finish_reason),
            *(completion.model, completion.fingerprint, completion.prompt_tokens, completion.completion_tokens),
            None if completion.logprobs is None else json.dumps(completion.logprobs).encode(),
            time.time(),
        )
        columns = f"key, pair, recipe, {_COLUMNS}, created"
        self._run(f"INSERT OR IGNORE INTO replies ({columns}) VALUES ({','.join('?' * len(values))})", values)

    def __len__(self) -> int:
        return int(self._run("SELECT count(*) FROM replies")[0][0])

    def export(self, file: IO[str], recipe: str | None = None) -> int:
        """Write `{"id", "response"}` lines, which a replay judge reads; how many there were.

        A line also says the key, model and recipe. The id is the caller's pair, or the key if there is none.

        Args:
            file: Open for writing text in UTF-8.
            recipe: Only the replies of this judge; None for all, of which a replay may find several for one pair.
        """
        lines = list(self._lines(recipe))
        file.writelines(line + "\n" for line in lines)
        return len(lines)

    def _lines(self, recipe: str | None) -> Iterator[str]:
        chosen = "" if recipe is None else " WHERE recipe = ?"
        query = f"SELECT key, pair, recipe, response, model FROM replies{chosen} ORDER BY created, key"
        for key, pair, asked, response, model in self._run(query, [] if recipe is None else [recipe]):
            text = response.decode("utf-8", "surrogatepass")
            line = {"id": _text(pair) or key, "response": text, "key": key, "model": model, "recipe": asked}
            yield json.dumps(line)  # ASCII, so that lone surrogates survive.

    def close(self) -> None:
        """Close the file; it is opened again when needed. A cache in memory is emptied."""
        with self._locked():
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _locked(self) -> threading.RLock:
        if self._pid != os.getpid():
            forget_inherited(self._connection)
            self._begin()
        return self._lock

    def _run(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        import sqlite3

        with self._locked():
            try:
                if self._connection is None:
                    self._connection = _opened(self.path)
                return self._connection.execute(query, values).fetchall()
            except (sqlite3.Error, OSError) as error:
                raise ReplyCacheError(
                    f"{self.path or 'replies in memory'}: {type(error).__name__}: {error};"
                    " free the disk or the file, or name another file"
                ) from error


def _opened(path: Path | None) -> sqlite3.Connection:
    import sqlite3

    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + _SECONDS
    while True:
        connection = sqlite3.connect(
            path or ":memory:", timeout=_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(connection, path)
        except sqlite3.OperationalError as error:
            connection.close()
            # Two processes that make the file at once are told "locked" without SQLite's own waiting.
            if (getattr(error, "sqlite_errorcode", 0) & 0xFF) != _BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        except BaseException:
            connection.close()
            raise
        else:
            return connection


def _prepare(connection: sqlite3.Connection, path: Path | None) -> None:
    run = connection.execute
    _check(connection, path)
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = FULL")  # A reply that is paid for outlives a power cut too; a call takes longer anyway.
    run("BEGIN IMMEDIATE")
    if not _check(connection, path):
        run(_TABLE)
        run(f"PRAGMA application_id = {APPLICATION}")
        run(f"PRAGMA user_version = {_VERSION}")
    run("COMMIT")


def _check(connection: sqlite3.Connection, path: Path | None) -> bool:
    """Whether it is a file of replies; False if it is empty.

    Raises:
        ReplyCacheError: if it is anything else. It is never changed then.
    """
    # In this order: where another process is just making the file, there is no table yet, or all that belongs to it.
    tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if application != APPLICATION and (application or tables):
        raise ReplyCacheError(f"{path} is an SQLite data base of another program; name another file")
    if tables and version != _VERSION:
        raise ReplyCacheError(
            f"{path} holds replies in format {version}, and this metricstress reads {_VERSION};"
            " export them with the version that wrote them, or name another file"
        )
    return bool(tables)


def _completion(row: Sequence[Any]) -> Completion:
    response, finish, model, fingerprint, prompt, completion, logprobs = row
    text = response.decode("utf-8", "surrogatepass")
    tokens = None if logprobs is None else tuple(json.loads(logprobs))
    return Completion(text, finish, model, fingerprint, prompt, completion, tokens, cached=True)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(value: bytes | str) -> str:
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value
