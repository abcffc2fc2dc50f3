"""`metricstress agree finesumfact`: a fact verifier against gold labels of sentences."""

from __future__ import annotations

from pathlib import Path

from .agree_output import give
from .screen import say
from .verifier import judge_verifier

__all__ = ["finesumfact_command"]

_TOO_MANY = 0.5
"""Share of failed answers above which a verifier cannot be judged (exit code 2)."""


def finesumfact_command(
    predictions: Path,
    gold: Path,
    error_label: int | None,
    predictions_error_label: int | None,
    min_n: int,
    kind: str,
    output: Path | None,
) -> int:
    """Judge, print, and give the exit code."""
    from metricstress.reports.finesumfact_table import finesumfact_tables

    figures = judge_verifier(
        predictions,
        gold,
        error_label=error_label,
        predictions_error_label=predictions_error_label,
        min_n=min_n,
    )
    give(lambda: finesumfact_tables(figures), figures, kind, output)
    for line in figures["warnings"]:
        say(f"warning: {line}")
    failed = figures["n_failed"]
    answered = failed + figures["n_summaries"] + figures["n_summaries_excluded"]
    if failed > _TOO_MANY * answered:
        say(f"error: {failed} of {answered} answers failed; the verifier cannot be judged")
        return 2
    return 0
