"""`metricstress agree correlate`, end to end."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import Result
from scipy import stats
from support.fault_server import GOOD

Cli = Callable[..., Result]

FIELDS = (
    *("score", "rating", "n", "n_dropped", "pearson", "pearson_low", "pearson_high", "pearson_p"),
    *("spearman", "spearman_low", "spearman_high", "spearman_p", "kendall", "level", "reason"),
)
SCORES = [0.1, 0.4, 0.35, 0.8, 0.7, 0.2, 0.55, 0.9, 0.65, 0.15]
OTHER = [0.3, 0.2, 0.5, 0.4, 0.9, 0.1, 0.6, 0.7, 0.8, 0.0]
RATINGS = [1, 2, 2, 4, 3, 1, None, 5, 4, 2]
SYSTEMS = ["a", "b", "c", "d", "e"] * 2


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Ten rated rows; one has no rating, and one id occurs twice."""
    path = tmp_path / "rated.csv"
    ids = [*range(9), 0]
    columns = {"id": ids, "mine": SCORES, "other": OTHER, "coverage": RATINGS, "flat": [2] * 10, "system": SYSTEMS}
    pd.DataFrame({**columns, "item": [f"i{k % 3}" for k in range(10)], "words": ["good"] * 10}).to_csv(
        path, index=False
    )
    return path


def records(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.stderr
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


def test_records_have_the_fields_of_the_contract(cli: Cli, table: Path) -> None:
    (found,) = records(cli("agree", "correlate", table, "--score", "mine", "--rating", "coverage", "--json"))
    assert set(FIELDS) <= set(found)
    x, y = zip(*((s, r) for s, r in zip(SCORES, RATINGS, strict=True) if r is not None), strict=True)
    assert (found["n"], found["n_dropped"], found["level"], found["reason"]) == (9, 1, "pooled", None)
    for name, function in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr), ("kendall", stats.kendalltau)):
        assert found[name] == pytest.approx(function(x, y).statistic)
        assert found[f"{name}_p"] == pytest.approx(function(x, y).pvalue)
        assert -1 <= found[f"{name}_low"] < found[name] < found[f"{name}_high"] <= 1


@pytest.mark.parametrize("kind", ["jsonl", "json", "parquet", "csv", "tsv"])
def test_every_kind_of_table_gives_the_same(cli: Cli, table: Path, tmp_path: Path, kind: str) -> None:
    frame = pd.read_csv(table)
    path = tmp_path / f"again.{kind}"
    rows = [
        {name: None if value != value else value for name, value in row.items()} for row in frame.to_dict("records")
    ]
    match kind:
        case "jsonl":
            path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        case "json":
            path.write_text(json.dumps(rows))
        case "parquet":
            frame.to_parquet(path)
        case _:
            frame.to_csv(path, index=False, sep="\t" if kind == "tsv" else ",")
    command = ("--score", "mine", "--rating", "coverage", "--group", "system", "--json")
    assert records(cli("agree", "correlate", path, *command)) == records(cli("agree", "correlate", table, *command))


def test_levels_come_with_their_columns(cli: Cli, table: Path) -> None:
    def levels(*options: str) -> list[str]:
        command = ("--score", "mine", "--rating", "coverage", *options, "--json")
        return [row["level"] for row in records(cli("agree", "correlate", table, *command))]

    assert levels() == ["pooled"]
    assert levels("--group", "system") == ["pooled", "within", "system"]
    assert levels("--group", "system", "--item", "item", "--level", "all") == ["pooled", "within", "system", "item"]
    assert levels("--group", "system", "--level", "system", "--level", "pooled") == ["pooled", "system"]
    refused = cli("agree", "correlate", table, "--score", "mine", "--rating", "coverage", "--level", "within")
    assert (refused.exit_code, refused.stderr) == (2, "error: --level within needs a column: --group COLUMN\n")


def test_the_paper_recipe_takes_first_ratings_and_zeros(cli: Cli, table: Path) -> None:
    result = cli("agree", "correlate", table, "--score", "mine", "--rating", "coverage", "--recipe", "paper", "--json")
    (found,) = records(result)
    ratings = [0 if rating is None else rating for rating in RATINGS]
    ratings[9] = 1  # the first row of id 0
    assert (found["n"], found["n_dropped"]) == (10, 0)
    assert found["pearson"] == pytest.approx(stats.pearsonr(SCORES, ratings).statistic)
    assert "1 rows with an id that occurred before (0) took that row's ratings" in result.stderr
    assert "1 missing in 'coverage' were set to 0" in result.stderr


