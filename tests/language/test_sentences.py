"""Sentence spans: lossless for any text, and right where splitters go wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.texts import any_text, prose

from metricstress.language.sentences import sentence_spans


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@given(any_text | prose)
def test_spans_cover_everything_but_white_space(text: str) -> None:
    position = 0
    for start, end in sentence_spans(text):
        assert text[position:start].strip() == ""
        assert text[start:end] == text[start:end].strip() != ""
        position = end
    assert text[position:].strip() == ""


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        (" \n", []),
        ("One came.  Two left.", ["One came.", "Two left."]),
        ("Dr. May of the U.S. Navy paid $3.50. He left.", ["Dr. May of the U.S. Navy paid $3.50.", "He left."]),
        ("See No. 5, e.g. on p. 3. It is long.", ["See No. 5, e.g. on p. 3.", "It is long."]),
        ("First.\n\nSecond.", ["First.", "Second."]),
        ("It was ...never said. Nobody came.", ["It was ...never said.", "Nobody came."]),
        ("He said “Go.” Then he left.", ["He said “Go.”", "Then he left."]),
        (
            "Under 12 U.S.C. 44b et. seq., a clerk may act. It ends.",
            ["Under 12 U.S.C. 44b et. seq., a clerk may act.", "It ends."],
        ),
        (
            "Open from 8.00 hrs. to 16.00 hrs. daily. Ring twice.",
            ["Open from 8.00 hrs. to 16.00 hrs. daily.", "Ring twice."],
        ),
        ("It took 6 hrs. The boat sank.", ["It took 6 hrs.", "The boat sank."]),
        ("See cf. Moss on it. Two left.", ["See cf. Moss on it.", "Two left."]),
        ("One bird, viz. Wrens, sang. Two left.", ["One bird, viz. Wrens, sang.", "Two left."]),
        ("It weighs approx. 5 tons. It sank.", ["It weighs approx. 5 tons.", "It sank."]),
        ("Moss et al. 2019 saw it. Two left.", ["Moss et al. 2019 saw it.", "Two left."]),
        (
            "It has none. according to Moss, so has Fern. Two left.",
            ["It has none. according to Moss, so has Fern.", "Two left."],
        ),
        ("“Stop!” she cried. It rained.", ["“Stop!” she cried.", "It rained."]),
        ("it rained. then it snowed.", ["it rained.", "then it snowed."]),
        ("They sold out. iPhones were rare.", ["They sold out.", "iPhones were rare."]),
        ("First one.\n\nsecond one.", ["First one.", "second one."]),
        ("今日は雨。明日は晴れ。", ["今日は雨。", "明日は晴れ。"]),
        ("Fine 🙂. Next one.", ["Fine 🙂.", "Next one."]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert split(text) == sentences
