"""num2text and text2num: tables of kinds, and laws over generated numbers and texts."""

from __future__ import annotations

import random
import re
from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from text_to_num import alpha2digit
from text_to_num import text2num as second_parser

from metricstress.perturb.edits import check_edits
from metricstress.perturb.numbers import num2text, text2num
from metricstress.perturb.perturbation import Perturbation, perturb

HYBRID = re.compile(r"[$£€₹%]\s?[a-z]|[a-z]%|[a-z],[a-z]{3,} hundred|\b\d+(?:[.,]\d+)*(?!st\b|nd\b|rd\b|th\b)[a-z]{3,}")


def after(perturbation: Perturbation, text: str) -> str:
    return perturb(perturbation, text).text


NUM2TEXT = [
    # Plain numbers: whole spans, exact values, trailing zeros.
    ("He sold 3.97 tonnes.", "He sold three point nine seven tonnes."),
    ("It measured 4.50 on the dial.", "It measured four point five zero on the dial."),
    ("We counted 12,345 birds.", "We counted twelve thousand three hundred and forty-five birds."),
    (
        "There were 3,56,99,443 votes.",
        "There were thirty-five million six hundred and ninety-nine thousand four hundred and forty-three votes.",
    ),
    ("5 million voted.", "Five million voted."),
    ("About 7bn people live here.", "About seven billion people live here."),
    ("They had 2 dozen eggs.", "They had two dozen eggs."),
    ("9 out of 10 said so. 3 refused.", "Nine out of ten said so. Three refused."),
    ("We want approx. 5 of them.", "We want approx. five of them."),
    ("Hello, 5 US soldiers left.", "Hello, five US soldiers left."),
    # Money.
    (
        "It came to $1,234.50, paid late.",
        "It came to one thousand two hundred and thirty-four dollars and fifty cents, paid late.",
    ),
    ("It cost $5 million and £7.1bn.", "It cost five million dollars and seven point one billion pounds."),
    ("It cost €1.01 or ₹2.", "It cost one euro and one cent or two rupees."),
    ("He owes Rs 500 crore in all.", "He owes five hundred crore rupees in all."),
    ("He owes Rs. 1,00,000.", "He owes one hundred thousand rupees."),
    ("A loan of US$3m was made.", "A loan of three million US dollars was made."),
    # Per cent.
    ("Some 15% went, then 0.5 %.", "Some fifteen per cent went, then zero point five per cent."),
    ("It rose 39 percent.", "It rose thirty-nine percent."),
    # Years, decades, ordinals, compounds.
    ("By 2016 the mood of the 1990s was gone.", "By twenty sixteen the mood of the nineteen nineties was gone."),
    ("It ran from 2011 to 2014.", "It ran from twenty eleven to twenty fourteen."),
    ("In 1905, 20 people left.", "In nineteen oh-five, twenty people left."),
    ("The 2020 US presidential election came.", "The twenty twenty US presidential election came."),
    ("She came 21st of 160.", "She came twenty-first of one hundred and sixty."),
    ("A 6-year plan, a 93-minute talk.", "A six-year plan, a ninety-three-minute talk."),
    ("My 5-year-old ate 8.", "My five-year-old ate eight."),
    # Signs.
    ("It fell to -5 last night.", "It fell to minus five last night."),
    ("It was −1.5 then.", "It was minus one point five then."),
]


