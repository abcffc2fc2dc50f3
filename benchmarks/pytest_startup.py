"""What does the pytest plugin cost a project that does not use it?

    python benchmarks/pytest_startup.py [--runs 20]

`pytest --collect-only` on an empty project with the plugin and without it, one after the other in turn: the medians of
the wall-clock time and of the CPU time, which other work on the machine disturbs less, their ratios and differences
(goal: at most 30 ms), and the modules that only the plugin imports.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from importlib.metadata import entry_points
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Final

_MODULE: Final = "metricstress.suites.pytest_plugin"
_GOAL: Final = 30  # milliseconds
_NOTHING_COLLECTED: Final = 5  # pytest's exit code


def arguments() -> dict[str, list[str]]:
    """Pytest's arguments with and without the plugin; without an installation it is named instead of found."""
    installed = any(point.value == _MODULE for point in entry_points(group="pytest11"))
    return {"with": [] if installed else ["-p", _MODULE], "without": ["-p", "no:metricstress"]}


def milliseconds(extra: list[str], folder: Path) -> tuple[float, float]:
    """Wall-clock and CPU time of one start."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *extra]
    start, before = time.perf_counter(), getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    wall, after = time.perf_counter() - start, getrusage(RUSAGE_CHILDREN)
    if done.returncode != _NOTHING_COLLECTED:
        raise SystemExit(f"pytest failed: {done.stdout}{done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return 1000 * wall, 1000 * cpu


def imported(extra: list[str], folder: Path) -> set[str]:
    """Names of the modules after a start."""
    code = (
        "import sys, pytest, contextlib, io\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n    pytest.main(sys.argv[1:])\n"
        "print(*sys.modules)\n"
    )
    command = [sys.executable, "-c", code, "--collect-only", "-q", "-p", "no:cacheprovider", *extra]
    return set(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.split())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=20, help="pairs of starts (default: 20)")
    runs = parser.parse_args().runs
    ways = arguments()
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for extra in ways.values():  # the first start compiles
            milliseconds(extra, folder)
        for number in range(runs):
            # Now one first and now the other, so that neither gains from what the machine does meanwhile.
            for way in sorted(ways, reverse=bool(number % 2)):
                taken[way].append(milliseconds(ways[way], folder))
        more = sorted(imported(ways["with"], folder) - imported(ways["without"], folder))
    print(f"pytest --collect-only, {runs} pairs of starts; goal: at most {_GOAL} ms more with the plugin")
    for column, label in enumerate(("wall-clock", "CPU")):
        loaded, bare = (median(times[column] for times in taken[way]) for way in ("with", "without"))
        pairs = zip(taken["with"], taken["without"], strict=True)
        difference = median(one[column] - other[column] for one, other in pairs)
        print(
            f"  {label:<10} {bare:6.0f} ms without, {loaded:6.0f} ms with: ratio of medians {loaded / bare:.3f}, "
            f"difference {loaded - bare:+.1f} ms (median of the pairs {difference:+.1f} ms)"
        )
    print(f"  imported besides      {', '.join(more)}")


if __name__ == "__main__":
    main()
