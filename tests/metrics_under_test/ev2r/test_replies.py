"""Reading judges' replies: the stated cases, more of their kinds, and laws over any text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from metricstress.metrics_under_test.ev2r.replies import parse_reply
from metricstress.metrics_under_test.ev2r.reply_schemas import SCHEMAS, Schema
from metricstress.metrics_under_test.llm.json_text import REPAIRS

CASES = [
    json.loads(line) for line in (Path(__file__).parent / "llm_replies.jsonl").read_text(encoding="utf-8").splitlines()
]
schemas = st.sampled_from(SCHEMAS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['kind']}")
def test_stated_cases(case: dict[str, Any]) -> None:
    expected = case["expect"]
    reply = parse_reply(case["response"], case["schema"], n_sentences=expected.get("n_sentences"))
    assert (reply.status, reply.scores) == (expected["status"], expected["scores"])
    assert (list(reply.repairs), reply.reason) == (expected["repairs"], expected["reason"])


def pair(predicted: Any = 2, supported: Any = 1, reference: Any = 4, found: Any = 1, **more: Any) -> dict[str, Any]:
    """A reply about both sides: precision .5 and recall .25 unless told otherwise."""
    return {
        "facts in predicted evidence": "1. It opened in May. 2. It cost 4 million.",
        "fact check predicted evidence": "1. Stated: 'in May', the report says. 2. Not there.",
        "facts count predicted evidence": predicted,
        "support predicted evidence": supported,
        "facts in reference evidence": "1. The mayor's plan [sic] was {odd}.",
        "fact check reference evidence": "1. Found.",
        "facts count reference evidence": reference,
        "support reference evidence": found,
        **more,
    }


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in pair().items() if name != key}


def dumped(**values: Any) -> str:
    return json.dumps(pair(**values))


PLAIN = json.dumps(pair())
RENAMED = {key.replace(" ", "_").title(): value for key, value in pair().items()}
COUNT, SUPPORT = '"facts count predicted evidence": 2', '"support predicted evidence": 1'

NO_COUNTS = (
    "five",
    "2/4",
    "about 3",
    "",
    "1e1",
    "٣",
    "+2",
    None,
    True,
    [2],
    {"n": 2},
    float("nan"),
    float("inf"),
    10**9,
)

# What the reply is, its status, precision, recall, repairs and reason.
PAIRS: list[tuple[str, str, str, float | None, float | None, str, str | None]] = [
    ("as it should be", PLAIN, "ok", 0.5, 0.25, "", None),
    ("indented", json.dumps(pair(), indent=2), "ok", 0.5, 0.25, "", None),
    ("quotes and colons inside", dumped(more="said: 'no', then: 'yes'"), "ok", 0.5, 0.25, "", None),
    ("half a fact", dumped(predicted=3, supported=1.5), "ok", 0.5, 0.25, "", None),
    ("whole number as float", dumped(predicted=2.0), "ok", 0.5, 0.25, "", None),
    ("nothing supported", dumped(supported=0, found=0), "ok", 0.0, 0.0, "", None),
    ("fence only", f"```json\n{PLAIN}\n```", "repaired", 0.5, 0.25, "code-fence", None),
    ("fence without end", f"```\n{PLAIN}", "repaired", 0.5, 0.25, "code-fence", None),
    ("text around", f"As in [1], {PLAIN} Done {{really}}.", "repaired", 0.5, 0.25, "surrounding-text", None),
    ("byte order mark", f"\ufeff{PLAIN}", "repaired", 0.5, 0.25, "surrounding-text", None),
    ("thoughts", f"<think>{dumped(found=4)}</think>\n{PLAIN}", "repaired", 0.5, 0.25, "surrounding-text", None),
    ("thoughts unopened", f'Well, {{"a": 1}}</think>{PLAIN}', "repaired", 0.5, 0.25, "surrounding-text", None),
    ("thoughts without end", f"<think>{PLAIN}", "failed", None, None, "", "truncated"),
    ("Python", repr(pair()), "repaired", 0.5, 0.25, "python-literal", None),
    ("Python in a fence", f"```python\n{pair()!r}\n```", "repaired", 0.5, 0.25, "code-fence python-literal", None),
    (
        "single quotes and null",
        repr(pair(x=None)).replace("None", "null"),
        "repaired",
        0.5,
        0.25,
        "python-literal",
        None,
    ),
    ("trailing comma", PLAIN[:-1] + ",\n}", "repaired", 0.5, 0.25, "trailing-comma", None),
    ("line end in a text", PLAIN.replace("May. 2", "May.\n2"), "repaired", 0.5, 0.25, "control-character", None),
    ("in a list", f"[{PLAIN}]", "repaired", 0.5, 0.25, "unwrapped-list", None),
    ("count with blanks", dumped(predicted=" 2 "), "repaired", 0.5, 0.25, "count-as-string", None),
    ("support as text", dumped(supported="1"), "repaired", 0.5, 0.25, "count-as-string", None),
    ("other keys", json.dumps(RENAMED), "repaired", 0.5, 0.25, "key-normalised", None),
    (
        "facts listed",
        json.dumps(pair() | {"facts in predicted evidence": ["a", "b"]}),
        "repaired",
        0.5,
        0.25,
        "facts-as-list",
        None,
    ),
    (
        "all facts zero",
        dumped(predicted=0, supported=0, reference=0, found=0),
        "failed",
        None,
        None,
        "",
        "zero-facts:predicted; zero-facts:reference",
    ),
    ("none on the reference side", dumped(reference=0, found=0), "partial", 0.5, None, "", "zero-facts:reference"),
    ("support of nothing", dumped(predicted=0), "partial", None, 0.25, "", "support-exceeds-count:predicted"),
    ("too much in the reference", dumped(found=5), "partial", 0.5, None, "", "support-exceeds-count:reference"),
    (
        "repaired and partial",
        f"```\n{dumped(found=5)}```",
        "partial",
        0.5,
        None,
        "code-fence",
        "support-exceeds-count:reference",
    ),
    ("negative", dumped(supported=-1), "partial", None, 0.25, "", "negative-count:predicted"),
    ("fractional count", dumped(predicted=2.5), "partial", None, 0.25, "", "invalid-count:predicted"),
    *(
        (f"count {value!r}", dumped(predicted=value), "partial", None, 0.25, "", "invalid-count:predicted")
        for value in NO_COUNTS
    ),
    ("support NaN", dumped(found=float("nan")), "partial", 0.5, None, "", "invalid-count:reference"),
    (
        "a key is missing",
        json.dumps(without("support predicted evidence")),
        "partial",
        None,
        0.25,
        "",
        "missing-key:predicted",
    ),
    ("no explanation", json.dumps(without("fact check predicted evidence")), "ok", 0.5, 0.25, "", None),
    (
        "key twice",
        PLAIN.replace(SUPPORT, SUPPORT + ', "support predicted evidence": 2'),
        "partial",
        None,
        0.25,
        "",
        "duplicate-key:predicted",
    ),
    ("key twice, the same", PLAIN.replace(SUPPORT, SUPPORT + ", " + SUPPORT), "ok", 0.5, 0.25, "", None),
    (
        "key twice in Python",
        repr(pair()).replace("'support pred", "'support predicted evidence': 2, 'support pred"),
        "partial",
        None,
        0.25,
        "python-literal",
        "duplicate-key:predicted",
    ),
    ("other object", '{"error": "overloaded"}', "failed", None, None, "", "missing-key"),
    ("two objects", f"{PLAIN}\n{dumped(found=4)}", "failed", None, None, "", "multiple-json"),
    ("two in a list", f"[{PLAIN}, {PLAIN}]", "failed", None, None, "", "multiple-json"),
    ("cut in a number", PLAIN[:-2], "failed", None, None, "", "truncated"),
    ("cut in a fence", f"Here:\n```json\n{PLAIN[:150]}", "failed", None, None, "", "truncated"),
    ("second one cut", f"{PLAIN}\n{PLAIN[:40]}", "failed", None, None, "", "truncated"),
    ("quotes not escaped", PLAIN.replace("It opened", 'It "opened'), "failed", None, None, "", "invalid-json"),
    (
        "word without quotes",
        PLAIN.replace(COUNT, '"facts count predicted evidence": two'),
        "failed",
        None,
        None,
        "",
        "invalid-json",
    ),
    ("code, not data", repr(pair()).replace("2,", "1 + 1,"), "failed", None, None, "", "invalid-json"),
    ("empty", "", "failed", None, None, "", "no-json"),
    ("a number", "0.75", "failed", None, None, "", "no-json"),
    ("null", "null", "failed", None, None, "", "no-json"),
    ("refusal with brackets", "I can't [really] judge {this}.", "failed", None, None, "", "no-json"),
]


@pytest.mark.parametrize("row", PAIRS, ids=lambda row: row[0])
def test_both_sides(row: tuple[str, str, str, float | None, float | None, str, str | None]) -> None:
    _, text, status, precision, recall, repairs, reason = row
    reply = parse_reply(text, "prec_recall")
    scores = None if status == "failed" else {"precision": precision, "recall": recall}
    assert (reply.status, reply.scores, " ".join(reply.repairs), reply.reason) == (status, scores, repairs, reason)


def test_f1_is_defined_exactly_where_both_are() -> None:
    assert parse_reply(PLAIN, "prec_recall").f1 == pytest.approx(1 / 3)
    assert parse_reply(dumped(supported=0, found=0), "prec_recall").f1 == 0
    assert parse_reply(dumped(predicted=0, supported=0), "prec_recall").f1 is None
    assert parse_reply("", "prec_recall").f1 is None


@pytest.mark.parametrize(
    ("counts", "status", "score", "reason"),
    [
        ((3, 1, 1), "ok", 2 / 3, None),
        ((3, 0, 3), "ok", 1.0, None),
        ((3, 2, 2), "failed", None, "support-exceeds-count"),
        ((0, 0, 0), "failed", None, "zero-facts"),
        ((3, -1, 2), "failed", None, "negative-count"),
        ((3, "one", 2), "failed", None, "invalid-count"),
        ((3, "1", 2), "repaired", 1.0, None),
    ],
)
def test_claim_side(counts: tuple[Any, Any, Any], status: str, score: float | None, reason: str | None) -> None:
    count, support, contradict = counts
    text = json.dumps({"facts": "1. A.", "facts count": count, "support": support, "contradict": contradict})
    reply = parse_reply(text, "refless")
    assert (reply.status, reply.reason) == (status, reason)
    assert reply.scores == (None if score is None else {"score": score})


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Supported", "supported"),
        ("SUPPORTS", "supported"),
        ("Refuted.", "refuted"),
        ("contradiction", "refuted"),
        ("Not Enough Evidence", "not enough evidence"),
        ("NOT_ENOUGH_INFO", "not enough evidence"),
        ("Conflicting Evidence/Cherrypicking", "conflicting evidence/cherrypicking"),
        ("conflicting/cherry-picking", "conflicting evidence/cherrypicking"),
        ("supported or refuted", None),
        ("not supported", None),
        ("", None),
        (None, None),
        (1, None),
        (["refuted"], None),
    ],
)
def test_verdicts(label: object, expected: str | None) -> None:
    reply = parse_reply(json.dumps({"explanation": "…", "label": label}), "verdict")
    assert reply.scores == (None if expected is None else {"label": expected})
    assert reply.reason == (None if expected else "unknown-label")


def test_verdict_under_another_key_or_none() -> None:
    assert parse_reply('{"Verdict": "refuted"}', "verdict").repairs == ("key-normalised",)
    assert parse_reply('{"explanation": "refuted"}', "verdict").reason == "missing-key:label"


S1, S2 = '{"sentence": "a [b] c", "category": "No error"}', '{"sentence": "d", "category": "entity_error"}'


@pytest.mark.parametrize(
    ("text", "status", "labels", "repairs", "reason"),
    [
        (f"[{S1}, {S2}]", "ok", [0, 1], (), None),
        (f"```json\n[{S1}, {S2}]\n```", "repaired", [0, 1], ("code-fence",), None),
        (f'{{"results": [{S1}, {S2}]}}', "repaired", [0, 1], ("unwrapped-list",), None),
        (f"{S1},\n{S2}", "repaired", [0, 1], ("unwrapped-list",), None),
        (f"[{S1}, {S2},]", "repaired", [0, 1], ("trailing-comma",), None),
        (f"[{S1}, {S2}, {S2}]", "failed", None, (), "length-mismatch"),
        (f"[{S1}]", "failed", None, (), "length-mismatch"),
        ("[]", "failed", None, (), "length-mismatch"),
        (f"[{S1}, {S2}]\n[{S1}, {S1}]", "failed", None, (), "multiple-json"),
        (f"[{S1}, {S2[:20]}", "failed", None, (), "truncated"),
        (f"[{S1}", "failed", None, (), "truncated"),
        (f"[{S1}, {{\"sentence\": \"d\"}}]", "failed", None, (), "missing-key:category"),
        (f"[{S1}, {{\"category\": 3}}]", "failed", None, (), "invalid-sentence"),
        (f"[{S1}, {{\"category\": \"style error\"}}]", "failed", None, (), "unknown-category"),
        ("", "failed", None, (), "no-json"),
        ("There are no errors [in either].", "failed", None, (), "no-json"),
    ],
)  # fmt: skip
def test_sentences(
    text: str, status: str, labels: list[int] | None, repairs: tuple[str, ...], reason: str | None
) -> None:
    reply = parse_reply(text, "factcheck", n_sentences=2)
    assert (reply.status, reply.repairs, reply.reason) == (status, repairs, reason)
    assert reply.scores == (
        None if labels is None else {"labels": labels, "types": [["no error", "entity error"][one] for one in labels]}
    )


def test_unknown_schema_says_which_there_are() -> None:
    with pytest.raises(ValueError, match="unknown reply schema 'recall'; there are prec_recall, refless"):
        parse_reply("{}", "recall")  # type: ignore[arg-type]


@given(st.text() | st.text(alphabet="{}[]\"'`,: \n\\01n"), schemas)
def test_any_text_ends_in_one_of_four_ways(text: str, schema: Schema) -> None:
    reply = parse_reply(text, schema)
    assert set(reply.repairs) <= set(REPAIRS)
    assert (reply.scores is None) == (reply.status == "failed")
    assert (reply.reason is None) == (reply.status in ("ok", "repaired"))
    assert (reply.status != "ok") or not reply.repairs


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "{'a':" * 5_000 + "}" * 5_000, '{"a": ' + "1" * 9_999 + "}"]
)
@pytest.mark.parametrize("schema", SCHEMAS)
def test_nothing_is_too_deep_or_too_long(text: str, schema: Schema) -> None:
    assert parse_reply(text, schema).status == "failed"


counts = st.integers(1, 50).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))
replies = st.builds(lambda a, b, text: pair(*a, *b, **{"facts in predicted evidence": text}), counts, counts, st.text())
prose = st.text().filter(lambda text: not set("{[`~<") & set(text) and text.strip())


@given(replies, prose, prose, st.sampled_from([json.dumps, repr]), st.booleans())
def test_what_stands_around_changes_no_score(
    fields: dict[str, Any], before: str, after: str, write: Any, fenced: bool
) -> None:
    plain = parse_reply(json.dumps(fields), "prec_recall")
    text = write(fields)
    wrapped = parse_reply(
        f"{before}\n```json\n{text}\n```\n{after}" if fenced else f"{before}{text}{after}", "prec_recall"
    )
    assert plain.status == "ok"
    assert (wrapped.status, wrapped.scores) == ("repaired", plain.scores)
    assert "surrounding-text" in wrapped.repairs and ("code-fence" in wrapped.repairs) == fenced


@given(replies, st.data())
def test_no_reply_that_was_cut_off_gives_a_score(fields: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(fields, ensure_ascii=False)
    kept = data.draw(st.integers(0, len(text) - 1))
    reply = parse_reply(text[:kept], "prec_recall")
    assert reply.scores is None
    assert reply.reason in ("truncated", "no-json", "invalid-json")
    assert parse_reply(text, "prec_recall", cut_off=True).reason == "truncated"


@given(st.integers(-5, 60), st.integers(-5, 60))
def test_a_score_is_exactly_the_share(count: int, support: int) -> None:
    assume(count > 0 and 0 <= support <= count)
    reply = parse_reply(dumped(predicted=count, supported=support), "prec_recall")
    assert reply.scores == {"precision": support / count, "recall": 0.25}


@given(st.integers(-5, 60), st.integers(-5, 60))
def test_an_impossible_share_is_none(count: int, support: int) -> None:
    assume(count <= 0 or not 0 <= support <= count)
    reply = parse_reply(dumped(predicted=count, supported=support), "prec_recall")
    assert (reply.status, reply.scores) == ("partial", {"precision": None, "recall": 0.25})
