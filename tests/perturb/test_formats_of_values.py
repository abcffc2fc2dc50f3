"""number_format and date_format: another format, the same value."""

from __future__ import annotations

import datetime
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricstress.language.passages import Passage
from metricstress.perturb.audit import audit
from metricstress.perturb.facts.dates import MONTH_NAMES, find_dates
from metricstress.perturb.perturbation import perturb
from metricstress.perturb.surface.date_format import date_format
from metricstress.perturb.surface.number_format import number_format


def formatted(text: str, seed: int = 0) -> str:
    return perturb(number_format, text, example_id="x", seed=seed).text


def redated(text: str, seed: int = 0) -> str:
    return perturb(date_format, text, example_id="x", seed=seed).text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("About 22748 people came.", "About 22,748 people came."),
        ("About 22,748 people came.", "About 22748 people came."),
        ("It cost $1234567.89 in all.", "It cost $1,234,567.89 in all."),
        ("In all 3,56,99,443 votes came.", "In all 35699443 votes came."),
        ("It has 4,487 rooms.", "It has 4487 rooms."),
        ("The debt is 7.1bn now.", "The debt is 7.1 billion now."),
        ("The debt is 7.1 billion now.", "The debt is 7.1bn now."),
        ("It cost $5m.", "It cost $5 million."),
        ("It cost $5 million.", "It cost $5m."),
        ("A $5M plan.", "A $5 million plan."),
        ("Some 10k men came.", "Some 10,000 men came."),
        ("It fell by 15%.", "It fell by 15 per cent."),
        ("It fell by 15 per cent.", "It fell by 15%."),
        ("It fell by 15 percent and 3.5%.", "It fell by 15% and 3.5 percent."),
    ],
)
def test_numbers_take_another_format(text: str, expected: str) -> None:
    assert formatted(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "In 2020 about 1,500 came, and 2016 was wet.",
        "PIN 560001, flight 12345, user 1234567 and zip 90210.",
        "The road is 5m wide and 5 million came.",
        "See https://example.org/10000 and v1.10000.2.",
        "A 15%-owned firm and a 5-million-dollar house.",
        "Three million and fifteen per cent.",
        "The 10000 Washington Avenue house.",
        "The 12,000th visitor",
    ],
)
def test_years_codes_and_words_keep_their_format(text: str) -> None:
    assert formatted(text) == text


@given(
    value=st.integers(10_000, 10**9),
    form=st.sampled_from(["{} people", "{:,} people", "${:,}", "{}% of it", "${}m", "{:,}.25 tonnes", "${}bn"]),
)
def test_a_number_keeps_its_value(value: int, form: str) -> None:
    text = f"It had about {form.format(value)} in the end."
    done = perturb(number_format, text, example_id="x")
    assert audit((Passage(text),), done.evidence, intent="preserving", invariant="same") == ()
    if done.status == "changed" and ",0" not in text:
        assert formatted(done.text) == text or "per cent" in done.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On 5 May 2020 it began.", "On May 5, 2020 it began."),
        ("On May 5, 2020, it began.", "On 5 May 2020, it began."),
        ("On 13th March 2021 it began.", "On March 13, 2021 it began."),
        ("On January 6 it began.", "On 6 January it began."),
        ("It began on 6 Jan. He left.", "It began on Jan. 6. He left."),
        ("It began on Jan. 6. He left.", "It began on 6 Jan. He left."),
        ("It began on 6 January. He left.", "It began on January 6. He left."),
        ("It began in Jan. 2020.", "It began in January 2020."),
        ("It began in September 2020.", "It began in Sept. 2020."),
        ("JANUARY 20, 2021", "20 JANUARY 2021"),
    ],
)
def test_dates_take_another_format(text: str, expected: str) -> None:
    assert redated(text) == expected


@pytest.mark.parametrize("text", ["It began on 2020-05-25.", "It began on 25/05/2020.", "It began on 05/25/2020."])
def test_numeric_dates_are_written_out(text: str) -> None:
    outputs = {redated(text, seed) for seed in range(20)}
    assert outputs == {"It began on 25 May 2020.", "It began on May 25, 2020."}


@pytest.mark.parametrize(
    "text",
    [
        "It began on 03/04/2020.",
        "It began on the 5th of May, in May, in 2020, on Monday.",
        "The races are on February 18, 25 and 27.",
        "From 3 to 5 May and May 5-7 it was shut.",
        "In June 20 people may march.",
        "It may 5 times.",
        "See https://example.org/2020-05-05.",
        "It began in May 2020.",
        "May 5 May 2020.",
        "It began on Sept. 5 May 2020.",
    ],
)
def test_dates_that_are_open_or_have_no_other_format_stay(text: str) -> None:
    assert redated(text) == text


@given(date=st.dates(datetime.date(1500, 1, 1), datetime.date(2025, 12, 31)), form=st.integers(0, 4))
def test_a_date_stays_the_same_day(date: datetime.date, form: int) -> None:
    name = MONTH_NAMES[date.month - 1]
    forms = [
        f"{date.day} {name} {date.year}",
        f"{name} {date.day}, {date.year}",
        f"{date.year}-{date.month:02d}-{date.day:02d}",
        f"{date.day} {name[:3]}. {date.year}" if len(name) > 4 else f"{name} {date.day} {date.year}",
        f"{date.day:02d}/{date.month:02d}/{date.year}",
    ]
    text = f"It began on {forms[form]}, they say."
    done = redated(text)
    (before,), (after,) = find_dates(text), find_dates(done)
    assert after.key == before.key
    assert form == 4 or done != text
    assert re.sub(r"\d+|[A-Z][a-z]+", "", done).count("began") == 1
