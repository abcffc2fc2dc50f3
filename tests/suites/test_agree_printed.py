"""`metricstress agree check-printed` end to end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from click.testing import Result

Cli: TypeAlias = Callable[..., Result]

TABLE = """name,r,p,n,group,average_of
BLEU,0.250,2.5e-05,278,main,
ROUGE,0.100,0.0961,278,main,
wrong way,-0.300,,,,
mean,0.175,,,,main
flattering,0.217,,,,BLEU;ROUGE;wrong way
"""


def test_what_is_possible_and_what_not(cli: Cli) -> None:
    Path("t.csv").write_text(TABLE)
    result = cli("agree", "check-printed", "t.csv", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert (found["n_cells"], found["n_checks"], found["n_impossible"]) == (5, 5, 1)
    verdicts = {(check["name"], check["kind"]): check["possible"] for check in found["checks"]}
    assert verdicts == {
        ("BLEU", "n"): True,
        ("ROUGE", "n"): True,
        ("mean", "average"): True,
        ("flattering", "average"): False,
        ("main", "one n"): True,
    }
    told = next(check["says"] for check in found["checks"] if not check["possible"])
    assert "it is the mean of absolute values of the rows" in told


def test_formats_and_exit_codes(cli: Cli) -> None:
    Path("t.csv").write_text(TABLE.replace("flattering,0.217", "flattering,0.017"))
    result = cli("agree", "check-printed", "t.csv")
    assert result.exit_code == 0
    assert "0 of 5 checks of 5 cells are not possible" in result.stdout
    assert "| BLEU | n | possible |" in cli("agree", "check-printed", "t.csv", "--to", "markdown").stdout
    assert cli("agree", "check-printed", "t.csv", "--to", "csv").stdout.startswith("cell,check,verdict,low,high,says\n")
    assert r"\begin{tabular}" in cli("agree", "check-printed", "t.csv", "--to", "latex").stdout


def test_cut_off_numbers_and_one_sided_tests(cli: Cli) -> None:
    Path("t.csv").write_text("name,r,average_of\na,0.1198,\nb,0.1199,\nm,0.119,a;b\n")
    assert cli("agree", "check-printed", "t.csv").exit_code == 1
    assert cli("agree", "check-printed", "t.csv", "--rounding", "any").exit_code == 0
    Path("t.csv").write_text("name,r,p,n\na,0.100,0.0480,278\n")
    assert cli("agree", "check-printed", "t.csv").exit_code == 1
    assert cli("agree", "check-printed", "t.csv", "--one-sided").exit_code == 0


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("name,p\na,0.1\n", "no column 'r'"),
        ("name,r,averageof\na,0.1,\n", "unknown column 'averageof'; did you mean 'average_of'?"),
        ("name,r\na,\n", "t.csv:2: no r; every cell needs a name and an r"),
        ("name,r\n,0.1\n", "t.csv:2: no name"),
        ("name,r,p\na,0.1,five\n", "t.csv:2: column 'p': 'five' is no printed number"),
        ("name,r,n\na,0.1,many\n", "column 'n': expected a whole number, got 'many'"),
        ("name,r\na,0.1\n", "nothing to check: no cell has a p-value and none is an average"),
        ("name,r,average_of\na,0.1,b\n", "the average 'a' is of 'b', which is neither a cell nor a group"),
        ("name,r\n", "holds no rows"),
        ('{"name": "a", "r": 0.1}\n', "expected a csv file, since it keeps numbers as they were printed"),
    ],
)
def test_wrong_tables(cli: Cli, text: str, hint: str) -> None:
    name = "t.json" if text.startswith("{") else "t.csv"
    Path(name).write_text(text)
    result = cli("agree", "check-printed", name)
    assert result.exit_code == 2
    assert hint in result.stderr
    assert len(result.stderr.splitlines()) == 1
