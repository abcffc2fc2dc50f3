"""Synonyms: good and bad contexts, the table against WordNet, and the laws that hold for any text."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metricstress.language import wordnet as wordnet_module
from metricstress.language.closed_classes import COMPARISONS, MODALS, NEGATIONS, NUMBER_WORDS, QUANTIFIERS
from metricstress.language.inflection import inflect
from metricstress.language.wordnet import POSES, find_wordnet, wordnet
from metricstress.perturb.edits import Edit, apply_edits, invert_edits
from metricstress.perturb.perturbation import perturb
from metricstress.perturb.synonym_modifiers import ADJECTIVES, ADVERBS
from metricstress.perturb.synonym_nouns import NOUNS
from metricstress.perturb.synonym_pairs import candidates, read_pairs, shares_synset
from metricstress.perturb.synonym_verbs import VERBS
from metricstress.perturb.synonyms import find_synonyms, synonyms

TABLES = {"n": NOUNS, "v": VERBS, "a": ADJECTIVES, "r": ADVERBS}


def edits_of(text: str) -> list[Edit]:
    return [edit for group in find_synonyms(text, random.Random(0)) for edit in group]


def changed(text: str) -> str:
    return perturb(synonyms(1.0), text).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Case, and the article that goes with its word.
        ("A CAR hit an old fence.", "AN AUTOMOBILE hit an old fence."),
        ("A car hit the fence.", "An automobile hit the fence."),
        ("They saw a car there.", "They saw an automobile there."),
        ("It was an automobile then.", "It was a car then."),
        ("AN AUTOMOBILE HIT THE FENCE.", "A CAR HIT THE FENCE."),
        ("Frequently it fails.", "Often it fails."),
        ("He had an apartment there.", "He had a flat there."),
        ("This was an error.", "This was a mistake."),
        # Inflection.
        ("The movies were long.", "The films were long."),
        ("The work began in May.", "The work started in May."),
        ("The tower started to sink.", "The tower began to sink."),
        ("It has started to rain.", "It has begun to rain."),
        ("She bought two houses.", "She purchased two houses."),
        ("They are purchasing grain.", "They are buying grain."),
        ("Ten members were selected by vote.", "Ten members were chosen by vote."),
        ("They were not allowed to go.", "They were not permitted to go."),
        ("The law prohibits the trade.", "The law forbids the trade."),
        ("Smoking is prohibited there.", "Smoking is forbidden there."),
        ("It occurred in June.", "It happened in June."),
        ("It appears to be old.", "It seems to be old."),
        # Fixed phrases with a synonym of their own.
        ("He ate fruit, for example pears.", "He ate fruit, for instance pears."),
        ("What sort of animal is it?", "What kind of animal is it?"),
        # Adjectives and adverbs.
        ("It is difficult to say.", "It is hard to say."),
        ("The claim is unfounded.", "The claim is baseless."),
        ("The river rose quickly.", "The river rose rapidly."),
        ("How large is it?", "How big is it?"),
        ("She will probably win.", "She will likely win."),
        ("It was deliberately hidden.", "It was intentionally hidden."),
        ("Ever since the beginning of the war", "Ever since the start of the war"),
        ("(Quickly it rose.)", "(Rapidly it rose.)"),
        # Punctuation around the word.
        ('He called it "a mistake", no more.', 'He called it "an error", no more.'),
        ("(The doctor agreed.)", "(The physician agreed.)"),
    ],
)
def test_good_contexts(before: str, after: str) -> None:
    assert changed(before) == after


@pytest.mark.parametrize(
    "text",
    [
        # Names and acronyms.
        "In May the US met three men from China.",
        "The Big Country Movie Company met Doctor Smith.",
        "Ask doctor Smith.",
        "We read the Movie there.",
        "Is it a Country too?",
        "He breathes normally.",
        "Crews film a wedding.",
        "NAVY CREWS FILM A WHALE",
        "The CAR T method",
        "Sen. Car voted.",
        "U.S. Attorney Lee spoke.",
        # Parts of something else.
        "It is car-free and film-like.",
        "The doctor's coat and the lawyers' offices",
        "It is at car.example and #car and @car and /car and car_2 and car2.",
        "The movie’s end",
        # Fixed phrases.
        "They spoke to the attorney general.",
        "She met a film star and a police officer.",
        "The man is still at large.",
        "It was done by mistake.",
        "The margin of error is small.",
        "The big bang",
        "I sort of know.",
        # Another part of speech or sense.
        "They doctor the books.",
        "He attempts a jump.",
        "The starts and the answers",
        "To begin with, it rained.",
        "It happened to be wet.",
        "Permit holders came.",
        "He worked hard to win.",
        "The country music played.",
        "The country road was long.",
        "It was built on trust.",
        "They showed off.",
        "It remains unclear.",
        "Statistically significant",
        "It is a genetically modified plant.",
        "Fake news is old.",
        # Closed classes.
        "No one, not all, but more than half may never fail.",
        "Nearly seventy percent, about half, exactly three",
        # The new word stands there already, in whatever inflection.
        "The doctor met two physicians.",
        "The car and the automobiles",
        "The large house is bigger.",
        "",
        " \n\t ",
        "\ud800 car\udfff \u0301",
        "🙂",
    ],
)
def test_bad_contexts(text: str) -> None:
    assert edits_of(text) == []


@pytest.mark.parametrize("text", ["Doctors warn of it.", "It fell.\nDoctors came. “Movies,” he read."])
def test_a_noun_that_begins_a_sentence_may_be_a_name(text: str) -> None:
    assert edits_of(text) == []


def test_no_wordnet_is_not_applicable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICSTRESS_WORDNET", str(tmp_path))
    wordnet.cache_clear()
    try:
        outcome = perturb(synonyms, "The doctor bought a car.")
    finally:
        wordnet.cache_clear()
    assert (outcome.status, outcome.reason) == ("not_applicable", "needs_wordnet")


def test_the_record() -> None:
    assert (synonyms.name, synonyms.intent, synonyms.needs) == ("synonyms", "preserving", frozenset({"wordnet"}))
    assert 0 < synonyms.severity < 1


def test_wordnet_is_found() -> None:
    assert wordnet().place == find_wordnet()


@pytest.mark.parametrize("pos", TABLES)
def test_every_pair_shares_a_synset_of_its_part_of_speech(pos: str) -> None:
    pairs = read_pairs(TABLES[pos], pos)
    assert len(pairs) > 60
    for pair in pairs:
        assert shares_synset(wordnet(), pair), pair
        assert pair.old != pair.new
        assert "_" not in pair.new


@pytest.mark.parametrize("pos", TABLES)
def test_no_pair_replaces_a_word_of_a_closed_class_or_an_antonym(pos: str) -> None:
    closed = NEGATIONS | QUANTIFIERS | COMPARISONS | MODALS | NUMBER_WORDS
    for pair in read_pairs(TABLES[pos], pos):
        forms = inflect(pair.old, pos)
        assert not ({forms[kind] for kind in pair.kinds} | {pair.new}) & closed, pair
        opposites = {
            antonym.name()
            for synset in wordnet().entry(pair.old, pos)
            for lemma in synset.lemmas()
            for antonym in lemma.antonyms()
            if lemma.name() == pair.old
        }
        assert pair.new not in opposites


@pytest.mark.parametrize("pos", TABLES)
def test_every_inflected_form_belongs_to_its_word(pos: str) -> None:
    for pair in read_pairs(TABLES[pos], pos):
        for lemma in (pair.old, pair.new):
            for form in inflect(lemma, pos).values():
                assert lemma in wordnet().base_forms(form, pos), (lemma, form)


@pytest.mark.parametrize("line", ["car automobile", "car > automobile : nxt=a", "car > automobile : kinds=past"])
def test_a_line_that_cannot_be_read_is_an_error(line: str) -> None:
    with pytest.raises(ValueError, match="line"):
        read_pairs(line, "n")


# Laws -----------------------------------------------------------------------------------------------------------

_PIECES = st.sampled_from(
    [
        *"a an the A An THE this in of to by was were has been he they not no never very".split(),
        *"car cars automobile doctor physicians country error errors mistake example apartment person".split(),
        *"begin began started starting buy bought happened allow permitted chosen said show believe".split(),
        *"quickly large big difficult unfounded probably often highly additional fake potential".split(),
        *"CAR CARS Doctor Movie London May three 7 5% that for next website vaccine it's doctor's car-free".split(),
        *["🙂", "e\u0301", "\ud800", "שלום", "(the", "“error”", "police", "general", "attorney"],
    ]
)
_GAPS = st.sampled_from([" ", " ", " ", " ", " ", "  ", "\n", "\r\n", ". ", ", ", "\u00a0", "-", "’", "'", "/", "@"])
SENTENCES = st.lists(st.tuples(_PIECES, _GAPS), max_size=25).map(lambda pairs: "".join(a + b for a, b in pairs))
_WRONG_ARTICLE = re.compile(r"\b[Aa] (?=[aeiouAEIOU])")
_WRONG_AN = re.compile(r"\b(?:an|An|AN) (?=[bcdfgjklmnpqrstvwxyz])", re.IGNORECASE)


def split_article(string: str) -> tuple[str, str]:
    article, gap, word = re.fullmatch(r"(?:(an?)(\s+))?(\S+)", string, re.IGNORECASE).groups("")  # type: ignore[union-attr]
    return article + gap, word


@settings(max_examples=200, deadline=None)
@given(st.one_of(SENTENCES, st.text(max_size=60)), st.integers(0, 3))
def test_edits_are_a_record_and_can_be_undone(text: str, seed: int) -> None:
    outcome = perturb(synonyms(1.0), text, seed=seed)
    assert (outcome.status == "changed") == (outcome.evidence != outcome.before)
    assert apply_edits(outcome.before, outcome.edits) == outcome.evidence
    assert apply_edits(outcome.evidence, invert_edits(outcome.edits)) == outcome.before
    assert edits_of(text) == edits_of(text)


@settings(max_examples=200, deadline=None)
@given(SENTENCES)
def test_each_edit_is_one_word_with_its_article_and_keeps_the_case(text: str) -> None:
    for edit in edits_of(text):
        assert isinstance(edit.old, str) and isinstance(edit.new, str)
        assert text[edit.start : edit.end] == edit.old != edit.new
        old_article, old = split_article(edit.old)
        new_article, new = split_article(edit.new)
        assert bool(old_article) == bool(new_article)
        assert old_article[1:].strip().lower() != new_article[1:].strip().lower() or not old_article
        assert (old.islower(), old.isupper(), old.istitle()) == (new.islower(), new.isupper(), new.istitle())
        shared = [
            pos
            for pos in POSES
            for base in wordnet().base_forms(old.lower(), pos)
            for other in wordnet().base_forms(new.lower(), pos)
            if any(other in synset.lemma_names() for synset in wordnet().entry(base, pos))
        ]
        assert shared, edit


@settings(max_examples=200, deadline=None)
@given(SENTENCES)
def test_no_wrong_article_appears(text: str) -> None:
    after = changed(text)
    assert len(_WRONG_ARTICLE.findall(after)) <= len(_WRONG_ARTICLE.findall(text))
    assert len(_WRONG_AN.findall(after)) <= len(_WRONG_AN.findall(text))


@settings(max_examples=200, deadline=None)
@given(SENTENCES)
def test_new_words_are_new_and_the_map_is_one_to_one(text: str) -> None:
    present = set(re.findall(r"[^\W_]+", text.lower()))
    to_new: dict[str, str] = {}
    for edit in edits_of(text):
        old, new = (split_article(str(side))[1].lower() for side in (edit.old, edit.new))
        assert new not in present
        assert to_new.setdefault(new, old) == old


def test_severities_nest() -> None:
    text = (
        "The doctor quickly bought a car. It happened in May. The movie was difficult to find. It appears to be fake."
    )
    sets = [set(perturb(synonyms(share), text).edits) for share in (0.2, 0.5, 1.0)]
    assert sets[0] < sets[1] < sets[2]


def test_the_table_is_read_once() -> None:
    sentence = "The doctor said that the vaccine was quickly bought by the country, which is difficult to believe. "
    text = sentence * 6
    edits_of(text)
    before = candidates.cache_info().misses
    edits_of(text)
    assert candidates.cache_info().misses == before


def test_nothing_is_read_at_import() -> None:
    code = (
        "import metricstress.perturb.synonyms; from metricstress.language.wordnet import wordnet;"
        "from metricstress.perturb.synonym_pairs import candidates;"
        "print(wordnet.cache_info().currsize, candidates.cache_info().currsize)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["0", "0"]
    assert wordnet_module.__doc__
