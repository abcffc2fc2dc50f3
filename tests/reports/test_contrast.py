"""The contrast in reports: the same cells in every format, and nothing where a run has none."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd
import pytest
from rich.cells import cell_len

from metricstress.reports.contrast import CONTRAST_TITLE, ContrastTable, contrast_tables
from metricstress.reports.deltas import compute_deltas
from metricstress.reports.export import to_json
from metricstress.reports.frames import scores_frame
from metricstress.reports.markdown import to_markdown
from metricstress.reports.terminal import to_terminal


def contrast_row(judge: str, contrast: str, altered: int, supported: int) -> dict[str, Any]:
    share = supported / altered if altered else None
    ends = {"low": share and share / 2, "high": None if share is None else (1 + share) / 2}
    return {
        "judge": judge, "contrast": contrast, "n_facts": 1_234, "n_applicable": altered, "n_supported": supported,
        "share": share, **ends,
    }  # fmt: skip


JUDGE = "judge:lexical|v:2|wordnet:no"
ROWS = [
    contrast_row(JUDGE, "negation", 200, 1),
    contrast_row("judge:other", "negation", 200, 200),
    contrast_row(JUDGE, "number_change", 1_000, 0),
    contrast_row(JUDGE, "entity_swap", 0, 0),
]


@pytest.fixture(scope="module")
def frames() -> tuple[pd.DataFrame, pd.DataFrame]:
    common = {"perturbation": "completeness", "severity": 0.5, "repeat": 0, "metric": "meteor", "component": "meteor"}
    common |= {"status": "ok", "reason": None, "n_edits": 1, "audit": None}
    rows = [common | {"example_id": f"e{n}", "base_score": 0.5 + n / 10, "score": 0.2 + n / 10} for n in range(4)]
    scores = scores_frame(rows, perturbations=["completeness"], metrics=["meteor"])
    return scores, compute_deltas(scores, {"completeness": "altering"}, metrics=["meteor"])


def test_tables() -> None:
    lexical, other = contrast_tables({"contrast": json.loads(json.dumps(ROWS))})
    assert lexical == ContrastTable(
        JUDGE,
        (
            ("negation", "0.5", "[0.2, 50.2]", "1", "200", "1,234"),
            ("number_change", "0.0", "[0.0, 50.0]", "0", "1,000", "1,234"),
            ("entity_swap", "n/a", "n/a", "0", "0", "1,234"),
        ),
    )
    assert (other.judge, other.lines[0][1]) == ("judge:other", "100.0")
    assert len(lexical.sentences) == 3
    assert "1 of 200 altered facts" in lexical.sentences[0]
    with pytest.raises(KeyError, match="n_supported"):
        contrast_tables({"contrast": [{name: value for name, value in ROWS[0].items() if name != "n_supported"}]})


def test_a_hostile_signature_stays_on_its_line() -> None:
    (table,) = contrast_tables({"contrast": [contrast_row("judge\n\x1b[31m| x", "nega\ntion", 2, 1)]})
    assert table.judge == "judge [31m| x"
    assert table.lines[0][0] == "nega tion"


@pytest.mark.parametrize("width", [30, 50, 60, 80, 200])
def test_terminal(frames: tuple[pd.DataFrame, pd.DataFrame], width: int) -> None:
    text = to_terminal(*frames, {"contrast": ROWS}, width=width, color=False)
    assert all(cell_len(line) <= width for line in text.splitlines())
    flowing = " ".join(text.split())
    assert CONTRAST_TITLE in flowing
    for cell in ("number_change", "0.5", "[0.2, 50.2]", "1,000", "100.0"):
        assert cell in flowing
    assert flowing.index(CONTRAST_TITLE) < flowing.index("How to read")


def test_markdown(frames: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    text = to_markdown(*frames, {"contrast": ROWS})
    assert text.count(f"### {CONTRAST_TITLE}") == 1
    assert "| negation | 0.5 | \\[0.2, 50.2\\] | 1 | 200 | 1,234 |" in text
    assert "judge:lexical\\|v:2\\|wordnet:no" in text


@pytest.mark.parametrize("meta", [{}, {"contrast": []}, {"contrast": None}])
def test_no_contrast_no_section(frames: tuple[pd.DataFrame, pd.DataFrame], meta: dict[str, Any]) -> None:
    assert contrast_tables(meta) == ()
    assert "Contrast" not in to_terminal(*frames, meta, width=80, color=False)
    assert "Contrast" not in to_markdown(*frames, meta)


def test_json_has_the_rows_as_they_are(frames: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    assert json.loads(to_json(*frames, {"contrast": ROWS}))["meta"]["contrast"] == ROWS
