"""The gate as a new user meets it: no baseline, the first update, a change, an update of one cell, and all mishaps."""

from __future__ import annotations

import difflib
import importlib
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import Result

Cli = Callable[..., Result]
Write = Callable[..., None]

SUITE = """
perturbations = ["typos@0.3", "case_change", "random_shuffle"]
metrics = ["rougeL", "gated_metric:overlap"]
data = "dev.json"
"""
METRIC = """
import os, random
from metricstress.metrics_under_test.metric import PairMetric

def overlap(candidate, reference):
    found, wanted = tokens(candidate), tokens(reference)
    return 2 * len(found & wanted) / max(1, len(found) + len(wanted))

def tokens(text):
    return set(text.lower().split())

def opinion(candidate, reference):
    noise = random.Random(os.environ.get("RUN", "") + candidate + reference).gauss(0, float(os.environ["NOISE"]))
    return overlap(candidate, reference) + noise

judge = PairMetric("gated_metric:judge", opinion, lambda: "judge|v1", deterministic=False)
"""
CELL = "gated_metric:overlap/case_change@1"


@pytest.fixture
def project(cli: Cli, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """A folder with a suite, a metric and six examples; gives a function that replaces text in the metric's file."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setenv("NOISE", "0")
    (tmp_path / "stress.toml").write_text(SUITE)

    def write(old: str = "", new: str = "") -> None:
        assert old in METRIC
        (tmp_path / "gated_metric.py").write_text(METRIC.replace(old, new) if old else METRIC)
        sys.modules.pop("gated_metric", None)
        importlib.invalidate_caches()

    write()
    return write


def lines_changed(before: str, now: str) -> list[str]:
    return [line for line in difflib.ndiff(before.splitlines(), now.splitlines()) if line[0] in "+-"]


def statuses(cli: Cli, *arguments: object) -> dict[str, str]:
    document = json.loads(cli("gate", *arguments, "--json").stdout)
    return {cell["name"]: cell["status"] for cell in document["cells"]}


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def test_the_whole_way_of_a_new_user(cli: Cli, project: Write, tmp_path: Path) -> None:
    path = tmp_path / "stress-baseline.toml"
    # No baseline: said before anything is scored, and nothing is written.
    result = cli("gate")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "error: no baseline at stress-baseline.toml, so there is nothing to compare with.\n"
        "       Create it, review it and commit it: metricstress gate --update\n"
    )
    assert not path.exists()
    assert not (tmp_path / "runs").exists()
    # The first update; the same run again is fine, and a second update changes nothing.
    result = cli("gate", "--update")
    assert result.exit_code == 0, result.stderr
    assert "6 cells new, 0 changed" in result.stdout
    first = path.read_text()
    result = cli("gate")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "6 unchanged" in result.stdout
    assert "is as it was" in cli("gate", "--update").stdout
    # Lower-casing is switched off: a loss where case changes, at the line of that cell.
    project("text.lower()", "text")
    result = cli("gate")
    assert result.exit_code == 1
    assert "1 cell got worse" in result.stdout
    line = next(line for line in result.stdout.splitlines() if "WORSE" in line)
    assert CELL in line
    number = int(line.rpartition(":")[2])
    assert first.splitlines()[number - 1].startswith('"case_change@1"')
    assert path.read_text() == first
    # A cell that there is not: nothing is scored, nothing is written.
    project("return set(text", "raise MemoryError\n    return set(text")
    result = cli("gate", "--update", "gated_metric:overlap/case_chaneg@1")
    assert result.exit_code == 2
    assert f"no cell 'gated_metric:overlap/case_chaneg@1'; did you mean '{CELL}'?" in result.stderr
    assert path.read_text() == first
    # A second loss; only the named cell is accepted.
    project("set(text.lower().split())", "set(zip(text.split(), text.split()[1:]))")
    broken = {name for name, status in statuses(cli).items() if status == "worse"}
    assert len(broken) >= 2
    one = min(broken)
    assert cli("gate", "--update", one).exit_code == 0
    assert len(lines_changed(first, path.read_text())) == 2
    assert {name for name, status in statuses(cli).items() if status == "worse"} == broken - {one}
    assert cli("gate", "--update", "gated_metric:*/*").exit_code == 0
    assert cli("gate").exit_code == 0


def test_a_hand_edited_tolerance_holds_and_outlives_updates(cli: Cli, project: Write, tmp_path: Path) -> None:
    path = tmp_path / "stress-baseline.toml"
    cli("gate", "--update")
    project("text.lower()", "text")
    assert cli("gate").exit_code == 1
    with_reason = f'default = 0.5\n"{CELL}" = {{ pp = 99, reason = "case matters: #12" }}'
    edited(path, "default                          = 1.0", with_reason)
    assert cli("gate").exit_code == 0
    assert statuses(cli)[CELL] == "tolerated"
    assert cli("gate", "--update", "rougeL/*").exit_code == 0
    assert 'reason = "case matters: #12"' in path.read_text()
    assert "default                          = 0.5" in path.read_text()
    assert statuses(cli)[CELL] == "tolerated"
    edited(path, f'"{CELL}"', '"gated_metric:overlap/case_chang"')
    result = cli("gate")
    assert result.exit_code == 2
    assert "[tolerance]: no cell 'gated_metric:overlap/case_chang'; did you mean" in result.stderr


@pytest.mark.parametrize("arguments", [(), ("--update",), ("--update", CELL), ("--prune",)])
def test_a_corrupt_baseline_is_never_written_over(
    cli: Cli, project: Write, tmp_path: Path, arguments: Sequence[str]
) -> None:
    path = tmp_path / "stress-baseline.toml"
    cli("gate", "--update")
    edited(path, "[metrics]", "<<<<<<< HEAD\n[metrics]")
    before = path.read_bytes()
    result = cli("gate", *arguments)
    assert result.exit_code == 2
    assert "is not TOML" in result.stderr
    assert "git checkout" in result.stderr
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[", "seed = 8\n[", "is of another seed: 0 there, 8 in this run"),
        ("perturb", 'name = "other"\nperturb', "is of another suite: 'stress' there, 'other' in this run"),
        ("perturb", "limit = 5\nperturb", "is of another hash of the examples"),
    ],
)
def test_a_baseline_of_other_data_is_told_before_anything_is_scored(
    cli: Cli, project: Write, tmp_path: Path, old: str, new: str, told: str
) -> None:
    path = tmp_path / "stress-baseline.toml"
    suite = tmp_path / "stress.toml"
    suite.write_text(SUITE + "[expect]\n")
    cli("gate", "--update")
    before, runs = path.read_text(), sorted((tmp_path / "runs").iterdir())
    suite.write_text((SUITE + "[expect]\n").replace(old, new, 1) if old != "[" else SUITE + new + "expect]\n")
    result = cli("gate")
    assert result.exit_code == 2
    assert told in result.stderr
    assert "metricstress gate --update" in result.stderr
    assert sorted((tmp_path / "runs").iterdir()) == runs
    assert cli("gate", "--seed", "5").exit_code == 2
    # Half of it cannot be kept beside half of something else.
    result = cli("gate", "--update", CELL)
    assert result.exit_code == 2
    assert "nothing was written" in result.stderr
    assert path.read_text() == before
    assert cli("gate", "--update").exit_code == 0
    assert cli("gate").exit_code == 0


def test_another_signature_stops_until_its_cells_are_updated(cli: Cli, project: Write, tmp_path: Path) -> None:
    path = tmp_path / "stress-baseline.toml"
    cli("gate", "--update")
    line = next(line for line in path.read_text().splitlines() if line.startswith("rougeL "))
    edited(path, line, 'rougeL = "rougeL|another recipe"')
    before = path.read_text()
    result = cli("gate")
    assert result.exit_code == 2
    assert "rougeL|another recipe" in result.stdout
    assert "metricstress gate --update 'rougeL/*'" in result.stdout
    result = cli("gate", "--update", "rougeL/typos")
    assert result.exit_code == 2
    assert "would keep rougeL/case_change@1, rougeL/random_shuffle" in result.stderr
    assert path.read_text() == before
    assert cli("gate", "--update", "rougeL/*").exit_code == 0
    assert lines_changed(before, path.read_text()) == ['- rougeL = "rougeL|another recipe"', f"+ {line}"]
    assert cli("gate").exit_code == 0


def test_new_cells_must_be_accepted_and_dead_ones_pruned(cli: Cli, project: Write, tmp_path: Path) -> None:
    path = tmp_path / "stress-baseline.toml"
    cli("gate", "--update")
    before = path.read_text()
    edited(tmp_path / "stress.toml", '"random_shuffle"', '"completeness"')
    result = cli("gate")
    assert result.exit_code == 2
    assert "accept it with --update 'rougeL/completeness@" in result.stdout
    assert "rougeL/random_shuffle@1: in the baseline (stress-baseline.toml:" in result.stdout
    assert "metricstress gate --prune" in result.stdout
    assert cli("gate", "--update", "*/completeness").exit_code == 0
    assert sum(line[0] == "-" for line in lines_changed(before, path.read_text())) == 0
    assert cli("gate").exit_code == 2
    result = cli("gate", "--prune")
    assert result.exit_code == 0
    assert result.stderr.count("taken out of stress-baseline.toml: ") == 2
    assert "random_shuffle" not in path.read_text()
    assert cli("gate", "--update", "--prune").exit_code == 0
    assert "is as it was" in cli("gate", "--update").stdout


def test_a_metric_that_fails_is_neither_passed_nor_accepted(cli: Cli, project: Write, tmp_path: Path) -> None:
    path = tmp_path / "stress-baseline.toml"
    cli("gate", "--update")
    before = path.read_text()
    project("return set(text", 'assert "350" not in text\n    return set(text')
    result = cli("gate", "--junit", "gate.xml")
    assert result.exit_code == 2
    assert "1 failed: " in result.stdout
    assert "AssertionError" in result.stdout
    assert len(ElementTree.parse(tmp_path / "gate.xml").findall(".//error")) >= 1
    project("return set(text", "raise MemoryError\n    return set(text")
    assert cli("gate").exit_code == 2
    result = cli("gate", "--update", "gated_metric:*/*")
    assert result.exit_code == 2
    assert "nothing was written" in result.stderr
    assert "MemoryError" in result.stderr
    assert path.read_text() == before
    assert cli("gate", "--update").exit_code == 2
    assert path.read_text() == before


def test_a_finished_run_is_judged_without_scoring_or_the_metric(cli: Cli, project: Write, tmp_path: Path) -> None:
    cli("gate", "--update")
    (folder,) = (tmp_path / "runs").iterdir()
    (tmp_path / "gated_metric.py").write_text("raise ImportError('not here')")
    sys.modules.pop("gated_metric", None)
    result = cli("gate", "--from", folder)
    assert result.exit_code == 0, result.stdout
    assert "gated_metric:overlap is not here" in result.stderr
    assert cli("gate").exit_code == 2
    assert cli("run", "--data", "dev.json", "--metric", "rougeL", "--out", "other").exit_code == 0
    result = cli("gate", "--from", "other")
    assert result.exit_code == 2
    assert "is a run of the suite 'ev2r', but the gate is for 'stress'" in result.stderr
    assert cli("gate", "--from", "gone").exit_code == 2


def test_expectations_of_the_suite_are_part_of_the_gate(cli: Cli, project: Write, tmp_path: Path) -> None:
    suite = tmp_path / "stress.toml"
    cli("gate", "--update")
    suite.write_text(SUITE + '[expect]\n"gated_metric:overlap/random_shuffle" = { drops = 0.2, min_n = 5 }')
    result = cli("gate")
    assert result.exit_code == 1
    assert "6 unchanged; 1 expectation is not met" in result.stdout
    assert "drops by at least 20%" in result.stdout
    suite.write_text(SUITE + '[expect]\n"gated_metric:overlap/random_shuffle" = { drops = 0.2 }')
    assert cli("gate").exit_code == 2  # six examples are fewer than twenty
    suite.write_text(SUITE + '[expect]\n"rougeL/random_shufle" = { drops = 0.2 }')
    result = cli("gate")
    assert result.exit_code == 2
    assert "[expect]: no cell 'rougeL/random_shufle'; did you mean" in result.stderr


def test_a_judge_is_judged_by_what_chance_may_do(
    cli: Cli, project: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited(tmp_path / "stress.toml", '"rougeL", "gated_metric:overlap"', '"gated_metric:judge"')
    monkeypatch.setenv("NOISE", "0.02")
    result = cli("gate", "--update")
    assert result.exit_code == 0
    assert "stress-baseline.parquet (not for version control)" in result.stderr
    assert "{ sampled = true }" in (tmp_path / "stress-baseline.toml").read_text()
    found = {}
    for scores in ("kept", "lost"):
        if scores == "lost":
            (tmp_path / "stress-baseline.parquet").unlink()
        monkeypatch.setenv("RUN", "again")
        project()
        assert set(statuses(cli).values()) <= {"noise", "tolerated", "unchanged"}
        assert "gated_metric:judge varies from run to run" in cli("gate").stdout
        project("text.lower()", "text")
        document = json.loads(cli("gate", "--json").stdout)
        cells = {cell["name"]: cell for cell in document["cells"]}
        case = cells["gated_metric:judge/case_change@1"]
        assert (case["status"], document["exit_code"]) == ("worse", 1)
        assert case["p_value"] < 0.02
        found[scores] = case["detectable"]
    assert found["kept"] != found["lost"]  # The scores were used while they were there.


def test_an_update_of_some_cells_keeps_the_scores_of_the_others(
    cli: Cli, project: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pandas as pd

    edited(tmp_path / "stress.toml", '"rougeL", "gated_metric:overlap"', '"gated_metric:judge"')
    monkeypatch.setenv("NOISE", "0.02")
    cli("gate", "--update")
    path = tmp_path / "stress-baseline.parquet"
    before = pd.read_parquet(path)
    monkeypatch.setenv("RUN", "again")
    assert cli("gate", "--update", "*/typos").exit_code == 0
    now = pd.read_parquet(path)
    cells = ["column", "key", "example_id"]
    assert now[cells].equals(before[cells])
    assert set(now["key"][now["score"] != before["score"]]) == {"typos@0.3"}


def test_github_gets_its_summary_and_annotations(
    cli: Cli, project: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli("gate", "--update")
    project("text.lower()", "text")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path.parent))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    result = cli("gate")
    (command,) = [line for line in result.stdout.splitlines() if line.startswith("::")]
    assert command.startswith(f"::error file={tmp_path.name}/stress-baseline.toml,line=")
    assert "title=gated_metric%3Aoverlap/case_change@1::" in command
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert f"| ✗ worse | `{CELL}` |" in summary
    assert "| perturbation | changed |" in summary  # the table of the run
    result = cli("gate", "--json")
    assert json.loads(result.stdout)["exit_code"] == 1
    assert command in result.stderr


def test_suites_elsewhere_and_in_a_pyproject(cli: Cli, project: Write, tmp_path: Path) -> None:
    folder = tmp_path / "checks"
    folder.mkdir()
    (folder / "deep.toml").write_text(SUITE.replace("dev.json", "../dev.json"))
    (tmp_path / "stress.toml").unlink()
    result = cli("gate", "checks/deep.toml")
    assert result.exit_code == 2
    assert "metricstress gate checks/deep.toml --update" in result.stderr
    assert cli("gate", "checks/deep.toml", "--update", "rougeL/*").exit_code == 0
    assert (folder / "stress-baseline.toml").exists()
    assert cli("gate", "checks/deep.toml", "--update", "--baseline", "mine.toml").exit_code == 0
    assert cli("gate", "checks/deep.toml", "--baseline", "mine.toml").exit_code == 0
    assert cli("gate", "checks/deep.toml").exit_code == 2
    result = cli("gate")
    assert result.exit_code == 2
    assert "no suite: name a file, or set one up as stress.toml" in result.stderr
    (tmp_path / "pyproject.toml").write_text(f"[tool.metricstress]{SUITE}")
    assert cli("gate", "--update", "rougeL/*", "gated_metric:overlap/*").exit_code == 0
    assert cli("gate").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("stress.toml", CELL), "--update is missing"),
        (("--update", CELL, "bleu"), "'bleu' is no cell METRIC/PERTURBATION"),
        (("--seed", "3", "--from", "runs/x"), "--from takes a finished one"),
        (("strss",), "unknown suite 'strss'"),
        (("gone.toml",), "no suite file 'gone.toml'"),
        (("--baseline", "gone/b.toml", "--update"), "cannot write the baseline"),
    ],
)
def test_slips_of_the_keyboard(cli: Cli, project: Write, arguments: Sequence[str], told: str) -> None:
    result = cli("gate", *arguments)
    assert result.exit_code == 2
    assert told in result.stderr


def test_json_has_what_the_text_has(cli: Cli, project: Write) -> None:
    cli("gate", "--update")
    project("text.lower()", "text")
    document: dict[str, Any] = json.loads(cli("gate", "--json").stdout)
    assert document["summary"] in cli("gate").stdout
    assert {"suite": "stress", "seed": 0, "n_examples": 6, "exit_code": 1, "gone": [], "problems": []}.items() <= (
        document.items()
    )
    worse = next(cell for cell in document["cells"] if cell["name"] == CELL)
    assert worse["worse_by"] == pytest.approx(abs(worse["now"]) - abs(worse["before"]))
    assert worse["n"] + worse["n_not_applicable"] + worse["n_failed"] == 6
