"""What a new user gets wrong: one clear line, exit code 2, no traceback, nothing half-written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from metricstress.suites.suite import load_suite

Cli = Callable[..., Result]

SOME = ("--perturbation", "typos", "--metric", "bleu")


def one_line(result: Result) -> str:
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1
    return lines[0]


def test_missing_empty_and_wrong_files(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("")
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    (tmp_path / "folder").mkdir()
    for name in ("absent.json", "empty.json", "noise.bin", "folder"):
        line = one_line(cli("run", "--data", name, *SOME))
        assert line.startswith("error: ")
        assert name in line
    assert not (tmp_path / "runs").exists()


def test_bad_json_on_line_7(cli: Cli, tmp_path: Path) -> None:
    rows = [json.dumps({"candidate": f"Text number {n} is here.", "reference": "A text."}) for n in range(9)]
    rows[6] = '{"candidate": "half a row'
    (tmp_path / "rows.jsonl").write_text("\n".join(rows))
    assert "rows.jsonl:7" in one_line(cli("run", "--data", "rows.jsonl", *SOME))
    skipping = cli("run", "--data", "rows.jsonl", *SOME, "--skip-bad-rows", "--json", "--out", "out")
    assert skipping.exit_code == 0
    assert "rows.jsonl:7" in skipping.stderr
    assert json.loads(skipping.stdout)["deltas"][0]["n"] == 8
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["bad_rows"] == len(manifest["bad_row_list"]) == 1


def test_a_wrong_field_is_named_with_what_was_expected(cli: Cli, tmp_path: Path) -> None:
    rows = [{"candidate": "A text.", "reference": "Another."}, {"candidate": 3, "reference": "Another."}]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    line = one_line(cli("run", "--data", "rows.jsonl", *SOME))
    assert "rows.jsonl:2" in line
    assert "candidate" in line
    assert "expected" in line


def test_wrong_format(cli: Cli, data: Path) -> None:
    assert "dev.json" in one_line(cli("run", "--data", data, "--format", "vitaminc", *SOME))
    result = cli("run", "--data", data, "--format", "cvs", *SOME)
    assert result.exit_code == 2
    assert "csv" in result.stderr


def test_unknown_names_suggest_the_nearest(cli: Cli, data: Path) -> None:
    for args, hint in [
        (("run", "--data", data, "--perturbation", "typo"), "did you mean 'typos'?"),
        (("run", "--data", data, "--perturbation", "typos:keybord"), "did you mean 'keyboard'?"),
        (("run", "--data", data, "--perturbation", "typos@lots"), "a number from 0 to 1"),
        (("run", "--data", data, "--perturbation", "typos@1.5"), "from 0 to 1"),
        (("run", "--data", data, "--perturbation", "typos@nan"), "from 0 to 1"),
        (("run", "--data", data, "--perturbation", "noise:loud"), "has no kinds"),
        (("run", "--data", data, "--metric", "blue"), "did you mean 'bleu'?"),
        (("run", "--data", data, "--metric", "no_such_module:f"), "cannot be imported"),
        (("run", "ev2", "--data", data), "did you mean 'ev2r'?"),
        (("run", "absent.toml", "--data", data), "absent.toml"),
        (("perturb", "typo", "--text", "x"), "did you mean 'typos'?"),
        (("score", "blue", "--pairs", "-"), "did you mean 'bleu'?"),
        (("run", "--data", data, "--metric", "bleu", "--metric", "bleu"), "given twice"),
        (("run", "--data", data, "--engine", "spark"), "unknown engine 'spark'"),
        (("run", "--data", data, "--variant", "x"), "NAME=FILE"),
        (("report", "nowhere"), "nowhere"),
    ]:
        assert hint in one_line(cli(*args)), args


def test_an_unknown_command_or_option_suggests(cli: Cli) -> None:
    assert "did you mean 'report'?" in cli("reprot").stderr
    result = cli("run", "--sed", "3")
    assert result.exit_code == 2
    assert "--seed" in result.stderr


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("perturbations = [", "not TOML"),
        (
            'perturbations = ["typos"]\nmetrics = ["bleu"]\nmetric = 1\n',
            "unknown key 'metric'; did you mean 'metrics'?",
        ),
        ('perturbations = ["typos"]\n', "'metrics' is None, expected a list of names"),
        ('perturbations = ["typo"]\nmetrics = ["bleu"]\n', "did you mean 'typos'?"),
        ('perturbations = ["typos", "typos"]\nmetrics = ["bleu"]\n', "names 'typos' twice"),
        ('perturbations = ["typos"]\nmetrics = ["bleu"]\nseed = "x"\n', "'seed' is 'x', expected a whole number"),
    ],
)
def test_wrong_suites(cli: Cli, tmp_path: Path, text: str, hint: str) -> None:
    (tmp_path / "suite.toml").write_text(text)
    for command in ("check", "run"):
        assert hint in one_line(cli(command, "suite.toml"))


def test_pairs_that_cannot_be_scored(cli: Cli, tmp_path: Path) -> None:
    for content, hint in [
        ("", "holds no pairs"),
        ('{"candidate": "a"}\n{"candidate"', "pairs.jsonl:2: not JSON"),
        ("[1]\n", "pairs.jsonl:1: expected a JSON object"),
        ('{"reference": "a"}\n', "field 'candidate' is missing"),
        ('{"candidate": "a", "reference": 3}\n', "field 'reference': expected text"),
        ('{"candidate": [{"txt": "a"}]}\n', "expected passages"),
    ]:
        (tmp_path / "pairs.jsonl").write_text(content)
        result = cli("score", "bleu", "--pairs", "pairs.jsonl")
        assert result.exit_code == 2
        assert hint in result.stderr
    assert "cannot read 'absent.jsonl'" in one_line(cli("score", "bleu", "--pairs", "absent.jsonl"))


def test_a_folder_that_cannot_be_written_is_said_before_any_score(cli: Cli, data: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "cannot" in one_line(cli("run", "--data", data, *SOME, "--out", "file/run"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("do not lose")
    assert "holds files that are no run" in one_line(cli("run", "--data", data, *SOME, "--out", "mine"))
    assert (tmp_path / "mine" / "thesis.tex").read_text() == "do not lose"


def test_a_damaged_run_is_not_taken_for_whole(cli: Cli, data: Path, tmp_path: Path) -> None:
    cli("run", "--data", data, *SOME, "--out", "out")
    frame = tmp_path / "out" / "scores.parquet"
    whole = frame.read_bytes()
    frame.write_bytes(whole[:-20])
    assert "run it again" in one_line(cli("report", "out"))
    frame.write_bytes(whole)
    assert cli("report", "out").exit_code == 0
    (tmp_path / "out" / "manifest.json").unlink()
    assert "not a run folder" in one_line(cli("report", "out"))


def test_without_wordnet_everything_else_runs(
    cli: Cli, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "not_wordnet").mkdir()
    monkeypatch.setenv("METRICSTRESS_WORDNET", str(tmp_path / "not_wordnet"))
    result = cli("run", "--data", data, "--json")
    assert result.exit_code == 0
    notes = [line for line in result.stderr.splitlines() if "WordNet" in line]
    assert len(notes) == 1
    assert "meteor" in notes[0]
    assert "synonyms" in notes[0]
    assert "pip install" in notes[0]
    names = {cell["metric"] for cell in json.loads(result.stdout)["deltas"]}
    assert names == {*load_suite("ev2r").metrics} - {"meteor"}
    alone = cli("run", "--data", data, "--metric", "meteor")
    assert alone.exit_code == 2
    assert "pip install" in alone.stderr
