"""Fresh processes, measured: wall-clock and CPU seconds and the peak of memory, of the process and its children."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Measured", "measured", "metricstress"]

_EVERY = 0.05  # Seconds between two looks at the memory


@dataclass(frozen=True)
class Measured:
    """What one process took.

    Attributes:
        seconds: Wall-clock time.
        cpu: User and system time, its children's included.
        peak: Most memory resident at one time, in MB: of the process alone or, where /proc tells them, the sum
            over its children and itself as seen every 50 ms (pages that they share count for each).
    """

    seconds: float
    cpu: float
    peak: float


def metricstress(*arguments: str | Path) -> list[str]:
    """The command that users type as `metricstress …`."""
    return [sys.executable, "-m", "metricstress.suites.cli", *map(str, arguments)]


def measured(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Measured:
    """Run a command to its end; its caches are in a folder of its own that is empty before and gone afterwards.

    Raises:
        RuntimeError: if the command fails; with the end of what it said.
    """
    with tempfile.TemporaryDirectory() as cache_folder, tempfile.TemporaryFile() as said:
        settings = {**os.environ, "METRICSTRESS_CACHE": cache_folder, **(environment or {})}
        start = time.perf_counter()
        process = subprocess.Popen(command, env=settings, stdout=said, stderr=subprocess.STDOUT)
        together = 0.0
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            together = max(together, sum(map(_resident, _family(process.pid))))
            time.sleep(_EVERY if time.perf_counter() - start > 1 else 0.005)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            tail = said.read().decode(errors="replace")[-2000:]
            raise RuntimeError(f"{' '.join(command)} ended with exit code {process.returncode}:\n{tail}")
    alone = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return Measured(seconds, usage.ru_utime + usage.ru_stime, max(alone, together))


def _family(pid: int) -> list[int]:
    """A process and all its descendants (Linux; elsewhere the process alone)."""
    found = [pid]
    for parent in found:  # Grows while it is gone through.
        with suppress(OSError):
            for listing in Path(f"/proc/{parent}/task").glob("*/children"):
                found += map(int, listing.read_text().split())
    return found


def _resident(pid: int) -> float:
    """Resident memory in MB; 0 where it cannot be told."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
