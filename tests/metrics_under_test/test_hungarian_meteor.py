"""Hungarian METEOR: its pieces, its pairing, its three recipes and their faults."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from support.texts import any_text, evidence

from metricstress.language.passages import Evidence, Passage
from metricstress.metrics_under_test.hungarian_meteor import (
    evidence_pieces,
    headed_pieces,
    hungarian,
    hungarian_meteor,
    hungarian_meteor_paper,
    hungarian_meteor_server,
    predicted_pieces,
    server_pieces,
)
from metricstress.metrics_under_test.meteor import meteor_score
from metricstress.metrics_under_test.meteor_paper import meteor_paper_score, paper_text
from metricstress.metrics_under_test.metric import Failure, Item, Metric, Score, Text

ALL = [hungarian_meteor, hungarian_meteor_server, hungarian_meteor_paper]

DAM: Evidence = (
    Passage("In May.\nIn the spring.", "When did the dam fail?"),
    Passage("No. The dam was rebuilt.", "Is the valley empty?"),
)


def value(metric: Metric, candidate: Text, reference: Text) -> float:
    (outcome,) = metric.score([Item(candidate, reference)])
    assert isinstance(outcome, Score), outcome
    return outcome.values[metric.name]


PIECES = [
    (DAM[:1], ["When did the dam fail? In May.", "When did the dam fail? In the spring."]),
    (DAM[1:], ["Is the valley empty? No. The dam was rebuilt."]),
    ((Passage("One line.\nAnother."),), ["One line.\nAnother."]),  # no question: a piece as it stands
    ((Passage("", "Who came?"),), ["Who came? "]),  # a blanked answer
    ((Passage(" "), Passage("Rain fell.")), ["Rain fell."]),
    ("One line.\n\nAnother.", ["One line.", "Another."]),
    ("", []),
    ((), []),
]


@pytest.mark.parametrize(("given_evidence", "pieces"), PIECES)
def test_official_pieces(given_evidence: Text, pieces: list[str]) -> None:
    assert evidence_pieces(given_evidence) == pieces


@pytest.mark.parametrize(
    ("answer", "piece"),
    [
        ("No. The dam was rebuilt.", "Is it? No"),
        ("Yes! They came back.", "Is it? Yes"),
        ("Yes", "Is it? Yes"),
        ("Yes.", "Is it? Yes."),
        ("Not at all. It is full.", "Is it? Not at all. It is full."),
        ("Nobody came.", "Is it? Nobody came."),
        ("No evidence was found.", "Is it? No evidence was found."),
        ("They say No. It is full.", "Is it? They say No. It is full."),
    ],
)
def test_the_server_reads_no_explanations(answer: str, piece: str) -> None:
    assert server_pieces((Passage(answer, "Is it?"),)) == [piece]


def test_at_most_ten_predicted_pieces_count() -> None:
    many = tuple(Passage(f"The gauge read {number} metres.") for number in range(12))
    assert len(predicted_pieces(many)) == len(server_pieces(many)) == 10
    assert value(hungarian_meteor, many, many) == pytest.approx(10 / 12 * meteor_score(many[0].text, many[0].text))


def test_pieces_of_the_authors_code() -> None:
    assert headed_pieces("Question one? Yes. Question two? No.") == ["Questionone? Yes.", "Questiontwo? No."]
    assert headed_pieces("Rain fell.") == ["QuestionRain fell."]
    assert headed_pieces("") == []


@pytest.mark.parametrize(
    ("given_evidence", "text"),
    [
        (DAM, "When did the dam fail? In May.\nIn the spring.\nIs the valley empty? No The dam was rebuilt."),
        ((Passage("No. It is full.\nYes. It is dry.", "Is it?"),), "Is it? No It is full.\nYes It is dry."),
        (
            (Passage("No.", "Is it?"), Passage("No. 5 is full.")),
            "Is it? No.\nNo. 5 is full.",
        ),
        ("Is it? No. It is full.", "Is it? No. It is full."),
    ],
)
def test_the_paper_form_joins_answer_and_explanation_by_a_blank(given_evidence: Text, text: str) -> None:
    assert paper_text(given_evidence) == text


def test_the_pairing_is_the_best_of_all() -> None:
    rng = random.Random(5)
    for _ in range(50):
        table = [[rng.random() for _ in range(rng.randint(1, 4))]]
        table += [[rng.random() for _ in table[0]] for _ in range(rng.randint(0, 3))]
        rows, columns = range(len(table)), range(len(table[0]))
        fewer, more, flipped = (rows, columns, False) if len(rows) <= len(columns) else (columns, rows, True)
        best = max(
            sum(table[other][one] if flipped else table[one][other] for one, other in zip(fewer, chosen, strict=True))
            for chosen in itertools.permutations(more, len(fewer))
        )
        found = hungarian([str(row) for row in rows], [str(column) for column in columns],
                          lambda row, column, table=table: table[int(row)][int(column)])  # type: ignore[misc]  # fmt: skip
        assert found == pytest.approx(best, abs=1e-12)


def test_official_score_by_hand() -> None:
    candidate = (Passage("The dam was rebuilt.", "Is the valley empty?"), Passage("In May.", "When did the dam fail?"))
    own, other = evidence_pieces(candidate), evidence_pieces(DAM)
    best = max(meteor_score(own[1], other[one]) for one in (0, 1)) + meteor_score(own[0], other[2])
    assert value(hungarian_meteor, candidate, DAM) == pytest.approx(best / 3, abs=1e-12)


def test_order_and_superfluous_pieces_count_for_nothing() -> None:
    noise = Passage("A ferry left the harbour.")
    assert value(hungarian_meteor, (*reversed(DAM), noise), DAM) == pytest.approx(value(hungarian_meteor, DAM, DAM))


def test_the_server_form_loses_where_the_reference_explains() -> None:
    assert value(hungarian_meteor_server, DAM, DAM) < value(hungarian_meteor, DAM, DAM)


def test_the_paper_form_is_divided_by_characters() -> None:
    text = paper_text(DAM)
    expected = meteor_paper_score("Question" + text, "Question" + text) / len(text)
    assert value(hungarian_meteor_paper, DAM, DAM) == pytest.approx(expected, rel=1e-12)
    # The fault that makes it useless across lengths: more of the same is worth about half.
    doubled = value(hungarian_meteor_paper, f"{text}\n{text}", f"{text}\n{text}")
    assert doubled == pytest.approx(value(hungarian_meteor_paper, text, text) / 2, rel=0.02)
    assert "not comparable across lengths" in hungarian_meteor_paper.signature()
    assert hungarian_meteor_paper.bounds[1] == float("inf")


@pytest.mark.parametrize("metric", ALL)
def test_blank_sides(metric: Metric) -> None:
    assert value(metric, "", "Rain fell.") == 0.0
    assert value(metric, (), DAM) == 0.0
    for blank in ("", ()):
        (outcome,) = metric.score([Item(DAM, blank)])
        assert isinstance(outcome, Failure)
        assert "blank" in outcome.reason


@pytest.mark.parametrize("metric", ALL)
@given(candidate=evidence, reference=evidence)
def test_any_evidence_gets_a_score_within_bounds_or_a_reason(
    metric: Metric, candidate: Evidence, reference: Evidence
) -> None:
    (outcome,) = metric.score([Item(candidate, reference)])
    if isinstance(outcome, Score):
        low, high = metric.bounds
        assert low <= outcome.values[metric.name] <= high + 1e-9
    else:
        assert "blank" in outcome.reason


@pytest.mark.parametrize("metric", ALL)
@given(text=any_text)
def test_a_batch_is_its_items(metric: Metric, text: str) -> None:
    items = [Item(text, "Rain fell."), Item(DAM, DAM), Item(DAM)]
    assert metric.score(items) == [outcome for item in items for outcome in metric.score([item])]
