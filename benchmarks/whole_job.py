"""How long does a whole job take from the shell, beside the loop that people write for it?

    python benchmarks/whole_job.py [BASE.json]
    python benchmarks/whole_job.py --workers [BASE.json]

Ours is `metricstress run` in a fresh process without a score cache: read, perturb in all the ways of Table 5, audit,
score with BLEU, ROUGE-L and METEOR, intervals, table, files. The loop is a fresh process too, but gets the perturbed
texts ready made and has nothing to do but to score every pair, one by one, and take the means: BLEU as the counting
loop of the NMT tutorial, rouge_score with one scorer for all, nltk's METEOR on nltk's tokens (its WordNet loaded in
the process, as it has to be). A second loop goes about ROUGE as HF `evaluate` does when it is called for each pair,
as the Ev²R authors do: a scorer of four types and a bootstrap a call. It is timed on its first pairs and scaled up.

With --workers, one process against two on a larger file.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

from enlarge import write_enlarged
from processes import measured, metricstress

from metricstress.language.passages import evidence_text
from metricstress.perturb.registry import get_perturbation
from metricstress.suites.formats import read_examples
from metricstress.suites.sample import sample_path
from metricstress.suites.scoring import perturb_example
from metricstress.suites.suite import load_suite
from metricstress.suites.work import pool_of

_METRICS = ("--metric", "bleu", "--metric", "rougeL", "--metric", "meteor")


def write_pairs(source: Path, limit: int | None, target: Path) -> int:
    """Write, for the loop, a list of [perturbation, candidate, reference]; gives the number of pairs."""
    everything = list(read_examples(source))
    pool = pool_of(everything)
    chosen = [get_perturbation(name) for name in load_suite("ev2r").perturbations]
    pairs = []
    for example in everything[:limit]:
        reference = evidence_text(example.references)
        pairs.append(["", evidence_text(example.evidence), reference])
        for variant in perturb_example(example, chosen, seed=0, donors=pool):
            pairs.append([variant.perturbation, evidence_text(variant.evidence), reference])
    target.write_text(json.dumps(pairs), encoding="utf-8")
    return len(pairs)


def loop(path: Path, first: int | None, *, as_evaluate: bool) -> None:
    """Score the pairs one by one and print the means; what the other side's process does."""
    from kernels import nmt_bleu
    from nltk.tokenize.destructive import NLTKWordTokenizer
    from nltk.translate.meteor_score import single_meteor_score
    from parity import nltk_wordnet
    from rouge_score.rouge_scorer import RougeScorer
    from rouge_score.scoring import BootstrapAggregator

    warnings.simplefilter("ignore")  # nltk's reader warns that it is not multilingual.
    tokenize, once = NLTKWordTokenizer().tokenize, RougeScorer(["rougeL"])

    def rouge(candidate: str, reference: str) -> float:
        if not as_evaluate:
            return float(once.score(reference, candidate)["rougeL"].fmeasure)
        scorer, aggregator = RougeScorer(["rouge1", "rouge2", "rougeL", "rougeLsum"]), BootstrapAggregator()
        aggregator.add_scores(scorer.score(reference, candidate))
        return float(aggregator.aggregate()["rougeL"].mid.fmeasure)

    scores: dict[str, list[tuple[float, float, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        reader = nltk_wordnet(Path(folder))
        for name, candidate, reference in json.loads(path.read_text(encoding="utf-8"))[:first]:
            meteor = single_meteor_score(tokenize(reference), tokenize(candidate), wordnet=reader)
            found = (nmt_bleu(candidate, reference), rouge(candidate, reference), float(meteor))
            scores.setdefault(name, []).append(found)
    for name, rows in scores.items():
        print(name, *(statistics.fmean(column) for column in zip(*rows, strict=True)))


def against_loop(source: Path, limit: int | None, runs: int, sampled: int) -> None:
    """The job beside both loops."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pairs = folder / "pairs.json"
        count = write_pairs(source, limit, pairs)
        bounds = () if limit is None else ("--limit", str(limit))
        ours = metricstress("run", *_METRICS, "--data", source, *bounds, "--out", folder / "run", "--no-cache")
        theirs = [sys.executable, __file__, "--loop", str(pairs)]
        help_times, our_times, their_times = [], [], []
        for _ in range(runs):
            help_times.append(measured(metricstress("--help")).seconds)
            our_times.append(measured(ours).seconds)
            their_times.append(measured(theirs).seconds)
        seconds, other = statistics.median(our_times), statistics.median(their_times)
        few, more = min(sampled, count) // 2, min(sampled, count)
        as_evaluate = [measured([*theirs, "--as-evaluate", "--first", str(size)]).seconds for size in (few, more)]
        # The difference of two sizes leaves out the start, which the whole job has once.
        each = max(0.0, as_evaluate[1] - as_evaluate[0]) / max(1, more - few)
        scaled = as_evaluate[1] + each * (count - more)
    print(f"{count} pairs, BLEU, ROUGE-L and METEOR; fresh processes, medians of {runs} runs")
    print(f"{'':<52}{'seconds':>9}{'times ours':>12}")
    _line("metricstress run (also perturbs, audits, reports)", seconds, seconds)
    _line("loop, one scorer", other, seconds)
    _line(f"loop, ROUGE as `evaluate` ({more} pairs, scaled up)", scaled, seconds)
    _line("metricstress --help", statistics.median(help_times), seconds)


def against_workers(source: Path, size: int, runs: int) -> None:
    """One process beside two."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = folder / "examples.jsonl"
        write_enlarged(data, size, source)
        times: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(runs):
            for workers, found in times.items():
                options: list[str | Path] = [
                    "--data",
                    data,
                    "--out",
                    folder / f"run{workers}",
                    "--workers",
                    str(workers),
                    "--no-cache",
                ]
                found.append(measured(metricstress("run", *_METRICS, *options)).seconds)
    one, two = (statistics.median(times[workers]) for workers in (1, 2))
    print(f"{size} examples, medians of {runs} runs")
    print(f"1 worker {one:.1f} s, 2 workers {two:.1f} s: {one / two:.2f} times as fast")


def _line(name: str, seconds: float, ours: float) -> None:
    print(f"{name:<52}{seconds:>9.2f}{seconds / ours:>11.1f}x")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the chosen contest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", type=Path, nargs="?", help="examples (default: the bundled sample)")
    parser.add_argument("--limit", type=int, help="only the first N examples")
    parser.add_argument("--runs", type=int, default=3, help="how often each side runs (3)")
    parser.add_argument("--evaluate-pairs", type=int, default=40, help="pairs for the `evaluate` loop (40)")
    parser.add_argument("--workers", action="store_true", help="1 worker against 2 on a larger file")
    parser.add_argument("--examples", type=int, default=1000, help="size of that file (1000)")
    parser.add_argument("--loop", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--as-evaluate", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    source = options.base or sample_path()
    if options.loop:
        loop(options.loop, options.first, as_evaluate=options.as_evaluate)
    elif options.workers:
        against_workers(source, options.examples, options.runs)
    else:
        against_loop(source, options.limit, options.runs, options.evaluate_pairs)


if __name__ == "__main__":
    main()
