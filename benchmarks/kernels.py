"""How much faster than the reference libraries are the classical metrics, and do they differ?

    python benchmarks/kernels.py BASE.json COPY.json ...

Every file is read as `metricstress run` reads it; each example of each copy is scored against the base. For every
metric the reference and ours run in turn, five times each, ours with all caches cold; the ratio is that of the median
CPU times. With `--share 5` the references run on every fifth pair and their time counts five times; the differences
are then those of these pairs. References: rouge_score (ROUGE-1, -2 and -L together), nltk's `single_meteor_score` over
its own WordNet reader (loaded beforehand), the counting loop of the TensorFlow NMT tutorial for BLEU, and for Hungarian
METEOR that same nltk score for every pair of pieces with scipy's assignment. The last column compares ours with the
floor: cutting every distinct text into words once, for all the metrics' tokenizers.

The row "sum" adds the rows up, each with its cold caches. The row "in one go" is ours for all metrics one after the
other, caches cold at the beginning only, as a run of the suites is.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parity import nltk_wordnet

from metricstress.language.passages import Evidence, evidence_text
from metricstress.language.wordnet import wordnet
from metricstress.metrics_under_test.bleu import bleu_score
from metricstress.metrics_under_test.hungarian_meteor import evidence_pieces, hungarian_meteor, predicted_pieces
from metricstress.metrics_under_test.meteor import meteor_score
from metricstress.metrics_under_test.metric import Item, Score
from metricstress.metrics_under_test.rouge import rouge_l_score, rouge_n_score
from metricstress.suites.formats import read_examples

Pair = tuple[Evidence, Evidence]
Run = Callable[[Sequence[Pair]], list[float]]


@dataclass(frozen=True)
class Contest:
    """A metric's two implementations; each gives all scores of all pairs."""

    name: str
    ours: Run
    reference: Run


def on_texts(*functions: Callable[[str, str], float]) -> Run:
    """A run of functions of candidate and reference text."""
    return lambda pairs: [
        function(evidence_text(candidate), evidence_text(reference))
        for candidate, reference in pairs
        for function in functions
    ]


def nmt_bleu(candidate: str, reference: str) -> float:
    """BLEU as that tutorial goes about it: counters of all orders, merged references, intersection."""

    def counted(tokens: list[str]) -> Counter[tuple[str, ...]]:
        counts: Counter[tuple[str, ...]] = Counter()
        for order in range(1, 5):
            for start in range(len(tokens) - order + 1):
                counts[tuple(tokens[start : start + order])] += 1
        return counts

    hypothesis, target = candidate.split(), reference.split()
    if not hypothesis or not target:
        return 0.0
    merged: Counter[tuple[str, ...]] = Counter()
    merged |= counted(target)
    matches = [0] * 4
    for gram, count in (counted(hypothesis) & merged).items():
        matches[len(gram) - 1] += count
    possible = [len(hypothesis) - order for order in range(4)]
    if min(matches) == 0 or min(possible) <= 0:
        return 0.0
    mean = math.exp(sum(1 / 4 * math.log(match / all_) for match, all_ in zip(matches, possible, strict=True)))
    ratio = len(hypothesis) / len(target)
    return mean * (1.0 if ratio > 1.0 else math.exp(1 - 1.0 / ratio))


def our_hungarian(pairs: Sequence[Pair]) -> list[float]:
    """Hungarian METEOR as the suites call it."""
    outcomes = hungarian_meteor.score([Item(candidate, reference) for candidate, reference in pairs])
    return [outcome.values["hungarian_meteor"] if isinstance(outcome, Score) else math.nan for outcome in outcomes]


