"""The bundled sample: its shape, its verdicts, and that every perturbation has something to do on it."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest

from metricstress.language.closed_classes import FUNCTION_WORDS, is_negation
from metricstress.language.passages import Passage, as_evidence, evidence_text
from metricstress.perturb.protected import protected_spans
from metricstress.perturb.words import words

VERDICT_RANGES = {
    "Supported": (24, 29),
    "Refuted": (22, 27),
    "Conflicting Evidence/Cherrypicking": (7, 11),
    "Not Enough Evidence": (7, 10),
}
TYPOGRAPHIC = "‘’“”"
OTHER_SIGNS = "£çéèíã"  # Beyond ASCII and the typographic quotes, nothing but these may occur.


@cache
def sample() -> tuple[dict[str, Any], ...]:
    text = files("metricstress.suites").joinpath("sample/claims.jsonl").read_bytes().decode("utf-8")
    assert text.endswith("\n") and "\r" not in text and not text.startswith("\ufeff")
    return tuple(json.loads(line) for line in text[:-1].split("\n"))


def passages(line: dict[str, Any], field: str = "evidence") -> tuple[Passage, ...]:
    return as_evidence(Passage(pair["text"], pair["question"]) for pair in line.get(field, []))


def answers(line: dict[str, Any], field: str = "evidence") -> str:
    return "\n".join(passage.text for passage in passages(line, field))


def strings(line: dict[str, Any]) -> list[str]:
    pairs = [*line["evidence"], *line.get("reference", [])]
    return [line["claim"], *(pair[key] for pair in pairs for key in ("question", "text"))]


def content(text: str) -> frozenset[str]:
    return frozenset(word.string.lower() for word in words(text)) - FUNCTION_WORDS


def sentence_count(text: str) -> int:
    without_abbreviations = re.sub(r"\b(?:U\.S|B\.C|a\.m|e\.g|Dr|[A-Z]|v)\.(?=[\s,)]|$)(?! (?:It|The)\b)", "", text)
    return len(re.findall(r"[.!?](?:[\"”)]*)(?:\s|$)", without_abbreviations))


def test_number_of_lines_and_ids() -> None:
    assert 64 <= len(sample()) <= 72
    assert [line["id"] for line in sample()] == [f"s{n:02d}" for n in range(1, len(sample()) + 1)]


def test_fields() -> None:
    for line in sample():
        assert set(line) - {"reference"} == {"id", "claim", "verdict", "evidence"}, line["id"]
        for pair in [*line["evidence"], *line.get("reference", [])]:
            assert set(pair) == {"question", "text"}, line["id"]
        assert all(isinstance(string, str) and string for string in strings(line)), line["id"]


def test_verdicts() -> None:
    counts = Counter(line["verdict"] for line in sample())
    assert set(counts) == set(VERDICT_RANGES)
    for verdict, (low, high) in VERDICT_RANGES.items():
        assert low <= counts[verdict] <= high, (verdict, counts[verdict])


def test_first_ten_lines_show_every_verdict() -> None:
    assert {line["verdict"] for line in sample()[:10]} == set(VERDICT_RANGES)


@pytest.mark.parametrize(("field", "fewest_words"), [("evidence", 60), ("reference", 40)])
def test_pairs(field: str, fewest_words: int) -> None:
    for line in sample():
        if field not in line:
            continue
        pairs = line[field]
        assert 2 <= len(pairs) <= 5, line["id"]
        assert len({pair["question"] for pair in pairs}) == len(pairs), line["id"]
        assert len({pair["text"] for pair in pairs}) == len(pairs), line["id"]
        assert fewest_words <= len(evidence_text(passages(line, field)).split()) <= 160, line["id"]
        for pair in pairs:
            assert pair["question"].endswith("?"), (line["id"], pair["question"])
            assert pair["text"][-1] in '.!"”', (line["id"], pair["text"])
            assert 1 <= sentence_count(pair["text"]) <= 3, (line["id"], pair["text"])


def test_references_are_another_text() -> None:
    with_reference = [line for line in sample() if "reference" in line]
    assert len(with_reference) >= max(40, len(sample()) / 2)
    for line in with_reference:
        own, other = passages(line), passages(line, "reference")
        assert not {p.text for p in own} & {p.text for p in other}, line["id"]
        assert [p.question for p in own] != [p.question for p in other], line["id"]
        # Another wording of the same facts: words in common, but not most of them.
        shared = content(evidence_text(own)) & content(evidence_text(other))
        assert shared, line["id"]
        assert len(shared) < 0.75 * len(content(evidence_text(other))), line["id"]


def test_every_claim_has_its_own_topic() -> None:
    claims = [line["claim"] for line in sample()]
    assert len(set(claims)) == len(claims)
    for one, two in combinations(sample(), 2):
        a, b = content(one["claim"]), content(two["claim"])
        assert len(a & b) / len(a | b) < 0.4, (one["claim"], two["claim"])
    texts = [pair["text"] for line in sample() for pair in [*line["evidence"], *line.get("reference", [])]]
    assert len(set(texts)) == len(texts)


def test_characters() -> None:
    for line in sample():
        for string in strings(line):
            assert string == string.strip() and "  " not in string, (line["id"], string)
            assert unicodedata.is_normalized("NFC", string), (line["id"], string)
            odd = {char for char in string if not " " <= char <= "~"} - set(TYPOGRAPHIC + OTHER_SIGNS)
            assert not odd, (line["id"], odd)
            assert not re.search(r"\s[.,;:?!)]|\.\.|\(\s", string), (line["id"], string)
            assert string.count('"') % 2 == 0 and string.count("“") == string.count("”"), (line["id"], string)
            assert string.count("(") == string.count(")"), (line["id"], string)


def test_a_line_keeps_to_one_style_of_quotes() -> None:
    typographic = 0
    for line in sample():
        whole = "\n".join(strings(line))
        has_typographic = any(char in whole for char in TYPOGRAPHIC)
        assert not (has_typographic and re.search("[\"']", whole)), line["id"]
        typographic += has_typographic
    assert 8 <= typographic <= len(sample()) // 2


def test_urls_are_under_example_org() -> None:
    urls = [
        url for line in sample() for string in strings(line) for url in re.findall(r"https?://\S+|www\.\S+", string)
    ]
    assert urls
    assert all(re.match(r"https?://(?:www\.)?example\.org/", url) for url in urls), urls


def test_not_enough_evidence_says_so() -> None:
    for line in sample():
        unanswered = "No answer could be found." in answers(line)
        assert unanswered == (line["verdict"] == "Not Enough Evidence"), line["id"]


# How many lines a perturbation needs, and what it looks for. Straight and typographic apostrophes alike.
_NUMBER = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?"
    r"|(?:one |two |four )?(?:hundred|thousand))"
)
FEATURES = {
    "full form": (
        45,
        (
            r"\b(?:[Ii]t|[Tt]hey|[Tt]here|[Tt]hat|he|she|we) (?:is|are) (?=[a-z])"
            r"|\b(?:is|are|was|were|do|does|did|has|had|could|would) not (?=[a-z])|\bcannot (?=[a-z])"
        ),
    ),
    "contracted form": (45, r"n['’]t (?=[a-z])|\b(?:[Ii]t|[Tt]hat)['’]s (?=[a-z])|[a-z]['’](?:re|d|ll) (?=[a-z])"),
    "digits": (50, r"(?<![\w.,/:-])[$£]?\d[\d,]*(?:\.\d+)?%?(?![\w/:-])"),
    "number word before a noun": (50, rf"\b{_NUMBER} (?:[a-z-]+ ){{0,2}}[a-z]+(?:s|men|feet)\b|\b{_NUMBER} per cent\b"),
    "year": (30, r"\b(?:in|of|since|by|until|before|around|from) (?:1\d|20)\d\d\b"),
    "thousands separator": (20, r"\d,\d{3}"),
    "decimal": (10, r"\d\.\d"),
    "per cent sign": (8, r"\d%"),
    "money": (4, r"[$£]\d"),
    "ordinal in digits": (4, r"\b\d+(?:st|nd|rd|th)\b"),
    "yes or no first": (25, r"(?m)^(?:Yes|No)[.,] "),
    "possessive": (25, r"[a-z]['’]s (?=[a-z]+)"),
    "abbreviation": (8, r"\b(?:U\.S|B\.C|e\.g|a\.m)\.|\bDr\."),
    "parenthesis": (6, r"\([^)]+\)"),
    "accent": (3, r"[çéèíã]"),
    "quotation": (5, r'["“]'),
}


@pytest.mark.parametrize("feature", FEATURES)
def test_features(feature: str) -> None:
    fewest, pattern = FEATURES[feature]
    found = sum(re.search(pattern, answers(line)) is not None for line in sample())
    assert found >= fewest


def test_negations() -> None:
    negated = sum(any(is_negation(word.string) for word in words(answers(line))) for line in sample())
    assert negated >= 60


@pytest.mark.parametrize(("kind", "fewest"), [("date", 15), ("time", 3), ("identifier", 3), ("url", 2), ("version", 1)])
def test_protected_spans_occur(kind: str, fewest: int) -> None:
    found = sum(
        any(span.kind == kind for string in strings(line) for span in protected_spans(string)) for line in sample()
    )
    assert found >= fewest


@pytest.mark.parametrize("span", ["COVID-19", "H2O", "B-52", "20 July 1969", "10:30", "2.7.18", "Curaçao", "Reykjavík"])
def test_named_traps_occur(span: str) -> None:
    assert any(span in string for line in sample() for string in strings(line))


def test_readme_gives_the_true_numbers() -> None:
    readme = files("metricstress.suites").joinpath("sample/README.md").read_text(encoding="utf-8")
    for verdict, count in Counter(line["verdict"] for line in sample()).items():
        references = sum(line["verdict"] == verdict and "reference" in line for line in sample())
        assert re.search(rf"\| {re.escape(verdict)} +\| +{count} \| +{references} \|", readme), verdict
    assert f"{len(sample())} claims" in readme
