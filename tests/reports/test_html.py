"""The HTML page: it stands alone, says the same numbers as the other reports, and text stays text."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Collection
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metricstress.reports.deltas import compute_deltas
from metricstress.reports.frames import scores_frame
from metricstress.reports.html import to_html
from metricstress.reports.html_evidence import MOST_EXAMPLES
from metricstress.reports.html_table import SHADES
from metricstress.reports.markdown import to_markdown
from metricstress.reports.scorecard import RULES
from metricstress.reports.table import build_grid
from metricstress.reports.texts_file import TextKey, Texts

INTENTS = {"cut": "altering", "shuffle": "altering", "typos": "preserving", "noise": "preserving"}
META: dict[str, Any] = {
    "suite": "ev2r",
    "title": "Table 5",
    "data": "claims.jsonl",
    "seed": 0,
    "n_examples": 30,
    "command": "metricstress run --seed 0",
    "metrics": {"bleu": "bleu|v:1", "odd": "odd <b>|v:2"},
    "versions": {"numpy": "2.0"},
    "perturbations": [
        {"name": "typos", "intent": "preserving", "severity": 0.1, "version": 3, "summary": "misspells a few words"}
    ],
    "contrast": [
        {"judge": "judge:lexical", "contrast": "negation", "n_facts": 9, "n_applicable": 4, "n_supported": 1}
        | {"share": 0.25, "low": 0.01, "high": 0.8}
    ],
}
HOSTILE: Final = (
    "<script>alert(1)</script>",
    "</style><style>*{display:none}",
    "]]> --> <!-- <![CDATA[",
    "\"'`&amp;&#60;{{ 7 * 7 }}{% raw %}",
    "\x00\x07\x1b[31m\x7f\x85\u2028\u202e\ufeff",
    "השופט קבע כי החוק \u200fחוקי",
    "http://example.com/?a=1&b=2",
    "<img src=x onerror=alert(1)>",
    "\ud800 lone",
)


class Page(HTMLParser):
    """Elements with their attributes, and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "link", "wbr", "path", "circle", "polyline", "polygon"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.texts.append(data)

    @property
    def text(self) -> str:
        """All text of the page, blanks made one."""
        return " ".join("".join(self.texts).split())

    def having(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of that name."""
        return [attributes for name, attributes in self.elements if name == tag]


def scores(examples: int = 30, metrics: tuple[str, ...] = ("bleu", "odd"), name: str = "e") -> pd.DataFrame:
    """Scores of metrics under four perturbations, `typos` at three severities; `odd` fails now and then."""
    rows = []
    for number in range(examples):
        for perturbation, factor in (("cut", 0.6), ("shuffle", 1.0), ("typos", 0.98), ("noise", 0.85)):
            for severity in (0.1, 0.2, 0.4) if perturbation == "typos" else (1.0,):
                for metric in metrics:
                    base = 0.4 + number / 100
                    failed = metric == "odd" and number % 7 == 0
                    row = {"example_id": f"{name}{number:03}", "perturbation": perturbation, "severity": severity}
                    row |= {"repeat": 0, "metric": metric, "component": metric, "n_edits": 1}
                    row |= {"audit": "number changed" if number == 1 else None, "base_score": base}
                    row |= (
                        {"status": "failed", "score": None, "reason": "<i>timeout</i>"}
                        if failed
                        else {"status": "ok", "score": base * factor**severity, "reason": None}
                    )
                    rows.append(row)
    return scores_frame(rows)


def page(text: str = "The ban was lawful.", after: str = "The ban was unlawful.", **more: Any) -> str:
    """A report whose examples all have those texts."""
    frame = more.pop("scores", None)
    frame = scores() if frame is None else frame

    def texts(wanted: Collection[TextKey]) -> Texts:
        return dict.fromkeys(sorted(wanted, key=str), ((("What?", text),), (("What?", after),)))

    return to_html(frame, compute_deltas(frame, INTENTS, resamples=100), META | more, texts)


def test_nothing_comes_from_elsewhere_and_nothing_runs() -> None:
    text = page(text=" ".join(HOSTILE), after="javascript:alert(1) http://example.com")
    parsed = Page(text)
    assert not {"script", "iframe", "object", "embed", "base", "form", "img"} & {tag for tag, _ in parsed.elements}
    for tag, attributes in parsed.elements:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "srcset", "style")], tag
        href = attributes.get("href")
        assert href is None or href.startswith("#") or href == "data:,"
    assert not re.search(r"url\(|@import", text)
    policy = next(item for item in parsed.having("meta") if item.get("http-equiv") == "Content-Security-Policy")
    assert (policy["content"] or "").startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:")
    assert not parsed.open, "every element is closed"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_stays_text_wherever_it_stands(hostile: str) -> None:
    frame = scores(name=hostile, metrics=("bleu", hostile))
    meta: dict[str, Any] = {"suite": hostile, "title": hostile, "metrics": {hostile: hostile}, "notes": [hostile]}
    meta["contrast"] = [META["contrast"][0] | {"judge": hostile, "contrast": hostile}]
    meta |= {"perturbations": [{"name": "cut", "summary": hostile}], "stand_ins": {hostile: hostile}}
    text = page(f"It was {hostile} then.", "It was so then.", scores=frame, **meta)
    plain = Page(page())
    shape = {tag for tag, _ in plain.elements}
    assert {tag for tag, _ in Page(text).elements} <= shape
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]", text), "no control character, no surrogate"
    visible = "".join(char for char in hostile if char.isprintable())
    assert " ".join(visible.split()) in Page(text).text or not hostile.isprintable()
    text.encode()


@settings(max_examples=20)
@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_leaves_the_page_whole(before: str, after: str) -> None:
    frame = scores(examples=2, metrics=("bleu",))
    parsed = Page(page(before, after, scores=frame))
    assert not parsed.open


def test_a_passage_of_100_000_characters_takes_little_room() -> None:
    long = "word " * 20_000
    assert len(page(long, f"{long}<b>end</b>")) < len(page()) + 100_000


def test_two_reports_of_a_run_are_the_same_to_the_byte() -> None:
    assert page() == page()


def test_a_report_does_not_depend_on_the_seed_of_hashes() -> None:
    code = "import hashlib, test_html; print(hashlib.sha256(test_html.page().encode()).hexdigest())"
    folder = str(Path(__file__).parent)
    digests = {
        subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path.insert(0, {folder!r}); {code}"],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_numbers_are_those_of_the_grid_and_of_the_other_reports() -> None:
    frame = scores()
    deltas = compute_deltas(frame, INTENTS, resamples=100)
    grid = build_grid(frame, deltas, META)
    text = Page(to_html(frame, deltas, META)).text
    other = to_markdown(frame, deltas, META).replace("\\", "")
    for _, _, _, cell in grid.cells():
        for number in (cell.text, cell.interval, cell.changed_only, cell.base, cell.p):
            assert number in text and number in other
    for group in grid.groups:
        assert all(mean.text in text for mean in group.averages)


def test_metrics_are_columns_perturbations_rows_and_a_fault_has_a_sign_and_a_word() -> None:
    found = re.search(r'<table class="main">.*?</table>', page(), re.DOTALL)
    assert found
    table = Page(found.group())
    assert [item["scope"] for item in table.having("th")].count("col") == 4
    words = table.text
    assert (
        "Semantics-altering (should drop) cut" in words and "Semantics-preserving (should not move) typos@0.1" in words
    )
    assert "✗fails: 0.0" in words and "✗fails: −" in words
    shades = {name for name, _ in SHADES}
    cells = [item for item in table.having("td") if "class" in item]
    assert cells and all((item["class"] or "").split()[0] in {*shades, "none"} for item in cells)
    shaded = re.findall(r'<td class="(\w+)[^>]*>(?:<span.*?/span>)*(?:<a.*?>)?([−+]?)([\d.]+)', found.group())
    assert len(shaded) == len(cells)
    for shade, sign, number in shaded:
        assert shade[0] == ("z" if float(number) < 2 else {"−": "f", "+": "r"}[sign])


def test_the_page_says_its_rules_scorecards_and_how_it_was_run() -> None:
    text = Page(page()).text
    for said in (
        *RULES,
        "Blind to shuffle",
        "Jumpy about noise",
        "misspells a few words",
        "AUC",
        "timeout",
        "the auditor objects to",
        "negation",
        "metricstress run --seed 0",
        "odd <b>|v:2",
        "steps do not rise",
        "claims.jsonl, 30 examples, seed 0",
    ):
        assert said in text


def test_severity_curves_have_words_and_run_from_no_change_to_the_right() -> None:
    parsed = Page(page())
    curves = [item for item in parsed.having("svg") if item.get("role") == "img"]
    assert [str(item["aria-label"]).split(",")[0] for item in curves] == ["bleu", "odd"]
    assert re.search(r"−0\.2 at 0\.1, −0\.4 at 0\.2, −0\.8 at 0\.4$", str(curves[0]["aria-label"]))
    for line in parsed.having("polyline"):
        points = [tuple(map(float, point.split(","))) for point in str(line["points"]).split()]
        assert points == sorted(points) and len(points) == 4, "further to the right, further down"


def test_without_ladder_or_texts_the_page_says_so() -> None:
    frame = scores()
    frame = frame[(frame["severity"] == 1.0)].reset_index(drop=True)
    text = Page(to_html(frame, compute_deltas(frame, INTENTS, resamples=100), {})).text
    assert "No perturbation was run at several severities" in text
    assert "The report was made without the texts of the run." in text


def test_worst_examples_are_those_that_fell_least_or_moved_most() -> None:
    text = page()
    cell = re.search(r'<h3 id="w0-1-0".*?</ul>', text, re.DOTALL)
    assert cell and re.findall(r"<b>(.*?)</b> (\S+) → (\S+)", cell.group())[0][0] == "e029"
    assert "<del>lawful.</del><ins>unlawful.</ins>" in text


def test_a_page_has_room_for_so_many_examples_and_says_what_is_left_out() -> None:
    frame = scores(examples=25, metrics=tuple(f"metric{number}" for number in range(MOST_EXAMPLES // 12 + 5)))
    text = page(scores=frame)
    assert text.count('<p class="scores">') <= MOST_EXAMPLES
    assert "cells have no room here" in text


def test_cells_that_are_not_as_they_should_be_come_first_where_there_is_no_room() -> None:
    metrics = tuple(f"metric{number:02}" for number in range(MOST_EXAMPLES // 12 + 10))
    text = page(scores=scores(examples=25, metrics=metrics))
    failing = re.findall(r'class="\w+ bad".*?</td>', text, re.DOTALL)
    assert len(failing) == 2 * len(metrics) and all('href="#w' in cell for cell in failing)


def test_texts_of_nothing_but_escapes_do_not_make_a_page_of_megabytes() -> None:
    frame = scores(examples=25, metrics=tuple(f"metric{number}" for number in range(30)))
    before = " ".join(["\"'&" * 9, "\"'\"'"] * 900)
    text = page(before, before.replace("&", "<"), scores=frame)
    assert "cells have no room here" in text
    assert len(text.encode()) < 1_400_000


def test_links_lead_to_what_is_there() -> None:
    parsed = Page(page())
    ids = [item["id"] for _, item in parsed.elements if item.get("id")]
    assert len(ids) == len(set(ids))
    assert {str(item["href"])[1:] for item in parsed.having("a")} <= set(ids)
    for _, item in parsed.elements:
        assert not item.get("aria-labelledby") or item["aria-labelledby"] in ids
