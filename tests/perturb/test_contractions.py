"""Contraction and expansion: tables of cases, and the laws that bind the two together."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metricstress.language.closed_classes import is_negation
from metricstress.perturb.clause_context import before, complement, is_question, sentence_from
from metricstress.perturb.contraction_tables import NEGATED
from metricstress.perturb.contractions import contraction
from metricstress.perturb.edits import apply_edits, invert_edits
from metricstress.perturb.expansions import expansion, expansion_at
from metricstress.perturb.perturbation import perturb


def contracted(text: str, severity: float = 1.0) -> str:
    return perturb(contraction(severity), text).text


def expanded(text: str) -> str:
    return perturb(expansion, text).text


CONTRACTED = [
    ("It is cold and the guests are not here yet, but we know who he is.",
     "It's cold and the guests aren't here yet, but we know who he is."),
    ("We are waiting.", "We're waiting."),
    ("They are farmers, and it is a famous and profitable farm.",
     "They're farmers, and it's a famous and profitable farm."),
    ("She is taller than he is.", "She's taller than he is."),
    ("It is what it is.", "It's what it is."),
    ("The bus did not come because it is broken and it is a holiday.",
     "The bus didn't come because it is broken and it's a holiday."),
    ("She cannot swim and he will not learn.", "She can't swim and he won't learn."),
    ("They have already been told.", "They've already been told."),
    ("We have painted the fence.", "We've painted the fence."),
    ("You will see that you are wrong.", "You'll see that you're wrong."),
    ("I am not tired.", "I'm not tired."),
    ("It has been dry since May.", "It's been dry since May."),
    ("There is no bridge here.", "There's no bridge here."),
    ("As there is no bridge, they swam.", "As there's no bridge, they swam."),
    ("That is why the mill closed.", "That's why the mill closed."),
    ("What is the name of the river?", "What's the name of the river?"),
    ("What is lichen?", "What's lichen?"),
    ("Who is a friend of the miller?", "Who's a friend of the miller?"),
    ("She helps anyone who is ill.", "She helps anyone who's ill."),
    ("Do not touch the kiln.", "Don't touch the kiln."),
    ("Please do not touch it.", "Please don't touch it."),
    ("The mill had not been sold.", "The mill hadn't been sold."),
    ("The town’s mill is old, and it is not cheap.", "The town’s mill is old, and it isn’t cheap."),
    ("(They are sleeping.)", "(They're sleeping.)"),
    ("“We are going,” she said.", "“We're going,” she said."),
    ("first line\nThey are going", "first line\nThey're going"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), CONTRACTED)
def test_contraction_is_made_and_undone_by_expansion(text: str, wanted: str) -> None:
    assert contracted(text) == wanted
    assert expanded(wanted) == text


NOT_CONTRACTED = {
    "stranded or clause-final": [
        "We know who he is.", "What it is is a riddle.", "He runs faster than they are able.", "Yes, we are.",
        "They are too.", "It is indeed.", "They are today what they will be.", "No, it is not.",
        "She asked what “it is” means.", "I wonder how good it is in winter.", "As it is today, so it is for all.",
        "No, they are, I fear.", "They are",
    ],
    "embedded questions": [
        "I wonder how it is done.", "We know where they are going.", "Whatever it is a man wants, ask.",
        "Ask whoever they are helping.",
    ],
    "not belongs to another word": [
        "It is not only cheap.", "They are not just tired.", "I am not only tired.", "We do not only sing.",
        "It is not merely a rumour.", "She can not only sing but dance.", "We can not only sing.",
    ],
    "inverted": [
        "Is not this the best?", "Are they not here?", "Do you not see?", "Is not the sky blue?",
        "Why is not the bus here?", "Had not the rain come, we had stayed.", "Do not the bells ring?",
        "Why do not we go?", "Could they have been told?", "Should we have known it?",
    ],
    "main verb": [
        "We have two cars.", "They have to go.", "It has a tail.", "We have used cars.", "They have increased prices.",
        "What they have left to do is little.", "They have not a clue.", "The time we have left is short.",
    ],
    "no finite verb": ["They may have not seen it.", "She claims to have not seen it."],
    "emphasis and capitals": [
        "IS NOT", "DO NOT ENTER", "You do NOT enter.", "It IS a trap.", "It is A TRAP.", "WE ARE GOING",
        "The band We Are Going played.", "The novel It is a classic.", "He is NOT ready.",
    ],
    "pronoun is not the whole subject": [
        "The people behind you are sleeping.", "The man behind it is a fool.", "Saying it is easy.",
        "He and I are working.", "The mayor and they are working.", "Those like you are working.",
        "People living there is a fact.", "Those who love you are sleeping.", "Either she or he is a liar.",
        "She saw him and it is a pity.", "All of them that is needed came.", "Phase I will begin in spring.",
        "Elizabeth I am a, said the sign.", "s/he is working", "they/we are working",
    ],
    "both sides of an alternative": [
        "Whether it is or is not safe, go.", "They do or do not go.", "He can and will not go.",
    ],
    "white space and punctuation between": [
        "they  are going", "they\nare going", "they\tare going", "they\u00a0are going", '"they" are going',
        "they, are going", "are  not going", "they - are going",
    ],
    "two readings of the short form": [
        "It is called a mill.", "He is gone.", "What is needed?", "It is based on a rumour.", "We can not go.",
        "What is the council planning to have decided?",
    ],
    "set phrases and names": [
        "That is, we left.", "That is to say, we left.", "That is not to say that we left.",
        "Her free will not to go was strong.", "The people's will not broken, they stayed.", "The will not to fail",
        "The ill nurse of the U.N. sent her cause by RN post in Aug. and went well.",
        "Will not came.", "We shall not go.",
        "I cannot.", "He cannot but laugh.", "What is it?", "Who is he?", "We were not, they were.",
        "Let us go.", "He would go and he had gone.",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "text", [pytest.param(text, id=f"{kind}: {text}") for kind, texts in NOT_CONTRACTED.items() for text in texts]
)
def test_contraction_leaves_alone(text: str) -> None:
    result = perturb(contraction, text)
    assert result.text == text
    assert (result.status, result.reason) == ("not_applicable", "no_opportunity")


EXPANDED = [
    ("It's been dry, she'd left, and the miller's cat won't come in.",
     "It has been dry, she had left, and the miller's cat will not come in."),
    ("It's never been seen.", "It has never been seen."),
    ("He's got a boat. She's had one.", "He has got a boat. She has had one."),
    ("It's raining.", "It is raining."),
    ("That's a pity. That's why.", "That is a pity. That is why."),
    ("She's not in the house.", "She is not in the house."),
    ("It's very old.", "It is very old."),
    ("There's no boat, and here's the key.", "There is no boat, and here is the key."),
    ("What's going on? What's in it? What's new?", "What is going on? What is in it? What is new?"),
    ("Who's the miller? Who's been here?", "Who is the miller? Who has been here?"),
    ("Where's Oslo?", "Where is Oslo?"),
    ("he'd go, he'd better go, he'd never seen it", "he would go, he had better go, he had never seen it"),
    ("I'd like it. They’d rather wait.", "I would like it. They would rather wait."),
    ("I'm here, they’re there, we've won, you'll see", "I am here, they are there, we have won, you will see"),
    ("Let's go. LET'S GO.", "Let us go. LET US GO."),
    ("Don't go. DON'T GO. Please don't.", "Do not go. DO NOT GO. Please do not."),
    ("IT'S A TRAP, I'M SURE.", "IT IS A TRAP, I AM SURE."),
    ("It isn't. I can't. We shan't go.", "It is not. I cannot. We shall not go."),
    ("You should've known.", "You should have known."),
    ("'I'm fine', \"they're\" (it's a test)", "'I am fine', \"they are\" (it is a test)"),
    ("She's late, isn't she?", "She is late, isn't she?"),
    ("The car isn't here, is it?", "The car is not here, is it?"),
    ("Who doesn't love it?", "Who does not love it?"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), EXPANDED)
def test_expansion(text: str, wanted: str) -> None:
    assert expanded(text) == wanted
    assert expanded(wanted) == wanted or "n't" in wanted


NOT_EXPANDED = [
    "Isn't it cold?", "Don't you think so?", "Why don't we go?", "Didn't he?", "Doesn't she?",
    "Isn't the sky blue?", "And isn't the sky blue?", "Don't the bells ring?", "Don't people know?",
    "Which car didn't Tom buy?", "What didn't the man say?", "Can't stop.", "but isn't that odd",
    "It's called a mill.", "He's gone.", "It's based on a rumour.",
    "It's likely been seen.", "It's best known for that.",
    "I know what it's.", "That's, well,", "that's", "What's the council done?", "What's he got?", "What's he doing?",
    "Who's Tom met?", "Who's car is this?", "Who's there?",
    "he'd put it", "he'd set it", "he'd found it", "he'd shed tears", "he'd read it", "Where'd you go?", "who'd",
    "ain't", "o'clock", "ma'am", "'cause", "someone's", "the firm's dog", "y'all", "y'all're", "I'd've", "couldn't've",
    "It'S a trap.", "iT's a trap.", "DoN't go.", "whose", "its", "its' own", "can't-do", "a can't", "rock'n't",
    "Tom'll", "x_it's a", "@it's a",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_EXPANDED)
def test_expansion_leaves_alone(text: str) -> None:
    assert expanded(text) == text


@pytest.mark.parametrize("short", sorted(NEGATED))
@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_every_negated_form_expands_after_its_subject(short: str, apostrophe: str) -> None:
    assert expanded(f"The miller {short.replace(chr(39), apostrophe)} wait.") == f"The miller {NEGATED[short]} wait."


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("They are going.", "They're going."),
        ("They are going. It’s late.", "They’re going. It’s late."),
        ("They are going. It's late.", "They're going. It's late."),
        ("They are going. It’s late. He's ill.", "They're going. It’s late. He's ill."),
        ("‘They are going’ was Ann’s answer.", "‘They’re going’ was Ann’s answer."),
        ("The 'old' mill is Ann’s, and they are going.", "The 'old' mill is Ann’s, and they are going."),
        ("The 'old' mill is Ann’s, but they are going.", "The 'old' mill is Ann’s, but they’re going."),
    ],
)
def test_apostrophe_follows_the_text(text: str, wanted: str) -> None:
    assert contracted(text) == wanted


@pytest.mark.parametrize(
    ("text", "kind", "word"),
    [
        ("", "start", ""),
        ("They left. ", "start", "left"),
        ("He said: “", "start", "said"),
        ('He said "', "start", "said"),
        ("one\n", "start", "one"),
        ("In truth, ", "comma", "truth"),
        ("“so,” ", "comma", "so"),
        ("the (old) ", "closed", "old"),
        ('the "old" ', "closed", "old"),
        ("because ", "word", "because"),
        ("They don’t ", "word", "not"),
        ("because  ", "other", "because"),
        ("they/", "other", "they"),
        ('the"', "other", "the"),
    ],
)
def test_border_before_a_word(text: str, kind: str, word: str) -> None:
    assert before(text + "it is", len(text))[:2] == (kind, word)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "none"), (".", "none"), ("  a", "none"), (" 5", "none"), (" a dog", "article"), (" the dog", "definite"),
        (" not really working", "ing"), (" nothing", "unknown"), (" seen", "participle"), (" often been", "perfect"),
        (" very old", "adjective"), (" more pleased", "participle"), (" likely seen", "unknown"),
        (" my dog", "determiner"), (" useful", "adjective"), (" late", "loose"), (" in", "preposition"),
        (" why", "clause"), (" A dog", "unknown"), (" currently.", "none"),
    ],
)  # fmt: skip
def test_kind_of_complement(text: str, kind: str) -> None:
    assert complement(text, 0) == kind


def test_long_sentences_are_not_read_to_the_end() -> None:
    assert sentence_from("word " * 100 + "?", 0) is None
    assert not is_question("word " * 100 + "?", 0)
    assert is_question("Does Dr. Lee of the U.S. Navy know?", 0)
    assert not is_question("He left. Who knows?", 0)


# Laws. The words below form mostly nonsense, which is what the laws must survive.
_PHRASES = """
    they are going;is not a;They are;it is ready;and it is a;that it is the;What is;Who is the;who is a;do not;Do not go
    have not been;they have seen;I am not;you will see;will not see;there is no;It has been;that is a;cannot go;are not
    what it is;we have;we have used cars;because you are;if there is;He is;she is the;could not;had not been;must not go
