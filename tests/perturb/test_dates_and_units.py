"""date_shift and unit_change: what they change, what they leave alone, and that the result is false."""

from __future__ import annotations

import datetime
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.language.passages import Passage
from metricstress.perturb.facts.date_shift import date_shift
from metricstress.perturb.facts.dates import MONTH_NAMES, find_dates
from metricstress.perturb.facts.measures import converted, measure_of
from metricstress.perturb.facts.quantities import find_quantities
from metricstress.perturb.facts.unit_change import unit_change
from metricstress.perturb.perturbation import perturb

SEEDS = range(25)
MONTH = f"(?:{'|'.join(MONTH_NAMES)})"
SHORT = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"


def shifted(text: str, claim: str = "", severity: float = 1.0) -> list[str]:
    return [perturb(date_shift(severity), text, example_id="x", claim=claim, seed=seed).text for seed in SEEDS]


def exchanged(text: str, claim: str = "", severity: float = 1.0) -> set[str]:
    return {perturb(unit_change(severity), text, example_id="x", claim=claim, seed=seed).text for seed in SEEDS}


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("It opened on 5 May 2020.", rf"It opened on \d{{1,2}} {MONTH} \d{{4}}\."),
        ("It opened on May 5, 2020.", rf"It opened on {MONTH} \d{{1,2}}, \d{{4}}\."),
        ("It opened on May 5th, 2020.", rf"It opened on {MONTH} \d{{1,2}}(?:st|nd|rd|th), \d{{4}}\."),
        ("It opened on 2020-05-05.", r"It opened on \d{4}-\d\d-\d\d\."),
        ("It opened on 25/12/2020.", r"It opened on (?:1[3-9]|2\d|3[01])/\d\d/\d{4}\."),
        ("It opened on 03/04/2020.", r"It opened on 03/04/(?!2020)\d{4}\."),
        ("It opened on Jan. 6, 2021.", rf"It opened on (?:{SHORT}\.|May) \d{{1,2}}, \d{{4}}\."),
        ("It opened on JANUARY 20, 2021.", r"It opened on [A-Z]+ \d{1,2}, \d{4}\."),
        ("It opened in May 2020.", rf"It opened in (?!May){MONTH} 2020\."),
        ("It opened in August.", rf"It opened in (?!August){MONTH}\."),
        ("It opened in 2016.", r"It opened in (?!2016)[12]\d{3}\."),
        ("The mood of the 1990s was gone.", r"The mood of the (?!1990)\d{3}0s was gone\."),
        (
            "The 2016 presidential election was held.",
            r"The (?:2012|2008|2004|20[12][048]) presidential election was held\.",
        ),
        ("He died on Monday.", r"He died on (?!Monday)[A-Z][a-z]+day\."),
        ("The firm said Friday it would close.", r"The firm said (?!Friday)[A-Z][a-z]+day it would close\."),
        ("In 2009 the rate stood at 5%.", r"In (?!20(?:0[789]|1[01]))\d{4} the rate stood at 5%\."),
        ("As of May 2015, milk accounted for 5%.", r"As of May (?!201[3-7])\d{4}, milk accounted for 5%\."),
        ("She, the mayor, died on 5 May 2020.", rf"She, the mayor, died on \d{{1,2}} {MONTH} \d{{4}}\."),
        ("They held a vote on 5 May 2020.", rf"They held a vote on \d{{1,2}} {MONTH} \d{{4}}\."),
        ("The firm said Monday it had not paid.", r"The firm said (?!Monday)[A-Z][a-z]+day it had not paid\."),
        ("He left in 2016 and did not return.", r"He left in (?!2016)\d{4} and did not return\."),
    ],
)
def test_a_date_becomes_another_in_the_same_format(text: str, pattern: str) -> None:
    for output in shifted(text):
        assert re.fullmatch(pattern, output), output
        assert output != text


@pytest.mark.parametrize(
    "text",
    [
        "It may rain, and they march on.",
        "The 9/11 attacks and the Fourth of July.",
        "Black Friday, the Sunday Times and Good Friday.",
        "April Smith met June Carter; August Wilson wrote.",
        "Some 2,016 people, 2016 kilometres and $2016.",
        "See https://example.org/2020/05/05 and v2020-05-05.",
        "It was not built in 1999.",
        "Was it built on 5 May 2020?",
        "The races are on February 18, 25 and 27.",
        "Between 3 and 5 May it was shut.",
        "COVID-19 and coronavirus disease 2019 spread.",
        "The Presidential Transition Act 1963 applies.",
        # What is denied, before or behind the date
        "The 1999 Mill Report did not mention the river.",
        "In May 2015 nothing was sold.",
        "The bridge has yet to open, as was planned in 2016.",
        "There is no evidence that the mill burned in 1999.",
        "There is no truth to the rumour that the mill burned on 5 May 2020.",
        "In 2016 the firm failed to pay.",
        "The tale that the mill burned on 5 May 2020 is false.",
        "They denied that the mill burned in 1999.",
        # What lasts
        "In May 2015 Ada Okoro was the president of Ruritania.",
        "On 5 May 2020 she was still chairwoman of the board.",
        "The Lindholms owned the mill in 1999.",
        "As of 5 May, two of them were there.",
        # Parts of names
        "The 1999 Constitution is long.",
        "The 2020 Summer Olympics were held late.",
        "They signed the 2015 Paris Agreement.",
        # Lines that only date a text
        "By Ada Okoro, 17 November 2022",
        "It rained, City Desk, Mon May 4 2020, 12:49 hrs.",
        "It was over. May 4, 2020 The City Desk",
        "5 May 2020",
        "2009",
        "In 2009.",
    ],
)
def test_what_is_no_date_that_can_move_stays(text: str) -> None:
    assert set(shifted(text)) == {text}