@pytest.mark.parametrize(("text", "expected"), NUM2TEXT)
def test_num2text_writes_whole_spans(text: str, expected: str) -> None:
    assert after(num2text, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Build 2.0.14 answers at 10.0.8.21 and at http://docs.example/v3?page=12.",
        "Agent 007 saw 05 of 123456789012345678 and ٣.",
        "They won 3-1, at 2:1, on 1/2 of the field, 10-20 or 10 – 20 times.",
        "See section 4.2, No. 5, page 12, Article 370, Figure 3, pages 3, 4 and 5.",
        "Covid 19, Boeing 737, World War 2, Windows 10, Formula 1, type 2 and phase 3.",
        "1. Buy milk. 2. Buy bread.",
        "5) Buy milk",
        "It was 5km, 10mg, 20C, 20 °C, 5 km, 30 degrees and 6' 2\" there.",
        "There are 20 000 here.",
        "She is 5 ft 6 in tall.",
        "They sold 100 and 5.",
        "They sold 2 or 300.",
        "They sold 1,000, 200 a day.",
        "It has 4, 487, 566 rows.",
        "We took 5 and a half hours.",
        "A $5 bill, the $600 cheque, it is $0.75.",
        "It was between 1500 and 2000 people.",
        "A total of 1500.",
        "It rose by 1950.",
        "1500 people came.",
        "Since 2008 it rained.",
        "He lives at 10 Downing Street, at 15th and Market.",
        "The 20th Century Fox film.",
        "Was 5 -3 it?",
        "An 1,800-seat hall, a 160-page book, the post-1963 years, the '90s.",
        "5 = x, y = 5, 3 x 4.",
        "two 5s, five 100 things, one hundred and 5, 100 and five.",
        "a 21th and a 3d one.",
        "Only 5⃣ is.",
        "$2 or $3 million was paid.",
        "2021",
        "On 5 July 2020, May 2015 and 2016.",
    ],
)
def test_num2text_leaves_alone_what_may_be_no_quantity(text: str) -> None:
    assert after(num2text, text) == text


TEXT2NUM = [
    ("No one knew which one of the two had won.", "No one knew which one of the 2 had won."),
    ("They moved a hundred and five crates.", "They moved 105 crates."),
    ("Seven, eight or nine paid three point nine seven.", "7, 8 or 9 paid 3.97."),
    ("The twenty-first and the one hundred and fifth.", "The 21st and the 105th."),
    ("He has five million and she two hundred thousand.", "He has 5 million and she 200,000."),
    ("It is seven point one billion.", "It is 7.1 billion."),
    ("They paid two lakh rupees.", "They paid 2 lakh rupees."),
    ("It rose fifteen per cent.", "It rose 15 per cent."),
    ("It rose one hundred and ten per cent.", "It rose 110 per cent."),
    ("Six to seven people came.", "6 to 7 people came."),
    ("It took six and seven hours.", "It took 6 and 7 hours."),
    ("Between one hundred and two hundred came.", "Between 100 and 200 came."),
    ("A three-month lull, a ninety-three-minute film.", "A 3-month lull, a 93-minute film."),
    ("In nineteen eighty-four and by twenty sixteen.", "In 1984 and by 2016."),
    ("In nineteen oh-five it began.", "In 1905 it began."),
    ("Since two thousand and eight it rained.", "Since 2008 it rained."),
    ("It costs one thousand two hundred dollars and fifty cents.", "It costs $1,200.50."),
    ("The twentieth century.", "The 20th century."),
    ("It fell to minus five last night.", "It fell to -5 last night."),
    ("Three US soldiers and the three Indian teams.", "3 US soldiers and the 3 Indian teams."),
    ("Fifteen hundred crates.", "1,500 crates."),
]


@pytest.mark.parametrize(("text", "expected"), TEXT2NUM)
def test_text2num_writes_whole_phrases(text: str, expected: str) -> None:
    assert after(text2num, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "No one and the one who told one another one day that one should.",
        "They moved 3 million bolts and one-third of it, two thirds, three quarters.",
        "At sixes and sevens, on cloud nine, nine to five, fifty-fifty, a one-two, ten out of ten.",
        "Several hundred, half a million, a few thousand, hundreds of, a hundred, a thousand times.",
        "He was two-faced, one-sided, on second thought, for a thirty second delay.",
        "The Seven Network, the Ten Commandments, the Big Five. Seven Network is one.",
        "We have one two three, twenty four seven.",
        "Hundred and twenty.",
        "Two or three hundred, two dozen, two and a half.",
        "One hundred thousand and two hundred.",
        "There were one thousand, two hundred and six.",
        "The nineteen nineties.",
        "Ten minus five.",
        "Chapter two, phase three, page five, type two, in May five people.",
        "The first, the third and the tenth, a twentieth of it.",
        "At one point five people came.",
        "At five o'clock, half past seven, ten p.m. sharp.",
        "A two's company, the one's.",
        "20 five and five 20.",
        "twenty\nfive and twenty  five.",
        "between one hundred and fifty people.",
        "One, two or three.",
        "Some one in five left, and one out of ten.",
        "This is the point three people made.",
    ],
)
def test_text2num_leaves_alone_what_may_be_no_quantity(text: str) -> None:
    assert after(text2num, text) == text


