"""Beyond Table 5, end to end: the suites, ladders of severities, the control, gold sets and their judge."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import Result

Cli = Callable[..., Result]


@pytest.mark.parametrize("suite", ["facts", "surface", "judge", "full"])
def test_suites_run_on_the_sample(cli: Cli, suite: str) -> None:
    result = cli("run", suite, "--limit", "6", "--metric", "rouge1", "--json")
    assert result.exit_code == 0, result.stderr
    cells = json.loads(result.stdout)["deltas"]
    assert len(cells) > 5
    assert sum(cell["n_audited_wrong"] for cell in cells) == 0
    identity = [cell for cell in cells if cell["perturbation"] == "identity"]
    assert [(cell["change_pct"], cell["n_changed"]) for cell in identity] == [(0.0, 6)]


def test_identity_is_scored_anew(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "restless.py").write_text(
        "calls = 0\ndef f(candidate, reference):\n    global calls\n    calls += 1\n    return float(calls)\n"
    )
    args = ("--limit", "4", "--metric", "restless:f", "--perturbation", "identity", "--json")
    (cell,) = json.loads(cli("run", *args).stdout)["deltas"]
    assert cell["mean"] == cell["base_mean"] + 1


def test_a_ladder_of_severities(cli: Cli) -> None:
    args = ("--perturbation", "typos", "--perturbation", "identity", "--severities", "0.1,0.4,0.9")
    result = cli("run", *args, "--limit", "8", "--metric", "rouge1", "--json", "--out", "out")
    cells = json.loads(result.stdout)["deltas"]
    typos = [cell for cell in cells if cell["perturbation"] == "typos"]
    assert [cell["severity"] for cell in typos] == [0.1, 0.4, 0.9]
    assert {cell["monotonicity"] for cell in typos} == {1.0}
    assert [cell["monotonicity"] for cell in cells if cell["perturbation"] == "identity"] == [None]
    assert "Monotonicity" in cli("report", "out").stdout
    for wrong in ("0.1,x", "2", ""):
        refused = cli("run", "--severities", wrong)
        assert refused.exit_code == 2
        assert "--severities" in refused.stderr


def test_blind_spots_are_in_the_report(cli: Cli) -> None:
    cli("run", "facts", "--metric", "rouge1", "--metric", "bleu", "--out", "out", "--limit", "20")
    deltas = pd.read_parquet("out/deltas.parquet").set_index(["perturbation", "metric"])
    assert (
        deltas.loc[("completeness", "rouge1"), "blind_share"] != deltas.loc[("completeness", "rouge1"), "blind_share"]
    )
    assert 0 <= deltas.loc[("negation", "rouge1"), "blind_share"] <= 1
    for kind in ("terminal", "markdown"):
        text = cli("report", "out", "--to", kind).stdout
        assert "Blind spots" in text
        assert "negation" in text


def test_forms_of_instruction_obeyed_are_counted(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "obedient.py").write_text(
        "def f(candidate, reference):\n    return 0.9 if 'verdict' in candidate.lower() else 0.5\n"
    )
    result = cli("run", "judge", "--metric", "obedient:f", "--limit", "10")
    assert "obedient:f obeys" in " ".join(result.stdout.split())


def gold_of(cli: Cli, path: Path, *args: object) -> list[dict[str, Any]]:
    result = cli("perturb", "facts", "--data", path, "--gold", "gold.jsonl", *args)
    assert result.exit_code == 0, result.stderr
    assert "documents" in result.stderr
    return [json.loads(line) for line in Path("gold.jsonl").read_text().splitlines()]


def test_a_gold_set_is_balanced_known_and_reproducible(cli: Cli) -> None:
    from metricstress.suites.sample import sample_path

    records = gold_of(cli, sample_path())
    assert records == gold_of(cli, sample_path())
    assert records != gold_of(cli, sample_path(), "--seed", "3")
    labels = Counter(label for record in records for label in record["labels"])
    assert labels[0] == labels[1] > 50
    kinds = Counter(name for record in records for name in record["error_types"])
    assert len(kinds) == 8
    for record in records:
        assert len(record["sentences"]) == len(record["labels"]) == len(record["error_types"])
        assert [name != "no error" for name in record["error_types"]] == [label == 1 for label in record["labels"]]
        for sentence, label in zip(record["sentences"], record["labels"], strict=True):
            if label == 0:
                assert sentence in record["document"]
            elif "out-of-context error" not in record["error_types"]:
                assert sentence not in record["document"]


def test_a_verifier_is_judged_against_gold(cli: Cli) -> None:
    from metricstress.suites.sample import sample_path

    records = gold_of(cli, sample_path())
    Path("right.jsonl").write_text("\n".join(json.dumps(record) for record in records))
    figures = json.loads(
        cli("agree", "finesumfact", "--predictions", "right.jsonl", "--gold", "gold.jsonl", "--json").stdout
    )
    assert figures["balanced_accuracy"] == figures["localization_accuracy"] == 1.0
    assert (figures["n_missing"], figures["n_failed"]) == (0, 0)
    naive = [{"id": record["id"], "labels": [0] * len(record["labels"])} for record in records[1:]]
    naive[0]["labels"] = [0]
    Path("naive.jsonl").write_text("\n".join(map(json.dumps, naive)))
    plain = cli("agree", "finesumfact", "--predictions", "naive.jsonl", "--gold", "gold.jsonl")
    assert "balanced_accuracy" in plain.stdout
    assert "undefined" in plain.stdout
    figures = json.loads(
        cli("agree", "finesumfact", "--predictions", "naive.jsonl", "--gold", "gold.jsonl", "--json").stdout
    )
    assert figures["balanced_accuracy"] == 0.5
    assert (figures["n_missing"], figures["n_failed"]) == (1, 1)


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ("{", "x.jsonl:1: not JSON"),
        ('{"labels": [0]}', "an object with 'id' and 'labels'"),
        ('{"id": 1, "labels": [2]}', "a list of 0 (right) and 1 (wrong)"),
        ('{"id": 1, "labels": [0]}\n{"id": 1, "labels": [0]}', "id '1' stands twice"),
        ('{"id": 1, "labels": [0], "error_types": 3}', "'error_types': expected a list of names"),
    ],
)
def test_wrong_answers_of_a_verifier(cli: Cli, tmp_path: Path, content: str, hint: str) -> None:
    (tmp_path / "x.jsonl").write_text(content)
    result = cli("agree", "finesumfact", "--predictions", "x.jsonl", "--gold", "x.jsonl")
    assert result.exit_code == 2
    assert hint in result.stderr


def test_gold_needs_a_suite_that_makes_errors(cli: Cli, data: Path) -> None:
    for args, hint in [
        (
            ("perturb", "ev2r", "--data", data, "--gold", "g.jsonl"),
            "no perturbation of this suite makes factual errors",
        ),
        (("perturb", "fact", "--data", data, "--gold", "g.jsonl"), "did you mean 'facts'?"),
        (("perturb", "facts", "--text", "x", "--gold", "g.jsonl"), "not with --text"),
        (("perturb", "facts", "--data", data, "--gold", "no/such/g.jsonl"), "cannot write"),
    ]:
        result = cli(*args)
        assert result.exit_code == 2
        assert hint in result.stderr
    assert not list(data.parent.glob("*g.jsonl"))
