"""Suites as files: what they may hold, and what is said of what they may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from metricstress.suites.errors import UsageError
from metricstress.suites.expectations import MIN_N, drops, monotone, stays
from metricstress.suites.plan import make_plan
from metricstress.suites.suite import Suite, built_in_suites, load_suite, read_suite

WHOLE = """
name = "dev"
title = "Our metric"
perturbations = ["typos@0.1", "random_shuffle"]
metrics = ["bleu", "my.module:f"]
severities = [0.1, 0.3]
seed = 7
limit = 50
data = "data/dev.jsonl"
format = "jsonl"
min_n = 30
tolerance = 0.5

[expect]
default_preserving = { stays = 0.05 }
"*/random_shuffle" = { drops = 0.25, min_n = 5 }
"bleu/typos@0.1" = { stays = 0.02, absolute = true }
"bleu/*" = { monotone = true }

[ev2r]
judge = "llm"
alpha = 0.5
"""


def written(folder: Path, text: str, name: str = "stress.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_whole_suite(tmp_path: Path) -> None:
    path = written(tmp_path, WHOLE)
    suite = read_suite(path)
    assert suite == Suite(
        name="dev",
        title="Our metric",
        perturbations=("typos@0.1", "random_shuffle"),
        metrics=("bleu", "my.module:f"),
        severities=(0.1, 0.3),
        seed=7,
        limit=50,
        data=tmp_path / "data" / "dev.jsonl",
        format="jsonl",
        min_n=30,
        tolerance=0.5,
        expect={
            "default_preserving": stays(0.05, min_n=30),
            "*/random_shuffle": drops(0.25, min_n=5),
            "bleu/typos@0.1": stays(0.02, min_n=30, absolute=True),
            "bleu/*": monotone(min_n=30),
        },
        ev2r={"judge": "llm", "alpha": 0.5},
        path=path,
    )
    assert suite.patterns == ["*/random_shuffle", "bleu/typos@0.1", "bleu/*"]


def test_the_same_in_a_pyproject(tmp_path: Path) -> None:
    table = WHOLE.replace("[expect]", "[tool.metricstress.expect]").replace("[ev2r]", "[tool.metricstress.ev2r]")
    path = written(tmp_path, f'[project]\nname = "x"\n[tool.metricstress]\n{table}', "pyproject.toml")
    alone = read_suite(written(tmp_path, WHOLE))
    found = read_suite(path)
    assert found.path == path
    assert {name: getattr(found, name) for name in Suite.__slots__ if name != "path"} == {
        name: getattr(alone, name) for name in Suite.__slots__ if name != "path"
    }
    with pytest.raises(UsageError, match=r"no table \[tool.metricstress\]"):
        read_suite(written(tmp_path, '[project]\nname = "x"', "pyproject.toml"))


def test_little_is_needed(tmp_path: Path) -> None:
    suite = read_suite(written(tmp_path, 'perturbations = ["typos"]\nmetrics = ["bleu"]', "mine.toml"))
    assert (suite.name, suite.data, suite.min_n, suite.tolerance, dict(suite.expect)) == ("mine", None, None, 1.0, {})
    suite = read_suite(
        written(tmp_path, 'perturbations = ["typos"]\nmetrics = ["bleu"]\n[expect]\n"*/*" = {stays = 0}')
    )
    assert suite.expect["*/*"].min_n == MIN_N


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 7", "sede = 7", "unknown key 'sede'; did you mean 'seed'?"),
        ("[expect]", "[expects]", "unknown key 'expects'; did you mean 'expect'?"),
        ("[ev2r]", "[evr]", "unknown key 'evr'; did you mean 'ev2r'?"),
        ("default_preserving", "default_perserving", "did you mean 'default_preserving'?"),
        ('"bleu/*"', '"bleu"', "'bleu' is no cell METRIC/PERTURBATION"),
        ("{ stays = 0.05 }", "{ stay = 0.05 }", "unknown key 'stay'; did you mean 'stays'?"),
        ("{ stays = 0.05 }", "0.05", "is 0.05, expected such as { stays = 0.05 }"),
        ("{ stays = 0.05 }", "{ min_n = 5 }", "has none of stays, drops and monotone"),
        ("{ stays = 0.05 }", "{ stays = 0.05, drops = 0.1 }", "has stays and drops of"),
        ("{ stays = 0.05 }", "{ stays = 5 }", "for 5 per cent write within=0.05"),
        ("{ stays = 0.05 }", '{ stays = "5%" }', "takes a number"),
        ("{ stays = 0.05 }", '{ stays = 0.05, absolute = "yes" }', "'absolute' is 'yes', expected true or false"),
        ("min_n = 5", "min_n = 0", "min_n is a whole number of examples from 1"),
        ("monotone = true", "monotone = 0.1", "it has no amount: { monotone = true }"),
        ("min_n = 30", "min_n = 0", "'min_n' is 0, expected a whole number from 1"),
        ("min_n = 30", "min_n = true", "'min_n' is True, expected a whole number"),
        ("tolerance = 0.5", "tolerance = -1", "'tolerance' is -1, expected percentage points from 0"),
        ("tolerance = 0.5", "tolerance = nan", "expected percentage points from 0"),
        ('data = "data/dev.jsonl"', "data = 3", "'data' is 3, expected text"),
        ("limit = 50", 'limit = "all"', "'limit' is 'all', expected a whole number"),
        ("[0.1, 0.3]", "[true]", "expected numbers from 0 to 1"),
        ('judge = "llm"', "judge = llm", "not TOML"),
    ],
)
def test_what_a_suite_may_not_hold(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert WHOLE.count(old) == 1
    path = written(tmp_path, WHOLE.replace(old, new))
    with pytest.raises(UsageError) as caught:
        read_suite(path)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)


def test_the_built_in_suites_are_files_that_can_be_planned() -> None:
    assert {"ev2r", "surface", "facts"} <= set(built_in_suites())
    for name in built_in_suites():
        suite = load_suite(name)
        plan = make_plan(suite.perturbations, suite.metrics, suite.seed, suite.severities)
        assert (suite.name, plan.notes) == (name, ())
        assert len(plan.perturbations) == len(suite.perturbations)
