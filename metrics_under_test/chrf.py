"""chrF (Popović 2015), by sacrebleu."""

from __future__ import annotations

from functools import cache
from typing import Any

from .metric import PairMetric

__all__ = ["chrf"]


@cache
def _chrf() -> Any:
    from sacrebleu.metrics.chrf import CHRF

    return CHRF()


def _score(candidate: str, reference: str) -> float:
    return float(_chrf().sentence_score(candidate, [reference]).score)


def _signature() -> str:
    metric = _chrf()
    metric.sentence_score("a", ["a"])  # It knows its number of references only after a score.
    return f"sacrebleu.CHRF|{metric.get_signature()}"


chrf = PairMetric("chrf", _score, _signature, bounds=(0.0, 100.0), cacheable=True)
"""Sentence chrF2 on sacrebleu's own scale of 0 to 100."""
