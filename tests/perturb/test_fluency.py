"""Typos and stop-word drop: tables of cases, and the laws that hold for any text."""

import os
import pickle
import random
import re
import subprocess
import sys
from collections import Counter
from importlib import import_module

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from metricstress.language import closed_classes
from metricstress.language.lexicon import is_word
from metricstress.language.passages import Passage
from metricstress.perturb import nlpaug_words
from metricstress.perturb.edits import apply_edits, invert_edits
from metricstress.perturb.fluency import DROPPABLE, find_droppable, stopword_drop, typos
from metricstress.perturb.perturbation import Perturbation, perturb
from metricstress.perturb.typos import KINDS, find_typos

BY_HAND = ("swap", "delete", "insert", "double")
ONE_STEP = tuple(kind for kind in KINDS if kind != "misspelling")

# Written anew here: the laws must not be checked with the lists that the code itself uses.
CUES = re.compile(
    r"\b(?:no|not|never|none|nobody|nothing|nowhere|neither|nor|cannot|without|hardly|barely|lacks?|denie[sd]|fail(?:s|ed)?"
    r"|false|refused?)\b|n['’]t\b",
    re.I,
)
QUANTITIES = re.compile(
    r"\b(?:all|any|both|each|every|few|fewer|less|least|many|more|most|much|some|only|half|than|before|after|under|over"
    r"|one|two|three|ten|hundred|thousand|million|percent|first|second|third|may|must|could|would|should|by|to|from|with"
    r"|for|was|were|and|or|if|who|he|she|they)\b",
    re.I,
)
PARAGRAPH = (
    "The health ministry said that the vaccine is a safe product and that no patients died during the trial in 2021, "
    "but the report of the committee found that more than two hundred volunteers had never received their second dose. "
    "Government officials told reporters on Monday that Dr. Anna Smith of the University of Leeds, who reviewed the "
    "study, hasn't been accused of fraud; their website www.example.org lists 1,250 cases (see page 3).\r\n"
    "Several newspapers nevertheless described these numbers as completely unfounded, and the minister denied them."
)

_PIECES = st.sampled_from(
    [
        *"the a an is are was has have been that of on in by to his its their your her not no never n't don’t".split(),
        *"few many only more than first hundred 7 2,500 5% $3.20 10:30 COVID-19 www.example.org Monday May".split(),
        *"court decided government vaccine people evidence stolen working dollars years unable report found".split(),
        *"London Bank England Smith WHO US I A The iPhone McDonald don't workers' up-to-date (the a) “the”".split(),
        *["🙂", "été", "e\u0301", "名前", "שלום", "--", "…", "vitamin", "lot", "week", "spy", "they", "accused"],
    ]
)
_GAPS = st.sampled_from([" ", " ", " ", " ", " ", " ", "  ", "\n", "\r\n", ". ", ", ", "\u00a0", "\t", "-", "’"])
SENTENCES = st.lists(st.tuples(_PIECES, _GAPS), max_size=25).map(lambda pairs: "".join(a + b for a, b in pairs))
TEXTS = st.one_of(SENTENCES, SENTENCES, st.text(max_size=60))
SEVERITIES = st.floats(0, 1)


def _names(text: str) -> list[str]:
    """Runs of capitalised words, joined by single spaces, as one string each."""
    return re.findall(r"\b[A-Z][\w’']*(?: [A-Z][\w’']*)*", text)


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d[\d.,:%]*", text)


def _global_random_states() -> tuple[object, bytes]:
    return random.getstate(), pickle.dumps(numpy.random.get_state())


def _check_record(perturbation: Perturbation, text: str) -> str:
    """The laws of every perturbation, for one text; gives the output."""
    states = _global_random_states()
    done = perturb(perturbation, text, example_id="one", seed=3)
    assert _global_random_states() == states
    assert done.evidence == apply_edits(done.before, done.edits)
    assert apply_edits(done.evidence, invert_edits(done.edits)) == (Passage(text),)
    assert (done.status == "changed") == (done.evidence[0].text != text)
    assert (done.reason is None) == (done.status == "changed")
    assert done == perturb(perturbation, text, example_id="one", seed=3)
    assert perturb(perturbation(0), text).status == "not_applicable"
    return done.evidence[0].text


