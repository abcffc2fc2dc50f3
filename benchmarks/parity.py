"""Do the built-in metrics equal the reference libraries? The largest difference over all pairs of some files.

    python benchmarks/parity.py BASE.json COPY.json ...

Every file is read as `metricstress run` reads it; each example of each copy is scored against the base. References:
rouge_score for ROUGE, nltk's sentence_bleu without smoothing for BLEU, and nltk's single_meteor_score over nltk's
own WordNet corpus reader for METEOR (on a copy of the same WordNet files, made for the occasion).
"""

from __future__ import annotations

import argparse
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from metricstress.language.passages import evidence_text
from metricstress.language.wordnet import find_wordnet
from metricstress.metrics_under_test.bleu import bleu_score
from metricstress.metrics_under_test.meteor import meteor_score
from metricstress.metrics_under_test.rouge import rouge_l_score, rouge_n_score
from metricstress.suites.formats import read_examples

Scorer = Callable[[str, str], float]

OURS: dict[str, Scorer] = {
    "bleu": bleu_score,
    "rouge1": lambda candidate, reference: rouge_n_score(candidate, reference, 1),
    "rouge2": lambda candidate, reference: rouge_n_score(candidate, reference, 2),
    "rougeL": rouge_l_score,
    "meteor": meteor_score,
}


def nltk_wordnet(folder: Path) -> Any:
    """nltk's own corpus reader; it wants line feeds, and files and folders that only their owner may write."""
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    source, corpus = find_wordnet(), folder / "corpora" / "wordnet"
    corpus.mkdir(parents=True)
    for place in (folder, corpus.parent, corpus):
        place.chmod(0o755)
    for file in source.iterdir():
        if file.is_file():
            (corpus / file.name).write_bytes(file.read_bytes().replace(b"\r\n", b"\n"))
    (corpus / "index.sense").touch()
    for file in corpus.iterdir():
        file.chmod(0o644)
    nltk.data.path.insert(0, str(folder))
    reader = WordNetCorpusReader(str(corpus), None)
    reader.synsets("dog")
    return reader


def references(wordnet: Any) -> dict[str, Scorer]:
    """The reference of each metric, as a function of candidate and reference."""
    from nltk.tokenize.destructive import NLTKWordTokenizer
    from nltk.translate.bleu_score import sentence_bleu
    from nltk.translate.meteor_score import single_meteor_score
    from rouge_score.rouge_scorer import RougeScorer

    rouge, tokenize = RougeScorer(["rouge1", "rouge2", "rougeL"]), NLTKWordTokenizer().tokenize

    def rouge_of(name: str) -> Scorer:
        return lambda candidate, reference: rouge.score(reference, candidate)[name].fmeasure

    return {
        "bleu": lambda candidate, reference: sentence_bleu([reference.split()], candidate.split()),
        **{name: rouge_of(name) for name in ("rouge1", "rouge2", "rougeL")},
        "meteor": lambda candidate, reference: single_meteor_score(
            tokenize(reference), tokenize(candidate), wordnet=wordnet
        ),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the files and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", type=Path)
    parser.add_argument("copies", nargs="+", type=Path)
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")  # nltk warns of every precision that is 0.
    base = [evidence_text(example.evidence) for example in read_examples(options.base)]
    pairs = [
        (evidence_text(example.evidence), reference)
        for path in options.copies
        for example, reference in zip(read_examples(path), base, strict=True)
    ]
    with tempfile.TemporaryDirectory() as folder:
        scorers = references(nltk_wordnet(Path(folder)))
        print(f"{len(pairs)} pairs     largest difference   times the reference's time")
        for name, reference_score in scorers.items():
            start = time.perf_counter()
            own = [OURS[name](*pair) for pair in pairs]
            middle = time.perf_counter()
            expected = [reference_score(*pair) for pair in pairs]
            end = time.perf_counter()
            worst = max(abs(one - other) for one, other in zip(own, expected, strict=True))
            print(f"{name:<14} {worst:18.3g}   {(middle - start) / (end - middle):.3f}")


if __name__ == "__main__":
    main()
