"""Reading and spelling of numbers: tables, and laws against a second library."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from text_to_num import text2num as second_parser

from metricstress.language.numerals import (
    could_fuse,
    group_digits,
    ordinal_numeral,
    parse_number_words,
    parse_numeral,
    parse_year_words,
    read_ordinal,
    spell_decade,
    spell_integer,
    spell_numeral,
    spell_ordinal,
    spell_year,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", "0"),
        ("1,234.50", "1234.50"),
        ("3,56,99,443", "35699443"),
        ("1,00,000", "100000"),
        ("-5", "-5"),
        ("−0.5", "-0.5"),
        ("12345678901234567890123456789012.5", "12345678901234567890123456789012.5"),
        ("-12345678901234567890123456789012.5", "-12345678901234567890123456789012.5"),
    ],
)
def test_numerals_are_read_exactly(text: str, value: str) -> None:
    assert str(parse_numeral(text)) == value


@pytest.mark.parametrize("text", ["", "007", "1,23", "12,34", "1.2.3", "1,2345", "٣", "5.", ".5", "1 000", "--5"])
def test_what_is_no_plain_numeral_is_none(text: str) -> None:
    assert parse_numeral(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("zero", "0"),
        ("a hundred and five", "105"),
        ("A thousand", "1000"),
        ("twenty-one", "21"),
        ("twenty five", "25"),
        ("fifteen hundred", "1500"),
        ("two hundred and five thousand", "205000"),
        ("one million eighty-two thousand", "1082000"),
        ("five million and twenty", "5000020"),
        ("three point nine seven", "3.97"),
        ("four point five zero", "4.50"),
        ("zero point oh five", "0.05"),
        ("minus two point five", "-2.5"),
        ("three crore fifty-six lakh ninety-nine thousand four hundred and forty-three", "35699443"),
    ],
)
def test_number_words_are_read_exactly(text: str, value: str) -> None:
    assert str(parse_number_words(text)) == value


def test_a_decimal_before_a_scale_word_is_exact() -> None:
    assert parse_number_words("seven point one billion") == Decimal(7_100_000_000)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "and",
        "hundred and twenty",
        "two three",
        "one hundred and two hundred",
        "one thousand and five hundred",
        "two thousand three million",
        "fifteen hundred thousand",
        "one hundred zero",
        "three point twenty",
        "twenty first",
        "several hundred",
        "half a million",
    ],
)
def test_what_is_not_one_number_is_none(text: str) -> None:
    assert parse_number_words(text) is None


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("twenty sixteen", 2016),
        ("nineteen eighty-four", 1984),
        ("nineteen oh-five", 1905),
        ("nineteen hundred", 1900),
        ("nineteen hundred and five", 1905),
        ("twenty five", None),
        ("ten sixty-six", None),
        ("thirty sixteen", None),
        ("twenty", None),
        ("nineteen", None),
    ],
)
def test_years_in_words(text: str, year: int | None) -> None:
    assert parse_year_words(text) == year


@given(st.integers(0, 999_999_999_999))
def test_a_spelled_integer_is_read_back_by_both_parsers(value: int) -> None:
    words = spell_integer(value)
    assert "," not in words
    assert parse_number_words(words) == value
    assert second_parser(words, "en") == value
    assert parse_numeral(group_digits(value)) == value


@given(st.integers(1, 10**15 - 1))
def test_a_negative_integer_says_minus(value: int) -> None:
    assert parse_number_words(spell_integer(-value)) == -value


@given(st.integers(1, 999_999))
def test_ordinals_round_trip(value: int) -> None:
    words = spell_ordinal(value).replace("-", " ").split()
    assert read_ordinal(words, 0) == (value, len(words))
    assert ordinal_numeral(value)[:-2] == group_digits(value)


@pytest.mark.parametrize(
    ("value", "numeral"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"), (112, "112th")],
)
def test_ordinal_endings(value: int, numeral: str) -> None:
    assert ordinal_numeral(value) == numeral


@given(st.integers(1100, 1999) | st.integers(2010, 2099))
def test_years_round_trip_and_are_no_cardinals(year: int) -> None:
    words = spell_year(year)
    assert parse_year_words(words) == year
    assert "thousand" not in words


def test_years_without_a_reading_of_their_own_are_refused() -> None:
    with pytest.raises(ValueError, match="not 2008"):
        spell_year(2008)


@given(st.from_regex(r"-?(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,8})?", fullmatch=True))
def test_a_spelled_numeral_keeps_every_digit(text: str) -> None:
    back = parse_number_words(spell_numeral(text))
    assert back is not None
    assert back.as_tuple() == Decimal(text).as_tuple()


def test_spelling_refuses_what_it_cannot_read() -> None:
    with pytest.raises(ValueError, match="007"):
        spell_numeral("007")


@pytest.mark.parametrize(
    ("year", "words"),
    [
        (1990, "nineteen nineties"),
        (90, "nineties"),
        (1900, "nineteen hundreds"),
        (2020, "twenty twenties"),
        (2000, None),
        (2010, None),
        (1995, None),
        (7, None),
    ],
)
def test_decades(year: int, words: str | None) -> None:
    assert spell_decade(year) == words


@pytest.mark.parametrize(
    ("first", "second", "fuses"),
    [
        (100, 5, True),
        (100, 200, False),
        (100, 2000, True),
        (1000, 200, True),
        (1_000_000, 5_000, True),
        (6, 7, False),
        (20, 5, False),
        (0, 5, False),
    ],
)
def test_numbers_that_run_together_in_words(first: int, second: int, fuses: bool) -> None:
    assert could_fuse(Decimal(first), Decimal(second)) is fuses


@settings(max_examples=200)
@given(st.text())
def test_any_text_can_be_asked(text: str) -> None:
    assert parse_numeral(text) is None or text.strip("-−")[0].isdigit()
    assert parse_number_words(text) is None or any(char.isalpha() for char in text)
    assert parse_year_words(text) is None or any(char.isalpha() for char in text)
