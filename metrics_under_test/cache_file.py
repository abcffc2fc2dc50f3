"""The SQLite file of the score cache: opening it, keeping it small, and what its errors mean."""

from __future__ import annotations

import os
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import sqlite3

__all__ = [
    "NotOurs",
    "file_number",
    "forget_inherited",
    "is_damage",
    "may_pass",
    "open_cache",
    "set_aside",
    "trim",
    "what_to_do",
]

APPLICATION: Final = 0x4D535343
"""SQLite's `application_id` of our files ("MSSC"), so that nobody else's data base is ever changed."""
SCHEMA: Final = 1
"""To be raised when the meaning of a row changes; a file of another version is emptied."""
_SECONDS: Final = 10.0
"""How long to wait for another process that writes."""
_MEMORY_KIB: Final = 4096

# Primary result codes of SQLite (https://www.sqlite.org/rescode.html).
_BUSY, _READONLY, _IOERR, _CORRUPT, _FULL, _CANTOPEN, _NOTADB = 5, 8, 10, 11, 13, 14, 26


class NotOurs(Exception):
    """The file is somebody else's SQLite data base."""


def open_cache(path: Path, max_bytes: int) -> sqlite3.Connection:
    """The file, made if need be, ready and not larger than `max_bytes` (of which the log beside it is no part).

    Raises:
        sqlite3.Error, OSError, NotOurs: if it cannot be used.
    """
    import sqlite3

    path.parent.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + _SECONDS
    while True:
        connection = sqlite3.connect(path, timeout=_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            _prepare(connection)
            trim(connection, max_bytes)
        except sqlite3.OperationalError as error:
            connection.close()
            # Two processes that make the file at once are told "locked" without SQLite's own waiting.
            if _code(error) != _BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        except BaseException:
            connection.close()
            raise
        else:
            return connection


def _prepare(connection: sqlite3.Connection) -> None:
    run = connection.execute
    made = _is_made(connection)
    run(f"PRAGMA cache_size = -{_MEMORY_KIB}")
    if not made:
        run("PRAGMA auto_vacuum = INCREMENTAL")  # Has an effect in an empty file only, and before WAL.
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = NORMAL")  # A power cut may lose the last scores, but never damages the file.
    if made:
        return
    run("BEGIN IMMEDIATE")
    if not _is_made(connection):
        run("DROP TABLE IF EXISTS scores")
        # With rowid: it tells old rows from new ones.
        run("CREATE TABLE scores (key BLOB PRIMARY KEY, entries BLOB NOT NULL)")
        run(f"PRAGMA application_id = {APPLICATION}")
        run(f"PRAGMA user_version = {SCHEMA}")
    run("COMMIT")


def _is_made(connection: sqlite3.Connection) -> bool:
    """Whether it is a score cache of this version.

    Raises:
        NotOurs: if it is something that may not be changed.
    """
    # In this order: where another process is just making the file, there is no table yet, or all that belongs to it.
    tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    application = _number(connection, "PRAGMA application_id")
    if application != APPLICATION and (application or tables):
        raise NotOurs
    return bool(tables) and _number(connection, "PRAGMA user_version") == SCHEMA


def trim(connection: sqlite3.Connection, max_bytes: int) -> None:
    """Drop the older half of the rows if what is in use is more than `max_bytes`."""
    import sqlite3

    if _bytes_used(connection) <= max_bytes:
        return
    try:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            if _bytes_used(connection) > max_bytes:
                connection.execute(
                    "DELETE FROM scores WHERE rowid <="
                    " ((SELECT min(rowid) FROM scores) + (SELECT max(rowid) FROM scores)) / 2"
                )
        connection.executescript("PRAGMA incremental_vacuum")  # `execute` would stop after the first page.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.OperationalError as error:
        if _code(error) != _BUSY:  # Who is busy there trims it, or the next one does.
            raise


def _bytes_used(connection: sqlite3.Connection) -> int:
    pages = _number(connection, "PRAGMA page_count") - _number(connection, "PRAGMA freelist_count")
    return pages * _number(connection, "PRAGMA page_size")


def _number(connection: sqlite3.Connection, query: str) -> int:
    with closing(connection.execute(query)) as rows:
        return int(rows.fetchone()[0])


def is_damage(error: Exception) -> bool:
    """Whether the file is no SQLite file, or one that is damaged."""
    return _code(error) in (_CORRUPT, _NOTADB)


def may_pass(error: Exception) -> bool:
    """Whether another attempt may go well: a process that sets a damaged file aside takes its log away under others."""
    return _code(error) == _IOERR


def file_number(path: Path) -> int | None:
    """Tells a file from the one that took its place; None if there is none."""
    try:
        return path.stat().st_ino
    except OSError:
        return None


def set_aside(path: Path, number: int | None) -> bool:
    """Rename a damaged file to `….damaged`, so that a new one can be made; whether that went well.

    Args:
        path: Where it is.
        number: Its `file_number` when it was opened. If that has changed, another process has made a new file.
    """
    taken = path.with_name(path.name + ".repair")
    try:
        taken.mkdir()
    except FileExistsError:
        return _wait_for(taken)
    except OSError:
        return False
    try:
        if file_number(path) == number:
            for suffix in ("-wal", "-shm"):  # A log that stays would be played into the new file.
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            os.replace(path, path.with_name(path.name + ".damaged"))
    except OSError:
        return False
    finally:
        taken.rmdir()
    return True


def _wait_for(taken: Path) -> bool:
    deadline = time.monotonic() + _SECONDS
    while taken.exists():
        if time.monotonic() > deadline:  # Left by a process that was killed: the next one finds the way free.
            with suppress(OSError):
                taken.rmdir()
            return False
        time.sleep(0.02)
    return True


_inherited: list[sqlite3.Connection] = []


def forget_inherited(connection: sqlite3.Connection | None) -> None:
    """Neither use nor close a connection that came through a fork: both harm the parent's locks.

    https://www.sqlite.org/howtocorrupt.html, section 2.6.
    """
    if connection is not None:
        _inherited.append(connection)


def what_to_do(error: Exception) -> str:
    """What went wrong and what helps, as the end of a sentence."""
    if isinstance(error, NotOurs):
        return "is an SQLite data base of another program; name another folder in METRICSTRESS_CACHE"
    advice = {
        _FULL: "free some disk space",
        _READONLY: "make the file and its folder writable",
        _CANTOPEN: "make the folder writable",
        _BUSY: f"some process has been writing for {_SECONDS:.0f} s; end it",
        _CORRUPT: "delete the file",
        _NOTADB: "delete the file",
    }.get(_code(error), "see to it")
    return f"{type(error).__name__}: {error}; {advice}, or name another folder in METRICSTRESS_CACHE"


def _code(error: Exception) -> int:
    """SQLite's primary result code, 0 for other errors."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
