"""`metricstress show`: the examples of a cell as a user sees them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from click.testing import Result

Cli = Callable[..., Result]

RUN = (
    *("--perturbation", "typos@0.1", "--perturbation", "typos@0.4", "--perturbation", "random_shuffle"),
    *("--perturbation", "redundancy_sentences", "--metric", "rouge1", "--metric", "ev2r.reference_based"),
)


@pytest.fixture
def run(cli: Cli, data: Path) -> str:
    assert cli("run", "--data", data, *RUN, "--out", "out").exit_code == 0
    return "out"


def test_what_is_shown_is_in_the_frames(cli: Cli, run: str, tmp_path: Path) -> None:
    document = json.loads(cli("show", run, "rouge1/typos@0.4", "--worst", "2", "--json").stdout)
    assert document["order"] == "most"
    assert (document["cell"]["severity"], document["cell"]["metric"]) == (0.4, "rouge1")
    scores = pd.read_parquet(tmp_path / run / "scores.parquet")
    scores = scores[
        (scores["perturbation"] == "typos") & (scores["severity"] == 0.4) & (scores["metric"] == "rouge1")
    ].set_index("example_id")
    changes = (scores["score"] - scores["base_score"]).abs()
    assert [abs(example["change"]) for example in document["examples"]] == sorted(changes, reverse=True)[:2]
    for example in document["examples"]:
        assert example["score"] == scores.loc[example["id"], "score"]
        assert example["before"] != example["after"]
        assert any("{+" in line for line in example["diff"])
    plain = cli("show", run, "rouge1/typos@0.4", "--worst", "2").stdout
    for example in document["examples"]:
        assert f"{example['id']}  {example['base_score']:.4f} -> {example['score']:.4f}" in plain
    assert "\x1b" not in plain
    table = cli("report", run, "--to", "markdown").stdout
    assert f"| {plain.split(': ', 1)[1].split(' %')[0]}" in table  # the change has the digits of the report


def test_an_altering_change_shows_what_fell_least(cli: Cli, run: str) -> None:
    least = cli("show", run, "rouge1/random_shuffle")
    assert "should drop" in least.stdout
    assert "3 of 6, those whose score fell least:" in least.stdout
    assert least.stdout.count(" -> ") == 4  # the means, and three examples
    most = json.loads(cli("show", run, "ev2r.reference_based/f1/random_shuffle", "--most", "--json").stdout)
    other = json.loads(cli("show", run, "ev2r.reference_based/f1/random_shuffle", "--least", "--json").stdout)
    assert most["examples"][0]["change"] == min(example["change"] for example in most["examples"])
    assert most["examples"][0]["change"] <= other["examples"][0]["change"]


def test_a_copied_passage_is_shown_as_new(cli: Cli, run: str) -> None:
    text = cli("show", run, "ev2r.reference_based/recall/redundancy_sentences", "--worst", "1").stdout
    assert "{+" in text
    assert "should not move" in text


def test_colour_repeats_the_marks(cli: Cli, run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from metricstress.suites.show_command import _styled

    assert _styled("a [-b-]{+c+}") == "a \x1b[31m[-b-]\x1b[0m\x1b[32m{+c+}\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in cli("show", run, "rouge1/typos@0.4").stdout


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rouge1/typo@0.1", "'rouge1' has no cell 'typo@0.1' in this run; did you mean 'typos@0.1'?"),
        ("rouge1/typos", "'typos' has several severities in this run; choose one of typos@0.1, typos@0.4"),
        ("rogue1/typos@0.1", "no metric of the run begins the name 'rogue1/typos@0.1'; did you mean 'rouge1'?"),
        ("rouge1", "no metric of the run begins the name 'rouge1'"),
        ("ev2r.reference_based/random_shuffle", "has several components; choose one of ev2r.reference_based/f1"),
        ("ev2r.reference_based/recal/typos@0.1", "did you mean 'recall/typos@0.1'?"),
        ("rouge1/random_shuffle@0.3", "has no cell 'random_shuffle@0.3'"),
    ],
)
def test_unknown_names(cli: Cli, run: str, name: str, message: str) -> None:
    result = cli("show", run, name)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_no_run(cli: Cli) -> None:
    result = cli("show", "nowhere", "bleu/typos")
    assert result.exit_code == 2
    assert "no run folder 'nowhere'" in result.stderr