@pytest.mark.parametrize("perturbation", [num2text, text2num], ids=lambda p: p.name)
@pytest.mark.parametrize("text", ["", "   ", "\n\t", "No", "I", "🙂"])
def test_nothing_to_do(perturbation: Perturbation, text: str) -> None:
    outcome = perturb(perturbation, text)
    assert (outcome.status, outcome.text) == ("not_applicable", text)
    assert perturbation.intent == "preserving"
    assert perturbation.severity == 1.0


# ------------------------------------------------------------------------------------------- laws

_CARDINAL = st.one_of(
    st.integers(0, 1099), st.integers(2100, 10**6), st.integers(10**6, 10**12), st.sampled_from([100, 1000, 10**6])
)
_PERSON = st.sampled_from(["people", "votes", "crates"])


@st.composite
def numerals(draw: st.DrawFn) -> str:
    """A number in digits, in one of the shapes that a text may have."""
    value = draw(_CARDINAL)
    whole = draw(st.sampled_from([str(value), f"{value:,}"]))
    tail = draw(st.text("0123456789", min_size=1, max_size=3))
    return draw(
        st.sampled_from(
            [
                f"{whole} {draw(_PERSON)}",
                f"{whole}.{tail}",
                f"${whole}",
                f"£{whole}.{tail}",
                f"{value % 1000} million",
                f"${value % 1000}.{tail} billion",
                f"{whole}%",
                f"{whole}.{tail} percent",
                f"{value % 100}-year",
            ]
        )
    )


_GLUE = st.sampled_from(
    [" of ", " and ", ", ", " or ", " to ", ". ", " is ", " in ", " - ", "-", " ", "\n", " (", ") ", " the "]
)
_VOCABULARY = """
two hundred and one point year No a million minus third page US Kenya five twenty sixteen nineteen thousand or oh May
per cent 2016 1990s 5 300 21st -5 $5 7% $1.50 dollars cents eleventh election 1,000 by since .
"""
_WORDS = st.sampled_from(_VOCABULARY.split())
_PARTS = st.one_of(_WORDS, numerals(), _GLUE)
soups = st.lists(_PARTS, max_size=14).map(" ".join) | st.lists(_PARTS, max_size=10).map("".join)

_DIGITS = re.compile(r"(?<![\w.])(-?)([0-9]+(?:,[0-9]+)*(?:\.[0-9]+)?)(?: (million|billion|trillion|lakh|thousand))?")
_BIG = {"": 1, "thousand": 10**3, "lakh": 10**5, "million": 10**6, "billion": 10**9, "trillion": 10**12}


def values(text: str) -> Counter[Decimal]:
    """Every numeric value of a text in digits: an own reader that shares nothing with the generators."""
    return Counter(
        Decimal(sign + digits.replace(",", "")) * _BIG[scale or ""] for sign, digits, scale in _DIGITS.findall(text)
    )


@settings(max_examples=200)
@given(st.lists(numerals(), min_size=1, max_size=4))
def test_the_round_trip_of_numerals_keeps_the_values(parts: list[str]) -> None:
    text = "They said " + " while others said ".join(parts) + " by then."
    spelled = after(num2text, text)
    back = after(text2num, spelled)
    # "one" and "zero" are never put into digits again, so the reader has to know them.
    back = re.sub(r"\bone\b", "1", re.sub(r"\bzero\b", "0", back))
    assert values(back) == values(text)


@settings(max_examples=200)
@given(st.lists(st.integers(2, 10**12), min_size=1, max_size=4))
def test_the_round_trip_of_words_keeps_the_values(parts: list[int]) -> None:
    from metricstress.language.numerals import spell_integer

    text = "They said " + " while others said ".join(f"{spell_integer(part)} people" for part in parts) + "."
    digits = after(text2num, text)
    assert values(digits) == Counter(Decimal(part) for part in parts)
    assert not re.search(r"\b(?:hundred|twenty|five|seven)\b", digits)
    assert after(text2num, after(num2text, digits)) == digits


