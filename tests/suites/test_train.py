"""`metricstress train`: from rows to a checkpoint that scores, also when it is killed on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from support import tiny_models

from metricstress.metrics_under_test.ev2r.hf_proxy import HfProxy, hf_proxy
from metricstress.metrics_under_test.learned.bleurt import bleurt
from metricstress.metrics_under_test.learned.checkpoint import files_digest
from metricstress.metrics_under_test.metric import Failure, Item, Score

hf = [pytest.mark.hf, pytest.mark.slow]

Cli = Callable[..., Result]
QUICK = ("--warmup-steps", 2, "--learning-rate", 5e-3)


@pytest.fixture(scope="module")
def classifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.deberta(tmp_path_factory.mktemp("base") / "deberta")


@pytest.fixture(scope="module")
def regression(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.bert_regression(tmp_path_factory.mktemp("base") / "bert")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tiny_models.write_rows(tmp_path / "rows.jsonl", tiny_models.rows(64))


def failed(result: Result) -> str:
    """The one line that is said of a wrong use."""
    assert result.exit_code == 2
    assert result.stdout == ""
    line = result.stderr.strip().splitlines()[-1]
    assert line.startswith("error: ")
    return line


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    data = tiny_models.write_rows(tmp_path / "rows.jsonl", tiny_models.rows(20))
    code = (
        "import sys\nsys.modules['torch'] = None\nfrom metricstress.suites.cli import main\n"
        f"main(['train', 'proxy', '--data', {str(data)!r}, '--base', 'x', '--out', 'out'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ") and len(done.stderr.splitlines()) == 1
    assert "torch" in done.stderr and "pip install 'metricstress[hf]'" in done.stderr


class TestProxy:
    pytestmark = hf

    def test_it_learns_writes_its_card_and_scores(self, cli: Cli, classifier: Path, data: Path) -> None:
        dev = tiny_models.write_rows(data.parent / "dev.jsonl", tiny_models.rows(80)[64:])
        asked = ("train", "proxy", "--data", data, "--base", classifier, "--out", "out", "--epochs", 5, *QUICK)
        result = cli(*asked, "--dev", dev, "--json")
        assert result.exit_code == 0, result.stderr
        assert "step 40 of 40: f1_micro" in result.stderr
        assert "use it as --proxy hf:out" in result.stderr

        found = json.loads(result.stdout)
        assert found == json.loads(Path("out/metrics.json").read_text())
        assert found["metrics"]["f1_micro"] > found["metrics"]["majority"] == 0.5
        assert found["data"]["rows"] == 64
        assert found["counts"]["train"] == {"supported": 16, "not enough evidence": 32, "refuted": 16}
        assert found["settings"]["epochs"] == 5 and found["steps"] == 40
        assert not found["mixed_precision"] or found["device"] == "cuda"
        # What its head knew of entailment, neutral and contradiction keeps its place.
        assert found["labels"] == ["supported", "not enough evidence", "refuted"]
        assert not list(Path("out").glob("checkpoint-*"))

        card = Path("out/README.md").read_text()
        for said in ("rows.jsonl", found["data"]["sha256"], found["dev"]["sha256"], "| supported | 16 | 4 |"):
            assert said in card
        for said in (f"Micro-F1 {found['metrics']['f1_micro']:.3f}", "| learning_rate | 0.005 |", "| transformers |"):
            assert said in card
        assert str(data.parent) not in card

        proxy = HfProxy(Path("out"))
        rows = tiny_models.rows(80)[64:]
        told = [proxy.probabilities(row["claim"], row["evidence"][0]) for row in rows]
        assert all(sum(each.values()) == pytest.approx(1.0) for each in told)
        assert len({max(each, key=lambda verdict: each[verdict]) for each in told}) == 3
        (score,) = hf_proxy("out").score([Item(rows[0]["evidence"][0], None, rows[0]["claim"], "Supported")])
        assert isinstance(score, Score) and score.values["proxy"] == told[0]["supported"]

        options = ("--metric", "ev2r.proxy_reference", "--proxy", "hf:out", "--perturbation", "random_shuffle")
        shown = cli("run", "--data", data, "--limit", 8, *options, "--json")
        assert shown.exit_code == 0, shown.stderr
        document = json.loads(shown.stdout)
        assert document["deltas"][0]["n"] == 8
        assert "proxy:hf" in document["meta"]["metrics"]["ev2r.proxy_reference"]
        assert document["meta"]["stand_ins"] == {}
        assert "nowhere" in failed(cli("run", "--data", data, "--metric", "ev2r.weighted", "--proxy", "hf:nowhere"))

        again = cli(*asked, "--dev", dev, "--json")
        assert again.stdout == result.stdout and "the training is whole already" in again.stderr
        for other in (("--seed", 1), ("--limit", 40)):
            assert "'out' holds another training" in failed(cli(*asked, "--dev", dev, *other))
        assert "dev " in failed(cli(*asked))

    def test_without_dev_claims_are_set_aside(self, cli: Cli, classifier: Path, data: Path) -> None:
        result = cli("train", "proxy", "--data", data, "--base", classifier, "--out", "o", "--epochs", 0.1)
        assert result.exit_code == 0, result.stderr
        assert "chosen on 7 (10% of the claims of each verdict of the same file, drawn with seed 0)" in result.stdout
        settings = json.loads(Path("o/metrics.json").read_text())["settings"]
        wanted = {"warmup_steps": 50, "learning_rate": 1e-6, "batch_size": 4, "accumulate": 2, "seed": 0}
        assert wanted.items() <= settings.items()

    def test_a_base_with_other_labels_gets_a_new_head(self, cli: Cli, tmp_path: Path, data: Path) -> None:
        base = tiny_models.deberta(tmp_path / "base", ("LABEL_0", "LABEL_1"))
        result = cli("train", "proxy", "--data", data, "--base", base, "--out", "out", "--epochs", 0.1)
        assert result.exit_code == 0, result.stderr
        assert HfProxy(Path("out")).verdicts() == {0: "supported", 1: "not enough evidence", 2: "refuted"}

    def test_a_tokenizer_of_another_model(self, cli: Cli, tmp_path: Path, data: Path) -> None:
        from transformers import AutoModelForSequenceClassification

        base = tiny_models.deberta(tmp_path / "base")
        network = AutoModelForSequenceClassification.from_pretrained(base)
        network.resize_token_embeddings(20)
        network.save_pretrained(base)
        line = failed(cli("train", "proxy", "--data", data, "--base", base, "--out", "out"))
        assert "its model knows 20: they do not belong together" in line
        with_gaps = hf_proxy(base).score([Item(text, None, "the", "Supported") for text in ("the", "Pisa")])
        assert all(isinstance(each, Failure) for each in with_gaps)

    def test_a_killed_training_goes_on_to_the_same_weights(self, tmp_path: Path, classifier: Path, data: Path) -> None:
        command = [
            sys.executable,
            "-m",
            "metricstress.suites.cli",
            "train",
            "proxy",
            "--data",
            data,
            "--base",
            classifier,
        ]
        command += ["--epochs", 20, *QUICK]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        whole = subprocess.run([*map(str, command), "--out", str(tmp_path / "whole")], env=environment, check=False)
        assert whole.returncode == 0

        out = tmp_path / "killed"
        killed = subprocess.Popen([*map(str, command), "--out", str(out)], env=environment)
        while killed.poll() is None and not list(out.glob("checkpoint-*/trainer_state.json")):
            time.sleep(0.02)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        assert not (out / "metrics.json").exists()
        assert list(out.glob("checkpoint-*"))

        again = subprocess.run(
            [*map(str, command), "--out", str(out)], env=environment, check=True, capture_output=True, text=True
        )
        assert "going on from checkpoint-" in again.stderr
        assert files_digest(out) == files_digest(tmp_path / "whole")
        one, two = (json.loads((folder / "metrics.json").read_text()) for folder in (out, tmp_path / "whole"))
        assert one == two

    @pytest.mark.parametrize(
        ("content", "options", "said"),
        [
            (tiny_models.rows(5), (), "5 of 5 rows have a claim and a verdict; a training needs at least 10"),
            (tiny_models.rows(64)[::4], (), "all 16 rows have the verdict 'supported'"),
            (tiny_models.rows(64), ("--limit", 1), "1 of 1 rows"),
            (tiny_models.rows(64), ("--base", "nowhere"), "--base: there is no folder 'nowhere'"),
            (tiny_models.rows(64), ("--base", "microsoft/deberta-v3-base"), "give a local path"),
            (tiny_models.rows(64), ("--dev", "nowhere.jsonl"), "nowhere.jsonl"),
            ([{**row, "verdict": "mostly true"} for row in tiny_models.rows(20)], (), "'mostly true' is no verdict"),
        ],
    )
    def test_what_cannot_be_trained(
        self, cli: Cli, classifier: Path, data: Path, content: list[dict[str, Any]], options: tuple[str, ...], said: str
    ) -> None:
        tiny_models.write_rows(data, content)
        base = () if "--base" in options else ("--base", classifier)
        assert said in failed(cli("train", "proxy", "--data", data, "--out", "out", *base, *options))

    def test_what_else_is_told(self, cli: Cli, classifier: Path, data: Path, tmp_path: Path) -> None:
        nothing = cli("train", "proxy", "--base", classifier, "--out", "out")
        assert nothing.exit_code == 2 and "Missing option '--data'" in nothing.stderr
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "thesis.txt").write_text("all of it")
        line = failed(cli("train", "proxy", "--data", data, "--base", classifier, "--out", "full"))
        assert "is not empty and holds no training" in line


class TestBleurt:
    pytestmark = hf

    def test_it_learns_pairs_and_scores(self, cli: Cli, regression: Path, tmp_path: Path) -> None:
        rows = tiny_models.rows(64)
        for row in rows:
            row["reference"] = [row["evidence"][0]]
        data = tiny_models.write_rows(tmp_path / "rows.jsonl", rows)
        asked = ("train", "bleurt", "--data", data, "--base", regression, "--out", "out", *QUICK)
        result = cli(*asked, "--json")
        assert result.exit_code == 0, result.stderr
        found = json.loads(result.stdout)
        assert found["counts"]["train"] == {"1: reference": 58, "0: other claim": 58}
        assert found["settings"]["epochs"] == 5 and found["settings"]["accumulate"] == 1
        # Always one half would give .25, and what it started from is far worse.
        assert found["metrics"]["mse"] < 0.35
        card = Path("out/README.md").read_text()
        assert "| 0: other claim | 58 | 6 |" in card and found["data"]["sha256"] in card

        metric = bleurt("out")
        assert metric.needs == {"reference", "claim"}
        pairs = tiny_models.write_rows(
            tmp_path / "pairs.jsonl",
            [
                {"id": str(n), "claim": row["claim"], "reference": row["evidence"][0], "candidate": row["evidence"]}
                for n, row in enumerate(rows[:4])
            ],
        )
        scored = cli("score", "bleurt:out", "--pairs", pairs, "--json")
        assert scored.exit_code == 0, scored.stderr
        told = [json.loads(line) for line in scored.stdout.splitlines()]
        assert [(one["metric"], one["component"], one["status"]) for one in told] == [
            ("bleurt:out", "bleurt", "ok")
        ] * 4

    def test_rows_without_any_positive_pair(self, cli: Cli, regression: Path, tmp_path: Path) -> None:
        rows = [{**row, "evidence": [row["evidence"][0]]} for row in tiny_models.rows(64)]
        data = tiny_models.write_rows(tmp_path / "rows.jsonl", rows)
        line = failed(cli("train", "bleurt", "--data", data, "--base", regression, "--out", "out"))
        assert "positives need a reference, several rows for a claim, or evidence of several passages" in line
