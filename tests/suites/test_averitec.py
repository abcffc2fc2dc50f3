"""`metricstress averitec`: a small shared task worked by hand, in all forms of its files, and what is refused."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Cli = Callable[..., Result]
Row = dict[str, Any]


def gold_row(claim: str, label: str, types: list[str], *pairs: tuple[str, list[str]]) -> Row:
    questions = [
        {"question": question, "answers": [{"answer": answer, "answer_type": "Extractive"} for answer in answers]}
        for question, answers in pairs
    ]
    return {"claim": claim, "label": label, "claim_types": types, "questions": questions}


GOLD = [
    gold_row("The dam failed in May.", "Supported", ["Event"], ("when failed", ["in may"])),
    gold_row(
        "Many came.", "Refuted", ["Event", "Numerical"],
        ("who came", ["nobody else"]), ("where exactly", ["there", "here"]),
    ),
    gold_row("It fell.", "Not Enough Evidence", ["Numerical"], ("dam", ["fell"])),
    gold_row("Gauges differ.", "Conflicting Evidence/Cherrypicking", ["Numerical"], ("stone", ["bridge"])),
    gold_row("It rained.", "Refuted", ["Event"], ("when rained", ["never"])),
    gold_row("There is a dam.", "Supported", [], ("dam", [""])),
    gold_row("A ferry left.", "Supported", [], ("which ferry", ["that ferry"])),
]  # fmt: skip


def submitted(claim_id: int, label: str, *pairs: tuple[str, str]) -> Row:
    evidence = [{"question": question, "answer": answer, "url": "", "scraped_text": ""} for question, answer in pairs]
    return {"claim_id": claim_id, "claim": GOLD[claim_id]["claim"], "pred_label": label, "evidence": evidence}


# In another order than gold, and without claim 4.
SUBMISSION = [
    submitted(6, "Supported"),
    submitted(0, "Supported", ("when failed", "in may")),
    submitted(1, "refuted", ("who came", "nobody else")),
    submitted(2, "Refuted", ("dam", "")),
    submitted(3, "conflicting evidence/CHERRYPICKING", ("gauge", "ferry")),
    submitted(5, "Supported", ("dam", "")),
]

# METEOR of n equal words is 1 - .5 / n³; of one word against two that have it, .5 / .95 · .5.
WHOLE, HALF, SINGLE = 1 - 0.5 / 4**3, 0.5 / 0.95 * 0.5, 0.5
EVIDENCE = [WHOLE, WHOLE / 3, HALF, 0.0, 0.0, SINGLE, 0.0]
TWO = 1 - 0.5 / 2**3
QUESTIONS = [TWO, TWO / 2, SINGLE, 0.0, 0.0, SINGLE, 0.0]


def write(name: str, rows: list[Row]) -> Path:
    Path(name).write_text(json.dumps(rows), encoding="utf-8")
    return Path(name)


def write_csv(name: str, rows: list[Row]) -> Path:
    """The table of 2025: gold with a pair an answer."""
    with Path(name).open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["id", "claim", "evi", "label", "split"])
        for index, row in enumerate(rows):
            pairs = [(item["question"], item["answer"]) for item in row.get("evidence", [])]
            pairs += [(item["question"], one["answer"]) for item in row.get("questions", []) for one in item["answers"]]
            evidence = "".join(f"{question}\t\t\n{answer}\t\t\n\n" for question, answer in pairs)
            label = row.get("pred_label", row.get("label"))
            table.writerow([row.get("claim_id", index), row["claim"], evidence, label, "pred"])
    return Path(name)


def figures_of(cli: Cli, submission: Path, gold: Path, *args: object) -> Row:
    result = cli("averitec", "--submission", submission, "--gold", gold, "--json", *args)
    assert result.exit_code == 0, result.stderr
    figures: Row = json.loads(result.stdout)
    return figures


@pytest.fixture
def figures(cli: Cli) -> Row:
    return figures_of(cli, write("submission.json", SUBMISSION), write("gold.json", GOLD), "--threshold", 0.3)


def cut(figures: Row, metric: str) -> dict[float, tuple[int, int]]:
    (one,) = (one for one in figures["evidence"] if one["metric"] == metric)
    assert all(score["score"] == pytest.approx(score["n_reached"] / 7) for score in one["scores"])
    return {score["threshold"]: (score["n_reached"], score["n_at_threshold"]) for score in one["scores"]}


def test_verdicts_by_hand(figures: Row) -> None:
    assert (figures["n"], figures["n_missing"], figures["missing"]) == (7, 1, ["4"])
    assert figures["matched_by"] == "claim_id"
    veracity = figures["veracity"]
    assert veracity["accuracy"] == pytest.approx(5 / 7)
    assert {label: one["f1"] for label, one in veracity["per_label"].items()} == {
        "Supported": 1.0,
        "Refuted": 0.5,  # two in gold, two predicted, one in both
        "Not Enough Evidence": 0.0,
        "Conflicting Evidence/Cherrypicking": 1.0,
    }
    assert veracity["macro_f1"] == pytest.approx(2.5 / 4)


def test_evidence_by_hand(figures: Row) -> None:
    assert figures["question_answer_score"] == pytest.approx(sum(EVIDENCE) / 7, abs=1e-12)
    assert figures["question_only_score"] == pytest.approx(sum(QUESTIONS) / 7, abs=1e-12)
    questions, pieces, ev2r = figures["evidence"]
    assert (questions["n"], questions["n_missing"], questions["n_failed"], questions["scores"]) == (7, 1, 0, [])
    assert (pieces["mean"], pieces["signature"].split("|")[0]) == (figures["question_answer_score"], "hungarian_meteor")
    # The reference of claim 5 states nothing, so there is no fact to recall.
    assert (ev2r["component"], ev2r["n"], ev2r["n_failed"]) == ("recall", 6, 1)
    assert ev2r["failures"] == {"the reference holds no fact": 1}
    # Claim 0 recalls its one fact, claim 1 one of two ("there", "here" are lines of one); claims 2, 3 and 6 none.
    assert ev2r["mean"] == pytest.approx((1 + 1 / 2) / 6)


def test_averitec_scores_by_hand(figures: Row) -> None:
    # Right verdicts: claims 0 (.99), 1 (.33), 3 (0), 5 (exactly .5) and 6 (0).
    assert cut(figures, "hungarian_meteor") == {
        0.1: (3, 0), 0.2: (3, 0), 0.25: (3, 0), 0.3: (3, 0), 0.4: (2, 0), 0.5: (2, 1)
    }  # fmt: skip
    assert cut(figures, "ev2r.reference_based") == {0.25: (2, 0), 0.3: (2, 0), 0.5: (2, 1)}


def test_strict_is_the_scripts_reading(cli: Cli, figures: Row) -> None:
    strict = figures_of(cli, Path("submission.json"), Path("gold.json"), "--strict")
    assert strict["strict"] and not figures["strict"]
    assert cut(strict, "hungarian_meteor")[0.5] == (1, 1)
    assert cut(strict, "hungarian_meteor")[0.25] == cut(figures, "hungarian_meteor")[0.25]
    assert strict["question_answer_score"] == figures["question_answer_score"]


def test_groups_by_hand(figures: Row) -> None:
    groups = {(group["kind"], group["name"]): group for group in figures["groups"]}
    assert {key: (group["n"], round(group["accuracy"] * group["n"])) for key, group in groups.items()} == {
        ("label", "Supported"): (3, 3),
        ("label", "Refuted"): (2, 1),
        ("label", "Not Enough Evidence"): (1, 0),
        ("label", "Conflicting Evidence/Cherrypicking"): (1, 1),
        ("claim_type", "Event"): (3, 2),
        ("claim_type", "Numerical"): (3, 2),
    }
    event = groups["claim_type", "Event"]["evidence"][1]
    assert event["mean"] == pytest.approx((WHOLE + WHOLE / 3 + 0) / 3)
    assert {score["threshold"]: score["n_reached"] for score in event["scores"]}[0.4] == 1


def without_names(figures: Row, *names: str) -> Row:
    return {name: value for name, value in figures.items() if name not in ("submission", "gold", *names)}


def test_all_forms_of_the_files_give_the_same(cli: Cli) -> None:
    gold, submission = write("gold.json", GOLD), write("submission.json", SUBMISSION)
    expected = without_names(figures_of(cli, submission, gold))
    table = write_csv("submission.csv", SUBMISSION)
    assert without_names(figures_of(cli, table, gold)) == expected
    # The table of gold has no claim types.
    bare = figures_of(cli, table, write_csv("gold.csv", GOLD))
    assert without_names(bare, "groups") == {name: value for name, value in expected.items() if name != "groups"}
    lines = Path("submission.jsonl")
    lines.write_text("\n".join(map(json.dumps, SUBMISSION)))
    assert without_names(figures_of(cli, lines, gold)) == expected
    named = [{**row, "claim_id": f"c{index}"} for index, row in enumerate(GOLD)]
    renamed = [{**row, "claim_id": f"c{row['claim_id']}"} for row in SUBMISSION]
    other = figures_of(cli, write("renamed.json", renamed), write("named.json", named))
    assert without_names(other, "missing") == {name: value for name, value in expected.items() if name != "missing"}
    assert other["missing"] == ["c4"]


def test_the_form_of_2023_is_matched_by_position(cli: Cli) -> None:
    """Predictions in the form of the data set, without ids, scored in full against themselves."""
    gold = write("gold.json", GOLD)
    result = cli("averitec", "--submission", write("same.json", GOLD), "--gold", gold, "--json")
    figures = json.loads(result.stdout)
    assert "matched with gold by their position" in result.stderr
    assert (figures["matched_by"], figures["n_missing"], figures["veracity"]["accuracy"]) == ("position", 0, 1.0)
    assert figures["question_answer_score"] > 0.75


def test_lines_within_an_answer_are_no_pieces(cli: Cli) -> None:
    gold = [gold_row("It fell.", "Refuted", [], ("when failed", ["in\nmay"]))]
    lines = [("when failed", "\n".join("ferry" * 12)), ("when failed", "in may")]
    rows = [{"claim_id": 0, "claim": "It fell.", "pred_label": "Refuted",
             "evidence": [{"question": question, "answer": answer} for question, answer in lines]}]  # fmt: skip
    figures = figures_of(cli, write("lines.json", rows), write("gold.json", gold))
    assert figures["question_answer_score"] == pytest.approx(WHOLE)


def test_at_most_ten_pieces_of_evidence_count(cli: Cli) -> None:
    rows = [
        {**row, "evidence": [{"question": "stone", "answer": "bridge"}] * 10 + row["evidence"]} for row in SUBMISSION
    ]
    figures = figures_of(cli, write("many.json", rows), write("gold.json", GOLD))
    assert figures["question_answer_score"] == pytest.approx((1 - 0.5 / 2**3) / 7)  # claim 3 alone


def test_the_table_fits_a_terminal(cli: Cli) -> None:
    args = ("--submission", write("submission.json", SUBMISSION), "--gold", write("gold.json", GOLD))
    result = cli("averitec", *args)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["hungarian_meteor", "0.5", "0.2857", "2/7", "1"] in rows
    assert ["ev2r.reference_based", "recall", "0.5", "0.2857", "2/7", "1"] in rows
    assert ["hungarian_meteor", "7", "0", f"{sum(EVIDENCE) / 7:.4f}"] in rows
    assert "accuracy 0.7143, macro F1 0.6250" in result.stdout
    assert "1 of 7 claims are missing and count as wrong: 4" in result.stderr
    assert "ev2r.reference_based recall: no score for 1 claims, which reach no threshold" in result.stderr
    many = cli(
        "averitec", *args, *[arg for name in ("bleu", "rouge1", "rougeL", "meteor") for arg in ("--metric", name)]
    )
    assert max(map(len, many.stdout.splitlines())) <= 80
    assert "(the breakdown of the other 2 metrics: --json)" in many.stdout


def test_own_metrics_and_thresholds(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "moody.py").write_text(
        "def length(candidate, reference):\n"
        "    if 'gauge' in candidate:\n        raise ValueError('no gauges')\n"
        "    return float(bool(candidate.strip()))\n"
    )
    submission, gold = write("submission.json", SUBMISSION), write("gold.json", GOLD)
    args = (
        "--metric",
        "moody:length",
        "--metric",
        "hungarian_meteor_questions",
        "--threshold",
        0.95,
        "--threshold",
        0.5,
    )
    figures = figures_of(cli, submission, gold, *args)
    assert figures["question_answer_score"] is None
    one, questions = figures["evidence"]
    assert one["failures"] == {"ValueError: no gauges": 1}
    assert [score["threshold"] for score in one["scores"]] == [0.5, 0.95]  # the scale of a function is not known
    assert [score["n_reached"] for score in one["scores"]] == [3, 3]
    assert [score["threshold"] for score in questions["scores"]] == [0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.95]


def test_a_metric_that_fails_on_most_claims_cannot_be_judged(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def f(candidate, reference):\n    raise ValueError('out of order')\n")
    submission, gold = write("submission.json", SUBMISSION), write("gold.json", GOLD)
    result = cli("averitec", "--submission", submission, "--gold", gold, "--metric", "broken:f", "--threshold", "0.5")
    assert result.exit_code == 2
    assert "error: metric 'broken:f' failed on 6 of 6 claims; it cannot be judged" in result.stderr


def changed(index: int, **fields: Any) -> list[Row]:
    return [{**row, **fields} if place == index else row for place, row in enumerate(SUBMISSION)]


def lacking(index: int, name: str) -> list[Row]:
    return [
        {key: value for key, value in row.items() if place != index or key != name}
        for place, row in enumerate(SUBMISSION)
    ]


NO_IDS = [{name: value for name, value in row.items() if name != "claim_id"} for row in SUBMISSION]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (changed(1, claim_id=6, claim="A ferry left."), "claim_id '6' stands already in bad.json:1"),
        (changed(1, claim_id=7), "claim_id '7' is not in gold.json, whose 7 ids go from '0' to '6'"),
        (changed(1, claim_id=-1), "claim_id '-1' is not in gold.json"),
        (changed(1, claim="The dam failed in June."),
         "got text ('…m failed in June.'), gold has text ('…m failed in May.')"),
        (changed(1, claim="The dam failed in May. It did."), "got text ('…iled in May. It did.'), gold has"),
        (changed(1, pred_label="Mostly true"), "expected one of Supported, Refuted, Not Enough Evidence, Conflicting "
         "Evidence/Cherrypicking, got text ('Mostly true')"),
        (changed(1, pred_label=None), "field 'pred_label': expected one of Supported, Refuted"),
        (changed(1, pred_label=1), "got a number (1)"),
        (lacking(1, "claim_id"), "no claim_id, where other rows have one"),
        (lacking(1, "claim"), "field 'claim': expected text"),
        (changed(1, evidence=[{"question": "Who?"}]), "field 'evidence[0].answer': expected text"),
        (changed(1, evidence="Rain fell."),
         "field 'evidence': expected a list of objects with 'question' and 'answer', got text ('Rain fell.')"),
        (changed(1, evidence=["Rain fell."]), "field 'evidence': expected a list of objects"),
        (lacking(1, "evidence"), "field 'evidence': expected a list of objects"),
        (NO_IDS, "no row has a claim_id, and its 6 rows cannot be matched with the 7 of gold.json by position"),
        ([*NO_IDS, NO_IDS[0]], "the claim of claim_id '0' is not the one in gold.json:1"),
        ([], "no row has a claim_id, and its 0 rows"),
    ],
)  # fmt: skip
def test_a_submission_that_does_not_fit_is_one_line(cli: Cli, rows: list[Row], said: str) -> None:
    result = cli("averitec", "--submission", write("bad.json", rows), "--gold", write("gold.json", GOLD))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: bad.json")
    assert len(result.stderr.splitlines()) == 1
    assert said in result.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,claim,label\n0,It fell.,Refuted\n", "no column 'evi'; expected the columns id, claim, evi, label"),
        ("id,claim,evi,label\n0,x,Rain fell.,Refuted\n", "field 'evi': expected pairs of a question that ends in"),
        ("id,claim,evi,label\n0,The dam failed in May.,,Wrong\n", "field 'label': expected one of Supported"),
    ],
)
def test_a_table_that_does_not_fit_is_one_line(cli: Cli, text: str, said: str) -> None:
    Path("bad.csv").write_text(text)
    result = cli("averitec", "--submission", "bad.csv", "--gold", write("gold.json", GOLD))
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert said in result.stderr


@pytest.mark.parametrize(
    ("gold", "said"),
    [
        ([*GOLD[:2], {**GOLD[2], "claim_id": 5}], "no claim_id, where other rows have one"),
        ([{**row, "claim_id": 5} for row in GOLD], "claim_id '5' stands already in gold.json:1"),
        (SUBMISSION, "gold.json:1: field 'questions': expected a list of questions"),
        ([{**GOLD[0], "label": "true"}, *GOLD[1:]], "field 'label': expected one of Supported"),
        ([], "gold.json: holds no rows"),
    ],
)
def test_gold_that_does_not_fit_is_one_line(cli: Cli, gold: list[Row], said: str) -> None:
    result = cli("averitec", "--submission", write("submission.json", SUBMISSION), "--gold", write("gold.json", gold))
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert said in result.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--metric", "hungarian_meteo"), "did you mean 'hungarian_meteor'"),
        (("--metric", "bleu", "--metric", "bleu"), "metric 'bleu' is given twice"),
        (("--metric", "sacrebleu"), "scores of 'sacrebleu' go from 0 to 100, not 0 to 1; give --threshold"),
        (("--threshold", "nan"), "but got nan"),
    ],
)
def test_options_that_make_no_sense(cli: Cli, args: tuple[str, ...], said: str) -> None:
    submission, gold = write("submission.json", SUBMISSION), write("gold.json", GOLD)
    result = cli("averitec", "--submission", submission, "--gold", gold, *args)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert said in result.stderr


def test_white_space_and_accents_of_a_claim_may_differ(cli: Cli) -> None:
    gold = [{**GOLD[0], "claim": "The café  failed in May."}]
    rows = [{**SUBMISSION[1], "claim": " The cafe\u0301 failed\nin May. "}]
    assert figures_of(cli, write("s.json", rows), write("g.json", gold))["n_missing"] == 0


def test_help_names_every_field(cli: Cli, figures: Row) -> None:
    told = cli("averitec", "--help").stdout
    for name in {*figures, *figures["veracity"], *figures["evidence"][1], *figures["evidence"][1]["scores"][0]}:
        assert name in told
