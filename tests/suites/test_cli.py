"""The command line, end to end: what the contract promises."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import Result

from metricstress.perturb.registry import BUILT_IN
from metricstress.reports.frames import DELTAS_COLUMNS, validate_deltas, validate_scores
from metricstress.suites.suite import load_suite

Cli = Callable[..., Result]

SOME = ("--perturbation", "typos", "--perturbation", "completeness", "--metric", "bleu", "--metric", "rouge1")


def test_run_writes_a_folder_that_can_be_reported(cli: Cli, data: Path, tmp_path: Path) -> None:
    result = cli("run", "--data", data, "--out", "out")
    assert result.exit_code == 0, result.stderr
    for name in load_suite("ev2r").perturbations:
        assert name in result.stdout
    scores, deltas = (pd.read_parquet(tmp_path / "out" / f"{name}.parquet") for name in ("scores", "deltas"))
    validate_scores(scores)
    validate_deltas(deltas)
    assert scores["example_id"].nunique() == 6
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["n_examples"] == 6
    assert manifest["seed"] == 0
    assert list(manifest["metrics"]) == list(load_suite("ev2r").metrics)
    again = cli("report", "out")
    assert again.stdout == result.stdout
    assert cli("report", "out", "--to", "markdown").stdout.count("|") > 50
    frame = cli("report", "out", "--to", "csv").stdout
    assert frame.startswith(",".join(DELTAS_COLUMNS))
    document = json.loads(cli("report", "out", "--to", "json").stdout)
    assert len(document["deltas"]) == len(deltas)
    assert cli("report", "out", "--to", "parquet", "--output", "d.parquet").exit_code == 0
    assert (tmp_path / "d.parquet").read_bytes()[:4] == b"PAR1"
    assert cli("report", "out", "--to", "parquet").exit_code == 2


def test_json_is_one_document_with_the_contract_fields(cli: Cli, data: Path) -> None:
    result = cli("run", "--data", data, *SOME, "--json")
    document = json.loads(result.stdout)
    assert set(document) == {"meta", "deltas"}
    assert len(document["deltas"]) == 4
    for cell in document["deltas"]:
        assert set(DELTAS_COLUMNS) <= set(cell)
        assert cell["n"] == cell["n_changed"] + cell["n_not_applicable"] == 6
        assert cell["low"] <= cell["change_pct"] <= cell["high"]
    completeness = next(cell for cell in document["deltas"] if cell["perturbation"] == "completeness")
    assert completeness["n_not_applicable"] == 1  # the claim that never had enough evidence
    assert completeness["change_pct_changed_only"] < completeness["change_pct"] < 0


def folder_bytes(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in ("scores.parquet", "deltas.parquet")}


def test_same_seed_shuffled_rows_and_two_workers_give_the_same_bytes(cli: Cli, data: Path, tmp_path: Path) -> None:
    shuffled = tmp_path / "shuffled.json"
    shuffled.write_text(json.dumps(json.loads(data.read_text())[::-1]))
    for name, args in {
        "one": ("--data", data),
        "two": ("--data", data),
        "shuffled": ("--data", shuffled),
        "workers": ("--data", shuffled, "--workers", "2"),
    }.items():
        assert cli("run", *args, *SOME, "--perturbation", "noise", "--out", name).exit_code == 0
    first = folder_bytes(tmp_path / "one")
    for name in ("two", "shuffled", "workers"):
        assert folder_bytes(tmp_path / name) == first
    cli("run", "--data", data, *SOME, "--perturbation", "noise", "--out", "seed", "--seed", "5")
    assert folder_bytes(tmp_path / "seed") != first


def test_hash_seed_changes_no_byte(data: Path, tmp_path: Path) -> None:
    found = []
    for seed in ("1", "77"):
        out = tmp_path / f"hash{seed}"
        args = ["run", "--data", str(data), "--metric", "rougeL", "--metric", "meteor", "--out", str(out)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        code = "from metricstress.suites.cli import main; main()"
        subprocess.run([sys.executable, "-c", code, *args], env=environment, check=True, capture_output=True)
        found.append(folder_bytes(out))
    assert found[0] == found[1]


def test_a_second_run_into_the_same_folder_repeats_and_another_is_refused(cli: Cli, data: Path, tmp_path: Path) -> None:
    assert cli("run", "--data", data, *SOME, "--out", "out").exit_code == 0
    first = folder_bytes(tmp_path / "out")
    assert cli("run", "--data", data, *SOME, "--out", "out").exit_code == 0
    assert folder_bytes(tmp_path / "out") == first
    other = cli("run", "--data", data, *SOME, "--out", "out", "--seed", "1")
    assert other.exit_code == 2
    assert "holds another run" in other.stderr
    assert folder_bytes(tmp_path / "out") == first
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_the_default_folder_is_named_after_suite_and_fingerprint(cli: Cli, data: Path, tmp_path: Path) -> None:
    assert cli("run", "--data", data, *SOME).exit_code == 0
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("ev2r-")


def test_own_metrics_from_the_working_folder(cli: Cli, data: Path, tmp_path: Path) -> None:
    (tmp_path / "own_metric.py").write_text(
        "def share(candidate, reference):\n"
        "    return len(set(candidate.split()) & set(reference.split())) / len(set(reference.split()))\n"
        "def every_third(candidate, reference):\n"
        "    if 'bridge 4' in reference or 'bridge 7' in reference:\n"
        "        raise ValueError('no score today')\n"
        "    return 0.5\n"
        "def broken(candidate, reference):\n"
        "    return float('nan')\n"
    )
    result = cli("run", "--data", data, *SOME, "--metric", "own_metric:share", "--metric", "own_metric:every_third")
    assert result.exit_code == 0
    assert "own_metric:share" in result.stdout
    assert "own_metric:every_third failed on 2 of 6 examples" in " ".join(result.stdout.split())
    assert "ValueError: no score today" in " ".join(result.stdout.split())
    broken = cli("run", "--data", data, *SOME, "--metric", "own_metric:broken")
    assert broken.exit_code == 2
    assert "own_metric:broken" in broken.stderr
    assert "bleu" in broken.stdout


def test_variants_made_elsewhere(cli: Cli, data: Path, tmp_path: Path) -> None:
    rows = json.loads(data.read_text())
    for row in rows[:4]:
        row["questions"][0]["answers"][0]["answer"] = "Nobody measured it."
    (tmp_path / "copy.json").write_text(json.dumps(rows))
    result = cli("run", "--data", data, *SOME, "--variant", "forgotten=copy.json", "--json")
    cells = [cell for cell in json.loads(result.stdout)["deltas"] if cell["perturbation"] == "forgotten"]
    assert [(cell["n"], cell["n_changed"], cell["severity"]) for cell in cells] == [(6, 4, None)] * 2
    assert all(cell["change_pct"] < 0 for cell in cells)
    taken = cli("run", "--data", data, *SOME, "--variant", "typos=copy.json", "--json")
    assert "takes the place" in taken.stderr
    assert len(json.loads(taken.stdout)["deltas"]) == 4
    (tmp_path / "short.json").write_text(json.dumps(rows[:3]))
    short = cli("run", "--data", data, *SOME, "--variant", "short=short.json")
    assert short.exit_code == 2
    assert "short" in short.stderr
    assert cli("run", "--data", data, "--variant", "nofile").exit_code == 2


def test_a_reference_of_its_own_is_used(cli: Cli, tmp_path: Path) -> None:
    pairs = [
        {"id": str(n), "candidate": "The dam failed in May. Nobody was hurt.", "reference": "The dam broke in spring."}
        for n in range(4)
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(map(json.dumps, pairs)))
    document = json.loads(cli("run", "--data", "pairs.jsonl", *SOME, "--json").stdout)
    assert document["meta"]["n_references"] == 4
    rouge = next(cell for cell in document["deltas"] if cell["metric"] == "rouge1")
    assert 0 < rouge["base_mean"] < 1


def test_dry_run_counts_and_scores_nothing(cli: Cli, data: Path, tmp_path: Path) -> None:
    result = cli("run", "--data", data, *SOME, "--dry-run", "--json")
    document = json.loads(result.stdout)
    counts = {cell["perturbation"]: cell["n_applicable"] for cell in document["applicable"]}
    assert counts == {"typos": 6, "completeness": 5}
    assert document["scores_to_compute"] == {"bleu": 17, "rouge1": 17}
    assert not (tmp_path / "runs").exists()
    assert "Nothing was scored" in cli("run", "--data", data, *SOME, "--dry-run").stdout


def test_limit_keeps_what_the_examples_get(cli: Cli, data: Path, tmp_path: Path) -> None:
    for name, args in {"all": (), "some": ("--limit", "2")}.items():
        cli("run", "--data", data, *SOME, "--perturbation", "noise", "--out", name, *args)
    whole, part = (pd.read_parquet(tmp_path / name / "scores.parquet") for name in ("all", "some"))
    assert part["example_id"].nunique() == 2
    same = whole[whole["example_id"].isin(part["example_id"])].reset_index(drop=True)
    pd.testing.assert_frame_equal(same, part)


@pytest.mark.parametrize("name", BUILT_IN)
def test_perturb_text(cli: Cli, name: str) -> None:
    text = "They are not 12 metres long. Three companies began quickly because it's late."
    result = cli("perturb", name, "--text", text, "--json")
    record = json.loads(result.stdout)
    assert set(record) == {"status", "reason", "text", "edits"}
    rebuilt, position = "", 0
    for edit in record["edits"]:
        assert set(edit) == {"start", "end", "old", "new"}
        assert text[edit["start"] : edit["end"]] == edit["old"] != edit["new"]
        rebuilt += text[position : edit["start"]] + edit["new"]
        position = edit["end"]
    assert rebuilt + text[position:] == record["text"]
    assert (record["status"] == "changed") == (record["text"] != text) == (record["reason"] is None)


@pytest.mark.parametrize("name", BUILT_IN)
def test_perturb_data(cli: Cli, data: Path, name: str) -> None:
    result = cli("perturb", name, "--data", data, "--json")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(records) == 6
    for record in records:
        assert {"id", "status", "reason", "text", "edits", "evidence"} <= set(record)
        for edit in record["edits"]:
            assert edit["field"] in ("question", "text", "passages")
            assert isinstance(edit["passage"], int)
    plain = cli("perturb", name, "--data", data)
    assert all(record["id"] in plain.stdout for record in records)


def test_perturb_without_json_prints_the_text(cli: Cli) -> None:
    assert cli("perturb", "num2text", "--text", "About 12 people came.").stdout == "About twelve people came.\n"
    nothing = cli("perturb", "num2text", "--text", "Nobody came.")
    assert nothing.stdout == "Nobody came.\n"
    assert "not applicable: no_opportunity" in nothing.stderr
    assert cli("perturb", "typos").exit_code == 2


PAIRS = [
    {"id": "a", "candidate": "the dam failed in may", "reference": "the dam failed in may"},
    {"id": "b", "candidate": [{"question": "When?", "text": "In May."}, "Nobody was hurt."], "reference": "In May."},
    {"id": "c", "candidate": "no reference here"},
]


def test_score_pairs(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "pairs.jsonl").write_text("\n".join(map(json.dumps, PAIRS)))
    lines = cli("score", "bleu", "rouge1", "--pairs", "pairs.jsonl", "--json").stdout.splitlines()
    records: list[dict[str, Any]] = [json.loads(line) for line in lines]
    assert [(record["id"], record["metric"], record["status"]) for record in records] == [
        ("a", "bleu", "ok"),
        ("a", "rouge1", "ok"),
        ("b", "bleu", "ok"),
        ("b", "rouge1", "ok"),
        ("c", "bleu", "failed"),
        ("c", "rouge1", "failed"),
    ]
    assert [record["score"] for record in records[:2]] == [1.0, 1.0]
    assert records[-1]["score"] is None
    assert "needs a reference" in records[-1]["reason"]
    table = cli("score", "bleu", "--pairs", "-", stdin=json.dumps(PAIRS[0]) + "\n")
    assert table.stdout == "a\tbleu\tbleu\t1.000000\n"


@pytest.mark.parametrize("what", ["perturbations", "metrics", "suites"])
def test_list(cli: Cli, what: str) -> None:
    entries = json.loads(cli("list", what, "--json").stdout)
    assert {"name", "from", "about"} <= set(entries[0])
    plain = cli("list", what).stdout
    assert all(entry["name"] in plain for entry in entries)


def test_check(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('perturbations = ["typos@0.3"]\nmetrics = ["bleu"]\nseed = 3\n')
    assert cli("check", "mine.toml").stdout == "mine: 1 perturbations, 1 metrics: all fine\n"
    assert cli("check", "ev2r").exit_code == 0
    run = cli("run", "mine.toml", "--limit", "3", "--json")
    document = json.loads(run.stdout)
    assert document["meta"]["seed"] == 3
    assert [cell["severity"] for cell in document["deltas"]] == [0.3]


def test_help_teaches(cli: Cli) -> None:
    for command in ("run", "perturb", "score", "report", "list", "check"):
        assert command in cli("--help").stdout
        assert cli(command, "--help").exit_code == 0


FEVER = [
    {
        "id": n,
        "verifiable": "VERIFIABLE",
        "label": label,
        "claim": f"Claim {n} is about a heron.",
        "evidence": [
            [[1, 2, "Heron", 0, f"The heron number {n} is not a small bird."]],
            [[3, 4, "Heron", 1, "It eats three fish a day."]],
        ],
    }
    for n, label in enumerate(["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"])
]
VITAMINC = [
    {
        "unique_id": f"u{n}",
        "claim": f"More than {n} thousand people came.",
        "evidence": f"In all, {n},500 people came. They are not all from the town.",
        "label": "SUPPORTS",
    }
    for n in (3, 4, 5)
]


def write_rows(path: Path, rows: list[dict[str, Any]]) -> None:
    if path.suffix == ".csv":
        pd.DataFrame(rows).to_csv(path, index=False)
    elif path.suffix == ".parquet":
        pd.DataFrame(rows).to_parquet(path)
    else:
        path.write_text("\n".join(map(json.dumps, rows)))


PLAIN = [{"system": f"It is {n} days late. Nobody came.", "gold": "It was late.", "name": f"r{n}"} for n in (2, 3, 4)]
COLUMNS = ("--column", "candidate=system", "--column", "reference=gold", "--column", "id=name")


@pytest.mark.parametrize(
    ("file", "rows", "args", "kind"),
    [
        ("fever.jsonl", FEVER, (), "fever"),
        ("vitaminc.jsonl", VITAMINC, (), "vitaminc"),
        ("plain.csv", PLAIN, COLUMNS, "csv"),
        ("plain.parquet", PLAIN, COLUMNS, "parquet"),
        ("plain.jsonl", PLAIN, COLUMNS, "jsonl"),
    ],
)
def test_every_format_runs(
    cli: Cli, tmp_path: Path, file: str, rows: list[dict[str, Any]], args: tuple[str, ...], kind: str
) -> None:
    write_rows(tmp_path / file, rows)
    result = cli("run", "--data", file, *args, *SOME, "--json")
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    assert document["meta"]["format"] == kind
    assert document["meta"]["n_examples"] == 3
    assert document["deltas"][0]["n"] == 3


def test_a_suite_that_repeats_a_perturbation_at_two_severities(cli: Cli, data: Path) -> None:
    args = ("--perturbation", "typos@0.1", "--perturbation", "typos@0.9", "--perturbation", "typos:keyboard")
    cells = json.loads(cli("run", "--data", data, *args, "--metric", "rouge1", "--json").stdout)["deltas"]
    found = {(cell["perturbation"], cell["severity"]): cell["change_pct"] for cell in cells}
    assert set(found) == {("typos", 0.1), ("typos", 0.9), ("typos:keyboard", 0.1)}
    assert found["typos", 0.9] < found["typos", 0.1] < 0
