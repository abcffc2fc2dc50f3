"""`metricstress diff`: a metric version against the next, and runs that cannot be compared."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Cli = Callable[..., Result]

SOME = ("--perturbation", "typos@0.4", "--perturbation", "completeness", "--perturbation", "num2text")


@pytest.fixture
def runs(cli: Cli, data: Path) -> tuple[str, str]:
    """Two runs of the same examples, of other metrics and an option that one of them has."""
    for name, options in {"one": (), "two": ("--questions-as-facts",)}.items():
        args = (*SOME, "--metric", "ev2r.reference_based", "--metric", "rouge1", *options)
        more = ("--metric", "rougeL") if name == "two" else ()
        assert cli("run", "--data", data, *args, *more, "--out", name).exit_code == 0
    return "one", "two"


def test_two_versions_of_a_metric(cli: Cli, runs: tuple[str, str]) -> None:
    result = cli("diff", *runs)
    assert result.exit_code == 0, result.stderr
    assert "ev2r.reference_based is not the same metric in both:" in result.stdout
    assert "questions_as_facts:yes" in "".join(result.stdout.split())
    assert "rouge1\nall 3 cells the same" in result.stdout
    assert "Only in B: rougeL (3 cells)" in result.stdout
    document = json.loads(cli("diff", *runs, "--json").stdout)
    assert set(document) == {"a", "b", "signatures", "not_comparable", "cells", "only_a", "only_b"}
    assert len(document["cells"]) == 3 * 4
    assert {cell["verdict"] for cell in document["cells"] if cell["metric"] == "rouge1"} == {"same"}
    assert document["only_a"] == []
    assert {cell["metric"] for cell in document["only_b"]} == {"rougeL"}
    assert document["signatures"]["rouge1"][0] == document["signatures"]["rouge1"][1]
    for cell in document["cells"]:
        assert cell["difference"] == pytest.approx(cell["change_b"] - cell["change_a"])


def test_changes_are_those_of_the_report(cli: Cli, runs: tuple[str, str]) -> None:
    cells = json.loads(cli("diff", *runs, "--json").stdout)["cells"]
    for name, side in zip(runs, ("a", "b"), strict=True):
        deltas = json.loads(cli("report", name, "--to", "json").stdout)["deltas"]
        shown = {(row["perturbation"], row["metric"], row["component"]): row["change_pct"] for row in deltas}
        for cell in cells:
            expected = shown[cell["perturbation"], cell["metric"], cell["component"]]
            assert cell[f"change_{side}"] == pytest.approx(expected, abs=1e-9)


def test_two_metrics_of_one_run(cli: Cli, runs: tuple[str, str]) -> None:
    result = cli("diff", "two", "two", "--metric-a", "rouge1", "--metric-b", "rougeL")
    assert result.exit_code == 0, result.stderr
    assert "rouge1 against rougeL" in result.stdout
    assert "Only in" not in result.stdout
    one = cli("diff", *runs, "--metric-a", "ev2r.reference_based/f1")
    assert "ev2r.reference_based/f1" in one.stdout
    assert "recall" not in one.stdout
    whole = cli("diff", *runs, "--metric-b", "ev2r.reference_based")
    assert "ev2r.reference_based/recall" in whole.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--metric-a", "rogue1"), "the run has no metric 'rogue1'; did you mean 'rouge1'?"),
        (("--metric-a", "ev2r.reference_based", "--metric-b", "rouge1"), "has the components f1, precision, recall"),
        (("--metric-a", "rougeL"), "the run has no metric 'rougeL'"),
    ],
)
def test_metrics_that_are_not_there(cli: Cli, runs: tuple[str, str], options: tuple[str, ...], message: str) -> None:
    result = cli("diff", *runs, *options)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--seed", "5"), "the runs are of other seeds, and so other changed texts (0 and 5); run both with the same"),
        (("--limit", "4"), "the runs are of other data (6 of dev.json and 4 of dev.json)"),
        (("--perturbation", "noise"), ""),
    ],
)
def test_what_cannot_be_compared(cli: Cli, data: Path, options: tuple[str, ...], message: str) -> None:
    base = ("run", "--data", data, "--metric", "rouge1")
    assert cli(*base, "--perturbation", "typos", "--out", "one").exit_code == 0
    own = options if "--perturbation" in options else ("--perturbation", "typos", *options)
    assert cli(*base, *own, "--out", "two").exit_code == 0
    result = cli("diff", "one", "two")
    assert result.exit_code == 2
    assert (message or "no cell in common") in result.stderr
    assert result.stdout == ""


def test_other_copies_made_elsewhere_are_not_compared(cli: Cli, data: Path, tmp_path: Path) -> None:
    rows = json.loads(data.read_text())
    for name in ("first", "second"):
        for row in rows:
            row["questions"][0]["answers"][0]["answer"] += f" {name}"
        (tmp_path / f"{name}.json").write_text(json.dumps(rows))
        args = ("--perturbation", "typos", "--variant", f"mine={name}.json", "--metric", "rouge1", "--out", name)
        assert cli("run", "--data", data, *args).exit_code == 0
    result = cli("diff", "first", "second")
    assert result.exit_code == 0, result.stderr
    assert "not comparable: mine: the copies that were made elsewhere differ" in result.stdout
    document = json.loads(cli("diff", "first", "second", "--json").stdout)
    assert {cell["perturbation"] for cell in document["cells"]} == {"typos"}
    assert list(document["not_comparable"]) == ["mine"]
    same = json.loads(cli("diff", "first", "first", "--json").stdout)
    assert {cell["perturbation"] for cell in same["cells"]} == {"typos", "mine"}
