"""The auditor: right edits raise nothing, the faults of public tools are found, any text is accepted."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import metricstress.perturb.audit as audit_module
from metricstress.language.passages import Evidence, Passage, as_evidence
from metricstress.perturb.audit import Finding, audit, names_of, negations_of, numbers_of

ROOT = Path(__file__).resolve().parents[2]


def same(before: str, after: str) -> tuple[Finding, ...]:
    return audit(as_evidence(before), as_evidence(after), intent="preserving", invariant="same")


RIGHT = [
    # num2text and text2num: one value, however it is spelled
    (
        "The bill was $1,234.50, of which 15% tax.",
        "The bill was one thousand two hundred and thirty-four dollars and fifty cents, of which fifteen per cent tax.",
    ),
    ("About 15 percent left.", "About fifteen percent left."),
    ("By 2016 the 1990s were long gone.", "By twenty sixteen the nineteen nineties were long gone."),
    ("In the 1900s and the '20s.", "In the nineteen hundreds and the twenties."),
    ("Built in 1905 or 1900.", "Built in nineteen oh five or nineteen hundred."),
    ("In 2005 and 1963.", "In two thousand and five and one thousand, nine hundred and sixty-three."),
    ("She came 21st of 160 in a 6-year trial.", "She came twenty-first of one hundred and sixty in a six-year trial."),
    ("Move a hundred and five crates.", "Move 105 crates."),
    ("3 million bolts and one-third of the glass.", "3,000,000 bolts and 1/3 of the glass."),
    ("Five million came.", "5 million came."),
    ("Seven, eight or nine paid three point nine seven.", "7, 8 or 9 paid 3.97."),
    ("It cost £7.1bn.", "It cost seven point one billion pounds."),
    ("Half a million left.", "500,000 left."),
    (
        "The firm lost $5m while 5m people watched.",
        "The firm lost five million dollars while five million people watched.",
    ),
    ("A pipe of 5m broke.", "A pipe of five metres broke."),
    (
        "In all 3,56,99,443 votes.",
        "In all three crore fifty-six lakh ninety-nine thousand four hundred and forty-three votes.",
    ),
    ("Between 100 and 200 came.", "Between one hundred and two hundred came."),
    ("Between 200 and 50 came.", "Between two hundred and fifty came."),
    ("A 20 second delay.", "A twenty second delay."),
    ("On 5 May 2016 they voted.", "On the fifth of May twenty sixteen they voted."),
    ("It fell to -5, minus 3 at night.", "It fell to minus five, minus three at night."),
    ("He paid $10-15 or 10-15% more.", "He paid ten to fifteen dollars or ten to fifteen per cent more."),
    ("Rs 500 or Rs. 2,000 each.", "Five hundred rupees or two thousand rupees each."),
    ("It cost US$5.", "It cost five US dollars."),
    ("Add 2½ cups to 2.5 million.", "Add two and a half cups to two and a half million."),
    ("It was 50 cents, then $0.75.", "It was fifty cents, then seventy-five cents."),
    ("Level 0.05, then 12.05.", "Level zero point zero five, then twelve point oh five."),
    ("A 100-year war.", "A hundred-year war."),
    ("A ten per cent rise.", "A 10 per cent rise."),
    ("2 of the 747s carry 5GB.", "Two of the 747s carry five GB."),
    ("World War 2 shaped the 21st Century.", "World War Two shaped the Twenty-First Century."),
    ("Rule No. 5 stands.", "Rule No. five stands."),
    ("They own two-thirds of 3/4.", "They own 2/3 of three quarters."),
    ("No one knew which one of the two had won.", "No one knew which one of the 2 had won."),
    # contraction and expansion
    ("It is late and they are not ready.", "It's late and they aren't ready."),
    ("We cannot and will not go; I did not.", "We can't and won’t go; I didn't."),
    ("DON'T go.", "DO NOT go."),
    ("Trump is here.", "Trump's here."),
    # synonyms
    ("A CAR hit an old fence.", "An AUTOMOBILE hit an old fence."),
    ('He said "Vaccines are safe". Doctors agree.', 'He said "Jabs are safe". Physicians agree.'),
    # typos
    ("Vaccines were safe there.", "Vacicnes were sfae there."),
    ("Where was it?", "hWere was it?"),
    # stop words
    ("The Prime Minister of the UK said that the plan was not good.", "Prime Minister UK said plan not good."),
    ("In Paris he met the Mayor.", "Paris met Mayor."),
    ("It was between ten and sixty times.", "between ten sixty times."),
    ("In 2011 the U.S. Senate met.", "In 2011 U.S. Senate met."),
    ("No. There is proof.", "No. there proof."),
]


@pytest.mark.parametrize(("before", "after"), RIGHT)
def test_right_edits_raise_nothing(before: str, after: str) -> None:
    assert same(before, after) == ()


WRONG = [
    ("There is no proof that it was not tried.", "There proof that it tried.", "negation"),
    ("They don't pay.", "They do pay.", "negation"),
    ("Rain on no account harms it.", "Rain on on account harms it.", "negation"),
    ("COVID-19 spread.", "COVID-nineteen spread.", "name"),
    ("About 10,000 came.", "About ten,zero came.", "number"),
    ("About 250,000 came.", "About two hundred and fifty,zero came.", "number"),
    ("A $45.60 refund.", "A $4.560 refund.", "number"),
    ("A $45.60 refund.", "A 45.60 refund.", "number"),
    ("It was $1,234.50.", "It was $one,two hundred and thirty-four point five.", "number"),
    ("About 15% of it.", "About fifteen% of it.", "number"),
    ("About 15% of it.", "About fifteen of it.", "number"),
    ("It was 8.1%.", "It was 8.one%.", "number"),
    ("See [4] there.", "See [four] there.", "number"),
    ("Build 2.0.14 runs.", "Build twozero point one four runs.", "number"),
    ("In the 1990s.", "In the one thousand, nine hundred and ninety s.", "number"),
    ("Only the twenty-first group.", "Only the 20 group.", "number"),
    ("They took one-third of it.", "They took 1 of it.", "number"),
    ("They took two thirds of it.", "They took two 3rds of it.", "number"),
    ("3 million bolts.", "3 1000000 bolts.", "number"),
    ("Half a million bolts.", "Half a 1000000 bolts.", "number"),
    ("Move a hundred and five crates.", "Move a 105 crates.", "number"),
    ("Several hundred left.", "Several 100 left.", "number"),
    ("In twenty sixteen it rained.", "In 20 16 it rained.", "number"),
    ("Of 12 cats.", "Of 21 cats.", "number"),
    ("It was -5 outside.", "It was 5 outside.", "number"),
    ("Agent 007 came.", "Agent seven came.", "number"),
    ("I said Trump won.", "I said cornet won.", "name"),
    ("Then Donald Trump came. Trump won.", "Then Donald Trump came. Cornet won.", "name"),
    ("John Sullivan came.", "Toilet Sullivan came.", "name"),
    ("I was in China and the US.", "I was in china and the us.", "name"),
    ("He was in the U.S. army.", "He was in the YOU.S. army.", "name"),
    ("It went from the US to Spain.", "It went from the UK to Spain.", "name"),
    ("See http://docs.example/v3?page=12.", "See http://docs.example/v3?page=twelve.", "name"),
    ("An RN lost it.", "An RIGHT NOW lost it.", "name"),
    ("A hot dog stand.", "A hot_dog stand.", "letters"),
    ("He said it.", "He said ``it''.", "letters"),
    ("One line.\nAnother line.", "One line. Another line.", "lines"),
    ("It is.", "", "passages"),
]


@pytest.mark.parametrize(("before", "after", "kind"), WRONG)
def test_faults_of_public_tools_are_found(before: str, after: str, kind: str) -> None:
    assert kind in {finding.kind for finding in same(before, after)}


def test_the_detail_names_what_changed() -> None:
    (finding,) = same("It cost $1,234.50.", "It cost $1.")
    assert str(finding) == "number: '1234.5' is gone; '1' is new"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("twenty-one", {"21": 1}),
        ("1,234 and 3,56,99,443", {"1234": 1, "35699443": 1}),
        ("one trillion two hundred billion", {"1200000000000": 1}),
        ("ten sixty-six", {"1066": 1}),
        ("the nineties, the '90s", {"90s": 2}),
        ("2 lakh crore", {"2000000000000": 1}),
        ("a dozen", {"12": 1}),
        ("a third of it, the third one", {"1/3": 1, "3rd": 1, "1": 1}),
        ("a 10% cut, 10 per cent", {"10": 2, "%": 2}),
        ("£5 and five pounds", {"5": 2, "pound": 2}),
        ("COVID-19, H1N1, F-16", {}),
        ("someone, anyone, the pointed end", {}),
        ("2019-20", {"2019": 1, "20": 1}),
        ("٣ and 3", {"3": 2}),
        ("", {}),
    ],
)
def test_numbers_of(text: str, expected: dict[str, int]) -> None:
    assert numbers_of(text) == Counter(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No, I don’t and cannot; she did NOT.", {"no": 1, "not": 3}),
        ("Nobody has ever been without it, neither he nor she.", {"nobody": 1, "without": 1, "neither": 1, "nor": 1}),
        ("Rule No. 5 and No. five", {}),
        ("no... 12.", {"no": 1}),
        ("a knot, a notion, north", {}),
    ],
)
def test_negations_of(text: str, expected: dict[str, int]) -> None:
    assert negations_of(text) == Counter(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The vaccine of Pfizer-BioNTech, says the WHO.", {"Pfizer": 1, "BioNTech": 1, "WHO": 1}),
        ("Three people and I saw Mr. Hall.", {"Hall": 1}),
        ("There were COVID-19 and H1N1 cases in the U.S. then", {"COVID-19": 1, "H1N1": 1, "US": 1}),
        ("who gave it to us", {}),
        ("THIS IS A LOUD HEADLINE", {}),
    ],
)
def test_names_of(text: str, expected: dict[str, int]) -> None:
    assert names_of(text) == Counter(expected)


QA = (
    Passage("No. It has 3 floors.", "Is the tower in Oslo tall?"),
    Passage("The tower opened in 1990.", "When did it open?"),
    Passage("Nobody knows.", "Who paid?"),
)


def kinds(before: Evidence, after: Evidence, invariant: str, intent: str = "preserving") -> set[str]:
    return {finding.kind for finding in audit(before, after, intent=intent, invariant=invariant)}


def test_another_order_of_passages_is_the_same() -> None:
    assert kinds(QA, QA[::-1], "same") == set()
    assert kinds(QA, QA[:2], "same") >= {"passages", "negation"}


def test_repeated() -> None:
    text = as_evidence("He paid the fine in May. He left.")
    assert kinds(text, as_evidence("He paid the the fine in May. He left left."), "repeated") == set()
    assert kinds(text, as_evidence("He paid the fine in May. He paid the fine in May. He left."), "repeated") == set()
    assert kinds(QA, (*QA, QA[0]), "repeated") == set()
    assert kinds(as_evidence("No. Yes."), as_evidence("No. No. Yes."), "repeated") == set()
    assert "negation" in kinds(as_evidence("No, he left."), as_evidence("No, No, he left."), "repeated")
    assert "words" in kinds(text, as_evidence("He paid the steep fine in May. He left."), "repeated")
    assert "order" in kinds(text, as_evidence("He left. He paid the fine the fine May."), "repeated")


def test_added() -> None:
    donor = Passage("It rained in Rome.", "Did it rain?")
    assert kinds(QA, (QA[0], donor, *QA[1:]), "added") == set()
    assert kinds(as_evidence("One. Two."), as_evidence("One. It rained. Two."), "added") == set()
    assert kinds(QA, (donor, *QA[1:]), "added") == {"passages"}
    assert kinds(QA, (*QA, QA[1]), "added") == {"passages"}
    assert kinds(QA, (Passage(QA[0].text + " ", QA[0].question), donor, *QA[1:]), "added") == {"passages"}
    assert kinds(QA, (*QA, Passage(" ")), "added") == {"passages"}


def test_removed() -> None:
    assert kinds(QA, QA[1:], "removed", "altering") == set()
    blank = tuple(Passage("", passage.question) for passage in QA)
    assert kinds(QA, blank, "removed", "altering") == set()
    assert kinds(QA, QA, "removed", "altering") == {"nothing_broken"}
    assert kinds(QA, (), "removed", "altering") == {"passages"}
    assert kinds(QA, (QA[1], QA[0]), "removed", "altering") == {"order"}
    assert kinds(QA, (*QA[1:], Passage("new")), "removed", "altering") == {"words"}
    assert kinds(as_evidence("It is the end."), as_evidence("It is end."), "removed", "altering") == {"nothing_broken"}


def test_reordered() -> None:
    text = as_evidence("First line\n\nsecond\tline here  twice")
    assert kinds(text, as_evidence("line here\n\nFirst\tline second  twice"), "reordered", "altering") == set()
    assert kinds(text, as_evidence("line here First\tline second  twice"), "reordered", "altering") == {"lines"}
    assert kinds(text, as_evidence("First line\n\nsecond\tline here  once"), "reordered", "altering") == {"words"}
    assert kinds(text, text, "reordered", "altering") == {"nothing_broken"}
    twins = as_evidence("no no")
    assert kinds(twins, (Passage("no no", ""),), "reordered", "altering") == {"nothing_broken"}


def test_an_altering_change_of_a_kept_thing_must_break_it() -> None:
    before, after = as_evidence("In all 12 cats."), as_evidence("In all 14 cats.")
    assert kinds(before, after, "same", "altering") == set()
    assert kinds(before, as_evidence("In all 12 pets."), "same", "altering") == {"nothing_broken"}


@pytest.mark.parametrize(
    ("intent", "invariant", "message"),
    [("keeping", "same", "not 'keeping'"), ("altering", "equal", "added, removed, reordered, repeated, same")],
)
def test_unknown_declarations_are_refused(intent: str, invariant: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        audit(QA, QA, intent=intent, invariant=invariant)


PIECES = st.sampled_from(
    [
        *(
            "1,234 .5 5m 3/4 2½ ² ٣ $ % £ -5 a an and half hundred million hundreds twenty oh point third COVID-19 "
            "U.S. No. n't @x.y x@y.z http:// 🙂 Trump WHO ’ ' [4] 00 1,2, minus"
        ).split(),
        "\ud800",
        "\r\n",
        "\u0301",
        "\u202e",
        "9" * 5000,
    ]
)
TEXTS = st.one_of(
    st.text(st.one_of(st.characters(), st.sampled_from("\ud800\udfff")), max_size=60),
    st.lists(PIECES, max_size=12).map("".join),
    st.lists(PIECES, max_size=12).map(" ".join),
)


@settings(max_examples=200, deadline=None)
@given(TEXTS, TEXTS, st.sampled_from(["same", "repeated", "added", "removed", "reordered"]))
def test_any_text_is_accepted(before: str, after: str, invariant: str) -> None:
    findings = audit(as_evidence(before), as_evidence(after), intent="preserving", invariant=invariant)
    assert all(finding.kind and finding.detail for finding in findings)
    assert same(before, before) == ()


@settings(max_examples=200, deadline=None)
@given(st.lists(TEXTS, min_size=2, max_size=4).flatmap(lambda texts: st.tuples(st.just(texts), st.permutations(texts))))
def test_permuted_passages_are_the_same(pair: tuple[list[str], list[str]]) -> None:
    assert kinds(as_evidence(pair[0]), as_evidence(pair[1]), "same") == set()


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.integers(0, 10**6), st.integers(0, 10**12 - 1)))
def test_every_cardinal_in_words_has_its_value(number: int) -> None:
    from num2words import num2words

    words = num2words(number)
    assert numbers_of(words) == numbers_of(f"{number:,}") == numbers_of(words.replace(",", ""))
    assert same(f"In all {number} came.", f"In all {words} came.") == ()


@settings(max_examples=200, deadline=None)
@given(st.integers(1001, 2099))
def test_years_and_ordinals_have_their_value(number: int) -> None:
    from num2words import num2words

    assert same(f"In {number} it fell.", f"In {num2words(number, to='year')} it fell.") == ()
    ordinal = num2words(number, to="ordinal_num")
    assert same(f"The {ordinal} time.", f"The {num2words(number, to='ordinal')} time.") == ()


def test_the_auditor_shares_no_code_with_the_perturbations() -> None:
    sources = sorted(Path(audit_module.__file__).parent.glob("*.py"))
    assert len(sources) > 1
    for path in sources:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                # One dot is the auditor's own folder.
                assert node.level in (0, 1), path.name
                modules = [node.module or ""] if node.level == 0 else []
            else:
                modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for module in modules:
                assert module == "metricstress.language.passages" or not module.startswith("metricstress"), path.name


def averitec(*answers: tuple[str, str]) -> dict[str, object]:
    questions = [
        {"question": "Is it so?", "answers": [{"answer": text, "boolean_explanation": why or None}]}
        for text, why in answers
    ]
    return {"claim": "It is so.", "questions": questions}


def test_validity_table(tmp_path: Path) -> None:
    base = [averitec(("No", "It was not 12.")), averitec(("It was Rome.", ""))]
    copy = [averitec(("No", "It was 21.")), averitec(("It was rome.", ""))]
    lines = [
        {
            "edits": [{"start": 11, "end": 14, "old": "not", "new": "nto", "passage": 0, "field": "text"}],
            "evidence": [{"question": "Is it so?", "text": "No. It was nto  12."}],
        },
        {
            "edits": [{"start": 0, "end": 2, "old": "Is", "new": "si", "passage": 0, "field": "text"}],
            "evidence": [{"question": "Is it so?", "text": "It was Rome."}],
        },
    ]
    (tmp_path / "base.json").write_text(json.dumps(base))
    (tmp_path / "copy.json").write_text(json.dumps(copy))
    (tmp_path / "copy.jsonl").write_text("\n".join(map(json.dumps, lines)))
    command = [sys.executable, str(ROOT / "benchmarks" / "validity.py"), str(tmp_path / "base.json")]
    command += [f"one={tmp_path / 'copy.json'}", f"two={tmp_path / 'copy.jsonl'}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()[1:]}
    assert rows["one"] == ["2", "2", "1", "1", "1", "2", "-", "-"]
    assert rows["two"] == ["2", "1", "1", "0", "0", "1", "1", "1"]
