"""`metricstress gate`: run a suite, or take a finished run, and hold it against the committed baseline."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .baseline import Baseline, cell_id, full_name
from .baseline_file import read_baseline
from .cell_patterns import select
from .errors import UsageError, told
from .gate_run import Judged, finished_run, new_run, refuse_other_data
from .gate_update import pruned, update
from .parts import write_whole
from .suite import Suite, load_suite, read_suite

if TYPE_CHECKING:
    from .findings import GateResult
    from .gate_report import GateRun
    from .run import RunResult

__all__ = ["Options", "gate_command"]

_COMMAND: Final = "metricstress gate"
_SUITE_FILE: Final = "stress.toml"
_BASELINE_FILE: Final = "stress-baseline.toml"


@dataclass(frozen=True, slots=True)
class Options:
    """What was typed after `metricstress gate`.

    Attributes:
        arguments: The suite, if one was named, and the cells to update.
        run: Folder of a finished run; None to run the suite.
        baseline: File of the baseline; None for the one beside the suite.
        update: Whether cells are to be accepted.
        prune: Whether cells that the run does not have are to be taken out.
        seed: Takes the place of the suite's; None for that.
        workers: Processes that score.
        as_json: Whether to print one JSON document.
        junit: Where to write JUnit XML.
    """

    arguments: Sequence[str]
    run: Path | None = None
    baseline: Path | None = None
    update: bool = False
    prune: bool = False
    seed: int | None = None
    workers: int = 1
    as_json: bool = False
    junit: Path | None = None


def gate_command(options: Options) -> int:
    """Do what was asked for; gives the exit code.

    Raises:
        UsageError: if there is no suite, no baseline to compare with, or one that the run does not belong to.
    """
    try:
        return _gate(options)
    except UsageError as error:
        raise UsageError(_as_asked(str(error), options)) from error


def _gate(options: Options) -> int:
    suite, patterns = _suite_and_patterns(options.arguments, update=options.update)
    if options.seed is not None:
        if options.run is not None:
            raise UsageError("--seed is for a run, but --from takes a finished one, which has its seed already")
        suite = replace(suite, seed=options.seed)
    path = options.baseline or _beside(suite)
    # All that can be known to be wrong is said before anything is scored.
    baseline = read_baseline(path) if path.exists() or not options.update else None

    def check(names: Mapping[str, Sequence[str]]) -> None:
        select(suite.patterns, names, f"{suite.path or suite.name}: [expect]")
        select(patterns, names, "--update")
        if baseline is not None and not options.update:
            _refuse_idle_tolerances(names, baseline, path)

    if options.run is not None:
        judged = finished_run(suite, options.run, baseline)
        check(judged.names)
    else:
        judged = new_run(suite, options.workers, path, None if options.update else baseline, check)
    if options.update:
        return update(suite, judged, path, baseline, patterns, prune=options.prune)
    assert baseline is not None
    refuse_other_data(baseline, judged.header, path)
    if options.prune:
        baseline = pruned(baseline, {cell_id(cell) for cell in judged.cells}, path)
    return _compare(suite, judged, path, baseline, options)


def _suite_and_patterns(arguments: Sequence[str], *, update: bool) -> tuple[Suite, Sequence[str]]:
    """The suite that was named, or the one that is here; and the other arguments."""
    first, rest = arguments[:1], arguments[1:]
    if first and (first[0].endswith(".toml") or "/" not in first[0]):
        suite = load_suite(first[0])
    else:
        suite, rest = _suite_here(), arguments
    if rest and not update:
        raise UsageError(f"cells are named to update them, but --update is missing: --update {shlex.join(rest)}")
    for pattern in rest:
        if "/" not in pattern:
            raise UsageError(f"{pattern!r} is no cell METRIC/PERTURBATION[@SEVERITY] nor a pattern such as 'bleu/*'")
    return suite, rest


def _suite_here() -> Suite:
    import tomllib

    if Path(_SUITE_FILE).exists():
        return read_suite(Path(_SUITE_FILE))
    project = Path("pyproject.toml")
    try:
        table = tomllib.loads(project.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        table = {}
    if "metricstress" in table.get("tool", {}):
        return read_suite(project)
    raise UsageError(
        f"no suite: name a file, or set one up as {_SUITE_FILE} or as [tool.metricstress] in pyproject.toml:\n"
        '       perturbations = ["typos@0.1", "random_shuffle"]\n'
        '       metrics = ["bleu", "my_package.scores:f1"]\n'
        '       data = "data/dev.jsonl"'
    )


def _beside(suite: Suite) -> Path:
    return Path(_BASELINE_FILE) if suite.path is None else suite.path.parent / _BASELINE_FILE


def _refuse_idle_tolerances(names: Mapping[str, Sequence[str]], baseline: Baseline, path: Path) -> None:
    """Raise if a tolerance is for no cell, neither of the run nor of the baseline: a slip of the pen would count."""
    known = dict(names)
    for cell in baseline.cells:
        known.setdefault(full_name(cell), [full_name(cell)])
    patterns = [pattern for pattern in baseline.tolerance if pattern != "default"]
    select(patterns, known, f"baseline {path}: [tolerance]")


def _compare(suite: Suite, judged: Judged, path: Path, baseline: Baseline, options: Options) -> int:
    from .baseline_scores import before_and_now, kept_scores, read_scores, scores_path
    from .gate import compare
    from .gate_report import GateRun, as_record, to_text

    intents: Mapping[str, str] = judged.result.meta["intents"]
    scores = {}
    if judged.header.sampled and (before := read_scores(scores_path(path))) is not None:
        scores = dict(before_and_now(before, kept_scores(judged.result.source, judged.header.sampled), baseline))
    found = compare(judged.cells, intents, judged.header, baseline, suite, scores)
    found = replace(found, problems=[_as_asked(problem, options) for problem in found.problems])
    run = GateRun(
        suite=suite.name,
        metrics=list(judged.result.meta["metrics"]),
        n_examples=judged.result.meta["n_examples"],
        seed=judged.header.seed,
        baseline=path,
        folder=judged.folder,
        command=_as_asked(_COMMAND, options),
        moved=_moved(found, judged.result),
    )
    print(json.dumps(as_record(found, run), indent=2) if options.as_json else to_text(found, run), flush=True)
    _tell_ci(found, run, judged.result, options)
    return found.exit_code


def _as_asked(text: str, options: Options) -> str:
    """The text with the commands in it as they have to be typed to mean the same files."""
    typed = [argument for argument in options.arguments[:1] if argument.endswith(".toml") or "/" not in argument]
    if options.run is not None:
        typed += ["--from", str(options.run)]
    if options.baseline is not None:
        typed += ["--baseline", str(options.baseline)]
    return text.replace(_COMMAND, shlex.join([*_COMMAND.split(), *typed]))


def _moved(found: GateResult, result: RunResult) -> dict[str, tuple[str, float, float]]:
    """For every cell that got worse the changed example that says most about it."""
    worse = {finding.id: finding for finding in found.findings if finding.status == "worse"}
    if not worse:
        return {}
    frame = result.scores
    frame = frame[frame["metric"].isin([finding.cell.metric for finding in worse.values()]) & (frame["status"] == "ok")]
    moved = {}
    for finding in worse.values():
        cell = finding.cell
        rows = frame[
            (frame["perturbation"] == cell.perturbation)
            & (frame["metric"] == cell.metric)
            & (frame["component"] == cell.component)
            & (frame["severity"].isna() if cell.severity != cell.severity else frame["severity"] == cell.severity)
        ]
        steps = (rows["score"] - rows["base_score"]).to_numpy()
        if not len(steps):
            continue
        falls = -steps if cell.higher_is_better else steps
        row = rows.iloc[int(falls.argmin()) if finding.kind == "drops" else int(abs(steps).argmax())]
        moved[finding.name] = (str(row["example_id"]), float(row["base_score"]), float(row["score"]))
    return moved


def _in_repository(path: Path) -> str:
    """The path from the root of the repository, as GitHub wants it, if that is known."""
    try:
        return path.resolve().relative_to(Path(os.environ["GITHUB_WORKSPACE"]).resolve()).as_posix()
    except (KeyError, ValueError):
        return path.as_posix()


def _tell_ci(found: GateResult, run: GateRun, result: RunResult, options: Options) -> None:
    from .ci import github_annotations, junit, step_summary, write_step_summary

    if options.junit is not None:
        try:
            write_whole(options.junit, junit(found, run.suite).encode())
        except OSError as error:
            raise UsageError(f"cannot write {str(options.junit)!r}: {told(error)}") from error
    if os.environ.get("GITHUB_ACTIONS") != "true":
        return
    from metricstress.reports.markdown import to_markdown

    # With --json the standard output holds the document alone; GitHub reads both.
    for line in github_annotations(found, _in_repository(run.baseline)):
        print(line, file=sys.stderr if options.as_json else sys.stdout)
    table = to_markdown(result.source, result.deltas, result.meta)
    write_step_summary(step_summary(found, f"metricstress gate: {run.suite}", table), os.environ)