# --- typos ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BY_HAND)
@settings(max_examples=100, deadline=None)
@given(text=TEXTS, severity=SEVERITIES)
def test_typos_keep_the_laws(kind: str, text: str, severity: float) -> None:
    _check_record(typos(severity, kind=kind), text)
    low, high = sorted((severity, 0.5))
    lower, higher = (perturb(typos(share, kind=kind), text).edits for share in (low, high))
    assert set(lower) <= set(higher)
    for edit in perturb(typos(1.0, kind=kind), text).edits:
        _check_typo(kind, str(edit.old), str(edit.new))
    out = perturb(typos(1.0, kind=kind), text).evidence[0].text
    assert _numbers(out) == _numbers(text)
    assert _names(out) == _names(text)
    assert CUES.findall(out) == CUES.findall(text)
    assert re.findall(r"(?<![^\W_])[^\W_]{1,3}(?![^\W_])", text) == re.findall(r"(?<![^\W_])[^\W_]{1,3}(?![^\W_])", out)


def _check_typo(kind: str, old: str, new: str) -> None:
    assert re.fullmatch(r"[a-z]{4,}", old)
    assert re.fullmatch(r"[a-z]{4,}", new)
    assert new[0] == old[0]
    assert not is_word(new)
    assert is_word(old)
    if kind != "misspelling":
        assert OSA.distance(old, new) == 1
    if kind == "swap":
        assert Counter(old) == Counter(new)
    if kind == "ocr":
        assert len(old) == len(new)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_on_a_paragraph(kind: str) -> None:
    out = _check_record(typos(1.0, kind=kind), PARAGRAPH)
    edits = perturb(typos(1.0, kind=kind), PARAGRAPH, example_id="one", seed=3).edits
    assert len(edits) >= 10
    for edit in edits:
        _check_typo(kind, str(edit.old), str(edit.new))
    assert _numbers(out) == _numbers(PARAGRAPH)
    assert _names(out) == _names(PARAGRAPH)
    assert CUES.findall(out) == CUES.findall(PARAGRAPH)
    # Severity is the share of the words that can carry a typo, and at least one of them.
    assert len(perturb(typos(0.1, kind=kind), PARAGRAPH).edits) == max(1, round(len(edits) * 0.1))
    assert len(perturb(typos(0.001, kind=kind), PARAGRAPH).edits) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\n\t",
        "No",
        "I",
        "🙂",
        "Yes, he did it all on his own.",
        "London Paris BERLIN iPhone McDonald",
        "never without hundred million percent neither nothing",
        "may march january sunday monday april",
        "miles dollars years kilometres 40 pages",
        "more than before after should because",
        "unable illegal impossible baseless untrue",
        "workers' don’t up-to-date and/or word—word 'quoted' e-mail",
        "https://example.org/good/words words@example.org #hashtags @accounts report2021",
        "Straße vérité Україна naïvely",
        "cafe\u0301s report\u200dreport",
        "goverment recieved hydroxychloroquine",
        "Mothers from Brazil, Anna with Bob",
    ],
)
def test_texts_without_a_word_for_a_typo(text: str) -> None:
    done = perturb(typos(1.0), text)
    assert done.status == "not_applicable"
    assert done.reason in ("empty_text", "no_opportunity")
    assert done.text == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(evidence) “proven”, claims! quickly; [there]", ["evidence", "proven", "claims", "quickly", "there"]),
        ("The report said COVID-19 is spreading.", ["report", "said", "spreading"]),
        ("Call me at 10:30 about the $45.60 refund, on no account later.", ["account"]),
        ("colour organisation lockdown", ["colour", "organisation", "lockdown"]),
    ],
)
def test_which_words_carry_typos(text: str, words: list[str]) -> None:
    assert [str(edit.old) for edit in perturb(typos(1.0), text).edits] == words


@pytest.mark.parametrize(
    ("word", "never"), [("there", "three"), ("trial", "trail"), ("casual", "causal"), ("quiet", "quite")]
)
def test_a_typo_is_never_another_word(word: str, never: str) -> None:
    results = {group[0].new for seed in range(40) for group in find_typos(word, random.Random(seed))}
    assert results
    assert never not in results


def test_passages_of_questions_are_perturbed_and_short_answers_kept() -> None:
    done = perturb(typos(1.0), [Passage("No", "Did the senator report these meetings?"), Passage("Yes")])
    assert [passage.text for passage in done.evidence] == ["No", "Yes"]
    assert {edit.field for edit in done.edits} == {"question"}