"""
_WORDS = """
    I you he she it we they that there here what who where when how why which than as so and or but if because the a no
    is are am was were has have had do does did will would could should must can cannot not only just also never very
    more been gone used seen left working nothing ready late clear in to by touch go be Tom Who What It They Do Is city
    . , ? ! " “ ” ( ) : ; — 5 5%
"""
_OWN = "I'm it's don't they're isn't what's who's let's he'd can't won't Don't WE'RE it’s ain't you’ve"
_PIECES = [piece.strip() for piece in re.split(r"[;\n]", _PHRASES) if piece.strip()] * 3 + _WORDS.split() + ["\n", " "]


def _sentences(pieces: list[str]) -> st.SearchStrategy[str]:
    separators = st.sampled_from([" "] * 12 + ["", "  ", "\n", ". ", ", ", "\u00a0"])
    pairs = st.lists(st.tuples(st.sampled_from(pieces), separators), max_size=16)
    return pairs.map(lambda found: "".join(piece + separator for piece, separator in found))


PLAIN = _sentences(_PIECES)
MIXED = st.one_of(_sentences(_PIECES + _OWN.split() * 3), st.text(), st.text("Ithey arenos'’\n."))
_APOSTROPHE_INSIDE = re.compile(r"(?<=\w)['’](?=\w)")


def _negation_cues(text: str) -> int:
    return sum(is_negation(word) for word in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", text))


@settings(max_examples=200, deadline=None)
@given(PLAIN, st.sampled_from([0.3, 0.7, 1.0]))
def test_expansion_gives_the_input_back_to_the_byte(text: str, severity: float) -> None:
    assert expanded(contracted(text, severity)) == text


@settings(max_examples=200, deadline=None)
@given(MIXED)
def test_every_introduced_contraction_is_expanded_back(text: str) -> None:
    result = perturb(contraction, text)
    for edit in invert_edits(result.edits):
        short = str(edit.old)
        offset = short.replace("’", "'").index("'")
        back = expansion_at(result.text, edit.start + offset)
        assert back is not None
        assert (back.start, back.old, back.new) == (edit.start, edit.old, edit.new)
    assert apply_edits(result.evidence, invert_edits(result.edits)) == result.before


@settings(max_examples=200, deadline=None)
@given(MIXED)
def test_both_are_idempotent(text: str) -> None:
    for perturbation in (contraction, expansion):
        once = perturb(perturbation, text)
        assert perturb(perturbation, once.evidence).status == "not_applicable"


@settings(max_examples=200, deadline=None)
@given(MIXED)
def test_a_contraction_joins_two_words_and_adds_one_apostrophe(text: str) -> None:
    result = perturb(contraction, text)
    for edit in result.edits:
        # "cannot" is the one long form that English writes as one word already.
        assert len(str(edit.new).split()) == len(str(edit.old).replace("cannot", "can not").split()) - 1 == 1
    if "cannot" not in text:
        assert len(result.text.split()) == len(text.split()) - len(result.edits)
    assert len(_APOSTROPHE_INSIDE.findall(result.text)) == len(_APOSTROPHE_INSIDE.findall(text)) + len(result.edits)


@settings(max_examples=200, deadline=None)
@given(MIXED)
def test_negation_cues_stay(text: str) -> None:
    for perturbation in (contraction, expansion):
        assert _negation_cues(perturb(perturbation, text).text) == _negation_cues(text)


@settings(max_examples=200, deadline=None)
@given(MIXED)
def test_expansion_adds_one_word_for_each_contraction(text: str) -> None:
    result = perturb(expansion, text)
    grown = sum(len(str(edit.new).split()) - len(str(edit.old).split()) for edit in result.edits)
    assert len(result.text.split()) == len(text.split()) + grown
    assert all("'" not in str(edit.new) and "’" not in str(edit.new) for edit in result.edits)
    assert all(len(str(edit.new).split()) == 2 or str(edit.new).lower() == "cannot" for edit in result.edits)


@settings(max_examples=100, deadline=None)
@given(PLAIN)
def test_contracting_what_was_expanded_comes_to_the_same_text(text: str) -> None:
    once = contracted(text)
    assert contracted(expanded(once)) == once


def test_generated_sentences_are_contracted_at_all() -> None:
    rng = random.Random(4)
    texts = [" ".join(rng.choices(_PIECES, k=12)) for _ in range(200)]
    assert sum(perturb(contraction, text).status == "changed" for text in texts) > 100
