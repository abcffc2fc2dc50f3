"""Perturbations, metrics and suites of other packages, installed as pip leaves them: a folder and its entry points."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from click.testing import Result

from metricstress.language.plugins import PluginError, load_plugin, plugins
from metricstress.metrics_under_test.registry import GROUP, get_metric
from metricstress.suites.errors import UsageError
from metricstress.suites.suite import load_suite

Cli = Callable[..., Result]

CODE = """
from dataclasses import replace
from pathlib import Path

from metricstress.perturb import typos
from metricstress.suites.suite import Suite

slips = replace(typos, name="slips", summary="typos of ours")

def words(candidate, reference):
    return len(set(candidate.split()) & set(reference.split())) / max(1, len(set(reference.split())))

suite = Suite("ours", "Our suite", ("slips@0.2",), ("words",))
suite_file = Path(__file__).with_name("acme_suite.toml")
nothing = 3
"""
POINTS = """
[metricstress.perturbations]
slips = acme_plugin:slips
number = acme_plugin:nothing
typos = acme_plugin:slips

[metricstress.metrics]
words = acme_plugin:words
no-module = acme_gone:words
no-name = acme_plugin:wordz
leaves = acme_exit:words

[metricstress.suites]
ours = acme_plugin:suite
filed = acme_plugin:suite_file
broken = acme_gone:suite
odd = acme_plugin:nothing
"""


def install(site: Path, package: str, points: str, **modules: str) -> None:
    """Put a distribution onto `site`."""
    for name, text in modules.items():
        (site / name.replace("__", ".")).write_text(dedent(text), encoding="utf-8")
    folder = site / f"{package.replace('-', '_')}-1.2.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n", encoding="utf-8")
    (folder / "entry_points.txt").write_text(points, encoding="utf-8")


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages with one of ours."""
    folder = tmp_path_factory.mktemp("site")
    monkeypatch.syspath_prepend(folder)
    install(
        folder,
        "acme-metrics",
        POINTS,
        acme_plugin__py=CODE,
        acme_exit__py="raise SystemExit('I leave')",
        acme_suite__toml='perturbations = ["slips"]\nmetrics = ["words"]',
    )
    plugins.cache_clear()
    yield folder
    for name in ("acme_plugin", "acme_exit", "other_plugin"):
        sys.modules.pop(name, None)
    plugins.cache_clear()


def records(cli: Cli, what: str) -> dict[str, dict[str, Any]]:
    result = cli("list", what, "--json")
    assert result.exit_code == 0
    return {record["name"]: record for record in json.loads(result.stdout) if record["from"] != "metricstress"}


def test_they_are_listed_with_their_package_and_the_broken_as_broken(cli: Cli, site: Path) -> None:
    found = records(cli, "metrics")
    assert {name: record["broken"] for name, record in found.items()} == {
        "leaves": True,
        "no-module": True,
        "no-name": True,
        "words": False,
    }
    assert found["words"]["from"] == "acme-metrics 1.2"
    assert "acme_plugin:words" in found["words"]["about"]
    assert "No module named 'acme_gone'" in found["no-module"]["about"]
    assert "has no attribute 'wordz'" in found["no-name"]["about"]
    assert "SystemExit: I leave" in found["leaves"]["about"]
    found = records(cli, "suites")
    assert {name: record["broken"] for name, record in found.items()} == {
        "broken": True,
        "filed": False,
        "odd": True,
        "ours": False,
    }
    assert found["ours"]["about"].startswith("Our suite: 1 perturbations, 1 metrics")
    found = records(cli, "perturbations")
    assert "should give a Perturbation, but gives a int" in found["number"]["about"]
    assert "typos of ours" in found["slips"]["about"]
    assert "metricstress has one of that name" in found["typos"]["about"]
    assert "broken: " in cli("list", "perturbations").stdout


def test_they_run_and_can_be_gated(cli: Cli, site: Path, data: Path) -> None:
    result = cli("run", "ours", "--data", data, "--json")
    assert result.exit_code == 0, result.stderr
    (cell,) = json.loads(result.stdout)["deltas"]
    assert (cell["perturbation"], cell["severity"], cell["metric"]) == ("slips", 0.2, "words")
    assert cell["change_pct"] < 0
    assert cli("gate", "filed", "--update").exit_code == 0
    assert "words/slips" in cli("gate", "filed", "--json").stdout
    assert load_suite("filed").path == site / "acme_suite.toml"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "broken"), "plugin 'broken' (acme_gone:suite, of acme-metrics) cannot be loaded: ModuleNotFoundError"),
        (("run", "odd"), "plugin 'odd' should give a Suite or the path of a suite file, but gives a int"),
        (("run", "--metric", "leaves"), "plugin 'leaves' (acme_exit:words, of acme-metrics) cannot be loaded"),
        (("run", "--metric", "no-name"), "cannot be loaded: AttributeError"),
        (("run", "--perturbation", "number"), "plugin 'number' should give a Perturbation"),
        (("run", "--metric", "word"), "unknown metric 'word'; did you mean 'words'?"),
        (("check", "broken"), "cannot be loaded"),
        (("gate", "broken"), "cannot be loaded"),
    ],
)
def test_a_broken_one_is_fatal_only_if_it_is_asked_for(
    cli: Cli, site: Path, data: Path, arguments: tuple[str, ...], message: str
) -> None:
    extra = ("--data", data) if arguments[0] == "run" else ()
    result = cli(*arguments, *extra)
    assert result.exit_code == 2
    assert message in result.stderr
    assert cli("run", "--data", data, "--metric", "words", "--perturbation", "typos").exit_code == 0


def test_nothing_is_imported_until_it_is_asked_for(cli: Cli, site: Path, data: Path) -> None:
    assert cli("run", "--data", data, "--metric", "bleu", "--perturbation", "typos").exit_code == 0
    assert "acme_plugin" not in sys.modules


def test_a_name_of_two_packages_needs_the_package(site: Path) -> None:
    install(
        site,
        "other",
        "[metricstress.metrics]\nwords = other_plugin:words",
        other_plugin__py="def words(a, b): return 0.5",
    )
    plugins.cache_clear()
    assert {"acme-metrics/words", "other/words"} <= set(plugins(GROUP))
    assert "words" not in plugins(GROUP)
    with pytest.raises(ValueError, match=r"unknown metric 'words'.*(acme-metrics|other)/words"):
        get_metric("words")
    assert get_metric("other/words").name == "other/words"
    assert load_plugin(GROUP, "other/words")("", "") == 0.5
    with pytest.raises(PluginError, match="acme_gone"):
        load_plugin(GROUP, "no-module")
    with pytest.raises(UsageError, match="unknown suite 'our'; did you mean 'ours'"):
        load_suite("our")