def test_shares_of_counts_leave_out_nothing_over_nothing(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    rows = [(1, 4, 2), (2, 4, 3), (4, 4, 5), (0, 0, 1), ("", "", 3), (3, 4, 4)]
    path.write_text("support,facts,coverage\n" + "".join(f"{a},{b},{c}\n" for a, b, c in rows))
    command = ("agree", "correlate", path, "--score", "recall=support/facts", "--rating", "coverage", "--json")
    (found,) = records(cli(*command))
    assert (found["score"], found["n"], found["n_dropped"]) == ("recall", 4, 2)
    assert found["pearson"] == pytest.approx(1)
    # As the authors: a share that cannot be made is 0, while a row without an answer was in no file.
    (paper,) = records(cli(*command, "--recipe", "paper"))
    assert (paper["n"], paper["n_dropped"]) == (5, 1)
    assert paper["pearson"] == pytest.approx(stats.pearsonr([0.25, 0.5, 1, 0, 0.75], [2, 3, 5, 1, 4]).statistic)


def test_comparisons_are_a_family_on_the_same_rows(cli: Cli, table: Path) -> None:
    command = ("--score", "mine", "--score", "other", "--score", "flat", "--rating", "coverage", "--compare", "--json")
    result = cli("agree", "correlate", table, *command)
    found = json.loads(result.stdout)
    assert [row["score"] for row in found["correlations"]] == ["mine", "other", "flat"]
    by_pair = {(row["first"], row["second"]): row for row in found["comparisons"]}
    real = by_pair["mine", "other"]
    assert (real["n"], real["test"], real["adjustment"]) == (9, "williams", "holm")
    assert real["p_adjusted"] == real["p"]  # the two undefined ones are not of the family
    undefined = by_pair["mine", "flat"]
    assert (undefined["p"], undefined["p_adjusted"]) == (None, None)
    assert undefined["reason"] == "a scorer or the rating has no correlation on these rows"
    shown = cli("agree", "correlate", table, *command[:-1]).stdout
    assert "a family of 1 tests; 2 undefined ones are outside it" in shown
    for test in ("perm-both", "perm-inputs", "perm-systems"):
        options = ("--test", test, "--coefficient", "spearman", "--item", "item", "--group", "system")
        done = json.loads(cli("agree", "correlate", table, *command, *options, "--level", "pooled").stdout)
        assert 0 < done["comparisons"][0]["p"] <= 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--coefficient", "spearman"), "Williams' test is for pearson; compare spearman with --test perm-both"),
        (
            ("--test", "perm-inputs"),
            "--test perm-inputs swaps all rows of an item together: name its column with --item",
        ),
        (("--test", "perm-systems"), "swaps all rows of a system together: name its column with --group"),
    ],
)
def test_tests_say_what_they_need(cli: Cli, table: Path, options: tuple[str, ...], message: str) -> None:
    command = ("--score", "mine", "--score", "other", "--rating", "coverage", "--compare", *options)
    result = cli("agree", "correlate", table, *command)
    assert result.exit_code == 2
    assert message in result.stderr


def test_scores_of_another_file_are_joined_by_id(cli: Cli, table: Path, tmp_path: Path) -> None:
    rated = tmp_path / "unique.csv"
    pd.read_csv(table).iloc[:9].to_csv(rated, index=False)
    scores = tmp_path / "scores.jsonl"
    # As another program may write them: other order, ids as text, one missing, one unknown, one null.
    rows = [{"id": str(k), "theirs": None if k == 4 else SCORES[k % 10]} for k in (8, 1, 0, 3, 2, 4, 5, 6, 99)]
    scores.write_text("".join(json.dumps(row) + "\n" for row in rows))
    result = cli("agree", "correlate", rated, "--scores", scores, "--rating", "coverage", "--json")
    (found,) = records(result)
    assert (found["score"], found["n"], found["n_dropped"]) == ("theirs", 6, 3)
    kept = [0, 1, 2, 3, 5, 8]
    expected = stats.pearsonr([SCORES[k] for k in kept], [RATINGS[k] for k in kept]).statistic
    assert found["pearson"] == pytest.approx(expected)
    assert "1 of 9 rows have no score in scores.jsonl; they are left out" in result.stderr
    assert "1 ids of scores.jsonl are not in the table" in result.stderr


