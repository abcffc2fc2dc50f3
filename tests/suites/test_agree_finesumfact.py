"""`metricstress agree finesumfact` end to end: the shapes of files, polarity, replies, counts, formats."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from click.testing import Result

Cli: TypeAlias = Callable[..., Result]
Record: TypeAlias = dict[str, Any]


def write(name: str, records: Sequence[Any]) -> str:
    Path(name).write_text("".join(json.dumps(record) + "\n" for record in records))
    return name


def judge(cli: Cli, predictions: Sequence[Any], gold: Sequence[Any], *options: str) -> Record:
    """The figures of records that are written as JSON lines."""
    args = ("--predictions", write("p.jsonl", predictions), "--gold", write("g.jsonl", gold))
    result = cli("agree", "finesumfact", *args, *options, "--json")
    assert result.exit_code == 0, result.stderr
    figures: Record = json.loads(result.stdout)
    return figures


def refused(cli: Cli, predictions: Sequence[Any], gold: Sequence[Any], *options: str) -> str:
    args = ("--predictions", write("p.jsonl", predictions), "--gold", write("g.jsonl", gold))
    result = cli("agree", "finesumfact", *args, *options, "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    return result.stderr


def sentences(categories: Sequence[str]) -> str:
    """A model's reply that gives each sentence a category."""
    return json.dumps([{"sentence": f"s{n}", "reason": "r", "category": kind} for n, kind in enumerate(categories)])


GOLD: list[Record] = [
    {"id": "1", "system": "a", "labels": [1, 0, 0], "error_types": ["entity error", "no error", "no error"]},
    {"id": "2", "system": "b", "labels": [1, 1], "error_types": ["predicate error", "other error"]},
    {"id": "3", "system": "c", "labels": [0, 0, 0, 0], "error_types": ["no error"] * 4},
]
ANSWERS: list[Record] = [
    {"id": "1", "labels": [1, 0, 1], "error_types": ["EntE", "NoE", "LinkE"]},
    {"id": "2", "labels": [1, 0], "error_types": ["EntE", "NoE"]},
    {"id": "3", "labels": [0, 0, 0, 0], "error_types": ["NoE"] * 4},
]


def check_figures(figures: Record) -> None:
    """Of GOLD and ANSWERS, in whatever shape: 3 errors, 2 found; 6 correct, 5 kept; one of two types."""
    assert figures["balanced_accuracy"] == pytest.approx((2 / 3 + 5 / 6) / 2)
    assert figures["error_precision"] == pytest.approx(2 / 3)
    # Shares of correct sentences: gold 2/3 0 1, predicted 1/3 1/2 1.
    assert figures["summary_spearman"] == pytest.approx(0.5)
    assert figures["localization_accuracy"] == figures["localization_accuracy_detected"] == 0.5
    assert (figures["n_localized"], figures["n_excluded_other_type"]) == (2, 1)


def test_own_format(cli: Cli) -> None:
    figures = judge(cli, ANSWERS, GOLD)
    check_figures(figures)
    assert figures["system_spearman"] == pytest.approx(0.5)
    assert (figures["n_systems"], figures["n_sentences"], figures["n_failed"]) == (3, 9, 0)
    assert figures["error_label"] == {"gold": 1, "predictions": 1}
    assert "by the error types" in figures["polarity"][0]


def test_finesumfact_human_labels_and_replies(cli: Cli) -> None:
    gold = [
        {
            "id": row["id"],
            "doc": "d",
            "model_summary": ["s"] * len(row["labels"]),
            "label": row["labels"],
            "source": "x",
        }
        for row in GOLD
    ]
    replies = [{"id": row["id"], "response": f"```json\n{sentences(row['error_types'])}\n```"} for row in ANSWERS]
    names = {"EntE": "entity error", "NoE": "no error", "LinkE": "linking error"}
    for reply in replies:
        for short, name in names.items():
            reply["response"] = reply["response"].replace(f'"{short}"', f'"{name}"')
    figures = judge(cli, replies, gold)
    assert figures["balanced_accuracy"] == pytest.approx((2 / 3 + 5 / 6) / 2)
    assert figures["n_repaired"] == 3
    # Its human labels have no types and name no systems.
    assert figures["reasons"]["localization_accuracy"] == "no gold error has one of the seven types"
    assert figures["reasons"]["system_spearman"] == "gold names no systems"
    assert figures["n_summaries_without_system"] == 3
    assert figures["polarity"][0].startswith("gold: 1 is an error (as field 'label' is defined")
    assert figures["polarity"][1] == "predictions: 1 is an error (by the categories of the replies)"