@settings(max_examples=200)
@given(st.integers(0, 999_999_999_999))
def test_a_spelled_number_is_read_by_the_second_parser(value: int) -> None:
    outcome = perturb(num2text, f"They said {value:,} people.")
    assume(not 1100 <= value <= 2099 or "," in outcome.before[0].text)
    (edit,) = outcome.edits
    assert edit.old == f"{value:,}"
    assert second_parser(str(edit.new), "en") == value


@settings(max_examples=200)
@given(st.integers(13, 10**9), st.sampled_from(["crates", "people", "of them"]))
def test_digits_agree_with_the_second_parser(value: int, noun: str) -> None:
    spelled = after(num2text, f"They said {value:,} {noun}.")
    own = re.sub(
        r"([0-9,]+) (million|billion)",
        lambda m: f"{int(m[1].replace(',', '')) * _BIG[m[2]]:,}",
        after(text2num, spelled),
    )
    assert own.replace(",", "") == alpha2digit(spelled, "en")


@settings(max_examples=200)
@given(st.sampled_from([*range(1100, 2000), *range(2010, 2100)]), st.sampled_from(["In", "Since", "Until"]))
def test_years_round_trip_to_the_byte(year: int, word: str) -> None:
    text = f"{word} {year} it rained."
    spelled = after(num2text, text)
    assert spelled != text
    assert "thousand" not in spelled
    assert after(text2num, spelled) == text


@settings(max_examples=200)
@given(st.integers(11, 5000))
def test_ordinals_round_trip(value: int) -> None:
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    text = f"It was the {value:,}{ending} time."
    spelled = after(num2text, text)
    assert not re.search(r"\d", spelled)
    assert after(text2num, spelled) == text


@settings(max_examples=300)
@given(soups | st.text())
def test_any_text_gives_good_edits_no_hybrid_and_no_second_round(text: str) -> None:
    for perturbation in (num2text, text2num):
        outcome = perturb(perturbation, text)
        check_edits(outcome.before, outcome.edits)
        again = perturb(perturbation, outcome.evidence)
        assert again.status == "not_applicable", (text, outcome.text, again.text)
        for edit in outcome.edits:
            around = outcome.text
            assert str(edit.new) in around
            if perturbation is num2text:
                assert not re.search(r"[0-9$£€₹%]", str(edit.new))
            else:
                assert not re.search(r"[a-z]{3,}\d|\d[a-z]{3,}", str(edit.new))
    if not HYBRID.search(text):
        assert not HYBRID.search(after(num2text, text))


@settings(max_examples=200)
@given(st.text(alphabet=st.sampled_from("0123456789.,-$%(): \n\r\u0301\u200d\u05d0\ud800é🙂٣stndrh"), max_size=25))
def test_odd_characters_around_digits(text: str) -> None:
    outcome = perturb(num2text, text)
    check_edits(outcome.before, outcome.edits)
    assert perturb(num2text, outcome.evidence).status == "not_applicable"


def test_the_random_source_is_not_asked() -> None:
    rng = random.Random(3)
    state = rng.getstate()
    assert num2text.find_in_text is not None
    assert text2num.find_in_text is not None
    assert list(num2text.find_in_text("They had 5 dogs.", rng))
    assert list(text2num.find_in_text("They had five dogs.", rng))
    assert rng.getstate() == state


def test_severities_nest() -> None:
    text = "They had 5 dogs while others had 6 cats, and still others had 7 cows."
    few = perturb(num2text(0.34), text).edits
    assert len(few) == 1
    assert set(few) < set(perturb(num2text, text).edits)


@pytest.mark.parametrize(
    "text",
    [
        "1,250 six-year plans.",
        "1994 hundred.",
        "1,250 first.",
        "twenty 12 more.",
        "In all 300 twenty-first parts.",
        "$1,250 million was lost.",
    ],
)
def test_a_number_beside_a_number_word_is_left_alone(text: str) -> None:
    done = perturb(num2text, text)
    assert done.text == text
