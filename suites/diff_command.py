"""`metricstress diff DIR_A DIR_B`: two runs side by side, paired by example."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .cell_names import find_columns
from .errors import UsageError
from .screen import printable
from .store import read_run

if TYPE_CHECKING:
    import pandas as pd

    from .run import RunResult

__all__ = ["diff", "diff_command"]


@click.command("diff")
@click.argument("folder_a", type=click.Path(path_type=Path), metavar="DIR_A")
@click.argument("folder_b", type=click.Path(path_type=Path), metavar="DIR_B")
@click.option("--metric-a", help="Only this metric of A, compared with --metric-b of B.")
@click.option("--metric-b", help="Only this metric of B (default: the same name as --metric-a).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def diff(folder_a: Path, folder_b: Path, metric_a: str | None, metric_b: str | None, as_json: bool) -> None:
    """Compare two runs, such as a metric's versions, and say what is more than noise.

    Both runs must be of the same examples with the same seed; else nothing can be paired (exit code 2). What only one
    of them has is listed. DIR_A may be DIR_B, to compare two metrics of one run.

    \b
    metricstress diff runs/before runs/after
    metricstress diff runs/one runs/one --metric-a rouge1 --metric-b rougeL --json
    """
    diff_command(folder_a, folder_b, metric_a, metric_b, as_json=as_json)


def diff_command(folder_a: Path, folder_b: Path, metric_a: str | None, metric_b: str | None, *, as_json: bool) -> None:
    """Print the comparison.

    Raises:
        UsageError: if the runs cannot be compared.
    """
    from metricstress.reports.notes import lower_is_better
    from metricstress.reports.run_diff import Side, compare_runs
    from metricstress.reports.run_diff_text import diff_document, diff_text

    a, b = read_run(folder_a), read_run(folder_b)
    _check_alike(a, b)
    columns = None if metric_a is None and metric_b is None else _columns(a, b, metric_a, metric_b)
    excluded = _other_texts(a, b)
    sides = [Side(run.source, _without(run.deltas, excluded)) for run in (a, b)]
    lower = lower_is_better(a.meta) | lower_is_better(b.meta)
    found = compare_runs(*sides, columns=columns, lower_is_better=lower, seed=int(a.meta["seed"]))
    if not found.cells:
        raise UsageError(f"the runs have no cell in common, so there is nothing to compare{_reasons(excluded)}")
    signatures = _signatures(a, b, columns)
    if as_json:
        document = {
            "a": _about(folder_a, a),
            "b": _about(folder_b, b),
            "signatures": signatures,
            "not_comparable": excluded,
            **diff_document(found),
        }
        print(json.dumps(document, indent=2, allow_nan=False))
        return
    heads = [f"A: {folder_a} (suite {a.meta['suite']})", f"B: {folder_b} (suite {b.meta['suite']})"]
    heads.append(f"{a.meta['data']}, {a.meta['n_examples']} examples, seed {a.meta['seed']}")
    for name, (one, other) in signatures.items():
        if one != other:
            heads += [f"{name} is not the same metric in both:", f"  A: {one}", f"  B: {other}"]
    heads += [f"not comparable: {name}: {reason}" for name, reason in excluded.items()]
    width = shutil.get_terminal_size((80, 24)).columns
    print(printable(diff_text(found, heads, width)), end="")


def _check_alike(a: RunResult, b: RunResult) -> None:
    for key, what, remedy in (
        ("examples", "other data", "run both on the same data with the same --limit"),
        ("seed", "other seeds, and so other changed texts", "run both with the same --seed"),
    ):
        one, other = a.meta.get(key), b.meta.get(key)
        if one != other:
            raise UsageError(f"the runs are of {what} ({_named(a, key)} and {_named(b, key)}); {remedy}")


def _named(run: RunResult, key: str) -> str:
    if key == "seed":
        return str(run.meta.get("seed"))
    return f"{run.meta.get('n_examples')} of {run.meta.get('data')}"


def _other_texts(a: RunResult, b: RunResult) -> dict[str, str]:
    """Perturbations of both runs that are not the same in them, and why."""
    found: dict[str, str] = {}
    if a.meta["files"]["texts.parquet"] == b.meta["files"]["texts.parquet"]:
        return found
    described = [{item["name"]: item for item in run.meta.get("perturbations", ())} for run in (a, b)]
    for name in described[0].keys() & described[1].keys():
        one, other = (items[name]["version"] for items in described)
        if one != other:
            found[name] = f"version {one} in A and {other} in B"
    variants = [dict(run.meta.get("variants") or {}) for run in (a, b)]
    for name in variants[0].keys() | variants[1].keys():
        if variants[0].get(name) != variants[1].get(name) and all(_has(run.deltas, name) for run in (a, b)):
            found[name] = "the copies that were made elsewhere differ"
    return dict(sorted(found.items()))


def _has(deltas: pd.DataFrame, name: str) -> bool:
    return bool((deltas["perturbation"] == name).any())


def _without(deltas: pd.DataFrame, names: Mapping[str, str]) -> pd.DataFrame:
    return deltas[~deltas["perturbation"].isin(list(names))]


def _columns(
    a: RunResult, b: RunResult, metric_a: str | None, metric_b: str | None
) -> dict[tuple[str, str], tuple[str, str]]:
    one, other = metric_a or metric_b, metric_b or metric_a
    if one is None or other is None:
        raise UsageError("give --metric-a, --metric-b or both")
    found_a, found_b = find_columns(a.deltas, one), find_columns(b.deltas, other)
    if len(found_a) == len(found_b) == 1:
        return dict(zip(found_a.values(), found_b.values(), strict=True))
    if set(found_a) != set(found_b):
        raise UsageError(
            f"{one!r} has the components {', '.join(found_a)}, and {other!r} has {', '.join(found_b)}; "
            f"name one of each, such as {one}/{next(iter(found_a))}"
        )
    return {key: found_b[component] for component, key in found_a.items()}


def _signatures(
    a: RunResult, b: RunResult, columns: Mapping[tuple[str, str], tuple[str, str]] | None
) -> dict[str, list[str]]:
    """Metric (of A, and of B where it is another) to its signatures in A and in B."""
    ours, theirs = dict(a.meta["metrics"]), dict(b.meta["metrics"])
    if columns is None:
        return {name: [ours[name], theirs[name]] for name in ours if name in theirs}
    pairs = dict.fromkeys((one[0], other[0]) for one, other in columns.items())
    return {
        one if one == other else f"{one} against {other}": [str(ours.get(one)), str(theirs.get(other))]
        for one, other in pairs
    }


def _about(folder: Path, run: RunResult) -> dict[str, Any]:
    names = ("suite", "data", "n_examples", "seed", "fingerprint", "versions")
    return {"folder": str(folder), **{name: run.meta.get(name) for name in names}}


def _reasons(excluded: Mapping[str, str]) -> str:
    return f" ({'; '.join(f'{name}: {reason}' for name, reason in excluded.items())})" if excluded else ""