def machine(row: Record, stored: Sequence[int], reply: str) -> Record:
    return {
        "id": row["id"],
        "document": "d",
        "model_summary": ["s"] * len(row["labels"]),
        "summarizer": row["system"],
        "llm_output": reply,
        "pred_general_factuality_labels": list(stored),
    }


@pytest.mark.parametrize("container", ["lines", "array", "gzip"])
def test_finesumfact_machine_labels(cli: Cli, container: str) -> None:
    gold = [machine(row, row["labels"], sentences(row["error_types"])) for row in GOLD]
    text = json.dumps(gold, indent=1) if container == "array" else "\n".join(map(json.dumps, gold))
    Path("g.json").write_bytes(gzip.compress(text.encode()) if container == "gzip" else text.encode())
    args = ("--predictions", write("p.jsonl", ANSWERS), "--gold", "g.json", "--json")
    result = cli("agree", "finesumfact", *args)
    figures = json.loads(result.stdout)
    check_figures(figures)
    assert figures["n_systems"] == 3


def test_stored_labels_are_not_believed_over_the_reply(cli: Cli) -> None:
    """A bracket inside a sentence, an apology and an empty reply were all stored as "no error"."""
    replies = [
        sentences(["entity error", "no error", "linking error"]).replace("s0", "He [sic] said"),
        "I'm sorry, but I can't assess this.",
        sentences(["no error"] * 4),
    ]
    answers = [machine(row, [0] * len(row["labels"]), reply) for row, reply in zip(GOLD, replies, strict=True)]
    figures = judge(cli, answers, GOLD)
    assert (figures["n_failed"], figures["failed_by_reason"]) == (1, {"no-json": 1})
    assert figures["n_stored_labels_differ"] == 1
    assert (figures["error_recall"], figures["n_errors"]) == (1.0, 1)


def test_replies_as_models_write_them(cli: Cli) -> None:
    """The cases of replies in the shape of fact checks: an apology, too few verdicts, a bracket inside a sentence."""
    few = sentences(["no error", "entity error"])
    bracket = (
        r'[{"sentence":"He \"never [sic] said\" so.","reason":"quote altered","category":"predicate error"},'
        '{"sentence":"s2","reason":"r","category":"No Error"}]'
    )
    gold = [
        {"id": "L09", "labels": [0], "error_types": ["no error"]},
        {"id": "L11", "labels": [0, 1, 0], "error_types": ["no error", "entity error", "no error"]},
        {"id": "L12", "labels": [1, 0], "error_types": ["predicate error", "no error"]},
        {"id": "fence", "labels": [0, 1], "error_types": ["no error", "linking error"]},
        {"id": "empty", "labels": [0], "error_types": ["no error"]},
        {"id": "more", "labels": [0], "error_types": ["no error"]},
    ]
    replies = [
        {"id": "L09", "response": "I'm sorry, but I can't assess this claim."},
        {"id": "L11", "response": few},
        {"id": "L12", "response": bracket},
        {"id": "fence", "response": f"Here it is:\n```json\n{sentences(['no error', 'linking error'])}\n```"},
        {"id": "empty", "response": ""},
        {"id": "more", "response": sentences(["no error"])},
    ]
    figures = judge(cli, replies, gold)
    assert figures["failed_by_reason"] == {"length-mismatch": 1, "no-json": 2}
    assert (figures["n_repaired"], figures["n_sentences"]) == (1, 5)
    assert figures["balanced_accuracy"] == figures["localization_accuracy"] == 1


