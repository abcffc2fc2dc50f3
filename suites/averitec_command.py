"""`metricstress averitec`: a submission to an AVeriTeC shared task, scored as the tasks do."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .errors import UsageError
from .ev2r_options import ev2r_options, with_ev2r_options
from .screen import printable, say

if TYPE_CHECKING:
    from .averitec_scores import EvidenceScores
    from .formats.averitec_submission import Matched

__all__ = ["averitec", "averitec_command"]

_TOO_MANY = 0.5
"""Share of failed scores above which a metric cannot be judged (exit code 2), as for runs."""


@click.command()
@click.option("--submission", type=click.Path(path_type=Path), required=True, help="JSON of 2024 or csv of 2025.")
@click.option("--gold", type=click.Path(path_type=Path), required=True, help="The data set, such as dev.json.")
@click.option("--metric", "metrics", multiple=True, help="Instead of the three named above; repeatable.")
@click.option("--threshold", "thresholds", type=float, multiple=True, help="Beside the usual ones; repeatable.")
@with_ev2r_options
@click.option("--strict", is_flag=True, help="Evidence has to score more than the threshold, as in the scripts.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def averitec(
    submission: Path,
    gold: Path,
    metrics: Sequence[str],
    thresholds: Sequence[float],
    strict: bool,
    as_json: bool,
    ev2r: Mapping[str, Any],
) -> None:
    """Score a submission to an AVeriTeC shared task: right verdicts whose evidence is good enough.

    Evidence is scored by hungarian_meteor (the score of 2023 and 2024 is that at 0.25), by the recall of
    ev2r.reference_based (that of 2025 at 0.5; without --judge llm by a stand-in for the language model) and by
    hungarian_meteor_questions (mean only). A metric that gives several numbers counts by its recall, else by the first.

    A row's claim_id is its number in the gold file, from 0, unless gold has a claim_id. Missing claims count as wrong.
    Where evidence gets no score the claim reaches no threshold and is left out of the mean.

    \b
    Fields of the JSON:
      n, n_missing, missing      claims of gold, and those (ids) that were not submitted
      matched_by, strict         claim_id or position; whether --strict was given
      question_only_score        mean of hungarian_meteor_questions, null if not asked for
      question_answer_score      mean of hungarian_meteor, null if not asked for
      veracity                   accuracy, macro_f1 and per_label: n_gold, n_predicted,
                                 precision, recall, f1 (null: nothing to divide by)
      evidence[]                 metric, component, label, signature; mean over n claims,
                                 n_missing of them 0; n_failed without a score, failures
                                 (reason: count); headline_threshold; scores[]
      evidence[].scores[]        threshold, score = n_reached / n, and n_at_threshold: right
                                 verdicts whose evidence scores exactly the threshold
      groups[]                   kind (label, claim_type), name, n, accuracy, evidence[]

    \b
    metricstress averitec --submission predictions.json --gold dev.json
    metricstress averitec --submission s.csv --gold dev.json --threshold 0.35 --json
    """
    sys.exit(averitec_command(submission, gold, metrics, thresholds, strict=strict, as_json=as_json, ev2r=ev2r))


def averitec_command(
    submission: Path,
    gold: Path,
    metrics: Sequence[str],
    thresholds: Sequence[float],
    *,
    strict: bool,
    as_json: bool,
    ev2r: Mapping[str, Any] | None = None,
) -> int:
    """What `metricstress averitec` does; gives the exit code."""
    from .averitec_scores import DEFAULT_METRICS, averitec_figures, score_evidence, thresholds_of
    from .formats.averitec_submission import match_submission
    from .pairs import load_metrics

    for name in metrics:
        if list(metrics).count(name) > 1:
            raise UsageError(f"metric {name!r} is given twice; once is enough")
    scorers = load_metrics(metrics or DEFAULT_METRICS, ev2r_options(ev2r or {}))
    levels = [thresholds_of(metric, thresholds, named=bool(metrics)) for metric in scorers]
    matched = match_submission(submission, gold)
    scored = [score_evidence(metric, matched, *level) for metric, level in zip(scorers, levels, strict=True)]
    figures = averitec_figures(matched, scored, strict=strict)
    figures = {"submission": submission.name, "gold": gold.name, **figures}
    print(json.dumps(figures, indent=2) if as_json else "\n".join(_text(figures)))
    return _told(matched, scored, submission)


def _told(matched: Matched, scored: Sequence[EvidenceScores], submission: Path) -> int:
    """Say what is missing or failed; gives the exit code."""
    n_missing = len(matched.missing)
    if n_missing:
        first = ", ".join(matched.missing[:5]) + (", …" if n_missing > 5 else "")
        say(f"{submission}: {n_missing} of {len(matched.pairs)} claims are missing and count as wrong: {first}")
    if matched.by_position:
        say(f"{submission}: no row has a claim_id; rows were matched with gold by their position")
    code = 0
    submitted = len(matched.pairs) - n_missing
    for evidence in scored:
        failed = evidence.failures.total()
        if failed:
            reason, _ = evidence.failures.most_common(1)[0]
            say(f"{evidence.label}: no score for {failed} claims, which reach no threshold; most often: {reason}")
        if failed > _TOO_MANY * submitted:
            say(f"error: metric {evidence.metric.name!r} failed on {failed} of {submitted} claims; it cannot be judged")
            code = 2
    return code


# The report for a terminal


def _text(figures: dict[str, Any]) -> Iterator[str]:
    n = figures["n"]
    yield printable(f"{figures['submission']} against {figures['gold']}: {n} claims, {figures['n_missing']} missing")
    veracity = figures["veracity"]
    yield ""
    labels = [
        [label, one["n_gold"], one["n_predicted"], *(_number(one[name]) for name in ("precision", "recall", "f1"))]
        for label, one in veracity["per_label"].items()
    ]
    yield from _table(["verdict", "gold", "predicted", "precision", "recall", "F1"], labels)
    yield f"accuracy {_number(veracity['accuracy'])}, macro F1 {_number(veracity['macro_f1'])}"
    yield ""
    means = [[one["label"], one["n"], one["n_failed"], _number(one["mean"])] for one in figures["evidence"]]
    yield from _table(["evidence score", "n", "failed", "mean"], means)
    cuts = [
        [one["label"], f"{cut['threshold']:g}", _number(cut["score"]), f"{cut['n_reached']}/{cut['n']}",
         cut["n_at_threshold"]]
        for one in figures["evidence"]
        for cut in one["scores"]
    ]  # fmt: skip
    if cuts:
        yield ""
        sign = ">" if figures["strict"] else "≥"
        yield f"AVeriTeC score: share of claims with right verdict and evidence {sign} threshold"
        yield from _table(["evidence score", "threshold", "score", "claims", "at it"], cuts)
    shown = [place for place, one in enumerate(figures["evidence"]) if one["headline_threshold"] is not None]
    for kind, title in (("label", "gold label"), ("claim_type", "claim type")):
        groups = [group for group in figures["groups"] if group["kind"] == kind]
        if groups:
            yield ""
            heads = [_short(figures["evidence"][place]) for place in shown[:_MOST]]
            yield from _table([title, "n", "accuracy", *heads], [_group(group, shown[:_MOST]) for group in groups])
    if len(shown) > _MOST:
        yield f"(the breakdown of the other {len(shown) - _MOST} metrics: --json)"


def _group(group: dict[str, Any], shown: Sequence[int]) -> list[Any]:
    cells = []
    for place in shown:
        one = group["evidence"][place]
        cells += [cut["score"] for cut in one["scores"] if cut["threshold"] == one["headline_threshold"]]
    return [group["name"], group["n"], _number(group["accuracy"]), *map(_number, cells)]


def _short(one: dict[str, Any]) -> str:
    """The head of a column: the last part of the name, cut so that two fit, and the threshold."""
    name = one["component"] if " " in one["label"] else re.split(r"[_.:]", one["metric"])[-1]
    return f"{name[:8]}@{one['headline_threshold']:g}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


_NAME = 36
"""Columns for the name of a metric; with them no line is longer than 80."""
_MOST = 2
"""Metrics of the breakdown that fit into 80 columns."""


def _table(head: Sequence[str], lines: Sequence[Sequence[Any]]) -> Iterator[str]:
    """Lines with the first column to the left and the others to the right."""
    rows = [[printable(str(cell)) for cell in line] for line in [head, *lines]]
    rows = [[cells[0] if len(cells[0]) <= _NAME else f"{cells[0][: _NAME - 1]}…", *cells[1:]] for cells in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        rest = "".join(f"  {cell:>{width}}" for cell, width in zip(cells[1:], widths[1:], strict=True))
        yield f"{cells[0]:<{widths[0]}}{rest}"
