"""Rows to train on: which can be used, and the split into rows for training and for choosing the best checkpoint."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

from ..ev2r.proxy_reference import VERDICTS
from ..ev2r.verdict_labels import CONFLICTING, SPELLINGS, verdict_of
from ..metric import Item
from .settings import TrainingError

__all__ = ["DEV_SHARE", "FEWEST", "check_labels", "claim_key", "labelled", "split_by_claim"]

DEV_SHARE: Final = 0.1
FEWEST: Final = 10


def labelled(items: Sequence[Item]) -> list[tuple[Item, str]]:
    """The rows with claim and verdict; conflicting evidence is not enough evidence, as in the paper's training.

    Raises:
        TrainingError: if a verdict is none.
    """
    found: list[tuple[Item, str]] = []
    for item in items:
        if not item.claim or not item.verdict:
            continue
        verdict = verdict_of(item.verdict)
        if verdict is None:
            raise TrainingError(f"{item.verdict!r} is no verdict; there are {', '.join(SPELLINGS)}")
        found.append((item, "not enough evidence" if verdict == CONFLICTING else verdict))
    return found


def check_labels(rows: Sequence[tuple[Item, str]], given: int) -> list[str]:
    """Notes on verdicts that are missing.

    Args:
        given: How many rows there were, those without claim or verdict included.

    Raises:
        TrainingError: if there are too few rows, or all have one verdict.
    """
    if len(rows) < FEWEST:
        raise TrainingError(
            f"{len(rows)} of {given} rows have a claim and a verdict; a training needs at least {FEWEST}"
        )
    counts = Counter(verdict for _, verdict in rows)
    if len(counts) == 1:
        raise TrainingError(
            f"all {len(rows)} rows have the verdict {next(iter(counts))!r}; a classifier needs at least two verdicts"
        )
    return [
        f"no row has the verdict {verdict!r}; the model will not learn it"
        for verdict in VERDICTS
        if not counts[verdict]
    ]


def split_by_claim(rows: Sequence[tuple[Item, str]], seed: int) -> tuple[list[int], list[int]]:
    """The numbers of the rows for training and for development: a tenth of the claims of each verdict, at least one.

    Rows of one claim stay together, since a model that knows a claim needs no evidence. A verdict with one claim
    only is all trained on.

    Raises:
        TrainingError: if nothing is left for development.
    """
    strata: dict[str, dict[str, list[int]]] = {}
    whose: dict[str, str] = {}
    for number, (item, verdict) in enumerate(rows):
        key = claim_key(item)
        stratum = whose.setdefault(key, verdict)
        strata.setdefault(stratum, {}).setdefault(key, []).append(number)
    dev: set[int] = set()
    for verdict in sorted(strata):
        claims = sorted(strata[verdict])
        random.Random(f"{seed} {verdict}").shuffle(claims)
        count = min(len(claims) - 1, max(1, round(DEV_SHARE * len(claims))))
        dev.update(number for claim in claims[:count] for number in strata[verdict][claim])
    if not dev:
        raise TrainingError("every verdict has one claim only, so no rows can be set aside; give some with --dev")
    return [number for number in range(len(rows)) if number not in dev], sorted(dev)


def claim_key(item: Item) -> str:
    """What makes two rows' claims the same: their words, without case."""
    return " ".join((item.claim or "").casefold().split())