def finesure(row: Record, annotators: Sequence[tuple[Sequence[int], Sequence[str]]]) -> Record:
    said = {
        f"annotator_{n}": {"factuality_labels": one, "factuality_types": kinds}
        for n, (one, kinds) in enumerate(annotators)
    }
    return {
        "doc_id": row["id"],
        "model": row["system"],
        "sentences": ["s"] * len(row["labels"]),
        "raw_annotations": said,
    }


def test_finesure_annotators(cli: Cli) -> None:
    noe = ["NoE"] * 4
    gold = [
        finesure(
            GOLD[0],
            [
                ([1, 0, 0], ["EntE", "NoE", "NoE"]),
                ([1, 0, 1], ["EntE", "NoE", "PredE"]),
                ([0, 0, 0], ["NoE", "NoE", "NoE", "NoE"]),  # flattened: of no use
            ],
        ),
        finesure(GOLD[1], [([1, 1], ["PredE", "OtherE"]), ([1, 0], ["PredE", "NoE"])]),  # two: a tie is no label
        finesure(GOLD[2], [([0, 0, 0, 0], noe)] * 3),
    ]
    answers = [
        {**row, "pred_faithfulness_labels": one["labels"], "pred_faithfulness_error_type": one["error_types"]}
        for row, one in zip(gold, ANSWERS, strict=True)
    ]
    figures = judge(cli, answers, gold)
    assert (figures["n_sentences"], figures["n_errors"], figures["n_unlabelled"]) == (8, 2, 1)
    assert figures["balanced_accuracy"] == pytest.approx((1 + 5 / 6) / 2)
    assert figures["localization_accuracy"] == 0.5
    assert (figures["n_localized"], figures["n_localized_any"], figures["n_type_lists_unusable"]) == (2, 2, 1)


def test_lengths_and_missing_answers_are_counted(cli: Cli) -> None:
    answers = [{"id": "1", "labels": [1, 0]}, ANSWERS[2], {"id": "9", "labels": [0]}]
    figures = judge(cli, answers, [*GOLD, {"id": "4", "labels": [1], "sentences": ["a", "b"]}])
    assert figures["failed_by_reason"] == {"length-mismatch": 1}
    assert (figures["n_missing"], figures["n_unknown_ids"], figures["n_gold_mismatch"]) == (1, 1, 1)
    assert figures["n_summaries"] == 1


def test_a_verifier_that_fails_on_most_cannot_be_judged(cli: Cli) -> None:
    answers = [{"id": row["id"], "response": "no"} for row in GOLD[:2]] + [ANSWERS[2]]
    args = ("--predictions", write("p.jsonl", answers), "--gold", write("g.jsonl", GOLD))
    result = cli("agree", "finesumfact", *args)
    assert result.exit_code == 2
    assert "2 of 3 answers failed; the verifier cannot be judged" in result.stderr


def turned(rows: Sequence[Record]) -> list[Record]:
    return [{**row, "labels": [1 - label for label in row["labels"]]} for row in rows]


def test_labels_in_the_wrong_polarity(cli: Cli) -> None:
    message = refused(cli, ANSWERS, turned(GOLD))
    assert "g.jsonl: labels in the wrong polarity: with 1 as the error, 9 of 9" in message
    assert message.rstrip().endswith("give --error-label 0")
    assert "give --predictions-error-label 0" in refused(cli, turned(ANSWERS), GOLD)
    check_figures(judge(cli, turned(ANSWERS), turned(GOLD), "--error-label", "0"))
    check_figures(judge(cli, turned(ANSWERS), GOLD, "--predictions-error-label", "0"))
    assert "with 0 as the error, 9 of 9" in refused(cli, ANSWERS, GOLD, "--error-label", "0")


def test_polarity_without_types_shows_in_the_figures(cli: Cli) -> None:
    gold = [{"id": str(n), "labels": [1, 0, 0, 0]} for n in range(6)]
    answers = [{"id": str(n), "labels": [0, 1, 1, 1]} for n in range(6)]
    args = ("--predictions", write("p.jsonl", answers), "--gold", write("g.jsonl", gold))
    result = cli("agree", "finesumfact", *args, "--json")
    assert json.loads(result.stdout)["balanced_accuracy"] == 0
    assert "warning: wrong polarity?" in result.stderr
    assert judge(cli, answers, gold, "--predictions-error-label", "0")["balanced_accuracy"] == 1


