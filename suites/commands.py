"""What the commands do, between the arguments (`cli.py`) and the rooms that do the work."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import UsageError, told
from .ev2r_options import ev2r_options
from .frame_files import KINDS, write_frames
from .parts import write_whole
from .plan import make_plan, without_unmet
from .screen import printable, say
from .source import Source
from .store import read_run
from .suite import load_suite

if TYPE_CHECKING:
    from .run import RunResult

__all__ = ["check_command", "gold_command", "perturb_command", "report_command", "run_command", "score_command"]

_TOO_MANY = 0.5
"""Share of failed scores above which a run cannot be judged (exit code 2)."""


def run_command(
    suite: str,
    source: Source,
    limit: int | None,
    seed: int | None,
    metrics: Sequence[str],
    perturbations: Sequence[str],
    severities: str | None,
    variants: Sequence[str],
    workers: int,
    engine: str,
    out: Path | None,
    no_cache: bool,
    dry_run: bool,
    as_json: bool,
    asked: Sequence[str],
    ev2r: Mapping[str, Any],
) -> int:
    """`metricstress run`; gives the exit code."""
    from metricstress.metrics_under_test.cache import ScoreCache, default_cache_path

    from .dry_run import count
    from .engine import engine_named
    from .perform import perform
    from .run import without_replaced
    from .spool import Spool

    where = engine_named(engine, workers)
    chosen = load_suite(suite)
    if source.data is None and chosen.data is not None:
        source = replace(source, data=chosen.data, format_=source.format_ or chosen.format)
    plan = make_plan(
        perturbations or chosen.perturbations,
        metrics or chosen.metrics,
        chosen.seed if seed is None else seed,
        chosen.severities if severities is None else _ladder(severities),
        ev2r_options(ev2r, chosen.ev2r, chosen.folder),
    )
    cache = None if no_cache else ScoreCache(default_cache_path())
    with Spool(limit or chosen.limit) as spool:
        reading = source.fill(spool, variants)
        if not metrics:  # Who names a metric is told that it failed; the suite's own are left out.
            absent = (("claim", spool.n_claims), ("verdict", spool.n_verdicts))
            plan = without_unmet(plan, [name for name, number in absent if not number])
        for note in plan.notes:
            say(note)
        for name in sorted({*spool.copies} & {item.label for item in plan.perturbations}):
            say(f"variant {name!r} takes the place of the perturbation of that name")
        if dry_run:
            print(count(spool, without_replaced(plan, spool.copies), cache).shown(as_json=as_json))
            return 0
        result, folder = perform(chosen, plan, spool, reading, engine=where, cache=cache, out=out, asked=asked)
    print(_render(result, "json" if as_json else "terminal"), flush=True)
    say(f"written to {folder}")
    return _judge_failures(result)


def report_command(folder: Path, kind: str, output: Path | None) -> None:
    """`metricstress report`."""
    result = read_run(folder)
    if kind == "parquet" and output is None:
        raise UsageError("a parquet report needs a file: --output deltas.parquet")
    if kind in KINDS and output is not None:
        write_frames(result, kind, output)
        return
    text = _render(result, kind, width=None if output is None else 120)
    if output is None:
        print(text)
    else:
        _writing(output, lambda: write_whole(output, f"{text}\n".encode()))


def perturb_command(
    name: str,
    text: str | None,
    claim: str,
    *,
    as_json: bool,
    source: Source,
    limit: int | None,
    seed: int | None,
) -> None:
    """`metricstress perturb`."""
    from metricstress.perturb.perturbation import perturb
    from metricstress.perturb.registry import get_perturbation

    from .records import record_of
    from .work import pool_of

    try:
        perturbation = get_perturbation(name)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if (text is None) == (source.data is None):
        raise UsageError("give one of --text and --data")
    if text is not None:
        done = perturb(perturbation, text, claim=claim, seed=seed or 0)
        if as_json:
            print(json.dumps(record_of(done)))
        else:
            print(printable(done.text))
            if done.reason:
                say(f"not applicable: {done.reason}")
        return
    everything = source.read()
    donors = pool_of(everything) if "donors" in perturbation.needs else None
    for example in everything[:limit]:
        done = perturb(
            perturbation,
            example.evidence,
            example_id=example.id,
            claim=example.claim,
            verdict=example.verdict,
            donors=donors,
            seed=seed or 0,
        )
        if as_json:
            print(json.dumps({"id": example.id, **record_of(done, with_evidence=True)}))
        else:
            print(f"{printable(example.id)}: {done.reason or f'{len(done.edits)} edits'}\n{printable(done.text)}\n")


def gold_command(
    suite: str,
    gold: Path,
    *,
    text: str | None,
    source: Source,
    limit: int | None,
    seed: int | None,
) -> None:
    """`metricstress perturb SUITE --gold OUT.jsonl`."""
    from .gold import NO_ERROR, gold_records
    from .work import pool_of

    if text is not None:
        raise UsageError("--gold goes with --data and not with --text")
    plan = make_plan(load_suite(suite).perturbations, ("bleu",), seed or 0)
    everything = source.read()
    examples = everything[:limit]
    records = list(gold_records(examples, plan.perturbations, pool_of(everything), plan.seed))
    if not records:
        raise UsageError("no factual error could be made in any example, so there is nothing to write")
    lines = "".join(json.dumps(record) + "\n" for record in records)
    _writing(gold, lambda: write_whole(gold, lines.encode()))
    counts = Counter(name for record in records for name in record["error_types"])
    right = counts.pop(NO_ERROR, 0)
    kinds = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    say(f"{len(records)} documents, {right} right and {sum(counts.values())} wrong sentences: {kinds}")
    if len(records) < len(examples):
        say(f"{len(examples) - len(records)} of {len(examples)} examples offered no sentence to make wrong")


def check_command(suite: str) -> None:
    """`metricstress check`."""
    from .cell_patterns import select
    from .gate_run import cell_names

    found = load_suite(suite)
    options = ev2r_options({}, found.ev2r, found.folder)
    plan = make_plan(found.perturbations, found.metrics, found.seed, found.severities, options)
    select(found.patterns, cell_names(plan), f"{suite}: [expect]")
    for note in plan.notes:
        say(note)
    if found.data is not None and not found.data.exists():
        raise UsageError(f"{suite}: no data file {str(found.data)!r}")
    n_perturbations, n_metrics = len(plan.perturbations), len(plan.metrics)
    print(f"{found.name}: {n_perturbations} perturbations, {n_metrics} metrics: all fine")


def score_command(metrics: Sequence[str], pairs: Path, *, as_json: bool, ev2r: Mapping[str, Any]) -> int:
    """`metricstress score`; gives the exit code."""
    from .pairs import load_metrics, read_pairs, score_pairs

    scorers = load_metrics(metrics, ev2r_options(ev2r))
    failed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for record in score_pairs(scorers, read_pairs(pairs)):
        total[record["metric"]] += 1
        failed[record["metric"]] += record["status"] == "failed"
        if as_json:
            print(json.dumps(record))
        else:
            value = record["reason"] if record["score"] is None else format(record["score"], ".6f")
            print(printable(f"{record['id']}\t{record['metric']}\t{record['component']}\t{value}"))
    return _too_many({name: failed[name] / total[name] for name in total})


def _ladder(text: str) -> tuple[float, ...]:
    try:
        found = tuple(float(part) for part in text.split(","))
    except ValueError:
        found = ()
    if not found or not all(0 <= severity <= 1 for severity in found):
        raise UsageError(f"--severities is numbers from 0 to 1, such as 0.05,0.1,0.2, but got {text!r}")
    return found


def _render(result: RunResult, kind: str, width: int | None = None) -> str:
    from metricstress.reports.export import to_csv, to_json
    from metricstress.reports.latex import to_latex
    from metricstress.reports.markdown import to_markdown
    from metricstress.reports.terminal import to_terminal

    frames = (result.source, result.deltas, result.meta)
    if kind == "terminal":
        return to_terminal(*frames, width=width).rstrip("\n")
    if kind == "html":
        from metricstress.reports.html import to_html

        return to_html(*frames, result.texts)
    render = {"markdown": to_markdown, "latex": to_latex, "csv": to_csv, "json": to_json}[kind]
    return render(*frames).rstrip("\n")


def _judge_failures(result: RunResult) -> int:
    from metricstress.reports.frames import REFUSED
    from metricstress.reports.tally import failed_shares

    refused = result.deltas.loc[result.deltas["verdict"] == REFUSED, "metric"].unique()
    for name in refused:
        say(f"error: metric {name!r} failed on too many examples for a number in some cells (see Failures)")
    return max(_too_many(failed_shares(result.source)), 2 if len(refused) else 0)


def _too_many(failed: dict[str, float]) -> int:
    """Exit code 2 if a metric failed on so much that its scores mean nothing."""
    beyond = {name: share for name, share in failed.items() if share > _TOO_MANY}
    for name, share in beyond.items():
        say(f"error: metric {name!r} failed on {share:.0%} of its scores; it cannot be judged")
    return 2 if beyond else 0


def _writing(output: Path, write: Any) -> None:
    try:
        write()
    except OSError as error:
        raise UsageError(f"cannot write {str(output)!r}: {told(error)}") from error
    say(f"written to {output}")
