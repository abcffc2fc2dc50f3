"""The verdict model over a local checkpoint: a real DeBERTa-v2 and its tokenizers, tiny and randomly initialised."""

from __future__ import annotations

import json
import multiprocessing
import pickle
import shutil
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import tiny_models

from metricstress.language.passages import Passage
from metricstress.metrics_under_test.ev2r.hf_proxy import HfProxy, hf_proxy
from metricstress.metrics_under_test.ev2r.proxy_reference import VERDICTS
from metricstress.metrics_under_test.ev2r.weighted import Weighted
from metricstress.metrics_under_test.learned.checkpoint import CheckpointError
from metricstress.metrics_under_test.metric import Failure, Item, Metric, Score, Text

pytestmark = [pytest.mark.hf, pytest.mark.slow]

CLAIM = "The bridge of Alba was opened in 1900."
EVIDENCE = (Passage("Yes, in May.", "Was the bridge opened?"), Passage("Alba is a town."))
TEXTS: list[Text] = [EVIDENCE, "No, it never happened.", "", "Sources differ.\n\nNothing is certain."]


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.deberta(tmp_path_factory.mktemp("deberta"))


def relabelled(checkpoint: Path, folder: Path, labels: list[str]) -> Path:
    shutil.copytree(checkpoint, folder)
    config = json.loads((folder / "config.json").read_text())
    config["id2label"] = {str(number): label for number, label in enumerate(labels)}
    config["label2id"] = {label: number for number, label in enumerate(labels)}
    (folder / "config.json").write_text(json.dumps(config))
    return folder


def test_it_is_what_transformers_gives_for_evidence_and_claim(checkpoint: Path) -> None:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    network = AutoModelForSequenceClassification.from_pretrained(checkpoint).eval()
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    text = "Was the bridge opened? Yes, in May.\nAlba is a town."
    with torch.no_grad():
        wanted = torch.softmax(network(**tokenizer(text, CLAIM, return_tensors="pt")).logits[0], -1).tolist()
    # Entailment, neutral and contradiction, in the order of VERDICTS.
    found = HfProxy(checkpoint).probabilities(CLAIM, EVIDENCE)
    assert [found[verdict] for verdict in VERDICTS] == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("tokenizer", ["tokenizers", "sentencepiece"])
def test_probabilities_are_some_and_differ(checkpoint: Path, tmp_path: Path, tokenizer: str) -> None:
    path = Path(shutil.copytree(checkpoint, tmp_path / "model"))
    if tokenizer == "sentencepiece":
        tiny_models.with_sentencepiece(path)
    proxy = HfProxy(path)
    seen = set()
    for text in TEXTS:
        found = proxy.probabilities(CLAIM, text)
        assert set(found) == set(VERDICTS)
        assert sum(found.values()) == pytest.approx(1.0, abs=1e-12)
        assert all(0 < value < 1 for value in found.values())
        assert len({round(value, 6) for value in found.values()}) == len(VERDICTS)
        seen.add(tuple(found.values()))
    assert len(seen) == len(TEXTS)


def test_labels_go_by_their_names_and_not_their_places(checkpoint: Path, tmp_path: Path) -> None:
    other = relabelled(checkpoint, tmp_path / "model", ["REFUTES", "SUPPORTS", "NOT ENOUGH INFO"])
    one, two = (HfProxy(path).probabilities(CLAIM, EVIDENCE) for path in (checkpoint, other))
    assert two == {
        "refuted": one["supported"],
        "supported": one["not enough evidence"],
        "not enough evidence": one["refuted"],
    }


def test_a_fourth_label_is_added_to_not_enough_evidence(tmp_path: Path) -> None:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    path = tiny_models.deberta(tmp_path, ("supported", "conflicting", "refuted", "nei"))
    network = AutoModelForSequenceClassification.from_pretrained(path).eval()
    with torch.no_grad():
        inputs = AutoTokenizer.from_pretrained(path)("Sources differ.", CLAIM, return_tensors="pt")
        supported, conflicting, refuted, nei = torch.softmax(network(**inputs).logits[0], -1).tolist()
    found = HfProxy(path).probabilities(CLAIM, "Sources differ.")
    assert [found[verdict] for verdict in VERDICTS] == pytest.approx([supported, nei + conflicting, refuted], abs=1e-6)


def test_as_metric_it_gives_the_probability_of_the_gold_verdict(checkpoint: Path) -> None:
    metric = hf_proxy(checkpoint)
    assert isinstance(metric, Metric)
    wanted = HfProxy(checkpoint).probabilities(CLAIM, EVIDENCE)
    golds = {
        "Supported": "supported",
        "Refuted": "refuted",
        "Not Enough Evidence": "not enough evidence",
        "Conflicting Evidence/Cherrypicking": "not enough evidence",
    }
    for gold, verdict in golds.items():
        assert metric.score([Item(EVIDENCE, None, CLAIM, gold)]) == [Score({"proxy": wanted[verdict]})]
    assert all(isinstance(score, Failure) for score in metric.score([Item(EVIDENCE), Item(EVIDENCE, None, CLAIM, "?")]))


