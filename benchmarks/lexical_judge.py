"""What does the embedded judge of Ev²R cost, what does it see, and does it agree with people?

    python benchmarks/lexical_judge.py BASE.json [COPY.json ...] [--rated RATED.csv]

Milliseconds a pair of precision, recall and F1 over the pairs, cold and on one core, beside METEOR over the same pairs;
then the contrast of `metricstress.suites.contrast`: of the reference facts in BASE, the share that each still supports
(a half or more) after it got a negation, another number or another name; and, with a file of rated pairs (columns
"reference evidence", "predicted evidence", "semantic_coverage"), Spearman's correlation of each component with it.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Sequence
from pathlib import Path

from scipy.stats import spearmanr

from metricstress.metrics_under_test.ev2r.judges.lexical import LexicalJudge
from metricstress.metrics_under_test.ev2r.reference_based import ReferenceBased
from metricstress.metrics_under_test.meteor import meteor
from metricstress.metrics_under_test.metric import Item, Metric, Score
from metricstress.suites.contrast import contrast_rows
from metricstress.suites.formats import read_examples


def milliseconds(metric: Metric, items: Sequence[Item]) -> float:
    """CPU time a pair."""
    start = time.process_time()
    metric.score(items)
    return 1000 * (time.process_time() - start) / len(items)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", type=Path)
    parser.add_argument("copies", type=Path, nargs="*")
    parser.add_argument("--rated", type=Path)
    options = parser.parse_args(arguments)
    examples = list(read_examples(options.base))
    base = [example.evidence for example in examples]
    items = [
        Item(copy.evidence, original)
        for path in options.copies or [options.base]
        for copy, original in zip(read_examples(path), base, strict=True)
    ]
    scorer = ReferenceBased()
    own, other = milliseconds(scorer, items), milliseconds(meteor, items)
    print(f"{len(items)} pairs: {own:.2f} ms a pair, {own / other:.1f} times METEOR")
    for row in contrast_rows(examples, LexicalJudge(), seed=0):
        share = "n/a" if row.share is None else f"{row.share:.1%}"
        print(f"{row.contrast:<14} {share:>6} of {row.n_applicable} altered facts still supported")
    if options.rated:
        with options.rated.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        outcomes = scorer.score([Item(row["predicted evidence"], row["reference evidence"]) for row in rows])
        ratings = [float(row["semantic_coverage"]) for row in rows]
        scored = [(one, rating) for one, rating in zip(outcomes, ratings, strict=True) if isinstance(one, Score)]
        for component in scorer.components:
            rho = spearmanr([one.values[component] for one, _ in scored], [rating for _, rating in scored]).statistic
            print(f"{component:<14} Spearman {rho:.3f} with the rating, n = {len(scored)} of {len(rows)}")


if __name__ == "__main__":
    main()