@pytest.mark.parametrize("labels", [{"labels": [True, False]}, {"label": [1, 0]}])
def test_nobody_knows_what_the_label_means(cli: Cli, labels: Record) -> None:
    gold = [{"id": "1", **labels}]
    answers = [{"id": "1", "labels": [1, 0]}]
    assert "nothing says whether 1 or 0 is the error" in refused(cli, answers, gold)
    assert judge(cli, answers, gold, "--error-label", "1")["balanced_accuracy"] == 1
    # Types beside the labels say it.
    typed = [{**gold[0], "error_types": ["no error", "entity error"]}]
    if "label" in labels:
        assert judge(cli, [{"id": "1", "labels": [0, 1]}], typed)["error_label"]["gold"] == 0


@pytest.mark.parametrize(
    ("gold", "hint"),
    [
        ([{"id": "7", "labels": [0]}], "no id of p.jsonl fits one of g.jsonl"),
        ([{"id": "1", "labels": [0]}, {"id": "2", "labels": [0]}], "can be judged: length-mismatch 2"),
        ([{"id": "1", "text": "x"}], "g.jsonl:1: no labels among 'id', 'text'"),
        ([{"id": "1", "labels": "0"}], "field 'labels': expected a list of 0 (right) and 1 (wrong), got '0'"),
        (["x"], "g.jsonl:1: text"),
        (
            [{"id": "1", "annotators": {"0": {"key_fact_labels": [1], "sentence_labels": [1]}}}],
            "holds the alignment of key facts; expected labels of sentences",
        ),
        (
            [{"id": "1", "raw_annotations": {"a": {"factuality_labels": [1]}, "b": {"factuality_labels": [1, 0]}}}],
            "the annotators label different numbers of sentences",
        ),
        ([{"id": "1", "raw_annotations": {"a": {}}}], "expected 'factuality_labels' of every annotator"),
        ([{"id": "1", "raw_annotations": "x"}], "expected an object an annotator"),
    ],
)
def test_gold_that_cannot_be_used(cli: Cli, gold: Sequence[Any], hint: str) -> None:
    assert hint in refused(cli, ANSWERS[:2], gold)


def test_files_that_cannot_be_used(cli: Cli) -> None:
    write("g.jsonl", GOLD)
    Path("t.csv").write_text("id,labels\n1,0\n")
    for predictions, hint in [("none.jsonl", "no such file"), ("t.csv", "t.csv: is csv; expected one JSON object")]:
        result = cli("agree", "finesumfact", "--predictions", predictions, "--gold", "g.jsonl")
        assert result.exit_code == 2
        assert hint in result.stderr


def test_every_format_has_the_figures_and_their_n(cli: Cli) -> None:
    args = ("agree", "finesumfact", "--predictions", write("p.jsonl", ANSWERS[:2]), "--gold", write("g.jsonl", GOLD))
    rows = list(csv.DictReader(io.StringIO(cli(*args, "--to", "csv").stdout)))
    by_name = {row["figure"]: row for row in rows}
    assert float(by_name["error_recall"]["value"]) == pytest.approx(2 / 3)
    assert by_name["error_recall"]["n"] == "3"
    assert by_name["summary_pearson"]["value"] == ""
    assert by_name["summary_pearson"]["undefined because"] == "2 points; a correlation needs at least 3"
    assert all(row["n"].isdecimal() for row in rows)
    text = cli(*args).stdout
    assert "error_recall" in text and "Localization by gold type" in text and "n_missing" in text
    markdown = cli(*args, "--to", "markdown").stdout
    assert "| error_recall | 0.666667 | 3 | gold errors |  |" in markdown
    latex = cli(*args, "--to", "latex", "--output", "t.tex")
    assert (latex.stdout, latex.stderr) == ("", "written to t.tex\n")
    assert r"error\_recall & 0.666667 & 3 & gold errors &  \\" in Path("t.tex").read_text()