def test_kinds_that_do_not_exist() -> None:
    with pytest.raises(ValueError, match=r"'keybord'.*did you mean 'keyboard'\?"):
        find_typos("any text", random.Random(0), kind="keybord")
    with pytest.raises(ValueError, match="unknown kind ''"):
        perturb(typos(kind=""), "some words here")


def test_default_kind_is_swap_by_either_spelling() -> None:
    assert perturb(typos, PARAGRAPH) == perturb(typos(kind="swap"), PARAGRAPH)


# --- nlpaug --------------------------------------------------------------------------------------

_SCRIPT = """
import sys
from metricstress.perturb.fluency import stopword_drop, typos
from metricstress.perturb.perturbation import perturb
assert "nlpaug" not in sys.modules and "numpy" not in sys.modules
text = sys.stdin.buffer.read().decode()
for kind in ("misspelling", "ocr", "keyboard", "swap", "delete", "insert", "double"):
    sys.stdout.buffer.write(perturb(typos(0.7, kind=kind), text, example_id="x").text.encode())
sys.stdout.buffer.write(perturb(stopword_drop, text, example_id="x").text.encode())
"""


def test_output_does_not_depend_on_hash_seed_or_process() -> None:
    outputs = []
    for hash_seed in ("1", "4242"):
        run = subprocess.run(
            [sys.executable, "-W", "always", "-c", _SCRIPT],
            input=PARAGRAPH.encode(),
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        assert run.stderr == b""
        outputs.append(run.stdout)
    here = [
        perturb(typos(0.7, kind=kind), PARAGRAPH, example_id="x").text
        for kind in ("misspelling", "ocr", "keyboard", "swap", "delete", "insert", "double")
    ] + [perturb(stopword_drop, PARAGRAPH, example_id="x").text]
    assert outputs == ["".join(here).encode()] * 2


def test_result_for_a_text_does_not_depend_on_what_came_before() -> None:
    for kind in ("keyboard", "ocr", "misspelling"):
        alone = perturb(typos(kind=kind), PARAGRAPH)
        random.seed(99)
        numpy.random.seed(99)
        perturb(typos(kind=kind), "quite another text about different things")
        assert perturb(typos(kind=kind), PARAGRAPH) == alone


def test_nlpaugs_shared_dictionary_is_neither_used_nor_set() -> None:
    spelling = import_module("nlpaug.augmenter.word.spelling")
    before = spelling.SPELLING_ERROR_MODEL
    find_typos("there was evidence", random.Random(1), kind="misspelling")
    assert spelling.SPELLING_ERROR_MODEL is before
    assert nlpaug_words._augmenter("misspelling").model is not before


def test_global_random_sources_are_put_back_after_an_error() -> None:
    def fail(new: str, word: str) -> bool:
        raise RuntimeError(new)

    states = _global_random_states()
    with pytest.raises(RuntimeError):
        nlpaug_words.augment_words(["evidence"], "keyboard", random.Random(2), fail)
    assert _global_random_states() == states


# --- stop-word drop ------------------------------------------------------------------------------


def test_droppable_words_are_function_words_that_carry_nothing_else() -> None:
    assert DROPPABLE <= closed_classes.FUNCTION_WORDS
    for name in ("NEGATIONS", "QUANTIFIERS", "COMPARISONS", "TEMPORALS", "MODALS", "NUMBER_WORDS"):
        assert not DROPPABLE & getattr(closed_classes, name)
    assert not DROPPABLE & {"by", "to", "from", "with", "for", "against", "into", "was", "were", "and", "her", "who"}


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, severity=SEVERITIES)
def test_stopword_drop_keeps_the_laws(text: str, severity: float) -> None:
    for share in (severity, 1.0):
        out = _check_record(stopword_drop(share), text)
        _check_drop(text, out)
        for edit in perturb(stopword_drop(share), text).edits:
            assert edit.new == ""
            assert len(str(edit.old)) == len(str(edit.old).strip()) + 1
            assert str(edit.old).strip() in DROPPABLE
    low, high = sorted((severity, 0.5))
    assert set(perturb(stopword_drop(low), text).edits) <= set(perturb(stopword_drop(high), text).edits)