@pytest.mark.parametrize(
    ("question", "answer", "moves"),
    [
        ("When did the mill burn?", "5 May 2020", True),
        ("In which year did the mill burn?", "2009", True),
        ("What day was it?", "On Monday, 4 May 2020.", True),
        ("Did the mill burn?", "5 May 2020", False),
        ("How many mills burned?", "In 2009.", False),
        ("How many mills burned?", "Three burned in 2009.", True),
    ],
)
def test_a_date_alone_is_an_answer_only_to_when(question: str, answer: str, moves: bool) -> None:
    for seed in SEEDS:
        done = perturb(date_shift, (Passage(answer, question),), example_id="x", seed=seed)
        assert (done.status == "changed") is moves


@pytest.mark.parametrize(
    ("answer", "states"),
    [
        ("No. The mill in Zenda burned on 5 May 2020.", False),
        ("False. The mill in Zenda burned on 5 May 2020.", False),
        ("No. The keeper found ashes there on 5 May 2020 and called his sister.", True),
        ("Yes. The mill in Zenda burned on 5 May 2020.", True),
    ],
)
def test_a_no_that_repeats_the_claim_states_no_date(answer: str, states: bool) -> None:
    claim = "The old mill in Zenda burned on 5 May 2020."
    assert (perturb(date_shift, answer, example_id="x", claim=claim).status == "changed") is states


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("It was founded before 1950.", False),
        ("It will be ready by 2020.", False),
        ("It was the highest since 2013.", False),
        ("He left after 1950, in 1990.", True),
        ("It was in place prior to the 2016 election.", False),
    ],
)
def test_a_bounded_year_moves_where_it_is_false(text: str, later: bool) -> None:
    (old, *_) = re.findall(r"\d{4}", text)
    for output in shifted(text, severity=1.0):
        (new, *_) = re.findall(r"\d{4}", output)
        assert new == old or (new > old) is later


@given(date=st.dates(datetime.date(1500, 1, 1), datetime.date(2025, 12, 31)), form=st.integers(0, 4))
def test_a_shifted_date_is_valid(date: datetime.date, form: int) -> None:
    name = MONTH_NAMES[date.month - 1]
    forms = [
        f"{date.day} {name} {date.year}",
        f"{name} {date.day}, {date.year}",
        f"{date.year}-{date.month:02d}-{date.day:02d}",
        f"{date.day} {name[:3]} {date.year}",
        f"{name} {date.day}",
    ]
    for output in shifted(f"It began on {forms[form]}, they say.")[:6]:
        (new,) = find_dates(output)
        assert datetime.date(new.year or 2000, new.month, new.day)
        assert new.year <= 2025


@given(date=st.dates(datetime.date(1900, 1, 1), datetime.date(2025, 12, 31)))
def test_a_weekday_beside_a_date_stays_right(date: datetime.date) -> None:
    for output in shifted(f"It began on {date:%A}, {date.day} {date:%B} {date.year}.")[:6]:
        match = re.search(r"on (\w+), (\d+ \w+ \d+)\.", output)
        assert match
        moved = datetime.datetime.strptime(match[2], "%d %B %Y")
        assert f"{moved:%A}" == match[1]


def test_a_date_changes_alike_in_every_format() -> None:
    source = (
        Passage("Yes. It was 5 May 2020.", "Was it on May 5, 2020?"),
        Passage("The contract of 2020-05-05 was void; on May 5 nothing happened."),
        Passage("In May it rained."),
    )
    for seed in SEEDS:
        done = perturb(date_shift, source, example_id="x", claim="It was on 5 May 2020.", seed=seed)
        dates = [
            date for passage in done.evidence for text in (passage.question, passage.text) for date in find_dates(text)
        ]
        assert len({date.key for date in dates[:3]}) == 1
        assert dates[0].key != ("day", 2020, 5, 5)
        assert dates[3].key[2:] == dates[0].key[2:]
        assert done.evidence[2] == source[2]


