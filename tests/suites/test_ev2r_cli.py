"""The Ev²R scorer from the command line: its options, recorded replies, a model on a server, budgets, stand-ins."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import Result
from support.fault_server import GOOD, Answer, serving

from metricstress.metrics_under_test.ev2r.judges.replay import pair_id
from metricstress.metrics_under_test.metric import Item

Cli = Callable[..., Result]
PAIR: dict[str, Any] = {
    "id": "a",
    "candidate": "The bridge opened in May.",
    "reference": "The bridge opened in May. It cost four million.",
    "claim": "The bridge opened in May.",
    "verdict": "Supported",
}
REFLESS = json.dumps({"facts": "1. A. 2. B.", "fact check": "x", "support": 1, "contradict": 0, "facts count": 2})


def lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def scores(result: Result) -> dict[tuple[str, str], dict[str, Any]]:
    assert result.exit_code == 0, result.stderr
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    return {(row["id"], row["component"]): row for row in rows}


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    return lines(tmp_path / "pairs.jsonl", [PAIR, {**PAIR, "id": "b"}, {**PAIR, "id": "c", "claim": "Another."}])


def test_recorded_replies_are_found_by_id_and_by_text(cli: Cli, pairs: Path, tmp_path: Path) -> None:
    cut = json.loads(GOOD) | {"facts count predicted evidence": 0, "support predicted evidence": 0}
    named = pair_id(Item(PAIR["candidate"], PAIR["reference"], "Another."))
    replies = [
        {"id": "a", "response": f"```json\n{GOOD}\n```"},
        {"id": "b", "response": json.dumps(cut)},
        {"id": named, "response": GOOD},
    ]
    file = lines(tmp_path / "replies.jsonl", replies)
    found = scores(cli("score", "ev2r.reference_based", "--judge", f"replay:{file}", "--pairs", pairs, "--json"))
    assert found["a", "precision"] | {"id": 0} == {
        "id": 0,
        "metric": "ev2r.reference_based",
        "component": "precision",
        "score": 0.5,
        "status": "repaired",
        "reason": "code-fence",
    }
    assert (found["b", "precision"]["score"], found["b", "precision"]["status"]) == (None, "failed")
    assert "zero-facts" in found["b", "precision"]["reason"]
    assert (found["b", "recall"]["score"], found["b", "recall"]["status"], found["b", "recall"]["reason"]) == (
        *(1.0, "ok", None),
    )
    assert found["b", "f1"]["status"] == "failed"
    assert (found["c", "f1"]["score"], found["c", "f1"]["status"]) == (pytest.approx(2 / 3), "ok")


def test_a_missing_reply_is_a_counted_failure(cli: Cli, pairs: Path, tmp_path: Path) -> None:
    file = lines(tmp_path / "replies.jsonl", [{"id": "a", "response": GOOD}, {"id": "b", "response": GOOD}])
    found = scores(cli("score", "ev2r.reference_based", "--judge", f"replay:{file}", "--pairs", pairs, "--json"))
    assert found["c", "recall"]["score"] is None
    assert (found["c", "recall"]["status"], found["c", "recall"]["reason"]) == ("failed", "no-recorded-reply")


def test_claims_facts_from_recorded_replies(cli: Cli, pairs: Path, tmp_path: Path) -> None:
    file = lines(tmp_path / "replies.jsonl", [{"id": name, "response": REFLESS} for name in "abc"])
    found = scores(cli("score", "ev2r.reference_less", "--judge", f"replay:{file}", "--pairs", pairs, "--json"))
    assert {row["score"] for row in found.values()} == {0.5}


def test_weighted_is_the_mix_of_its_parts_or_nothing(cli: Cli, pairs: Path) -> None:
    three = ("ev2r.reference_based", "ev2r.proxy_reference", "ev2r.weighted")
    found = scores(cli("score", *three, "--alpha", "0.25", "--pairs", pairs, "--json"))
    mixed = 0.25 * found["a", "f1"]["score"] + 0.75 * found["a", "proxy"]["score"]
    assert found["a", "ev2r"]["score"] == pytest.approx(mixed, abs=1e-12)
    none = cli("score", *three, "--proxy", "none", "--pairs", pairs, "--json")
    assert none.exit_code == 2
    rows = [json.loads(line) for line in none.stdout.splitlines()]
    weighted = [row for row in rows if row["component"] == "ev2r"]
    assert len(weighted) == 3
    assert all(row["score"] is None and "--proxy none" in row["reason"] for row in weighted)


@pytest.mark.parametrize("support", ["graded", "binary"])
def test_support(cli: Cli, tmp_path: Path, support: str) -> None:
    half = {**PAIR, "candidate": "The bridge was built by hand.", "reference": "The bridge opened in the month of May."}
    file = lines(tmp_path / "half.jsonl", [half])
    found = scores(cli("score", "ev2r.reference_based", "--support", support, "--pairs", file, "--json"))
    assert found["a", "recall"]["score"] in ({0.0, 1.0} if support == "binary" else {found["a", "recall"]["score"]})


def test_questions_as_facts(cli: Cli, tmp_path: Path) -> None:
    blank = [{"question": "When did the bridge open?", "text": ""}]
    whole = [{"question": "When did the bridge open?", "text": "It opened in May."}]
    file = lines(tmp_path / "blank.jsonl", [{**PAIR, "candidate": blank, "reference": whole}])
    without = scores(cli("score", "ev2r.reference_based", "--pairs", file, "--json"))
    questions = scores(cli("score", "ev2r.reference_based", "--questions-as-facts", "--pairs", file, "--json"))
    assert without["a", "f1"]["score"] == 0
    assert questions["a", "f1"]["score"] > 0


def test_the_semantic_judge_knows_paraphrases(cli: Cli, tmp_path: Path) -> None:
    said = {**PAIR, "candidate": "The kids are playing football.", "reference": "Children play soccer."}
    file = lines(tmp_path / "pairs.jsonl", [said])
    run = ("score", "ev2r.reference_based", "--pairs", file, "--json", "--judge")
    by_words, by_meaning = (scores(cli(*run, judge))["a", "recall"]["score"] for judge in ("lexical", "semantic"))
    assert by_meaning > by_words


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--judge", "lexcial"), "unknown judge 'lexcial'; did you mean 'lexical'?"),
        (("--judge", "replay"), "unknown judge 'replay'"),
        (("--judge", "replay:"), "names no file"),
        (("--judge", "replay:nowhere.jsonl"), "nowhere.jsonl"),
        (("--judge", "llm"), "set METRICSTRESS_LLM_MODEL"),
        (("--proxy", "stanse"), "did you mean 'stance'?"),
        (("--proxy", "hf:"), "names no path"),
        (("--alpha", "1.5"), "between 0 and 1"),
        (("--support", "ordinal"), "graded, binary"),
        (("--judge", "llm", "--support", "binary"), "goes with the judges lexical and semantic"),
        (("--judge", "replay:x", "--questions-as-facts"), "goes with the judges lexical and semantic"),
        (("--max-failed", "5"), "a share from 0 to 1"),
        (("--max-cost", "-1"), "cannot be negative"),
    ],
)
@pytest.mark.parametrize("command", ["run", "score"])
def test_what_cannot_be_used_is_said_in_a_line(
    cli: Cli, pairs: Path, monkeypatch: pytest.MonkeyPatch, command: str, options: tuple[str, ...], said: str
) -> None:
    for name in ("METRICSTRESS_LLM_MODEL", "OPENAI_MODEL"):
        monkeypatch.delenv(name, raising=False)
    start = ("score", "ev2r.weighted", "--pairs", pairs) if command == "score" else ("run", "--metric", "ev2r.weighted")
    result = cli(*start, *options)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_options_stand_in_a_suite_file_and_give_way_to_the_command_line(cli: Cli, data: Path, tmp_path: Path) -> None:
    suite = tmp_path / "own.toml"
    suite.write_text(
        'perturbations = ["typos"]\nmetrics = ["ev2r.weighted"]\n[ev2r]\nalpha = 0.75\nproxy = "stance"\n',
        encoding="utf-8",
    )
    cli("run", suite, "--data", data, "--out", "one")
    cli("run", suite, "--data", data, "--out", "two", "--alpha", "0.25")
    signatures = [
        json.loads((tmp_path / name / "manifest.json").read_text())["metrics"]["ev2r.weighted"]
        for name in ("one", "two")
    ]
    assert "alpha:0.75" in signatures[0] and "alpha:0.25" in signatures[1]
    suite.write_text(suite.read_text().replace("proxy =", "proxxy ="), encoding="utf-8")
    wrong = cli("run", suite, "--data", data)
    assert wrong.exit_code == 2
    assert "did you mean 'proxy'?" in wrong.stderr


def test_the_default_suite_says_what_stands_in(cli: Cli, data: Path) -> None:
    shown = cli("run", "--data", data, "--out", "out")
    said = " ".join(shown.stdout.split())
    assert "stand-ins" in said and "GPT-4o" in said and "DeBERTa" in said and "weak" in said
    for name in ("precision", "recall", "f1", "proxy_prior"):
        assert name in said.replace(" ", "")
    markdown = cli("report", "out", "--to", "markdown").stdout
    assert "stand-ins" in markdown


def test_without_a_proxy_its_columns_are_left_out_and_it_is_said(cli: Cli, data: Path, tmp_path: Path) -> None:
    result = cli("run", "--data", data, "--proxy", "none", "--out", "out", "--json")
    assert result.exit_code == 0
    assert "left out: ev2r.weighted: not computed" in result.stderr
    metrics = {cell["metric"] for cell in json.loads(result.stdout)["deltas"]}
    assert "ev2r.reference_based" in metrics
    assert not {"ev2r.weighted", "ev2r.proxy_reference"} & metrics


def test_data_without_verdicts_runs_without_what_needs_them(cli: Cli, tmp_path: Path) -> None:
    file = lines(tmp_path / "plain.jsonl", [{"candidate": f"Bridge {n} opened in May. It is long."} for n in range(4)])
    result = cli("run", "--data", file, "--json")
    assert result.exit_code == 0, result.stderr
    assert "left out: ev2r.proxy_reference: no example has a claim or verdict" in result.stderr
    named = cli("run", "--data", file, "--metric", "ev2r.proxy_reference")
    assert named.exit_code == 2


ASKED = ("--metric", "ev2r.reference_based", "--judge", "llm", "--perturbation", "typos", "--perturbation", "identity")


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICSTRESS_LLM_MODEL", "served")
    monkeypatch.setenv("METRICSTRESS_LLM_API_KEY", "sk-VERYSECRET-0123456789abcdef")


@pytest.mark.usefixtures("model")
def test_a_run_asks_a_model_once_for_each_text(
    cli: Cli, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('["served"]\ninput = 1.0\noutput = 2.0\n', encoding="utf-8")
    with serving() as server:
        monkeypatch.setenv("METRICSTRESS_LLM_BASE_URL", server.url)
        dry = json.loads(cli("run", "--data", data, *ASKED, "--dry-run", "--prices", prices, "--json").stdout)
        assert (dry["calls"], dry["cached_replies"]) == (12, 0)
        assert dry["tokens"] > 0 and dry["cost"] > 0
        assert server.requests == []
        server.behave = lambda body, attempt: Answer(delay=0.2)
        result = cli("run", "--data", data, *ASKED, "--out", "one", "--json")
        assert result.exit_code == 0, result.stderr
        assert "models are asked: 12 calls" in result.stderr
        assert len(server.requests) == 12
        assert server.most_under_way > 1
        again = cli("run", "--data", data, *ASKED, "--out", "two", "--json")
        assert len(server.requests) == 12
        assert json.loads(again.stdout)["deltas"] == json.loads(result.stdout)["deltas"]
        dry = json.loads(cli("run", "--data", data, *ASKED, "--dry-run", "--json").stdout)
        assert (dry["calls"], dry["cached_replies"], dry["cost"]) == (0, 12, None)
    exported = cli("replies", "--output", "replies.jsonl")
    assert exported.exit_code == 0 and "replies: 12; recipes: 1" in exported.stderr
    replayed = cli("run", "--data", data, *ASKED, "--judge", "replay:replies.jsonl", "--out", "three", "--json")
    assert json.loads(replayed.stdout)["deltas"] == json.loads(result.stdout)["deltas"]
    for file in (path for path in tmp_path.rglob("*") if path.is_file()):
        assert b"VERYSECRET" not in file.read_bytes(), file


@pytest.mark.usefixtures("model")
@pytest.mark.parametrize("limit", [("--max-calls", "11"), ("--max-cost", "0.0001"), ("--max-cost", "5")])
def test_beyond_the_budget_nothing_is_sent(
    cli: Cli, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: tuple[str, str]
) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('["served"]\ninput = 1.0\noutput = 2.0\n', encoding="utf-8")
    known = () if limit[1] == "5" else ("--prices", prices)  # A limit to the cost, and no price.
    with serving() as server:
        monkeypatch.setenv("METRICSTRESS_LLM_BASE_URL", server.url)
        result = cli("run", "--data", data, *ASKED, *limit, *known)
        assert result.exit_code == 2
        assert server.requests == []
        assert limit[0].strip("-").replace("-", "_") in result.stderr


@pytest.mark.usefixtures("model")
def test_too_many_failed_replies_give_no_number(cli: Cli, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        # One claim of six is refused, whatever its evidence looks like.
        server.behave = lambda body, attempt: Answer(
            text="I'm sorry." if "Bridge 3 is longer" in body["messages"][-1]["content"] else GOOD
        )
        monkeypatch.setenv("METRICSTRESS_LLM_BASE_URL", server.url)
        result = cli("run", "--data", data, *ASKED, "--out", "one", "--json")
        assert result.exit_code == 2
        assert "failed on too many examples" in result.stderr
        cells = json.loads(result.stdout)["deltas"]
        assert all(cell["change_pct"] is None and cell["verdict"] == "refused" for cell in cells)
        assert {(cell["n"], cell["n_failed"]) for cell in cells} == {(5, 1)}
        assert "n/a" in cli("report", "one").stdout
        lenient = cli("run", "--data", data, *ASKED, "--out", "two", "--max-failed", "0.2", "--json")
        assert lenient.exit_code == 0
        assert all(cell["change_pct"] == 0 for cell in json.loads(lenient.stdout)["deltas"])


@pytest.mark.usefixtures("model")
def test_repaired_replies_and_half_scores_are_counted(
    cli: Cli, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    half = json.dumps(json.loads(GOOD) | {"facts count predicted evidence": 0, "support predicted evidence": 0})
    with serving() as server:
        # All replies are fenced; those on one claim of six have no precision.
        server.behave = lambda body, attempt: Answer(
            text=f"```json\n{half if 'Bridge 3 is longer' in body['messages'][-1]['content'] else GOOD}\n```"
        )
        monkeypatch.setenv("METRICSTRESS_LLM_BASE_URL", server.url)
        result = cli("run", "--data", data, *ASKED, "--out", "one", "--max-failed", "0.2", "--json")
    assert result.exit_code == 0, result.stderr
    cells = {(cell["perturbation"], cell["component"]): cell for cell in json.loads(result.stdout)["deltas"]}
    assert (cells["typos", "precision"]["n"], cells["typos", "precision"]["n_failed"]) == (5, 1)
    assert (cells["typos", "recall"]["n"], cells["typos", "recall"]["n_failed"]) == (6, 0)
    shown = " ".join(cli("report", "one").stdout.split())
    assert "ev2r.reference_based: 12 of 12 scores: code-fence" in shown
    assert "ev2r.reference_based failed on 1 of 6 examples (2 of 12 scores): " in shown
    assert "zero-facts" in shown


@pytest.mark.usefixtures("model")
def test_workers_and_the_weighted_score_ask_no_more(
    cli: Cli, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics = ("--metric", "ev2r.reference_based", "--metric", "ev2r.weighted", "--judge", "llm")
    run = ("run", "--data", data, *metrics, "--perturbation", "typos")
    with serving() as server:
        monkeypatch.setenv("METRICSTRESS_LLM_BASE_URL", server.url)
        dry = json.loads(cli(*run, "--dry-run", "--json").stdout)
        assert dry["calls"] == 12
        assert cli(*run, "--workers", "2", "--out", "two").exit_code == 0
        assert len(server.requests) == 12
        assert cli(*run, "--no-cache", "--out", "one").exit_code == 0
        assert len(server.requests) == 12
    one, two = (pd.read_parquet(tmp_path / name / "scores.parquet") for name in ("one", "two"))
    pd.testing.assert_frame_equal(one, two)


@pytest.mark.usefixtures("model")
def test_an_interrupted_run_loses_no_reply_that_was_paid_for(cli: Cli, data: Path, tmp_path: Path) -> None:
    with serving() as server:
        suite = tmp_path / "own.toml"
        suite.write_text(
            'perturbations = ["typos", "identity"]\nmetrics = ["ev2r.reference_based"]\n'
            f'[ev2r]\njudge = "llm"\nbase_url = "{server.url}"\nconcurrency = 2\n',
            encoding="utf-8",
        )
        run = ("run", str(suite), "--data", str(data), "--out", "one", "--json")
        server.behave = lambda body, attempt: Answer(delay=0.3)
        process = subprocess.Popen(
            [sys.executable, "-m", "metricstress.suites.cli", *run], stderr=subprocess.PIPE, stdout=subprocess.PIPE
        )
        deadline = time.monotonic() + 60
        while len(server.paid) < 3 and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert process.returncode == 2
        assert "Traceback" not in said.decode() and "interrupted" in said.decode()
        paid = list(server.paid)
        assert 3 <= len(paid) < 12
        server.forget()
        server.behave = lambda body, attempt: Answer()
        assert cli(*run).exit_code == 0
        assert len(server.requests) == 12 - len(paid)
        assert not set(paid) & set(server.paid)


def test_without_kept_replies_it_is_said_how_to_get_some(cli: Cli) -> None:
    result = cli("replies")
    assert result.exit_code == 2
    assert "--judge llm" in result.stderr
