"""What a training is given: pairs of evidence, splits, figures, and the folder; none of it needs torch."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.language.passages import Evidence, as_evidence
from metricstress.metrics_under_test.metric import Item
from metricstress.metrics_under_test.training.figures import classification, regression
from metricstress.metrics_under_test.training.folder import TrainingFolder
from metricstress.metrics_under_test.training.pairs import Pair, evidence_pairs, split_claims
from metricstress.metrics_under_test.training.rows import check_labels, claim_key, labelled, split_by_claim
from metricstress.metrics_under_test.training.settings import TrainingError, rows_digest


def item(claim: str, evidence: str | Evidence, verdict: str = "Supported", reference: str | None = None) -> Item:
    return Item(as_evidence(evidence), None if reference is None else as_evidence(reference), claim, verdict)


def test_the_ways_in_which_pairs_are_made() -> None:
    rows = [
        item("A.", "a1", reference="a2"),
        item("B.", "b1"),
        item("b. ", "b2"),
        item("B.", "b3", "Refuted"),
        item("C.", as_evidence(["c1", "c2"])),
        item("D.", "d1"),
        item("", "no claim"),
        item("E.", ""),
    ]
    pairs = evidence_pairs(rows, seed=0)
    of_kind = {kind: [pair for pair in pairs if pair.kind == kind] for kind in {pair.kind for pair in pairs}}
    assert of_kind["reference"] == [Pair("A. a2", "A. a1", 1.0, "reference")]
    assert of_kind["same claim"] == [Pair("B. b1", "B. b2", 1.0, "same claim")]
    assert of_kind["other verdict"] == [Pair("B. b1", "B. b3", 0.0, "other verdict")]
    assert of_kind["own order"] == [Pair("C. c1 c2", "C. c2 c1", 1.0, "own order")]
    assert len(of_kind["other claim"]) == 3
    for pair in of_kind["other claim"]:
        claim, own = pair.reference[0], pair.reference[3:5]
        assert pair.score == 0 and pair.candidate.startswith(f"{claim}. ")
        assert own[0] == claim.lower() and not pair.candidate.removeprefix(f"{claim}. ").startswith(claim.lower())


ROWS = st.lists(
    st.builds(
        item,
        st.sampled_from("ABCDEFGH"),
        st.lists(st.text("xyz ", min_size=1, max_size=4), min_size=1, max_size=3).map(as_evidence),
        st.sampled_from(["Supported", "Refuted", "Not Enough Evidence", "Conflicting Evidence/Cherrypicking"]),
        st.none() | st.text("xyz", max_size=3),
    ),
    min_size=2,
    max_size=30,
)


@given(rows=ROWS, seed=st.integers(0, 5))
def test_pairs_are_of_two_texts_and_the_same_for_the_same_seed(rows: list[Item], seed: int) -> None:
    try:
        pairs = evidence_pairs(rows, seed)
    except TrainingError:
        assert len({claim_key(row) for row in rows if str(row.candidate[0]).strip()}) >= 1
        return
    assert pairs == evidence_pairs(rows, seed)
    for pair in pairs:
        assert pair.score == float(pair.kind in ("reference", "same claim", "own order"))
        assert pair.reference[0] == pair.candidate[0]
        if pair.kind in ("reference", "same claim", "other claim"):
            assert pair.reference != pair.candidate
    kinds = Counter(pair.score for pair in pairs if pair.kind != "other verdict")
    assert kinds[0.0] <= kinds[1.0]


@given(rows=ROWS, seed=st.integers(0, 5))
def test_no_claim_is_on_both_sides_of_a_split(rows: list[Item], seed: int) -> None:
    usable = labelled(rows)
    try:
        inside, outside = split_by_claim(usable, seed)
    except TrainingError:
        per_verdict: dict[str, set[str]] = {}
        first: dict[str, str] = {}
        for row, verdict in usable:
            per_verdict.setdefault(first.setdefault(claim_key(row), verdict), set()).add(claim_key(row))
        assert all(len(claims) == 1 for claims in per_verdict.values())
        return
    assert sorted(inside + outside) == list(range(len(usable)))
    assert outside and not {claim_key(usable[i][0]) for i in inside} & {claim_key(usable[i][0]) for i in outside}
    assert split_by_claim(usable, seed) == (inside, outside)
    train, dev = split_claims(rows, 0.1, seed)
    assert not {claim_key(row) for row in train} & {claim_key(row) for row in dev}


def test_every_verdict_is_in_both_parts_where_it_can_be() -> None:
    verdicts = ["Supported"] * 30 + ["Refuted"] * 10 + ["Not Enough Evidence"] * 2
    rows = labelled([item(f"claim {n}", "x", verdict) for n, verdict in enumerate(verdicts)])
    inside, outside = split_by_claim(rows, 0)
    assert Counter(rows[i][1] for i in outside) == {"supported": 3, "refuted": 1, "not enough evidence": 1}
    assert len(inside) == 37


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([item("a", "x")] * 3, "3 of 3 rows have a claim and a verdict; a training needs at least 10"),
        ([item("a", "x", "")] * 20, "0 of 20 rows"),
        ([item("a", "x")] * 20, "all 20 rows have the verdict 'supported'"),
        ([item("a", "x", "mostly true")] * 20, "'mostly true' is no verdict"),
    ],
)
def test_rows_that_teach_nothing(rows: list[Item], said: str) -> None:
    with pytest.raises(TrainingError, match=said):
        check_labels(labelled(rows), len(rows))


def test_conflicting_is_not_enough_and_a_missing_verdict_is_noted() -> None:
    rows = labelled([item("a", "x", "Conflicting Evidence/Cherrypicking"), item("b", "x")] * 5)
    assert {verdict for _, verdict in rows} == {"not enough evidence", "supported"}
    assert check_labels(rows, 10) == ["no row has the verdict 'refuted'; the model will not learn it"]


def test_figures_of_a_classifier() -> None:
    """By hand: gold 0 0 0 1 1, told 0 0 1 1 0."""
    logits = [[2, 1, 0], [3, 0, 0], [0, 1, 0], [0, 5, 1], [9, 0, 0]]
    found = classification(logits, [0, 0, 0, 1, 1], ["a", "b", "c"])
    assert found["confusion"] == [[2, 1, 0], [1, 1, 0], [0, 0, 0]]
    assert (found["f1_micro"], found["majority"]) == (0.6, 0.6)
    assert found["labels"]["a"] == {"precision": 2 / 3, "recall": 2 / 3, "f1": 2 / 3, "rows": 3}
    assert found["labels"]["b"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5, "rows": 2}
    assert found["labels"]["c"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0, "rows": 0}
    assert found["f1_macro"] == pytest.approx((2 / 3 + 1 / 2) / 2)


def test_figures_of_a_regression() -> None:
    found = regression([[1.0], [0.4], [0.2], [0.0]], [1.0, 1.0, 0.0, 0.0])
    assert found == pytest.approx(
        {"mse": 0.1, "accuracy_at_half": 0.75, "mean_of_positives": 0.7, "mean_of_negatives": 0.1}
    )
    assert regression([[1.0]], [1.0])["mean_of_negatives"] is None


def test_a_folder_belongs_to_one_training(tmp_path: Path) -> None:
    mine = TrainingFolder(tmp_path / "out", {"training": "proxy", "seed": 0})
    with mine.taken():
        assert mine.finished() is None
        with pytest.raises(TrainingError, match="another process"), TrainingFolder(mine.path, mine.fingerprint).taken():
            raise AssertionError("taken twice")
    with mine.taken():
        (mine.path / "checkpoint-5").mkdir()
        (mine.path / "checkpoint-5" / "trainer_state.json").write_text("{}")
        (mine.path / "checkpoint-10").mkdir()
        (mine.path / "checkpoint-10" / "trainer_state.json").write_text("{")
        assert mine.last_checkpoint() == mine.path / "checkpoint-5"
        assert not (mine.path / "checkpoint-10").exists()
    other = TrainingFolder(mine.path, {"training": "proxy", "seed": 1})
    with pytest.raises(TrainingError, match="holds another training \\(seed 0, not 1\\)"), other.taken():
        raise AssertionError("taken by another")
    with mine.taken():
        mine.finish("card", {"metrics": {}})
        assert mine.finished() == {"metrics": {}}
        assert mine.last_checkpoint() is None
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("all of it")
    with pytest.raises(TrainingError, match="is not empty"), TrainingFolder(tmp_path / "full", {}).taken():
        raise AssertionError("taken though full")


def test_what_rows_say_is_what_their_hash_says() -> None:
    rows = [item("a", "x"), item("b", as_evidence(["x", "y"]), reference="z")]
    assert rows_digest(rows) == rows_digest(list(rows)) != rows_digest(rows[::-1])
    assert rows_digest([item("a", as_evidence(["x y"]))]) != rows_digest([item("a", as_evidence(["x", "y"]))])