def test_no_year_lies_in_the_future_of_the_text() -> None:
    for output in shifted("It was planned in 2005, begun in 2009 and opened in 2011."):
        years = list(map(int, re.findall(r"\d{4}", output)))
        assert years == sorted(years)
        assert max(years) <= 2011


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("It is 5 km long.", {"5 mi", "5 m"}),
        ("It is 5 kilometres long.", {"5 miles", "5 metres"}),
        ("It is 5 kilometers long.", {"5 miles", "5 meters"}),
        ("He weighs 80kg.", {"80lb", "80g"}),
        ("It took 30 minutes.", {"30 hours", "30 seconds"}),
        ("It took 1 week.", {"1 month", "1 day"}),
        ("A 6-year-old won.", {"6-month-old", "6-week-old", "6-decade-old"}),
        ("It was 25 degrees Celsius.", {"25 degrees Fahrenheit"}),
        ("It was 25°C.", {"25°F"}),
        ("It cost $5.50.", {"€5.50", "£5.50"}),
        ("It cost US$5.50.", {"€5.50", "£5.50"}),
        ("It cost 5 US dollars.", {"5 euros", "5 pounds"}),
        ("It cost 7.1bn euros.", {"7.1m euros", "7.1tn euros", "7.1bn dollars"}),
        ("It cost $5m.", {"$5bn", "$5k", "€5m", "£5m"}),
        ("Some 5 million stars shine.", {"5 billion", "5 thousand"}),
        ("Some five million stars shine.", {"five billion", "five thousand"}),
        ("Some 5 million people came.", {"5 thousand"}),
        ("They bought 5 million new doses.", {"5 thousand"}),
        ("It has 20 square miles.", {"20 square kilometres"}),
        ("The cat weighs 2 to 4 pounds.", {"2 to 4 kilograms", "2 to 4 ounces"}),
        (
            "It cost 5 million pounds.",
            {"5 billion pounds", "5 thousand pounds", "5 million dollars", "5 million euros"},
        ),
        ("They have 3 crore members.", {"3 lakh members"}),
        ("It is twelve hours old.", {"twelve minutes", "twelve days"}),
    ],
)
def test_a_unit_becomes_another_of_its_dimension(text: str, allowed: set[str]) -> None:
    for output in exchanged(text):
        assert output != text
        assert any(part in output for part in allowed), output


@pytest.mark.parametrize(
    "text",
    [
        "It is 5 miles (8 km) long.",
        "The wings are 185 feet across (about 56 metres).",
        "One day he ran a mile in a second.",
        "It is open 24 hours a day.",
        "He bought 3 pounds.",
        "It shed 508 micrograms (µg) of it.",
        "It is not 5 km long.",
        "Is it 5 km long?",
        "Between 5 km and 10 km it rained.",
        "Only 15% of the 20 people left at 5 pm on 5 May.",
        "It is 4 light years away; the 100-metre-high wall is thick.",
        "If it takes 5 days, we wait.",
        "Those two weeks were wet.",
        "Both 5 km runs were late.",
        "The same three days were wet.",
        "In those five years it grew.",
        "For 5 days nobody came.",
        "They lived there for 300 years.",
    ],
)
def test_what_has_no_certain_unit_stays(text: str) -> None:
    left = {output for output in exchanged(text) if output != text}
    assert all("100-" in output for output in left)


@pytest.mark.parametrize(
    ("text", "bigger"),
    [("It closed within 28 days.", False), ("It took more than 5 weeks.", True), ("It needs up to 5 hours.", False)],
)
def test_a_hedged_unit_goes_where_it_is_false(text: str, bigger: bool) -> None:
    sizes = ["second", "minute", "hour", "day", "week", "month", "year", "decade", "century"]

    def size(sentence: str) -> int:
        return max(place for place, unit in enumerate(sizes) if f"{unit}s" in sentence)

    for output in exchanged(text):
        assert output == text or (size(output) > size(text)) is bigger


def test_the_same_number_and_unit_change_alike() -> None:
    source = (
        Passage("It is 12 km away.", "Is it twelve kilometres away?"),
        Passage("Twelve kilometres is far; 12 miles is farther, and 13 kilometres too."),
    )
    for seed in SEEDS:
        done = perturb(unit_change, source, example_id="x", claim="It is 12 km away.", seed=seed)
        short, long = ("mi", "miles") if "mi" in done.evidence[0].text else ("m", "metres")
        assert done.evidence[0] == Passage(f"It is 12 {short} away.", f"Is it twelve {long} away?")
        assert done.evidence[1].text == f"Twelve {long} is far; 12 miles is farther, and 13 kilometres too."


def test_a_scale_that_is_written_out_elsewhere_stays() -> None:
    source = (Passage("It sold 5 million cars."), Passage("It sold 5,000,000 cars."))
    assert perturb(unit_change(1.0), source, example_id="x").status == "not_applicable"


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("5 km", "kilometre"),
        ("$5", "dollar"),
        ("£5m", "sterling"),
        ("a fine of 5 pounds", "sterling"),
        ("it weighs 5 pounds", "pound"),
        ("5 people", None),
        ("5 in total", None),
        ("90 degrees", None),
        ("30 second-hand cars", "second"),
    ],
)
def test_units_are_read_in_their_context(text: str, unit: str | None) -> None:
    (quantity,) = find_quantities(text)
    measure = measure_of(text, quantity)
    assert (measure and measure.unit) in (unit, None)
    assert unit in (None, "second") or measure


def test_values_given_twice_are_known() -> None:
    assert len(converted("42.195 kilometres (26 miles and 385 yards), then 3 miles")) == 3
    assert not converted("10,000 shops (10% of 110,000)")
