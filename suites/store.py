"""The run folder: both frames as Parquet and a manifest that says how they came about.

The manifest is written last and holds the hashes of the frames, so a folder either is a whole run or is not taken
for one. Until then the parts of the run lie in the folder `unfinished`, and the same command goes on from there.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .errors import UsageError, told
from .parts import Parts, cannot_go_on, write_whole

if TYPE_CHECKING:
    import pandas as pd

    from .run import RunResult

__all__ = ["RunFolder", "read_run"]

_MANIFEST: Final = "manifest.json"
_SCORES, _DELTAS, _TEXTS = "scores.parquet", "deltas.parquet", "texts.parquet"
_UNFINISHED: Final = "unfinished"
_LOCK, _HOLDER = ".lock", ".holder"
_LEFT: Final = (f".{_HOLDER}.", f".{_MANIFEST}.")
"""How the names begin of files that were about to become the holder's or the manifest."""
_SCHEMA: Final = 3


class RunFolder:
    """A place for one run, taken while this object is used as a context manager.

    Args:
        path: The folder; it may exist if it is empty or holds a run, whole or not, with the same fingerprint.
        fingerprint: Says what the run is a run of; see `metricstress.suites.commands`.

    Raises:
        UsageError: if the folder holds something else.
    """

    def __init__(self, path: Path, fingerprint: str) -> None:
        self.path = path
        self.fingerprint = fingerprint
        self._refuse_foreign()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Keep every other process out; a process that is killed lets go.

        Raises:
            UsageError: if another run holds the folder (it says which), or it cannot be written to.
        """
        from filelock import FileLock, Timeout

        holder = self.path / _HOLDER
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.path / _LOCK, timeout=0)
            lock.acquire()
            while not (self.path / _LOCK).exists():  # Taken away by the run before, just as it was opened here.
                lock.release()
                lock.acquire()
        except Timeout:
            raise UsageError(
                f"another run is at work in {str(self.path)!r} ({_who(holder)}); "
                "wait for it, or choose another folder with --out"
            ) from None
        except OSError as error:
            raise UsageError(
                f"cannot write to {str(self.path)!r}: {told(error)}; choose another folder with --out"
            ) from error
        try:
            since = datetime.now(UTC).isoformat(timespec="seconds")
            self._clear()
            about = {"pid": os.getpid(), "host": socket.gethostname(), "since": since}
            self._refuse_foreign()  # Now that nobody else can change what is there.
            self._writing(holder, json.dumps(about).encode())
            yield
        finally:
            with suppress(OSError):
                holder.unlink(missing_ok=True)
                (self.path / _LOCK).unlink()
                self.path.rmdir()  # Only if it is empty: nothing was done.
            lock.release()

    def finished(self) -> RunResult | None:
        """The whole run that the folder holds, or None."""
        unfinished = (self.path / _UNFINISHED).exists()
        return None if unfinished or not (self.path / _MANIFEST).exists() else read_run(self.path)

    def parts(self, n_chunks: int) -> Parts:
        """The parts of the unfinished run, begun if there are none."""
        return Parts(self.path / _UNFINISHED, self.fingerprint, n_chunks)

    def publish(
        self, scores: Path, texts: Path, deltas: pd.DataFrame, meta: Mapping[str, Any], parts: Parts
    ) -> RunResult:
        """Make the folder a whole run.

        Args:
            scores: The file of the scores frame, in this folder; it is moved.
            texts: The file of the texts, likewise.

        Raises:
            UsageError: if that is not possible, as on a full disk; the parts stay.
        """
        from .run import RunResult

        try:
            staged = parts.folder / f".{_DELTAS}"
            deltas.to_parquet(staged, index=False)
            manifest = {
                "schema": _SCHEMA,
                "fingerprint": self.fingerprint,
                **meta,
                "files": {_SCORES: _hash(scores), _DELTAS: _hash(staged), _TEXTS: _hash(texts)},
            }
            # From here on an older run of the folder is gone, and until the last step there is no whole one.
            (self.path / _MANIFEST).unlink(missing_ok=True)
            os.replace(scores, self.path / _SCORES)
            os.replace(texts, self.path / _TEXTS)
            os.replace(staged, self.path / _DELTAS)
            write_whole(self.path / _MANIFEST, (json.dumps(manifest, indent=2) + "\n").encode())
        except OSError as error:
            raise cannot_go_on(self.path, error) from error
        parts.remove()
        return RunResult(self.path / _SCORES, deltas, manifest, self.path / _TEXTS)

    def _clear(self) -> None:
        """Take away what processes left that were killed while they wrote a file; only the holder of the lock may."""
        for entry in self.path.iterdir():
            if entry.name.startswith(_LEFT):
                with suppress(OSError):
                    entry.unlink()

    def _writing(self, path: Path, content: bytes) -> None:
        try:
            write_whole(path, content)
        except OSError as error:
            raise UsageError(
                f"cannot write to {str(self.path)!r}: {told(error)}; choose another folder with --out"
            ) from error

    def _refuse_foreign(self) -> None:
        try:
            names = {entry.name for entry in self.path.iterdir()} - {_LOCK, _HOLDER}
            content = {name for name in names if not name.startswith(_LEFT)}
        except FileNotFoundError:
            return
        except OSError as error:
            raise UsageError(f"cannot use {str(self.path)!r} for the run: {told(error)}") from error
        if not content or _UNFINISHED in content:
            return
        if _MANIFEST not in content:
            raise UsageError(f"{str(self.path)!r} holds files that are no run; choose another folder with --out")
        other = _manifest(self.path)
        if other.get("fingerprint") != self.fingerprint:
            raise UsageError(
                f"{str(self.path)!r} holds another run (suite {other.get('suite')!r}, "
                f"{other.get('n_examples')} examples, seed {other.get('seed')}); "
                "choose another folder with --out, or remove it"
            )


def read_run(path: Path) -> RunResult:
    """The run in a folder; its scores stay on disk until they are asked for.

    Raises:
        UsageError: if the folder is missing, or is not a whole run.
    """
    import pandas as pd

    from metricstress.reports.frames import validate_deltas

    from .run import RunResult

    if not path.is_dir():
        raise UsageError(f"no run folder {str(path)!r}; make one with: metricstress run --out {path}")
    meta = _manifest(path)
    try:
        for name in (_SCORES, _DELTAS, _TEXTS):
            if _hash(path / name) != meta["files"][name]:
                raise UsageError(f"{str(path / name)!r} is not what the run wrote; run it again")
        deltas = pd.read_parquet(path / _DELTAS)
        validate_deltas(deltas)
    except (OSError, KeyError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"{str(path)!r} is not a whole run: {error}; run it again") from error
    return RunResult(path / _SCORES, deltas, meta, path / _TEXTS)


def _manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((path / _MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        if (path / _UNFINISHED).is_dir():
            raise UsageError(f"{str(path)!r} holds an unfinished run; run its command again to finish it") from None
        raise UsageError(f"{str(path)!r} is not a run folder: it has no {_MANIFEST}") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{str(path / _MANIFEST)!r} cannot be read: {error}; run it again") from error
    if not isinstance(manifest, dict) or manifest.get("schema") != _SCHEMA:
        raise UsageError(f"{str(path)!r} was written by another version of metricstress; run it again in a new folder")
    return manifest


def _who(holder: Path) -> str:
    """Who wrote the holder's file; it may be about to be written or gone."""
    try:
        about = json.loads(holder.read_text(encoding="utf-8"))
        return f"process {about['pid']} on {about['host']}, since {about['since']}"
    except (OSError, ValueError, KeyError, TypeError):
        return "it has just begun"


def _hash(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
