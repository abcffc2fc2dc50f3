"""The run folder: both frames as Parquet and a manifest that says how they came about.

A folder is written beside its place and moved there when it is whole, and the manifest holds the hashes of
the frames. So a folder either is a whole run or is not taken for one.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import UsageError

if TYPE_CHECKING:
    from .run import RunResult

__all__ = ["RunFolder", "read_run", "write_whole"]

_MANIFEST = "manifest.json"
_FRAMES = ("scores.parquet", "deltas.parquet")
_SCHEMA = 1


class RunFolder:
    """A place for one run.

    Args:
        path: The folder; it may exist if it is empty or holds a run with the same fingerprint.
        fingerprint: Says what the run is a run of; see `metricstress.suites.cli`.

    Raises:
        UsageError: if the folder holds something else, or cannot be written to.
    """

    def __init__(self, path: Path, fingerprint: str) -> None:
        self.path = path
        self.fingerprint = fingerprint
        self._refuse_foreign()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Asked by writing: rights, a full disk and a read-only file system all answer truly.
            with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent):
                pass
        except OSError as error:
            raise UsageError(
                f"cannot write to {str(path)!r}: {error.strerror or error}; choose another folder with --out"
            ) from error

    def write(self, result: RunResult) -> None:
        """Write the run; the folder appears whole or not at all."""
        try:
            with self._staging() as staging:
                for name, frame in zip(_FRAMES, (result.scores, result.deltas), strict=True):
                    frame.to_parquet(staging / name, index=False)
                manifest = {
                    "schema": _SCHEMA,
                    "fingerprint": self.fingerprint,
                    **result.meta,
                    "files": {name: _hash(staging / name) for name in _FRAMES},
                }
                (staging / _MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            raise UsageError(f"cannot write the run to {str(self.path)!r}: {error.strerror or error}") from error

    @contextmanager
    def _staging(self) -> Iterator[Path]:
        staging = Path(tempfile.mkdtemp(prefix=f".{self.path.name}.", dir=self.path.parent))
        try:
            yield staging
            staging.chmod(0o777 & ~_umask())
            if self.path.is_dir():
                old = Path(tempfile.mkdtemp(prefix=f".{self.path.name}.old.", dir=self.path.parent))
                os.replace(self.path, old)
                os.replace(staging, self.path)
                shutil.rmtree(old, ignore_errors=True)
            else:
                os.replace(staging, self.path)
        finally:
            shutil.rmtree(staging, ignore_errors=True)

    def _refuse_foreign(self) -> None:
        try:
            content = sorted(entry.name for entry in self.path.iterdir())
        except FileNotFoundError:
            return
        except OSError as error:
            raise UsageError(f"cannot use {str(self.path)!r} for the run: {error.strerror or error}") from error
        if not content:
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


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        staging = Path(file.name)
        try:
            file.write(text)
            file.close()
            staging.chmod(0o666 & ~_umask())
            os.replace(staging, path)
        finally:
            staging.unlink(missing_ok=True)


def read_run(path: Path) -> RunResult:
    """The run in a folder.

    Raises:
        UsageError: if the folder is missing, or is not a whole run.
    """
    import pandas as pd

    from metricstress.reports.frames import validate_deltas, validate_scores

    from .run import RunResult

    if not path.is_dir():
        raise UsageError(f"no run folder {str(path)!r}; make one with: metricstress run --out {path}")
    meta = _manifest(path)
    frames = []
    for name, check in zip(_FRAMES, (validate_scores, validate_deltas), strict=True):
        try:
            if _hash(path / name) != meta["files"][name]:
                raise UsageError(f"{str(path / name)!r} is not what the run wrote; run it again")
            frames.append(pd.read_parquet(path / name))
            check(frames[-1])
        except (OSError, KeyError, ValueError) as error:
            if isinstance(error, UsageError):
                raise
            raise UsageError(f"{str(path)!r} is not a whole run: {name}: {error}; run it again") from error
    return RunResult(frames[0], frames[1], meta)


def _manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((path / _MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"{str(path)!r} is not a run folder: it has no {_MANIFEST}") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{str(path / _MANIFEST)!r} cannot be read: {error}; run it again") from error
    if not isinstance(manifest, dict) or manifest.get("schema") != _SCHEMA:
        raise UsageError(f"{str(path)!r} was written by another version of metricstress; run it again")
    return manifest


def _hash(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
