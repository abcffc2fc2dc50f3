"""The LaTeX report: names stay as they are, the layout is the paper's, and it compiles with a bare article class."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.run_frames import META, METRICS, awkward_run

from metricstress.reports.latex import BEGIN, END, escape, to_latex


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("redundancy_words", r"redundancy\_words"),
        ("100 % of $5 & #1 {x}", r"100 \% of \$5 \& \#1 \{x\}"),
        (r"a\b~c^d", r"a\textbackslash{}b\textasciitilde{}c\textasciicircum{}d"),
        ("<b>|x|</b>", r"\textless{}b\textgreater{}\textbar{}x\textbar{}\textless{}/b\textgreater{}"),
        ("−3.0 Δ × ²", r"$-$3.0 $\Delta$ $\times$ \textsuperscript{2}"),
        ("a--b ?` ''", r"a-{}-b ?{}\textasciigrave{} '{}'"),
        ("Łódź, Çeşme, naïve", r"\L{}\'{o}d\'{z}, \c{C}e\c{s}me, na\"{\i}ve"),
        ("評価 🙂", "[U+8A55][U+4FA1] [U+1F642]"),
        ("a\nb\x00c\u202e", "a b c"),
    ],
)
def test_escape(text: str, escaped: str) -> None:
    assert escape(text) == escaped


@given(st.text())
def test_any_text_is_escaped_to_balanced_ascii(text: str) -> None:
    found = escape(text)
    assert found.isascii()
    assert found.isprintable()
    bare = re.sub(r"\\[{}%&$#_]", "", found)
    assert bare.count("{") == bare.count("}")
    assert not re.search(r"(?<!\\)[%&#_]", found)
    assert bare.count("$") % 2 == 0


def test_layout() -> None:
    text = to_latex(*awkward_run(), META)
    assert text.isascii()
    table = text[text.index(BEGIN + "\n") : text.index(END + "\n")]
    assert r"\multicolumn{3}{c}{ev2r.reference\_based}" in table
    assert r"\cmidrule(lr){5-7}" in table
    assert r"\multicolumn{2}{c}{cost\_\$\&\%\#\{x\}\textasciicircum{}" in table
    assert r"\emph{Semantics-altering (should drop)}" in table
    assert table.index("Semantics-altering") < table.index(r"random\_shuffle") < table.index("Semantics-preserving")
    assert r"\shortstack[r]{hungarian\_\\meteor}" in table
    assert "!: the auditor objects" in table
    for package in ("booktabs", "graphicx"):
        assert rf"\usepackage{{{package}}}" in text
        assert package in text.splitlines()[1]
    assert table.count(r"\begin{tabular}") == 2  # 13 columns
    assert to_latex(*awkward_run(), META) == text


def test_many_metrics_go_into_further_tabulars_and_components_stay_together() -> None:
    metrics = {f"m{number:02}": ("a", "b", "c") for number in range(5)}
    text = to_latex(*awkward_run(metrics, examples=3), {}, detail=False)
    blocks = text.split(r"\begin{tabular}")[1:]
    assert [re.findall(r"\{c\}\{(m\d\d)\}", block) for block in blocks] == [["m00", "m01", "m02", "m03"], ["m04"]]


def test_every_row_has_as_many_cells_as_its_table() -> None:
    text = to_latex(*awkward_run(), META)
    for table in re.findall(r"\\begin\{(?:tabular|longtable)\}\{.*?\n\\end\{(?:tabular|longtable)\}", text, re.DOTALL):
        n_columns = len(table.split("}{")[1].split("}")[0])
        for line in table.splitlines():
            if line.endswith(r" \\") and r"\multicolumn" not in line:
                assert len(re.split(r"(?<!\\)&", line)) == n_columns, line


@pytest.mark.slow
@pytest.mark.latex
@pytest.mark.parametrize("whole", [True, False])
def test_it_compiles_as_it_is(whole: bool, tmp_path: Path) -> None:
    compiler = shutil.which("pdflatex")
    assert compiler, "pdflatex is missing; install texlive-latex-base and texlive-latex-recommended"
    letters = "".join(map(chr, [*range(0x20, 0x250), *range(0x2010, 0x2040), 0x2212, 0x394, 0x8A55, 0x1F642]))
    meta = META | {"metrics": dict.fromkeys(METRICS, f"{letters}|{'x' * 30}:{'y' * 30}|" * 3), "data": letters}
    scores, deltas = awkward_run() if whole else awkward_run({"bleu": ("bleu",)}, examples=1)
    (tmp_path / "report.tex").write_text(to_latex(scores, deltas, meta if whole else {}), encoding="ascii")
    for _ in range(2):  # longtable finds its widths in the second
        done = subprocess.run(
            [compiler, "-interaction=nonstopmode", "-halt-on-error", "report.tex"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout.decode("latin-1")[-3000:]
    log = (tmp_path / "report.log").read_text(encoding="latin-1")
    assert "undefined" not in log
    assert "Missing character" not in log
    assert not re.search(r"Overfull \\hbox \((\d{2,})", log), "something stands in the margin"
