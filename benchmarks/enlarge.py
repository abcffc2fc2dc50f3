"""A file of any size out of a small one: every sentence of every example is another.

    python benchmarks/enlarge.py OUT.jsonl --examples 10000

Example n is a copy of line n (modulo the lines there are) in which every number is another of as many digits, and every
name a made-up one, the same throughout the example. A sentence without a name is put into somebody's mouth, so
that no cache meets a sentence twice. The file is the same to the byte for the same arguments.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from metricstress.language.passages import Evidence
from metricstress.language.sentences import sentence_spans
from metricstress.suites.example import Example
from metricstress.suites.formats import read_examples
from metricstress.suites.sample import sample_path

__all__ = ["enlarged", "write_enlarged"]

_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"[A-ZÀ-Þ][^\W\d_]+")
_NO_NAMES = frozenset(
    "January February March April May June July August September October November December "
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
)
_ONSETS = "b br d dr f fl g gr h k kl l m n p pr r s st t tr v w z".split()
_RHYMES = "a al an ar e el en er i il in is o ol on or u ul un us".split()


def enlarged(examples: Sequence[Example], count: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """`count` rows in the product's own format, no two of which share a sentence.

    Args:
        examples: What to copy, in turn.
        count: How many rows.
        seed: Another seed, other names and numbers.

    Yields:
        Rows with `id`, `claim`, `verdict`, `evidence` and, where the example has one, `reference`.
    """
    names = [_names_in(example) for example in examples]
    seen: set[bytes] = set()
    for index in range(count):
        example, known = examples[index % len(examples)], names[index % len(examples)]
        for attempt in range(1000):
            row, hashes = _copy(example, known, random.Random(f"{seed} {index} {attempt}"))
            if seen.isdisjoint(hashes):
                break
        else:
            raise ValueError(f"example {example.id!r} offers too few variations for {count} examples; ask for fewer")
        seen |= hashes
        yield {"id": f"{example.id}-{index:07d}", **row}


def write_enlarged(path: Path, count: int, source: Path | None = None, seed: int = 0) -> None:
    """Write `count` rows made from `source`, or from the bundled sample, to `path` as JSON lines."""
    examples = list(read_examples(sample_path() if source is None else source))
    with path.open("w", encoding="utf-8") as file:
        for row in enlarged(examples, count, seed):
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _names_in(example: Example) -> frozenset[str]:
    """The words with a capital that is not the sentence's."""
    texts = [example.claim]
    texts += [text for passage in (*example.evidence, *example.reference) for text in (passage.question, passage.text)]
    found: set[str] = set()
    for text in texts:
        for start, end in sentence_spans(text):
            words = _NAME.finditer(text, start, end)
            found |= {word.group() for word in words if text[start : word.start()].strip(" \"'“‘(")}
    return frozenset(found - _NO_NAMES)


def _copy(example: Example, names: frozenset[str], rng: random.Random) -> tuple[dict[str, Any], set[bytes]]:
    """The example in other names and numbers, and hashes of its sentences."""
    drawn = {name: _drawn_name(rng) for name in sorted(names)}
    hashes: set[bytes] = set()

    def changed(text: str) -> str:
        parts, last = [], 0
        for start, end in sentence_spans(text):
            sentence = _changed_sentence(text[start:end], drawn, rng)
            hashes.add(blake2b(sentence.encode(), digest_size=8).digest())
            parts += [text[last:start], sentence]
            last = end
        return "".join([*parts, text[last:]])

    def passages(evidence: Evidence) -> list[dict[str, str]]:
        return [{"question": changed(item.question), "text": changed(item.text)} for item in evidence]

    row = {"claim": changed(example.claim), "verdict": example.verdict, "evidence": passages(example.evidence)}
    if example.reference:
        row["reference"] = passages(example.reference)
    return row, hashes


def _changed_sentence(sentence: str, names: dict[str, str], rng: random.Random) -> str:
    found = 0

    def other_name(match: re.Match[str]) -> str:
        nonlocal found
        found += match.group() in names
        return names.get(match.group(), match.group())

    changed = _NUMBER.sub(lambda match: _drawn_number(match.group(), rng), sentence)
    changed = _NAME.sub(other_name, changed)
    if found:
        return changed
    body = changed.rstrip('.!?"”’)')
    source = f"{_drawn_name(rng)} {_drawn_name(rng)}"
    return f"{body}, according to {source}{changed[len(body) :]}"


def _drawn_number(old: str, rng: random.Random) -> str:
    """As many digits; a year stays in its century, so that dates stay dates."""
    if len(old) == 4 and old[:2] in ("16", "17", "18", "19", "20"):
        return old[:2] + f"{rng.randrange(100):02d}"
    if len(old) <= 2 and int(old) <= 12:
        return str(rng.randint(1, 9) if len(old) == 1 else rng.randint(10, 12))
    return str(rng.randrange(10 ** (len(old) - 1), 10 ** len(old)))


def _drawn_name(rng: random.Random) -> str:
    return "".join(rng.choice(_ONSETS) + rng.choice(_RHYMES) for _ in range(rng.choice((2, 3, 3)))).capitalize()


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--examples", type=int, default=1000, help="how many rows (1000)")
    parser.add_argument("--data", type=Path, help="what to copy (default: the bundled sample)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    write_enlarged(options.out, options.examples, options.data, options.seed)


if __name__ == "__main__":
    main()