def test_what_score_prints_can_be_joined(cli: Cli, tmp_path: Path) -> None:
    words = "the long stone bridge over the river was built by three companies in spring".split()
    pairs = [{"id": f"p{k}", "candidate": " ".join(words[: k + 3]), "reference": " ".join(words)} for k in range(8)]
    (tmp_path / "pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in pairs))
    scored = cli("score", "rougeL", "ev2r.reference_based", "--pairs", "pairs.jsonl", "--json")
    (tmp_path / "scored.jsonl").write_text(scored.stdout)
    (tmp_path / "rated.csv").write_text("id,rating\n" + "".join(f"p{k},{k}\n" for k in range(8)))
    joined = records(cli("agree", "correlate", "rated.csv", "--scores", "scored.jsonl", "--rating", "rating", "--json"))
    names = [row["score"] for row in joined]
    assert names == ["rougeL", *(f"ev2r.reference_based.{part}" for part in ("precision", "recall", "f1"))]
    # The same numbers as when it scores the texts itself.
    table = tmp_path / "texts.jsonl"
    table.write_text("".join(json.dumps({**pair, "rating": k}) + "\n" for k, pair in enumerate(pairs)))
    metrics = ("--metric", "rougeL", "--metric", "ev2r.reference_based")
    assert records(cli("agree", "correlate", table, *metrics, "--rating", "rating", "--json")) == joined


def test_texts_are_scored_with_the_options_of_ev2r(cli: Cli, tmp_path: Path) -> None:
    facts = ["The bridge is 200 metres long.", "It opened in 1999.", "Three companies built it.", "It is red."]
    rows = [
        {"id": k, "claim": "The bridge is long.", "label": "Supported", "coverage": k % 5}
        | {"predicted evidence": " ".join(facts[: k % 5] or ["Nothing is known."]), "gold evidence": facts}
        for k in range(10)
    ]
    path = tmp_path / "rated.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    metrics = [f"ev2r.{name}" for name in ("reference_based", "proxy_reference", "weighted")]
    command = ["agree", "correlate", path, "--rating", "coverage"]
    command += [word for name in metrics for word in ("--metric", name)]
    result = cli(*command, "--alpha", "0.25", "--json")
    found = {row["score"]: row for row in records(result)}
    # The control stands beside the proxy; of one verdict alone it is constant.
    assert list(found)[-3:] == ["ev2r.proxy_reference", "ev2r.proxy_prior", "ev2r.weighted"]
    assert found["ev2r.proxy_prior"]["spearman"] is None and "constant" in found["ev2r.proxy_prior"]["reason"]
    assert found["ev2r.reference_based.recall"]["spearman"] > 0.9
    other = {row["score"]: row for row in records(cli(*command, "--alpha", "0.75", "--json"))}
    assert other["ev2r.weighted"]["pearson"] != found["ev2r.weighted"]["pearson"]
    shown = cli(*command).stdout
    assert "correlated per example, and as the Ev²R paper combines correlations" in shown
    assert "harmonic mean of the correlations of precision and recall" in shown
    assert "stands in for" in shown
    refused = cli(*command, "--judge", "replay:none.jsonl")
    assert refused.exit_code == 2
    assert "none.jsonl" in refused.stderr


def test_recorded_replies_are_found_by_id_and_what_is_wrong_with_them_is_told(cli: Cli, tmp_path: Path) -> None:
    good = json.loads(GOOD)
    replies, rows = [], []
    for k in range(8):
        supported = {"support predicted evidence": k % 3, "facts count predicted evidence": 2 if k else 0}
        text = json.dumps(good | supported)
        replies.append({"id": f"r{k}", "response": f"```json\n{text}\n```" if k == 5 else text})
        rows.append(
            {"id": f"r{k}", "claim": "It is so.", "candidate": "It is so.", "reference": "So.", "rating": k % 3}
        )
    (tmp_path / "replies.jsonl").write_text("".join(json.dumps(row) + "\n" for row in replies[:-1]))
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = ("agree", "correlate", "t.jsonl", "--metric", "ev2r.reference_based", "--rating", "rating", "--json")
    result = cli(*command, "--judge", "replay:replies.jsonl", "--max-failed", "0.5")
    found = {row["score"].rpartition(".")[2]: row for row in records(result)}
    # r0 has no precision (no facts), r7 no reply; every reply says the same of recall.
    assert (found["precision"]["n"], found["precision"]["n_dropped"]) == (6, 2)
    assert (found["recall"]["n"], found["recall"]["n_dropped"]) == (7, 1)
    assert found["recall"]["reason"].startswith("constant: all values of 'ev2r.reference_based.recall'")
    told = result.stderr
    assert "ev2r.reference_based failed on 1 of 8 rows" in told
    assert "ev2r.reference_based has a part of its score only on 1 of 8 rows" in told
    assert "ev2r.reference_based: 1 of 8 replies had to be repaired to be read" in told
    assert cli(*command, "--judge", "replay:replies.jsonl").exit_code == 2  # more than 5 % failed


def test_failed_scores_are_left_out_and_counted(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(
        "def half(candidate, reference):\n"
        "    if candidate.startswith('bad'):\n        raise ValueError('no words')\n"
        "    return len(candidate)\n"
    )
    texts = ["a", "bad", "ccc", "dddd", None, "ffffff", "g" * 7]
    rows = [{"text": text, "reference": "x", "rating": k} for k, text in enumerate(texts)]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = ("agree", "correlate", "t.jsonl", "--metric", "half:half", "--rating", "rating", "--json")
    result = cli(*command)
    (found,) = records(result)
    assert (found["n"], found["n_dropped"]) == (5, 2)
    assert "failed on 1 of 6 rows: ValueError: no words" in result.stderr
    assert "1 of 7 rows have no text in 'text' and so no score" in result.stderr
    mostly = [{**row, "text": "bad"} if k < 4 else row for k, row in enumerate(rows)]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in mostly))
    failed = cli(*command)
    assert failed.exit_code == 2
    assert "a scorer failed on too many rows; what is left speaks for the others only" in failed.stderr


