"""number_change: what it changes, what it leaves alone, and that the result is false."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from metricstress.language.numerals import ordinal_numeral
from metricstress.language.passages import Passage
from metricstress.perturb.audit import numbers_of
from metricstress.perturb.facts.assertions import direction_of_change, is_asserted
from metricstress.perturb.facts.number_change import number_change
from metricstress.perturb.facts.quantities import find_quantities
from metricstress.perturb.perturbation import perturb

SEEDS = range(25)


def outputs(text: str, claim: str = "", severity: float = 1.0) -> list[str]:
    return [perturb(number_change(severity), text, example_id="x", claim=claim, seed=seed).text for seed in SEEDS]


@pytest.mark.parametrize(
    ("text", "claim", "pattern"),
    [
        (
            "In 2020 about 10,000 shops (10% of 110,000) closed; COVID-19 was 1 of 20 reasons.",
            "10% of shops closed.",
            r"In 2020 about 10,000 shops \((?!10%)\d{1,2}% of 110,000\) closed; COVID-19 was 1 of 20 reasons\.",
        ),
        (
            "In 2020 some 20 of 20,000 people (20%) left, and 20s music played on route 20.",
            "20 people left.",
            r"In 2020 some (?!20 )\d+ of 20,000 people \(20%\) left, and 20s music played on route 20\.",
        ),
        (
            "The firm sold 5 million tyres, five million tubes and 5 bikes for $5 million.",
            "It sold 5,000,000 tyres.",
            r"The firm sold (?!5)\d+ million tyres, (?!five)[a-z]+ million tubes and 5 bikes for \$5 million\.",
        ),
        ("It cost $20; the 20 guests paid 20%.", "A $20 bill", r"It cost \$(?!20)\d+; the 20 guests paid 20%\."),
        ("The 21st and 21 others won 21%.", "She was 21st.", r"The (?!21)\d+(?:st|nd|rd|th) and 21 others won 21%\."),
    ],
)
def test_the_claims_number_changes_first(text: str, claim: str, pattern: str) -> None:
    for output in outputs(text, claim, severity=0.01):
        assert re.fullmatch(pattern, output), output


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("He paid $1,234.50 for it.", r"He paid \$\d{1,3}(?:,\d{3})*\.\d\d for it\."),
        ("The debt is 7.1bn now.", r"The debt is \d+\.\dbn now\."),
        ("In all 3,56,99,443 votes came in.", r"In all (?:\d{1,2}(?:,\d\d)*,\d{3}|\d{1,3}) votes came in\."),
        ("Only 85.5 per cent agreed.", r"Only \d{1,2}\.\d per cent agreed\."),
        ("Three dogs barked.", r"[A-Z][a-z]+ dogs barked\."),
        ("He saw twenty-one cows.", r"He saw [a-z]+(?:-[a-z]+)? cows\."),
        ("He saw forty cows.", r"He saw [a-z]+y cows\."),
        ("It rose by five million euros.", r"It rose by [a-z]+ million euros\."),
        ("The 26th president spoke.", r"The \d+(?:st|nd|rd|th) president spoke\."),
        ("It was the second wave.", r"It was the (?:third|fourth|fifth) wave\."),
        ("It takes 1 week to dry.", r"It takes [2-9] weeks to dry\."),
        ("A 6-year high of 93 points.", r"A (?!8|11|18)\d+-year high of \d+ points\."),
        ("It was an 8% rise.", r"It was an (?:8|11)% rise\."),
        ("It was a 12% fall.", r"It was a (?!8|11|18)\d+% fall\."),
        ("They weigh 2 to 4 pounds.", r"They weigh (?!2 )\d+ to (?!4 )\d+ pounds\."),
    ],
)
def test_the_format_is_kept(text: str, pattern: str) -> None:
    for output in outputs(text):
        assert re.fullmatch(pattern, output), output


@pytest.mark.parametrize(
    "text",
    [
        "No one knew which one of them had won.",
        "Build 2.0.14 answers at 10.0.8.21 and at http://docs.example/v3?page=12.",
        "COVID-19, SARS-CoV-2, H1N1, B12, 5G, the Boeing 737 and Polysorbate 80.",
        "See section 4, page 12, Article 5, Phase 3 and [4].",
        "On 5 May 2020, at 10:30, in 2016 and in the 1990s.",
        "It is open 24 hours a day, seven days a week, 24/7.",
        "Half of them, two-thirds, 3/4 and 2 1/2 of the rest.",
        "A couple of people, a dozen eggs, a hundred times.",
        "Call 911 or +1 202-555-0143.",
        "1. Buy bread.\n2. Eat it.",
        "The race is on February 18, 25 and 27.",
        "The main road is 5 miles (8 km) long.",
        "A tax of seventy-five cents ($0.75) was paid.",
        "Pick seven, eight or nine.",
        "Did 20 banks close?",
        "There were not 10 shops.",
        "There is no need for two masks.",
        "If 30 people come, we stop.",
        "People over 65 are at risk, and so are those aged 70 and older.",
        "It is less than 1% of ours.",
        "4, 487, 566 title deeds",
        "in the second half, a third party and a second opinion",
        # What is denied, before or behind the number
        "The 20 shops did not close.",
        "There is no evidence that 20 shops closed.",
        "It is a hoax that 20 shops closed.",
        "They failed to close 20 shops.",
        "They have yet to close 20 shops.",
        # Ends of a span, and numbers that only take up what was told
        "It rose above 10% and up to 30% for all.",
        "They sell from 5 and up to 10 eggs to all.",
        "This second wave was high.",
        "That 2nd wave was high.",
        "These two shops closed.",
        "Those 20 shops closed.",
        "Both 20 people and dogs came.",
        "The same 20 people came.",
        # What is counted is listed
        "It has six member states – Aland, Bland, Cland, Dland, Eland and Fland.",
        "It comes in ten languages asked for by the Board (Dutch, Danish, Thai and others).",
        "It has three colours: red, white and blue.",
        "It has four parts, such as a lid, a pot and a cup.",
        "She is among the top 20 singers.",
        # The rest to a hundred
        "Of them 6% slept; the remaining 94% were awake.",
    ],
)
def test_what_is_no_changeable_quantity_stays(text: str) -> None:
    assert set(outputs(text)) == {text}


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("More than 10 shops closed.", 1),
        ("At least 10 shops closed.", 1),
        ("Over 10 shops closed.", 1),
        ("No fewer than 10 shops closed.", 1),
        ("Some 10 or more shops closed.", 1),
        ("The 10-plus shops closed.", 1),
        ("There were 10+ shops.", 1),
        ("Fewer than 10 shops closed.", -1),
        ("Up to 10 shops closed.", -1),
        ("At most 10 shops closed.", -1),
        ("No more than 10 shops closed.", -1),
        ("They closed within 10 days.", -1),
        ("As many as 10 shops closed.", -1),
        ("Some 10 or fewer shops closed.", -1),
    ],
)
def test_a_hedged_number_goes_where_it_is_false(text: str, sign: int) -> None:
    for output in outputs(text):
        (number,) = map(int, re.findall(r"\d+", output))
        assert (number - 10) * sign >= 2, output


@pytest.mark.parametrize(
    ("text", "asserted", "direction"),
    [
        ("About 10 came.", True, "any"),
        ("Well over 10 came.", True, "up"),
        ("Over the past 10 years it grew.", True, "any"),
        ("No. More than 10 came.", True, "up"),
        ("No, 10 came.", True, "any"),
        ("It never had 10 guests.", False, "any"),
        ("It rarely weighs more than 10 pounds.", False, "up"),
        ("He did not stay, but 10 others did.", True, "any"),
        ("Children under 10 pay less.", False, "down"),
        ("There were 10 and up to 60 dogs.", True, "any"),
        ("The 10 did not come.", False, "any"),
        ("The 10 came and did not leave.", True, "any"),
        ("They said 10 came, but not a dog.", True, "any"),
        ("Not only 10 came.", True, "any"),
        ("It is untrue that 10 came.", False, "any"),
        ("The report of 10 dead was false.", False, "any"),
        ("The U.S. has no 10 of them.", False, "any"),
    ],
)
def test_what_a_sentence_asserts(text: str, asserted: bool, direction: str) -> None:
    start = text.index("10")
    assert is_asserted(text, start, start + 2) is asserted
    assert direction_of_change(text, start, start + 2) == direction


@given(value=st.integers(2, 10**7), form=st.sampled_from(["{:,}", "{:,}%", "${:,}", "€{:,}m", "{:,} km"]))
def test_the_new_value_differs_clearly(value: int, form: str) -> None:
    text = f"It came to {form.format(value)} in the end."
    found = find_quantities(text)
    assume(found)
    (old,) = found
    done = perturb(number_change, text, example_id="x")
    if done.status == "changed":
        (new,) = find_quantities(done.text)
        assert (new.kind, new.unit, new.scale_text) == (old.kind, old.unit, old.scale_text)
        assert abs(new.total - old.total) * 5 >= old.total
        assert new.value == new.value.to_integral_value()
        assert new.total > 0
        assert (new.total <= 100) or old.total > 100 or old.kind != "percent"
        assert numbers_of(done.text) != numbers_of(text)


@given(value=st.integers(2, 200))
def test_ordinals_stay_valid(value: int) -> None:
    for output in outputs(f"She came {ordinal_numeral(value)} of all.")[:5]:
        number = re.search(r"(\d+)(?:st|nd|rd|th)", output)
        assert number and ordinal_numeral(int(number[1])) == number[0]


def test_equal_values_change_alike_everywhere() -> None:
    source = (
        Passage("Yes. Brazil ordered 5 million doses.", "Did it buy five million doses?"),
        Passage("Five million doses were bought for $5 million."),
    )
    for seed in SEEDS:
        done = perturb(number_change, source, example_id="x", claim="Brazil bought 5 million doses.", seed=seed)
        (digits,) = re.findall(r"(\S+) million doses\.", done.evidence[0].text)
        words = {"2": "two", "3": "three", "4": "four", "7": "seven", "8": "eight", "9": "nine", "10": "ten"}
        assert done.evidence[0].question == f"Did it buy {words.get(digits, 'six')} million doses?"
        assert done.evidence[1].text.lower().startswith(f"{words.get(digits, 'six')} million")
        assert done.evidence[1].text.endswith("for $5 million.")


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("No. The firm in Zenda closed 20 shops.", False),
        ("No. It opened 30 stalls at noon.", True),
        ("Yes. The firm in Zenda closed 20 shops.", True),
    ],
)
def test_a_no_that_repeats_the_claim_states_no_number(text: str, changed: bool) -> None:
    assert any(output != text for output in outputs(text, claim="The firm in Zenda has closed 20 shops.")) is changed


def test_both_ends_of_a_span_change_but_two_values_alone() -> None:
    for output in outputs("They sell from 5 to 10 eggs."):
        low, high = map(int, re.findall(r"\d+", output))
        assert high - low == 5
        assert low != 5
    changed = outputs("It rose from 5 to 10 dollars.", severity=0.01)
    assert any(output.startswith("It rose from 5 to ") for output in changed)


def test_the_order_of_values_in_a_sentence_is_kept() -> None:
    for output in outputs("She won 31 out of 36 games, 6 of them in 9 sets."):
        won, games = map(int, re.findall(r"\d+", output)[:2])
        assert won < games