def contests(reader: Any) -> list[Contest]:
    """The metrics with their references; `reader` is nltk's WordNet."""
    import numpy as np
    from nltk.tokenize.destructive import NLTKWordTokenizer
    from nltk.translate.meteor_score import single_meteor_score
    from rouge_score.rouge_scorer import RougeScorer
    from scipy.optimize import linear_sum_assignment

    scorer, tokenize = RougeScorer(["rouge1", "rouge2", "rougeL"]), NLTKWordTokenizer().tokenize

    def rouge_reference(pairs: Sequence[Pair]) -> list[float]:
        found = (scorer.score(evidence_text(reference), evidence_text(candidate)) for candidate, reference in pairs)
        return [scores[name].fmeasure for scores in found for name in ("rouge1", "rouge2", "rougeL")]

    def nltk_meteor(candidate: str, reference: str) -> float:
        return float(single_meteor_score(tokenize(reference), tokenize(candidate), wordnet=reader))

    def hungarian_reference(pairs: Sequence[Pair]) -> list[float]:
        scores = []
        for candidate, reference in pairs:
            own, other = predicted_pieces(candidate), evidence_pieces(reference)
            table = np.array([[nltk_meteor(one, two) for two in other] for one in own]).reshape(len(own), len(other))
            scores.append(float(table[linear_sum_assignment(table, maximize=True)].sum() * (1 / float(len(other)))))
        return scores

    def rouge_n(order: int) -> Callable[[str, str], float]:
        return lambda candidate, reference: rouge_n_score(candidate, reference, order)

    return [
        Contest("bleu", on_texts(bleu_score), on_texts(nmt_bleu)),
        Contest("rouge1+2+L", on_texts(rouge_n(1), rouge_n(2), rouge_l_score), rouge_reference),
        Contest("meteor", on_texts(meteor_score), on_texts(nltk_meteor)),
        Contest("hungarian_meteor", our_hungarian, hungarian_reference),
    ]


def floor(pairs: Sequence[Pair]) -> None:
    """Cut every distinct text once, the way each metric wants it."""
    from metricstress.metrics_under_test.rouge_tokens import rouge_tokens
    from metricstress.metrics_under_test.word_tokenizer import word_tokens

    for text in {evidence_text(evidence) for pair in pairs for evidence in pair}:
        text.split()
        rouge_tokens(text)
        word_tokens(text)


def forget() -> None:
    """Make all caches of the metrics and of WordNet cold."""
    wordnet.cache_clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("metricstress.metrics_under_test"):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and not isinstance(value, type):
                    value.cache_clear()


def timed(run: Callable[[Sequence[Pair]], Any], pairs: Sequence[Pair]) -> tuple[float, Any]:
    """CPU seconds and result."""
    start = time.process_time()
    result = run(pairs)
    return time.process_time() - start, result


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the files, run, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", type=Path)
    parser.add_argument("copies", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=5, help="how often each side runs (5)")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="time the references on every Nth pair (1)")
    parser.add_argument("--only", nargs="*", help="names of the metrics to run (all)")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")  # nltk's reader warns that it is not multilingual.
    base = [example.evidence for example in read_examples(options.base)]
    pairs = [
        (example.evidence, reference)
        for path in (options.base, *options.copies)
        for example, reference in zip(read_examples(path), base, strict=True)
    ]
    medians: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        found = contests(nltk_wordnet(Path(folder)))
        floors = []
        for _ in range(options.runs):
            forget()
            floors.append(timed(floor, pairs)[0])
        least = statistics.median(floors)
        print(f"{len(pairs)} pairs, medians of {options.runs} runs")
        print(f"{'metric':<18}{'largest difference':>20}{'times as fast':>16}{'ours / floor':>15}")
        chosen = [contest for contest in found if not options.only or contest.name in options.only]
        for contest in chosen:
            own_times, reference_times, worst = [], [], 0.0
            for _ in range(options.runs):
                forget()
                seconds, own = timed(contest.ours, pairs)
                own_times.append(seconds)
                seconds, expected = timed(contest.reference, pairs[:: options.share])
                reference_times.append(seconds * len(pairs) / len(pairs[:: options.share]))
                size = len(own) // len(pairs)  # scores a pair
                sampled = [score for at in range(0, len(own), size * options.share) for score in own[at : at + size]]
                worst = max(worst, *(abs(one - other) for one, other in zip(sampled, expected, strict=True)))
            medians.append((statistics.median(own_times), statistics.median(reference_times)))
            _print(contest.name, f"{worst:.3g}", *medians[-1], least)
        in_one_go = []
        for _ in range(options.runs):
            forget()
            in_one_go.append(sum(timed(contest.ours, pairs)[0] for contest in chosen))
    slowest = sum(other for _, other in medians)
    _print("sum", "", sum(own for own, _ in medians), slowest, least)
    _print("in one go", "", statistics.median(in_one_go), slowest, least)


def _print(name: str, worst: str, own: float, reference: float, least: float) -> None:
    print(f"{name:<18}{worst:>20}{reference / own:>16.1f}{own / least:>15.2f}", flush=True)


if __name__ == "__main__":
    main()
