"""Do time and memory grow in step with the number of examples?

    python benchmarks/growth.py --sizes 1000 10000 50000

For each size a file is made in which no two sentences are equal (see enlarge.py), and `metricstress run` goes over it
in a fresh process without a score cache, with BLEU, ROUGE-L and METEOR on all of Table 5. "Of linear" is the time for
each example compared with that of the smallest file; the last column compares the peak of memory with the line before.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from enlarge import write_enlarged
from processes import Measured, measured, metricstress

_METRICS = ("bleu", "rougeL", "meteor")


def grown(size: int, source: Path | None, workers: int, metrics: Sequence[str]) -> Measured:
    """One run over a file of `size` examples."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = folder / "examples.jsonl"
        write_enlarged(data, size, source)
        chosen = [part for metric in metrics for part in ("--metric", metric)]
        options: list[str | Path] = ["--data", data, "--out", folder / "run", "--workers", str(workers), "--no-cache"]
        return measured(metricstress("run", *chosen, *options))


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the files, run, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10000, 50000])
    parser.add_argument("--data", type=Path, help="what the files are made from (default: the bundled sample)")
    parser.add_argument("--metric", nargs="+", default=_METRICS, help="metrics (bleu rougeL meteor)")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args(arguments)
    head = f"{'examples':>9}{'seconds':>10}{'CPU':>10}{'s per 1,000':>13}"
    print(f"{head}{'of linear':>11}{'peak MB':>10}{'of previous':>13}")
    first: float | None = None
    previous: float | None = None
    for size in options.sizes:
        found = grown(size, options.data, options.workers, options.metric)
        each = found.seconds / size
        first = each if first is None else first
        growth = "" if previous is None else f"{found.peak / previous:.2f}x"
        print(
            f"{size:>9}{found.seconds:>10.1f}{found.cpu:>10.1f}{1000 * each:>13.2f}{each / first:>10.2f}x"
            f"{found.peak:>10.0f}{growth:>13}",
            flush=True,
        )
        previous = found.peak


if __name__ == "__main__":
    main()
