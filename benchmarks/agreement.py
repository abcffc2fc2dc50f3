"""How long do bootstrap intervals of Pearson's r and Spearman's rho take, beside scipy's bootstrap?

    python benchmarks/agreement.py [TABLE.csv SCORE RATING] [--rows 278] [--replicates 10000]

Without a table, scores and five-step ratings are drawn, with ties as real ratings have them. Ours draws 10,000
resamples and gives both BCa intervals, the jackknife included; the best of five times is printed. scipy's
`bootstrap(paired=True, method="BCa")` calls pearsonr and spearmanr once a resample; it runs on a twentieth of the
resamples and its time counts twenty times.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from metricstress.reports.agreement.correlation import drop_missing
from metricstress.reports.agreement.intervals import bootstrap_intervals

_SHARE = 20


def drawn(rows: int) -> tuple[Any, Any]:
    """Scores of two decimals and ratings from 1 to 5 that agree a little."""
    random = np.random.default_rng(0)
    scores = np.round(random.beta(2, 5, size=rows), 2)
    return scores, np.clip(np.round(3 + 2 * scores + random.normal(size=rows)), 1, 5)


def read(path: str, score: str, rating: str) -> tuple[Any, Any]:
    table = pd.read_csv(path)
    pairs = drop_missing(table[score].to_numpy(dtype=float), table[rating].to_numpy(dtype=float))
    return pairs.scores, pairs.ratings


def seconds(function: Any) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="*", metavar="TABLE SCORE RATING")
    parser.add_argument("--rows", type=int, default=278)
    parser.add_argument("--replicates", type=int, default=10_000)
    options = parser.parse_args()
    if len(options.table) not in (0, 3):
        parser.error("give a table and its two columns, or none of them")
    x, y = read(*options.table) if options.table else drawn(options.rows)

    def theirs() -> None:
        for function in (stats.pearsonr, stats.spearmanr):
            stats.bootstrap(
                (x, y),
                lambda a, b, function=function: function(a, b).statistic,
                paired=True,
                vectorized=False,
                n_resamples=options.replicates // _SHARE,
                method="BCa",
            )

    found = bootstrap_intervals(x, y, resamples=options.replicates)
    ours = min(seconds(lambda: bootstrap_intervals(x, y, resamples=options.replicates)) for _ in range(5))
    scipy = seconds(theirs) * _SHARE
    for kind, interval in found.items():
        print(f"{kind:<9} [{interval.low:.4f}, {interval.high:.4f}]  {interval.method}")
    print(f"{options.replicates} replicates of {len(x)} rows, both coefficients: {ours:.2f} s")
    print(f"scipy's bootstrap: about {scipy:.0f} s, {scipy / ours:.0f} times as long")


if __name__ == "__main__":
    main()
