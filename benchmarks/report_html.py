"""How long does the HTML report of a large run take, and how large is the page?

    python benchmarks/report_html.py --examples 10000 --perturbations 14 --metrics 6

A run folder with made-up scores and texts is written first and not measured. `metricstress report DIR --to html` then
goes over it in a fresh process. As measures of the machine, the same for `--to markdown`, which reads the same frames
but no texts, stands beside it.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
from processes import measured, metricstress

from metricstress.reports.deltas import compute_deltas
from metricstress.reports.scores_file import scores_table, write_scores, write_table
from metricstress.reports.texts_file import texts_row, write_texts, write_texts_part
from metricstress.suites.store import RunFolder

_AT_ONCE: Final = 500  # examples made at a time
_WORDS: Final = (
    "the of evidence says that in year bridge was opened not many people number city river law court".split()
)
_PASSAGES, _PASSAGE_WORDS = 3, 40
_SHARE: Final = 0.1  # of the words, changed in every copy


def write_run(path: Path, examples: int, perturbations: int, metrics: int, seed: int = 0) -> None:
    """Write a whole run folder of that size."""
    names = [f"perturbation_{number:02}" for number in range(perturbations)]
    intents = {name: "altering" if number % 4 == 0 else "preserving" for number, name in enumerate(names)}
    folder = RunFolder(path, "benchmark")
    with folder.taken():
        parts = folder.parts(1)
        scores, texts = parts.folder / ".scores.parquet", parts.folder / ".texts.parquet"
        pieces = []
        for start in range(0, examples, _AT_ONCE):
            ids = [f"example-{number:07}" for number in range(start, min(examples, start + _AT_ONCE))]
            piece = path / f"{start}"
            write_table(scores_table(_scores(ids, intents, metrics, seed + start)), piece.with_suffix(".scores"))
            write_texts_part(list(_texts(ids, names, seed + start)), piece.with_suffix(".texts"))
            pieces.append(piece)
        write_scores((piece.with_suffix(".scores") for piece in pieces), scores)
        write_texts((piece.with_suffix(".texts") for piece in pieces), texts)
        for piece in pieces:
            piece.with_suffix(".scores").unlink()
            piece.with_suffix(".texts").unlink()
        meta: dict[str, Any] = {"suite": "made up", "n_examples": examples, "seed": seed, "intents": intents}
        folder.publish(scores, texts, compute_deltas(scores, intents), meta, parts)


def _scores(ids: Sequence[str], intents: dict[str, str], metrics: int, seed: int) -> pd.DataFrame:
    chance = np.random.default_rng(seed)
    n_examples, n_rows = len(ids), len(ids) * len(intents) * metrics
    base = np.broadcast_to(chance.uniform(0.1, 1, (n_examples, 1, metrics)), (n_examples, len(intents), metrics))
    cost = np.array([0.3 if intent == "altering" else 0.04 for intent in intents.values()])[:, None]
    fall = cost * chance.uniform(0, 1.5, base.shape) * np.linspace(0.2, 1.5, metrics)
    applies = np.broadcast_to(chance.uniform(size=(n_examples, len(intents), 1)) < 0.9, base.shape)
    score = np.where(applies, np.maximum(0, base - fall), base).ravel()
    names = [f"metric_{number}" for number in range(metrics)]
    applied = applies.ravel()
    return pd.DataFrame(
        {
            "example_id": np.repeat(ids, len(intents) * metrics),
            "perturbation": np.tile(np.repeat(list(intents), metrics), n_examples),
            "severity": np.ones(n_rows),
            "repeat": np.zeros(n_rows, dtype=np.int64),
            "metric": np.tile(names, n_examples * len(intents)),
            "component": np.tile(names, n_examples * len(intents)),
            "status": np.where(applied, "ok", "not_applicable"),
            "reason": pd.Series(np.where(applied, "", "nothing to change"), dtype="string").mask(applied),
            "base_score": base.ravel(),
            "score": score,
            "n_edits": np.where(applied, 1, 0),
            "audit": pd.Series([None] * n_rows, dtype="string"),
        }
    )


def _texts(ids: Sequence[str], perturbations: Sequence[str], seed: int) -> Iterator[dict[str, Any]]:
    chance = random.Random(seed)
    for name in ids:
        passages = [("What is known?", " ".join(chance.choices(_WORDS, k=_PASSAGE_WORDS))) for _ in range(_PASSAGES)]
        yield texts_row(name, None, None, passages)
        for perturbation in perturbations:
            changed = [
                " ".join("changed" if chance.random() < _SHARE else word for word in text.split())
                for _, text in passages
            ]
            yield texts_row(name, perturbation, 1.0, [(passages[0][0], text) for text in changed])


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the run, report it, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=10_000)
    parser.add_argument("--perturbations", type=int, default=14)
    parser.add_argument("--metrics", type=int, default=6)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "run"
        write_run(folder, options.examples, options.perturbations, options.metrics)
        print(f"{'report':>9}{'seconds':>10}{'CPU':>10}{'peak MB':>10}{'bytes':>12}")
        for kind in ("html", "markdown"):
            output = Path(name) / kind
            found = measured(metricstress("report", folder, "--to", kind, "--output", output))
            size = output.stat().st_size
            print(f"{kind:>9}{found.seconds:>10.1f}{found.cpu:>10.1f}{found.peak:>10.0f}{size:>12,}", flush=True)


if __name__ == "__main__":
    main()
