"""Parts: what an unfinished run has done so far, a Parquet file a chunk, so that a killed run can go on.

A part is written beside its place, flushed to the disk and then moved there: it is whole or it is not there. Which
run the parts belong to, and into how many chunks it is cut, stands in a file of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from .errors import UsageError, told

__all__ = ["Parts", "cannot_go_on", "write_whole"]

_STATE: Final = "state.json"


class Parts:
    """The folder of an unfinished run.

    Args:
        folder: Where the parts are; made if it is not there.
        fingerprint: Of the run.
        n_chunks: Into how many chunks its examples are cut.

    Raises:
        UsageError: if the parts there are those of another run, or the folder cannot be written to.
    """

    def __init__(self, folder: Path, fingerprint: str, n_chunks: int) -> None:
        self.folder = folder
        self.n_chunks = n_chunks
        state = {"fingerprint": fingerprint, "n_chunks": n_chunks}
        try:
            folder.mkdir(exist_ok=True)
            found = _state(folder / _STATE)
            if found is None:
                self._clear()
                write_whole(folder / _STATE, (json.dumps(state) + "\n").encode())
            elif found != state:
                raise UsageError(
                    f"{str(folder.parent)!r} holds an unfinished run of something else; "
                    f"choose another folder with --out, or remove {str(folder)!r}"
                )
        except OSError as error:
            raise UsageError(f"cannot write to {str(folder)!r}: {told(error)}") from error

    def path(self, number: int) -> Path:
        """Where the part of a chunk is."""
        return self.folder / f"{number:06d}.parquet"

    def texts_path(self, number: int) -> Path:
        """Where the texts of a chunk are."""
        return self.folder / f"{number:06d}.texts.parquet"

    def missing(self) -> list[int]:
        """The chunks that are still to be done, in order; a part that cannot be opened is taken away."""
        return [number for number in range(self.n_chunks) if not self._is_whole(number)]

    def write(self, number: int, part: bytes, texts: bytes) -> None:
        """Set a chunk's part down, its texts first: a chunk counts as done when both are there.

        Raises:
            UsageError: if that is not possible, as on a full disk.
        """
        try:
            write_whole(self.texts_path(number), texts)
            write_whole(self.path(number), part)
        except OSError as error:
            raise cannot_go_on(self.folder.parent, error) from error

    def paths(self) -> Sequence[Path]:
        """All parts, in order."""
        return [self.path(number) for number in range(self.n_chunks)]

    def texts_paths(self) -> Sequence[Path]:
        """The texts of all parts, in order."""
        return [self.texts_path(number) for number in range(self.n_chunks)]

    def remove(self) -> None:
        """Take the folder away; its run is finished."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _is_whole(self, number: int) -> bool:
        import pyarrow.parquet as pq

        for path in (self.path(number), self.texts_path(number)):
            try:
                # A power failure, other than a killed process, can leave a file without its content.
                pq.read_metadata(path)
            except FileNotFoundError:
                return False
            except (OSError, ValueError):
                path.unlink()
                return False
        return True

    def _clear(self) -> None:
        for entry in self.folder.iterdir():
            entry.unlink()


def cannot_go_on(folder: Path, error: OSError) -> UsageError:
    """What to tell whose run cannot be written, as on a full disk."""
    return UsageError(
        f"cannot write to {str(folder)!r}: {told(error)}; what is done so far is kept: "
        "mend that and run the same command again"
    )


def _state(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, also after a power failure.

    Raises:
        OSError: if it cannot be written.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
