"""`metricstress agree annotators` end to end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pandas as pd
import pytest
from click.testing import Result

Cli: TypeAlias = Callable[..., Result]

HEAD = "item,who,label,score\n"
ROWS = HEAD + "1,x,a,1\n1,y,a,3\n2,x,b,5\n2,y,b,5\n3,x,a,2\n3,y,b,\n"


def agree(cli: Cli, table: str, rating: str, level: str, *options: str) -> Result:
    return cli(
        "agree", "annotators", table, "--item", "item", "--rater", "who", "--rating", rating, "--level", level, *options
    )


def test_json(cli: Cli) -> None:
    Path("t.csv").write_text(ROWS)
    figures = json.loads(agree(cli, "t.csv", "label", "nominal", "--json").stdout)
    # Observed 2/3; three of six are a: expected 1/2. Alpha: 1 − (6 − 1)·2 / (36 − 18).
    assert figures["fleiss_kappa"] == pytest.approx(1 / 3)
    assert figures["krippendorff_alpha"] == pytest.approx(1 - 5 * 2 / 18)
    assert (figures["n_items"], figures["n_raters"], figures["n_missing"]) == (3, 2, 0)
    assert figures["within_item_std"] is None
    figures = json.loads(agree(cli, "t.csv", "score", "interval", "--json").stdout)
    assert figures["within_item_std"] == pytest.approx(2**0.5 / 2)
    assert (figures["n_missing"], figures["n_within"], figures["n_ratings"]) == (1, 2, 5)
    assert figures["fleiss_kappa"] is None
    figures = json.loads(agree(cli, "t.csv", "score", "interval", "--recipe", "paper", "--json").stdout)
    assert (figures["n_filled"], figures["n_ratings"], figures["reasons"]) == (1, 6, {})


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_other_containers_say_the_same(cli: Cli, kind: str) -> None:
    Path("t.csv").write_text(ROWS)
    frame = pd.read_csv("t.csv")
    if kind == "jsonl":
        frame.to_json("t.jsonl", orient="records", lines=True)
    else:
        frame.to_parquet("t.parquet")
    for rating, level in (("label", "nominal"), ("score", "ordinal"), ("score", "nominal")):
        one, other = (agree(cli, name, rating, level, "--json") for name in ("t.csv", f"t.{kind}"))
        assert json.loads(one.stdout) == json.loads(other.stdout)


def test_tables_have_n_and_the_warning(cli: Cli) -> None:
    Path("t.csv").write_text(ROWS)
    text = agree(cli, "t.csv", "score", "interval").stdout
    assert "1 of 6 cells of items and raters have no rating" in text
    assert "says nothing of agreement" in text
    assert "| krippendorff_alpha |" in agree(cli, "t.csv", "score", "interval", "--to", "markdown").stdout
    rows = agree(cli, "t.csv", "label", "nominal", "--to", "csv").stdout.splitlines()
    assert rows[0] == "figure,value,items,raters,ratings,undefined because"
    assert rows[2].endswith(",3,2,6,")
    assert r"\toprule" in agree(cli, "t.csv", "label", "nominal", "--to", "latex").stdout


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEAD + "1,x,a,1\n2,x,b,2\n", "no item has two ratings"),
        (HEAD + "1,x,a,1\n1,y,b,2\n", "one item: nothing to compare its disagreement with"),
        (HEAD + "1,x,a,1\n", "no item has two ratings"),
        (HEAD + "1,x,a,4\n1,y,a,4\n2,x,a,4\n2,y,a,4\n", "all ratings are equal"),
        (HEAD + "1,x,a,1\n1,y,a,\n2,x,a,2\n2,y,a,\n", "no item has two ratings"),
    ],
)
def test_what_has_no_agreement_says_why_in_one_line(cli: Cli, text: str, reason: str) -> None:
    Path("t.csv").write_text(text)
    result = agree(cli, "t.csv", "score", "interval", "--json")
    assert result.exit_code == 0
    figures = json.loads(result.stdout)
    assert figures["krippendorff_alpha"] is None
    assert figures["reasons"]["krippendorff_alpha"] == reason
    assert result.stderr == f"warning: no agreement can be computed: {reason}\n"


@pytest.mark.parametrize(
    ("text", "rating", "level", "hint"),
    [
        (ROWS, "label", "interval", "t.csv:2: column 'label' has 'a', and level interval needs numbers"),
        (ROWS, "lable", "nominal", "no column 'lable' for the rating; did you mean 'label'?; found 'item'"),
        (HEAD + "1,x,a,1\n1,x,b,2\n", "score", "ordinal", "rater 'x' rated item '1' twice"),
        (HEAD + ",x,a,1\n", "score", "ordinal", "t.csv:2: no item in column 'item'"),
        (HEAD + "1,x,a,\n", "score", "ordinal", "no ratings; expected at least one"),
        (HEAD + "1,x,a\n", "score", "ordinal", "t.csv:2: 3 cells; expected 4"),
        ("", "score", "ordinal", "holds no rows"),
    ],
)
def test_wrong_tables(cli: Cli, text: str, rating: str, level: str, hint: str) -> None:
    Path("t.csv").write_text(text)
    result = agree(cli, "t.csv", rating, level)
    assert result.exit_code == 2
    assert hint in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_field_that_no_json_row_has(cli: Cli) -> None:
    Path("t.jsonl").write_text('{"item": 1, "who": "x", "score": 2}\n')
    result = agree(cli, "t.jsonl", "rating", "interval")
    assert result.exit_code == 2
    assert "no row has a 'rating', which is to be the rating" in result.stderr
