"""The fact-level contrast: what is counted, over which examples, and that the order of the examples does not matter."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import pytest

from metricstress.language.passages import Passage
from metricstress.metrics_under_test.ev2r.facts import Fact
from metricstress.metrics_under_test.ev2r.judge import Judgement
from metricstress.metrics_under_test.ev2r.judges.lexical import LexicalJudge
from metricstress.suites import contrast
from metricstress.suites.contrast import CONTRASTS, contrast_rows
from metricstress.suites.example import Example


def example(number: int) -> Example:
    passages = (
        Passage(f"The dam near Hamburg was repaired in {1900 + number}.", "When was it repaired?"),
        Passage(f"Angela Merkel opened the {number + 20} locks of the old canal.\nRain.", "What happened then?"),
    )
    return Example(f"e{number:03}", "A dam.", (Passage("Nothing of this."),), passages)


EXAMPLES = [example(number) for number in range(12)]


@dataclass(frozen=True)
class SameAnswer:
    """A judge of one mind."""

    support: float
    needs: frozenset[str] = frozenset()

    def signature(self) -> str:
        return f"always {self.support}"

    def judge(self, facts: Sequence[Fact], premises: Sequence[Fact]) -> list[Judgement]:
        assert len(premises) == 1  # the unaltered fact alone
        assert all(fact.text != premises[0].text and fact.question == premises[0].question for fact in facts)
        return [Judgement(self.support) for _ in facts]


@pytest.mark.parametrize(("support", "share"), [(0.0, 0.0), (0.49, 0.0), (0.5, 1.0), (1.0, 1.0)])
def test_what_counts_as_supported(support: float, share: float) -> None:
    rows = contrast_rows(EXAMPLES, SameAnswer(support), seed=0)
    assert [row.contrast for row in rows] == list(CONTRASTS)
    for row in rows:
        assert (row.judge, row.n_facts, row.share) == (f"always {support}", 36, share)
        assert row.n_supported == share * row.n_applicable
        assert 12 <= row.n_applicable <= 24  # "Rain." has nothing to alter
        assert row.low is not None and row.high is not None
        assert 0 <= row.low <= share <= row.high <= 1


def test_wilson_interval() -> None:
    """The upper end for 0 of n is z² / (n + z²), with z = 1.95996 (Wilson 1927)."""
    (row,) = [row for row in contrast_rows(EXAMPLES, SameAnswer(0.0), seed=0) if row.contrast == "number_change"]
    square = 1.959963984540054**2
    assert row.high == pytest.approx(square / (row.n_applicable + square))


def test_the_lexical_judge_sees_numbers_and_is_blind_to_them_without_its_veto() -> None:
    def shares(judge: LexicalJudge) -> dict[str, float | None]:
        return {row.contrast: row.share for row in contrast_rows(EXAMPLES, judge, seed=0)}

    assert shares(LexicalJudge())["number_change"] == 0
    blind = shares(LexicalJudge(veto=False, negation=False))
    assert blind["number_change"] == blind["negation"] == 1


def test_rows_are_json_and_do_not_depend_on_the_order_of_the_examples() -> None:
    rows = [asdict(row) for row in contrast_rows(EXAMPLES, LexicalJudge(), seed=3)]
    assert json.loads(json.dumps(rows)) == rows
    shuffled = random.Random(1).sample(EXAMPLES, len(EXAMPLES))
    assert [asdict(row) for row in contrast_rows(iter(shuffled), LexicalJudge(), seed=3)] == rows


def test_only_so_many_examples_are_taken_the_first_by_id(monkeypatch: pytest.MonkeyPatch) -> None:
    first = contrast_rows(EXAMPLES[:4], SameAnswer(1.0), seed=0)
    monkeypatch.setattr(contrast, "MOST_EXAMPLES", 4)
    assert contrast_rows(EXAMPLES[::-1], SameAnswer(1.0), seed=0) == first


@pytest.mark.parametrize("examples", [[], [Example("a", "", (Passage("Rain."),))]])
def test_where_nothing_can_be_altered_there_is_no_share(examples: list[Example]) -> None:
    for row in contrast_rows(examples, LexicalJudge(), seed=0):
        assert (row.n_facts, row.n_applicable, row.share, row.low, row.high) == (len(examples), 0, None, None, None)