def test_cells_of_different_rows_are_marked(cli: Cli, table: Path) -> None:
    frame = pd.read_csv(table)
    frame.loc[2, "other"] = None
    frame["relevance"] = frame["coverage"].fillna(1)
    frame.to_csv(table, index=False)
    names = ("--score", "mine", "--score", "other", "--rating", "coverage", "--rating", "relevance")
    shown = cli("agree", "correlate", table, *names, "--to", "markdown").stdout
    assert "| mine | " in shown
    for cell in ("(n 9\\*)", "(n 8\\*)", "(n 10)"):
        assert cell in shown
    assert "Cells rest on different rows (pooled: 10 rows in 1 cells, 9 rows in 2 cells, 8 rows in 1 cells)" in shown


@pytest.mark.parametrize("kind", ["terminal", "markdown", "latex", "csv", "json"])
def test_every_format_has_n_beside_every_value(cli: Cli, table: Path, tmp_path: Path, kind: str) -> None:
    command = ("agree", "correlate", table, "--score", "mine", "--score", "flat", "--rating", "coverage", "--to", kind)
    result = cli(*command)
    assert result.exit_code == 0, result.stderr
    assert cli(*command, "--output", "out").exit_code == 0
    written = (tmp_path / "out").read_text(encoding="utf-8")
    if kind != "terminal":  # whose width is that of the terminal
        assert written == result.stdout
    match kind:
        case "json":
            assert [row["n"] for row in json.loads(written)] == [9, 9]
        case "csv":
            rows = list(csv.DictReader(io.StringIO(written)))
            assert [row["n"] for row in rows] == ["9", "9"]
            assert rows[1]["pearson"] == ""
            assert rows[1]["reason"] == "constant: all values of 'flat' are 2"
            assert float(rows[0]["pearson"]) == pytest.approx(0.9, abs=0.1)
        case "terminal":
            mine, flat = (line.split() for line in written.splitlines() if line.startswith(("mine", "flat")))
            assert mine[1] == flat[1] == "9"
            assert flat[2] == "undefined"
        case _:
            assert written.count("(n 9)") == 6
            assert written.count("undefined (n 9)") == 3
            assert ("booktabs" in written) == (kind == "latex")


