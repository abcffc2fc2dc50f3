r"""The report as a LaTeX document: Table 5 with booktabs, the details of every metric, and the notes.

The document compiles as it is with the article class; for a paper, take what stands between the lines
`% begin table` and `% end table`. It is plain ASCII, so any engine and any input encoding will do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import pandas as pd

from .contrast import CONTRAST_HEAD, CONTRAST_TITLE, contrast_tables
from .frames import Scores
from .notes import one_line, stacked
from .table import ABSENT, AVERAGE, NO_SCORE, Average, Cell, Column, Grid, build_grid

__all__ = ["BEGIN", "END", "escape", "to_latex"]

_LONGEST_RUN: Final = 18  # characters without a place to break a line
BEGIN: Final = "% begin table"
END: Final = "% end table"
_PACKAGES: Final = ("booktabs", "graphicx", "longtable")
_COLUMNS_AT_MOST: Final = 12  # of one tabular: beyond that the digits shrink too far
_DETAILS: Final = ("perturbation", "base", "change\n%", "95 % interval", "only\nchanged\n%", "changed", "failed", "p")


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_MACROS: Final = {
    "\\": r"\textbackslash{}",
    **{char: "\\" + char for char in "&%$#_{}"},
    **_pairs(r"~ \textasciitilde{} ^ \textasciicircum{} < \textless{} > \textgreater{} | \textbar{}"),
    **_pairs(r"` \textasciigrave{} – -- — --- … \ldots{} ‘ ` ’ ' “ `` ” ''"),
    **_pairs(r"− $-$ × $\times$ ± $\pm$ ÷ $\div$ · $\cdot$ ° $^\circ$ ≥ $\geq$ ≤ $\leq$ ≈ $\approx$ ≠ $\neq$"),
    **_pairs(r"→ $\rightarrow$ Δ $\Delta$ α $\alpha$ µ $\mu$ † \textsuperscript{\dag} § \S{} £ \pounds{}"),
    **_pairs(r"¹ \textsuperscript{1} ² \textsuperscript{2} ³ \textsuperscript{3} © \copyright{} ß \ss{} ı \i{}"),
    **_pairs(r"æ \ae{} Æ \AE{} œ \oe{} Œ \OE{} ø \o{} Ø \O{} ł \l{} Ł \L{}"),
    '"': "''",
}
_ACCENTS: Final = {
    chr(0x300 + code): letter
    for code, letter in zip((0, 1, 2, 3, 4, 6, 7, 8, 10, 11, 12, 0x23, 0x27), "`'^~=u.\"rHvdc", strict=True)
}
_LIGATURES: Final = re.compile(r"(?<=-)(?=-)|(?<=[?!])(?=`)|(?<=,)(?=,)|(?<=')(?=')")


def to_latex(scores: Scores, deltas: pd.DataFrame, meta: Mapping[str, Any], *, detail: bool = True) -> str:
    """A whole document with Table 5 in the paper's layout, the details, the fact-level contrast and the notes.

    Args:
        scores: The scores frame, or the path of its file.
        deltas: The deltas frame made of it.
        meta: As for `metricstress.reports.table.build_grid`.
        detail: Whether the details are in it.
    """
    grid = build_grid(scores, deltas, meta)
    lines = [
        f"% Table 5 for a paper: copy the lines from '{BEGIN[2:]}' to '{END[2:]}'.",
        f"% Packages: {', '.join(_PACKAGES)} (the table alone: booktabs, graphicx).",
        r"\documentclass{article}",
        *(rf"\usepackage{{{name}}}" for name in _PACKAGES),
        r"\renewcommand{\labelitemi}{$\bullet$}",
        r"\begin{document}",
        r"\sloppy",
        BEGIN,
        *_table(grid),
        END,
    ]
    if detail:
        lines += _details(grid)
    lines += _contrast(meta)
    for note in grid.notes:
        lines += [rf"\subsection*{{{escape(note.title)}}}", r"\begin{itemize}\raggedright"]
        lines += [rf"\item {{}}{escape(line, breaks=True)}" for line in note.lines]
        lines += [r"\end{itemize}"]
    return "\n".join([*lines, r"\end{document}"]) + "\n"


def escape(text: str, *, breaks: bool = False) -> str:
    """`text` on one line, in ASCII, such that LaTeX shows it as it is; what it has no letter for becomes `[U+4E2D]`.

    Args:
        text: Any text.
        breaks: Whether a line may end after the marks inside a signature or a path.
    """
    line = _LIGATURES.sub("\0", unicodedata.normalize("NFC", one_line(text)))
    return "".join(_breakable(line) if breaks else map(_escaped, line))


def _breakable(line: str) -> Iterator[str]:
    """The escaped characters, with places to break after marks and inside very long words."""
    run = 0
    for char, following in zip(line, [*line[1:], " "], strict=True):
        escaped = _escaped(char)
        yield escaped
        run = 0 if char == " " else run + (len(escaped) if escaped[0] == "[" else 1)
        if following != " " and (char in "|/_:" or run >= _LONGEST_RUN):
            yield r"\allowbreak{}"
            run = 0


def _escaped(char: str) -> str:
    if char == "\0":
        return "{}"
    if char in _MACROS:
        return _MACROS[char]
    if char.isascii():
        return char
    parts = unicodedata.normalize("NFD", char)
    letter, mark = parts[0], parts[1:]
    if mark in _ACCENTS and letter.isascii():
        dotless = "\\" + letter if letter in "ij" and mark not in "\u0323\u0327" else letter
        return rf"\{_ACCENTS[mark]}{{{dotless}}}"
    return f"[U+{ord(char):04X}]"


def _table(grid: Grid) -> Iterator[str]:
    yield r"\begin{table}[tbp]"
    yield r"\centering"
    yield r"\setlength{\tabcolsep}{4pt}"
    yield rf"\caption{{{escape(' '.join([grid.caption + '.', *grid.marks]), breaks=True)}}}"
    yield r"\label{tab:metricstress}\par\smallskip\footnotesize"
    for number, block in enumerate(_blocks(grid.columns)):
        if number:
            yield r"\par\bigskip"
        yield r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
        yield from _tabular(grid, block)
        yield "}"
    yield r"\end{table}"


def _blocks(columns: Sequence[Column]) -> list[list[int]]:
    """Positions of the columns of each tabular, about as many in each; the components of a metric stay together."""
    widest = _filled(columns, _COLUMNS_AT_MOST)
    even = _filled(columns, -(-len(columns) // len(widest)))
    return even if len(even) == len(widest) else widest


def _filled(columns: Sequence[Column], at_most: int) -> list[list[int]]:
    blocks: list[list[int]] = []
    for run in _runs(columns, range(len(columns))):
        if not blocks or len(blocks[-1]) + len(run) > at_most:
            blocks.append([])
        blocks[-1] += run
    return blocks


def _runs(columns: Sequence[Column], positions: Iterable[int]) -> list[list[int]]:
    """The positions by metric."""
    runs: list[list[int]] = []
    for position in positions:
        if runs and columns[runs[-1][-1]].metric == columns[position].metric:
            runs[-1].append(position)
        else:
            runs.append([position])
    return runs


def _tabular(grid: Grid, block: Sequence[int]) -> Iterator[str]:
    runs = _runs(grid.columns, block)
    yield rf"\begin{{tabular}}{{lr{'r' * len(block)}}}"
    yield r"\toprule"
    spanners, rules, start = ["", ""], [], 3
    for run in runs:
        if len(run) > 1:
            spanners.append(rf"\multicolumn{{{len(run)}}}{{c}}{{{escape(grid.columns[run[0]].metric)}}}")
            rules.append(rf"\cmidrule(lr){{{start}-{start + len(run) - 1}}}")
        else:
            spanners.append("")
        start += len(run)
    if rules:
        yield _line(spanners)
        yield "".join(rules)
    names = [
        escape(grid.columns[position].component) if len(run) > 1 else _over_lines(stacked(grid.columns[position].label))
        for run in runs
        for position in run
    ]
    yield _line(["perturbation", "changed", *names])
    flags = {position: _widest(grid, position) for position in block}
    for group in grid.groups:
        yield r"\midrule"
        yield rf"\multicolumn{{{len(block) + 2}}}{{l}}{{\emph{{{escape(group.title)}}}}} \\"
        for row in group.rows:
            cells = [_shown(row.cells[position], flags[position]) for position in block]
            yield _line([escape(row.label), row.changed, *cells])
        if group.averages:
            means = [_shown(group.averages[position], flags[position]) for position in block]
            yield _line([rf"\emph{{{AVERAGE}}}", "", *means])
    yield r"\bottomrule"
    yield r"\end{tabular}%"


def _widest(grid: Grid, position: int) -> str:
    """The longest flags of a column."""
    cells = [cell for group in grid.groups for row in group.rows if (cell := row.cells[position])]
    means = [group.averages[position] for group in grid.groups if group.averages]
    return max(
        ["".join(flags) for flags in [*(c.flags for c in cells), *(m.flags for m in means)]], key=len, default=""
    )


def _shown(shown: Cell | Average | None, widest: str) -> str:
    """The change and its flags, with room for the flags of others, so that digits stand below digits."""
    flags = "".join(shown.flags) if shown else ""
    text = shown.text.removesuffix(flags) if shown else ABSENT
    room = widest[len(flags) :]
    return escape(text) + _raised(flags) + (rf"\phantom{{{_raised(room)}}}" if room else "")


def _raised(flags: str) -> str:
    return rf"\textsuperscript{{{''.join(_RAISED.get(flag, flag) for flag in flags)}}}" if flags else ""


_RAISED: Final = {"°": r"$\circ$", "†": r"\dag{}"}


def _over_lines(label: str) -> str:
    lines = [escape(line) for line in label.split("\n")]
    stack = r"\\".join(lines)
    return rf"\shortstack[r]{{{stack}}}" if len(lines) > 1 else stack


def _details(grid: Grid) -> Iterator[str]:
    """One table over as many pages as it takes, with a heading for every metric."""
    yield r"\clearpage"
    yield r"{\scriptsize\setlength{\tabcolsep}{2.5pt}"
    yield rf"\begin{{longtable}}{{l{'r' * (len(_DETAILS) - 1)}}}"
    yield r"\caption{The cells in detail.}\\"
    yield r"\toprule"
    yield _line([_over_lines(name) for name in _DETAILS])
    yield r"\midrule\endhead"
    yield r"\bottomrule\endfoot"
    rows: dict[str, list[str]] = {column.label: [] for column in grid.columns}
    for column, _, row, cell in grid.cells():
        if cell.n:
            line = [row.label, cell.base, cell.text, cell.interval, cell.changed_only, cell.changed]
            rows[column.label].append(_line([escape(text) for text in [*line, str(cell.n_failed), cell.p]]))
    for number, (label, lines) in enumerate(rows.items()):
        if number:
            yield r"\midrule"
        yield rf"\multicolumn{{{len(_DETAILS)}}}{{l}}{{\emph{{{escape(label)}}}}} \\*"
        yield from lines or [rf"\multicolumn{{{len(_DETAILS)}}}{{l}}{{{escape(NO_SCORE)}}} \\"]
    yield r"\end{longtable}}"


def _contrast(meta: Mapping[str, Any]) -> Iterator[str]:
    for number, table in enumerate(contrast_tables(meta)):
        if number == 0:
            yield rf"\subsection*{{{escape(CONTRAST_TITLE)}}}"
        yield rf"\noindent {escape(table.judge, breaks=True)}\par\smallskip"
        yield r"\noindent\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
        yield rf"\begin{{tabular}}{{l{'r' * (len(CONTRAST_HEAD) - 1)}}}"
        yield r"\toprule"
        yield _line([escape(name) for name in CONTRAST_HEAD])
        yield r"\midrule"
        yield from (_line([escape(text) for text in line]) for line in table.lines)
        yield r"\bottomrule"
        yield r"\end{tabular}%"
        yield r"}\par\bigskip"


def _line(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"