def test_no_score_depends_on_what_is_in_its_batch(checkpoint: Path) -> None:
    metric = hf_proxy(checkpoint)
    items = [Item(text, None, CLAIM, "Refuted") for text in (*TEXTS, "Long. " * 300)]
    alone = [metric.score([item])[0] for item in items]
    assert metric.score(items) == alone
    assert metric.score(items[::-1]) == alone[::-1]


def test_long_evidence_is_cut_and_the_claim_is_not(checkpoint: Path) -> None:
    metric = hf_proxy(checkpoint)
    start = "Yes, the bridge was opened. " * 40
    long, longer = (Item(start + end, None, CLAIM, "Supported") for end in ("", "No, it never happened."))
    one, two = metric.score([long, longer])
    assert isinstance(one, Score) and one.status == "ok"
    assert one.reason == "evidence cut at 128 tokens"
    assert one == two
    assert metric.score([Item(start, None, "The bridge of Brno was opened in 1901.", "Supported")]) != [one]


def test_a_claim_without_room_for_evidence_fails_and_the_others_go_on(checkpoint: Path) -> None:
    good = Item("Yes.", None, CLAIM, "Supported")
    bad, fine = hf_proxy(checkpoint).score([Item("Yes.", None, CLAIM * 30, "Supported"), good])
    assert isinstance(bad, Failure) and "no room for evidence" in bad.reason
    assert isinstance(fine, Score)


def test_it_goes_to_another_process_by_its_path(checkpoint: Path) -> None:
    metric = hf_proxy(checkpoint)
    items = [Item(text, None, CLAIM, "Supported") for text in TEXTS]
    here = metric.score(items)
    assert len(pickle.dumps(metric)) < 2000
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        there = pool.submit(metric.score, items).result()
    # Another process may add up in other threads.
    for one, two in zip(here, there, strict=True):
        assert isinstance(one, Score) and isinstance(two, Score)
        assert one.values == pytest.approx(two.values, abs=1e-6)


def test_the_signature_tells_weights_and_labels_apart_and_nothing_else(checkpoint: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(checkpoint, tmp_path / "copy"))
    (copy / "README.md").write_text("A card.")
    assert HfProxy(copy).signature() == HfProxy(checkpoint).signature()
    other = relabelled(checkpoint, tmp_path / "other", ["contradiction", "neutral", "entailment"])
    assert HfProxy(other).signature() != HfProxy(checkpoint).signature()
    weights = bytearray((copy / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (copy / "model.safetensors").write_bytes(weights)
    assert HfProxy(copy).signature() != HfProxy(checkpoint).signature()
    assert HfProxy(checkpoint, max_tokens=32).signature() != HfProxy(checkpoint).signature()


def test_what_is_no_checkpoint_is_told_before_anything_is_loaded(checkpoint: Path, tmp_path: Path) -> None:
    unnamed = relabelled(checkpoint, tmp_path / "unnamed", ["LABEL_0", "LABEL_1", "LABEL_2"])
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text("{")
    for path, said in [
        ("microsoft/deberta-v3-base", "give a local path"),
        (str(tmp_path / "nowhere"), "there is no folder"),
        (str(tmp_path / "empty"), "holds no config.json"),
        (str(tmp_path / "broken"), "cannot be read"),
        (str(unnamed), "0: 'LABEL_0', 1: 'LABEL_1', 2: 'LABEL_2'"),
    ]:
        with pytest.raises(CheckpointError, match=said):
            hf_proxy(path)


def test_a_checkpoint_without_weights_is_a_failure_with_the_reason(checkpoint: Path, tmp_path: Path) -> None:
    path = Path(shutil.copytree(checkpoint, tmp_path / "model"))
    (path / "model.safetensors").unlink()
    (failure,) = hf_proxy(path).score([Item("Yes.", None, CLAIM, "Supported")])
    assert isinstance(failure, Failure) and "cannot be loaded" in failure.reason


def test_as_part_of_the_weighted_score(checkpoint: Path) -> None:
    proxy = hf_proxy(checkpoint)
    item = Item(EVIDENCE, EVIDENCE, CLAIM, "Supported")
    (whole,), (part,) = Weighted(proxy=proxy).score([item]), proxy.score([item])
    assert isinstance(whole, Score) and isinstance(part, Score)
    assert whole.values["ev2r"] == pytest.approx(0.5 + 0.5 * part.values["proxy"])


@settings(max_examples=40)
@given(evidence=st.text(st.characters(), max_size=200), claim=st.text(st.characters(), min_size=1, max_size=20))
def test_any_text_is_scored(checkpoint: Path, evidence: str, claim: str) -> None:
    assert sum(HfProxy(checkpoint).probabilities(claim, evidence).values()) == pytest.approx(1.0, abs=1e-12)