def test_the_bootstrap_repeats_itself(cli: Cli, table: Path) -> None:
    names = ("--score", "mine", "--rating", "coverage")
    command = ("agree", "correlate", table, *names, "--interval", "bootstrap", "--resamples", "300", "--json")
    one, two = (records(cli(*command)) for _ in range(2))
    assert one == two
    assert "BCa bootstrap" in one[0]["interval"]
    assert records(cli(*command, "--seed", "3")) != one
    assert records(cli(*command, "--cluster", "system")) != one


def test_pairs_are_counted_if_asked(cli: Cli, table: Path) -> None:
    command = ("agree", "correlate", table, "--score", "mine", "--rating", "coverage", "--pairwise", "--json")
    pooled, within, system = records(cli(*command, "--group", "system", "--item", "item", "--level", "pooled",
                                         "--level", "within", "--level", "system"))  # fmt: skip
    assert 0 < pooled["pairwise_accuracy"] <= pooled["pairwise_accuracy_calibrated"] <= 1
    assert pooled["tie_epsilon"] >= 0
    assert 0 <= system["pairwise_accuracy"] <= 1
    assert 0 <= system["soft_pairwise_accuracy"] <= 1
    assert within["soft_pairwise_accuracy"] is None


def broken(tmp_path: Path) -> dict[str, str]:
    return {
        "words.csv": "id,s,r\n1,0.1,good\n2,0.2,bad\n",
        "one.csv": "id,s,r\n1,0.1,3\n",
        "equal.csv": "id,s,r\n" + "".join(f"{k},0.{k},3\n" for k in range(5)),
        "noise.csv": "id,s,r\n1,0.3,1\n2,0.30000000000000004,2\n3,0.3,3\n",
        "empty.csv": "",
        "header.csv": "id,s,r\n",
        "none.csv": "id,s,r\n1,0.1,\n2,0.2,NA\n3,0.3,nan\n",
        "ragged.csv": "id,s,r\n1,0.1,3\n2,0.2\n",
        "twice.csv": "id,s,s\n1,2,3\n",
    }


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (
            "words.csv",
            (),
            "words.csv:2: rating column 'r': expected numbers, got text ('good') (2 of 2 rows are no ",
        ),
        ("one.csv", (), "s / r (pooled): undefined, too few: n = 1, a correlation needs at least 3"),
        ("equal.csv", (), "s / r (pooled): undefined, constant: all values of 'r' are 3"),
        ("noise.csv", (), "undefined, constant: all values of 's' are 0.3 up to rounding errors"),
        ("empty.csv", (), "empty.csv: holds no rows"),
        ("header.csv", (), "header.csv: holds no rows"),
        ("none.csv", (), "undefined, too few: no row has both 's' and 'r'"),
        ("ragged.csv", (), "ragged.csv:3: 2 cells; expected 3, as in the header"),
        ("twice.csv", (), "twice.csv: the column 's' stands twice in the header"),
        ("absent.csv", (), "absent.csv: no such file"),
        ("equal.csv", ("--rating", "rr"), "equal.csv: no column 'rr'; did you mean 'r'?"),
        ("equal.csv", ("--score", "a/b"), "equal.csv: no column 'a'; there are id, s, r"),
        ("equal.csv", ("--group", "system"), "equal.csv: no column 'system'; there are id, s, r"),
        ("equal.csv", ("--metric", "blue"), "unknown metric 'blue'; did you mean 'bleu'?"),
        ("equal.csv", ("--metric", "bleu"), "bleu needs the candidate: name its column with --candidate (there are id"),
        ("equal.csv", ("--scores", "one.csv", "--id", "id"), "one.csv: no column 'q'; there are id, s, r"),
        ("equal.csv", ("--cluster", "id"), "--cluster says what is resampled together: it needs --interval bootstrap"),
        ("equal.csv", ("--plot", "figure.gif"), "figure.gif: figures are written as .png or .svg"),
    ],
)
def test_bad_input_is_one_line(cli: Cli, tmp_path: Path, name: str, options: tuple[str, ...], message: str) -> None:
    for path, content in broken(tmp_path).items():
        (tmp_path / path).write_text(content)
    score = "q" if "--scores" in options else "s"
    result = cli("agree", "correlate", name, "--score", score, "--rating", "r", *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    assert message in line


def test_ids_that_match_nothing(cli: Cli, table: Path, tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text("id,score\nx1,0.5\nx2,0.4\n")
    result = cli("agree", "correlate", table, "--scores", "s.csv", "--rating", "coverage")
    expected = "error: s.csv: no id fits one of the table (such as 'x1' there and '0' here)\n"
    assert (result.exit_code, result.stderr) == (2, expected)
    (tmp_path / "s.csv").write_text("id,score\n0,0.5\n0,0.4\n")
    assert "id '0' stands twice" in cli("agree", "correlate", table, "--scores", "s.csv", "--rating", "coverage").stderr
    (tmp_path / "s.csv").write_text("name,score\n0,0.5\n1,0.4\n")
    unnamed = cli("agree", "correlate", table, "--scores", "s.csv", "--rating", "coverage")
    assert "needs a column of ids to be joined by; it has name, score: name it with --id" in unnamed.stderr


def test_half_missing_is_told(cli: Cli, tmp_path: Path) -> None:
    rows = "".join(f"{k},{k / 7},{k if k % 2 else ''}\n" for k in range(20))
    (tmp_path / "half.csv").write_text("id,s,r\n" + rows)
    result = cli("agree", "correlate", "half.csv", "--score", "s", "--rating", "r")
    assert result.exit_code == 0
    assert "'r' is missing in 10 of 20 rows (50%); these rows are left out" in result.stdout


def test_nothing_computed_is_null_in_json_and_exit_2(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("s,r\n1,2\n")
    result = cli("agree", "correlate", "one.csv", "--score", "s", "--rating", "r", "--json")
    assert result.exit_code == 2
    (found,) = json.loads(result.stdout)
    assert (found["pearson"], found["n"]) == (None, 1)
    assert found["reason"] == "too few: n = 1, a correlation needs at least 3"


def test_nothing_to_judge_and_a_score_against_itself(cli: Cli, table: Path) -> None:
    result = cli("agree", "correlate", table, "--rating", "coverage")
    assert (result.exit_code, result.stderr.startswith("error: nothing to judge")) == (2, True)
    same = cli("agree", "correlate", table, "--rating", "coverage", "--score", "coverage", "--json")
    assert "'coverage' is score and rating at once" in same.stderr
    alone = cli("agree", "correlate", table, "--rating", "coverage", "--score", "mine", "--compare")
    assert "--compare needs at least two scorers; there is one" in alone.stdout


def test_a_scorer_the_wrong_way_round_is_told(cli: Cli, tmp_path: Path) -> None:
    rows = "".join(f"{-k},{k + k % 3}\n" for k in range(30))
    (tmp_path / "t.csv").write_text("error,rating\n" + rows)
    shown = cli("agree", "correlate", "t.csv", "--score", "error", "--rating", "rating").stdout
    assert "error / rating (pooled) runs against the ratings: is less of one of them better?" in shown


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_figures_are_the_same_file_again(cli: Cli, table: Path, tmp_path: Path, ending: str) -> None:
    found = []
    for name in ("one", "two"):
        paths = [tmp_path / f"{name}-{figure}.{ending}" for figure in ("forest", "scatter")]
        options = ("--plot", paths[0], "--scatter", paths[1], "--group", "system")
        result = cli(
            "agree", "correlate", table, "--score", "mine", "--score", "flat", "--rating", "coverage", *options
        )
        assert result.exit_code == 0, result.stderr
        found.append([path.read_bytes() for path in paths])
    assert found[0] == found[1]
    if ending == "png":
        assert all(content.startswith(b"\x89PNG") for content in found[0])
    else:
        forest, scatter = (content.decode() for content in found[0])
        assert "n 9" in forest and "undefined" in forest
        assert "undefined (n 9, pooled)" in scatter
        assert "mine" in scatter