def _check_drop(text: str, out: str) -> None:
    before, after = text.split(), iter(out.split())
    position = next(after, None)
    for token in before:  # What is left is a subsequence, and what is gone is on the list.
        if token == position:
            position = next(after, None)
        else:
            assert token in DROPPABLE
    assert position is None
    assert CUES.findall(out) == CUES.findall(text)
    assert QUANTITIES.findall(out) == QUANTITIES.findall(text)
    assert _numbers(out) == _numbers(text)
    assert _names(out) == _names(text)
    assert len(re.findall(r"\s\s", out)) == len(re.findall(r"\s\s", text))
    assert out[:1].isspace() == text[:1].isspace()
    assert out[-1:].isspace() == text[-1:].isspace()
    assert not out or any(word not in DROPPABLE for word in out.split()) or out == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "There is no proof that the plan was not approved before the vote.",
            "There is no proof the plan was not approved before vote.",
        ),
        ("He is a spy of the crown.", "He a spy crown."),
        ("It is said that they sold their house.", "It is said they sold house."),
        ("The claim has been rejected on Monday by the court.", "The claim been rejected Monday by court."),
        ("We saw the an old car", "We saw the old car"),
        ("the end of the road", "end road"),
        ("the end\nof the road", "end\nthe road"),
        ("One line\nthe next line", "One line\nnext line"),
        ("He told Smith that the Senate had met.", "He told Smith that the Senate had met."),
        ("they read the, a and (the) one", "they read the, a and (the) one"),
    ],
)
def test_what_is_dropped(text: str, expected: str) -> None:
    done = perturb(stopword_drop, text)
    assert done.text == expected
    assert (done.status == "changed") == (text != expected)


@pytest.mark.parametrize(
    "text",
    [
        # Names and labels
        "Bank of England",
        "Isle of Man",
        "Museum for the Arts in The Hague",
        "vitamin a deficiency and hepatitis a infections",
        "A WHO panel",
        "World War I began",
        # Inside other words, next to punctuation, other white space
        "what's up-to-date isn't the-best",
        "a, the; of: is",
        "see  the  cat",
        "see\u00a0the\u00a0cat",
        # Numbers, quantities, rates
        "5 of 10 died",
        "two of the three",
        "a few won, a third lost, a hundred left",
        "a lot and a little",
        "twice a day",
        "many a man",
        "of 12 percent",
        "last day of January",
        "the most likely, the second",
        # Who did what to whom
        "Protesters were attacked by police from Lyon",
        "police accused of murder",
        "it consists of water",
        "prices rose from 5 to 10",
        "men and women in cars at night",
        # Verbs and pronouns that would be missed
        "voters are killed",
        "it is false",
        "she told her lies",
        "that is his",
        "hospitals have limited supplies",
        "he has cars",
        # Nothing but function words
        "",
        "  ",
        "the of is",
        "is the",
        "🙂",
        "No",
    ],
)
def test_what_is_never_dropped(text: str) -> None:
    done = perturb(stopword_drop, text)
    assert done.text == text
    assert done.status == "not_applicable"


def test_paragraph() -> None:
    out = _check_record(stopword_drop, PARAGRAPH)
    _check_drop(PARAGRAPH, out)
    assert "accused of fraud" in out
    assert "Dr. Anna Smith of the University of Leeds" in out
    assert len(out.split()) < len(PARAGRAPH.split()) * 0.95


def test_the_random_source_is_not_touched() -> None:
    rng = random.Random(5)
    state = rng.getstate()
    assert find_droppable(PARAGRAPH, rng)
    assert rng.getstate() == state


# --- names of both -------------------------------------------------------------------------------


@pytest.mark.parametrize(("record", "name", "severity"), [(typos, "typos", 0.1), (stopword_drop, "stopword_drop", 1.0)])
def test_records(record: Perturbation, name: str, severity: float) -> None:
    assert (record.name, record.intent, record.invariant, record.severity) == (name, "preserving", "same", severity)


@pytest.mark.parametrize(
    "text",
    [
        "the " * 20_000,
        "(" * 50_000,
        "word" * 20_000,
        "x-" * 30_000,
        "Bank of the " * 5_000,
        "Word " + "is the " * 20_000 + "end",
    ],
)
def test_long_degenerate_texts_take_linear_time(text: str) -> None:
    # A quadratic scan of these would not end within the test run's patience.
    assert perturb(stopword_drop, text).before[0].text == text
    assert perturb(typos, text).before[0].text == text
