"""The lexicon: real words, British and American, inflected, and nothing that is only almost a word."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metricstress.language.lexicon import is_listed, is_word


@pytest.mark.parametrize(
    "word",
    """
    from form there government the vaccinated colour favourites centre metres organisation analysed travelled
    counsellor fulfilment enrol anaemia catalogue defence licence programmes judgement focussed grey cheques
    lockdown screenshots retweeted cafe café naïve cliche aluminium sceptical don't don’t Monday LONDON
    """.split(),
)
def test_words(word: str) -> None:
    assert is_word(word)


@pytest.mark.parametrize(
    "string",
    "teh whcih becuase goverment presidnet recieve frmo tset vcacine thier wree annswer xqzt zzzz 1234".split(),
)
def test_misspellings_are_no_words(string: str) -> None:
    assert not is_word(string)


@pytest.mark.parametrize(
    ("typo_of", "word"),
    [("theater", "theatre"), ("modeling", "modelling"), ("color", "colour"), ("license", "licence"), ("arose", "arse")],
)
def test_another_spelling_or_a_rude_word_is_no_typo(typo_of: str, word: str) -> None:
    assert is_word(typo_of)
    assert is_word(word)


def test_listed_is_narrower_than_word() -> None:
    assert is_word("colour")
    assert not is_listed("colour")
    assert is_listed("color")
    assert is_listed("Color")


@settings(max_examples=200)
@given(st.text(max_size=30))
def test_any_string_has_an_answer_that_ignores_case(string: str) -> None:
    assert is_word(string) or not is_listed(string)
    if string.isascii():
        assert is_word(string) == is_word(string.upper())


def test_nothing_is_read_at_import() -> None:
    code = "import sys, metricstress.language.lexicon; print('spellchecker' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
