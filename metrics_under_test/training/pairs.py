"""Pairs of evidence with a known score: what BLEURT is fine-tuned on.

The Ev²R authors' recipe (their notebooks): positives (1) are different pieces of evidence for one claim; negatives (0)
are evidence of a random other claim, one for each positive, and evidence for the same claim under which its verdict is
another (VitaminC). Both sides of a pair start with the claim. Here different evidence for one claim is

- a row's evidence and its reference, where it has one that differs;
- the evidence of consecutive rows with the same claim and verdict (FEVER's several sets, a row each; the reader of
  FEVER's own files puts all sets of a claim into one evidence);
- for a claim without either, the row's own passages in another order, which the authors do not have: a data set
  with one evidence a claim would give no positives at all.

Not made: the authors' paraphrases and refuting versions by GPT-3.5, and VitaminC's revisions that change no fact.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..ev2r.verdict_labels import verdict_of
from ..metric import Item, Text, text_of
from .rows import claim_key
from .settings import TrainingError

__all__ = ["Pair", "evidence_pairs", "split_claims"]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts that say the same, or not.

    Attributes:
        score: 1 or 0.
        kind: How it was made: `reference`, `same claim`, `own order`, `other claim`, `other verdict`.
    """

    reference: str
    candidate: str
    score: float
    kind: str


def evidence_pairs(items: Sequence[Item], seed: int) -> list[Pair]:
    """The pairs of these rows, in the order of their claims.

    Raises:
        TrainingError: if the rows have fewer than two claims, so that there is no other evidence.
    """
    claims = _by_claim(items)
    if len(claims) < 2:
        raise TrainingError(f"there is evidence for {len(claims)} claims; pairs of different evidence need two or more")
    pairs: list[Pair] = []
    for key, rows in claims.items():
        rng = random.Random(f"{seed} {key}")
        said = (rows[0].claim or "").strip()
        positives = list(_positives(rows)) or list(_reordered(rows, rng))
        pairs += [Pair(f"{said} {one}", f"{said} {two}", 1.0, kind) for one, two, kind in positives]
        for one, _, _ in positives:
            stranger = _stranger(claims, key, one, rng)
            if stranger is not None:
                pairs.append(Pair(f"{said} {one}", f"{said} {stranger}", 0.0, "other claim"))
        flipped = [
            row for row in rows[1:] if _verdict(row) and _verdict(rows[0]) and _verdict(row) != _verdict(rows[0])
        ]
        pairs += [Pair(f"{said} {_text(rows[0])}", f"{said} {_text(row)}", 0.0, "other verdict") for row in flipped]
    return pairs


def split_claims(items: Sequence[Item], share: float, seed: int) -> tuple[list[Item], list[Item]]:
    """The rows of most claims, and those of a share of them, at least two: negatives need another claim."""
    claims = _by_claim(items)
    keys = sorted(claims)
    random.Random(f"{seed} claims").shuffle(keys)
    dev = set(keys[: max(2, round(share * len(keys)))])
    inside = [row for key, rows in claims.items() if key in dev for row in rows]
    return [row for key, rows in claims.items() if key not in dev for row in rows], inside


def _by_claim(items: Sequence[Item]) -> dict[str, list[Item]]:
    claims: dict[str, list[Item]] = {}
    for item in items:
        if claim_key(item) and _text(item):
            claims.setdefault(claim_key(item), []).append(item)
    return claims


def _positives(rows: Sequence[Item]) -> Iterator[tuple[str, str, str]]:
    for row in rows:
        reference = _joined(row.reference)
        if reference and reference != _text(row):
            yield reference, _text(row), "reference"
    for one, two in pairwise(rows):
        if _verdict(one) == _verdict(two) and _text(one) != _text(two):
            yield _text(one), _text(two), "same claim"


def _reordered(rows: Sequence[Item], rng: random.Random) -> Iterator[tuple[str, str, str]]:
    for row in rows:
        if isinstance(row.candidate, str) or len(set(row.candidate)) < 2:
            continue
        order = list(row.candidate)
        while tuple(order) == row.candidate:
            rng.shuffle(order)
        yield _text(row), _joined(tuple(order)), "own order"


def _stranger(claims: dict[str, list[Item]], key: str, text: str, rng: random.Random) -> str | None:
    """Evidence of another claim; None if all of them say the same as `text`."""
    keys = list(claims)
    for _ in range(len(keys)):
        other = rng.choice(keys)
        found = _text(rng.choice(claims[other]))
        if other != key and found != text:
            return found
    return next((_text(rows[0]) for other, rows in claims.items() if other != key and _text(rows[0]) != text), None)


def _verdict(item: Item) -> str | None:
    return verdict_of(item.verdict or "")


def _text(item: Item) -> str:
    return _joined(item.candidate)


def _joined(text: Text | None) -> str:
    return " ".join(text_of(text).split())
