"""The scores of the AVeriTeC shared tasks: right verdicts whose evidence is good enough.

Sources: Schlichtkrull et al. 2023 (AVeriTeC, section 6) and 2024 (the shared task), where the evidence score is
Hungarian METEOR and the threshold .25; Akhtar et al. 2024 (Ev²R) and 2025 (the second shared task), where it is
Ev²R recall and the threshold .5.

Where these functions differ from the organisers' scripts:

- The papers count evidence that scores at least the threshold, the scripts evidence that scores more. The default is
  the papers' reading; `strict=True` gives the scripts', and `n_at_threshold` says how many claims lie between the two.
- A claim that was not submitted counts as wrong. The scripts pair rows by their position.
- An evidence score that could not be computed reaches no threshold, and is no part of the mean. The scripts put 0 for
  it in both.
- A label that occurs neither in gold nor in the predictions has no F1 and is no part of the macro average. The script
  puts 0 for it. On the data of the tasks, where all four occur, the numbers are the same.

- The script of 2023 also gives a figure by claim type: the mean evidence score with 0 below a threshold, whatever the
  verdict. By type means here: the same functions on the rows of that type.

"Conflicting Evidence/Cherrypicking" and "Not Enough Evidence" are labels like the others, and evidence is asked for
with them too, as in the scripts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["AveritecScore", "ClaimRow", "EvidenceMean", "LabelFigures", "Veracity", "averitec_score", "evidence_mean",
           "veracity"]  # fmt: skip


class ClaimRow(NamedTuple):
    """One claim of the gold file; a plain tuple in this order does as well.

    Attributes:
        predicted: The predicted verdict, or None if the claim was not submitted.
        gold: The gold verdict, in the same spelling.
        evidence: The score of the predicted evidence, or None if there is none; not looked at without a prediction.
    """

    predicted: str | None
    gold: str
    evidence: float | None


@dataclass(frozen=True, slots=True)
class AveritecScore:
    """Share of claims with the right verdict and evidence that reaches the threshold.

    Attributes:
        threshold: The lowest evidence score that is good enough (with `strict`: the highest that is not).
        score: `n_reached / n`.
        n: All claims of the gold file.
        n_reached: Claims with the right verdict and good enough evidence.
        n_at_threshold: Claims with the right verdict whose evidence scores exactly the threshold.
        n_missing: Claims that were not submitted; they count as not reached.
        n_failed: Submitted claims without an evidence score; they count as not reached.
    """

    threshold: float
    score: float
    n: int
    n_reached: int
    n_at_threshold: int
    n_missing: int
    n_failed: int


@dataclass(frozen=True, slots=True)
class EvidenceMean:
    """The mean evidence score.

    Attributes:
        mean: Over all claims but the failed ones, with 0 for the missing ones; None if all failed.
        n: Claims in the mean.
        n_missing: Claims that were not submitted.
        n_failed: Submitted claims without an evidence score.
    """

    mean: float | None
    n: int
    n_missing: int
    n_failed: int


@dataclass(frozen=True, slots=True)
class LabelFigures:
    """One label's figures; None where nothing is divided by nothing.

    Attributes:
        n_gold: Claims with this gold label.
        n_predicted: Claims with this predicted label.
        precision: Share of the predicted ones that are right.
        recall: Share of the gold ones that were found.
        f1: Of the two; 0 if the label occurs but is never right.
    """

    n_gold: int
    n_predicted: int
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True, slots=True)
class Veracity:
    """How right the verdicts are, whatever the evidence.

    Attributes:
        accuracy: Share of all claims whose verdict is right; a missing claim's is not.
        macro_f1: Mean F1 of the labels that occur.
        per_label: Figures of every label asked for, in that order.
        n: All claims.
        n_missing: Claims that were not submitted.
    """

    accuracy: float
    macro_f1: float | None
    per_label: dict[str, LabelFigures]
    n: int
    n_missing: int


def averitec_score(
    rows: Iterable[tuple[str | None, str, float | None]], threshold: float, *, strict: bool = False
) -> AveritecScore:
    """The AVeriTeC score: the share of claims with the right verdict and evidence of at least `threshold`.

    With Hungarian METEOR and .25 it is the AVeriTeC score of 2023 and 2024, with Ev²R recall and .5 that of 2025.

    Args:
        rows: `(predicted, gold, evidence)` a claim; see `ClaimRow`.
        threshold: On the scale of the evidence score.
        strict: Whether evidence has to score more than the threshold, as in the organisers' scripts.

    Raises:
        ValueError: if there is no row, or the threshold or a score is not a number.
    """
    claims = _checked(rows)
    if math.isnan(threshold):
        raise ValueError("the threshold is NaN; expected a number on the scale of the evidence score")
    right = [row.evidence for row in claims if row.predicted == row.gold and row.evidence is not None]
    at = sum(score == threshold for score in right)
    reached = sum(score > threshold for score in right) + (0 if strict else at)
    return AveritecScore(threshold, reached / len(claims), len(claims), reached, at, *_gaps(claims))


def evidence_mean(rows: Iterable[tuple[str | None, str, float | None]]) -> EvidenceMean:
    """The mean evidence score, whatever the verdicts: the question-only and question+answer scores of the tasks.

    Raises:
        ValueError: as `averitec_score`.
    """
    claims = _checked(rows)
    scores = [0.0 if row.predicted is None else row.evidence for row in claims]
    known = [score for score in scores if score is not None]
    return EvidenceMean(math.fsum(known) / len(known) if known else None, len(known), *_gaps(claims))


def veracity(rows: Iterable[tuple[str | None, str, float | None]], labels: Sequence[str]) -> Veracity:
    """Accuracy, and F1 a label.

    Args:
        rows: As for `averitec_score`; evidence is not looked at.
        labels: The labels of the task, in the order in which they are reported.

    Raises:
        ValueError: if there is no row, or a row has a label that is none of `labels`.
    """
    claims = _checked(rows)
    for row in claims:
        for label in {row.gold, row.predicted} - {None}:
            if label not in labels:
                raise ValueError(f"unknown label {label!r}; expected one of {', '.join(labels)}")
    per_label = {label: _label_figures(claims, label) for label in labels}
    known = [figures.f1 for figures in per_label.values() if figures.f1 is not None]
    return Veracity(
        accuracy=sum(row.predicted == row.gold for row in claims) / len(claims),
        macro_f1=math.fsum(known) / len(known) if known else None,
        per_label=per_label,
        n=len(claims),
        n_missing=_gaps(claims)[0],
    )


def _label_figures(claims: Sequence[ClaimRow], label: str) -> LabelFigures:
    gold = sum(row.gold == label for row in claims)
    predicted = sum(row.predicted == label for row in claims)
    right = sum(row.gold == row.predicted == label for row in claims)
    return LabelFigures(
        n_gold=gold,
        n_predicted=predicted,
        precision=right / predicted if predicted else None,
        recall=right / gold if gold else None,
        f1=2 * right / (gold + predicted) if gold + predicted else None,
    )


def _gaps(claims: Sequence[ClaimRow]) -> tuple[int, int]:
    missing = sum(row.predicted is None for row in claims)
    failed = sum(row.predicted is not None and row.evidence is None for row in claims)
    return missing, failed


def _checked(rows: Iterable[tuple[str | None, str, float | None]]) -> list[ClaimRow]:
    claims = [ClaimRow(*row) for row in rows]
    if not claims:
        raise ValueError("no claims; expected at least one row (predicted, gold, evidence)")
    for index, row in enumerate(claims):
        if row.evidence is not None and math.isnan(row.evidence):
            raise ValueError(f"row {index}: the evidence score is NaN; None says that there is no score")
    return claims
