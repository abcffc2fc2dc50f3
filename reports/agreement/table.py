"""The agreement frame as tables for people: n stands in every cell, or beside it.

Cells that rest on other rows than most cells of their level are marked, since two correlations can be compared only on
the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd

from ..plain_table import PlainTable
from ..table import format_p_value, format_score

__all__ = ["MARK", "comparison_table", "frame_table", "long_tables", "matrix_tables", "paper_style_table", "records"]

MARK: Final = "*"
_UNDEFINED: Final = "undefined"
_LEVELS: Final = {
    "pooled": "all rows pooled",
    "within": "within groups",
    "system": "means of groups",
    "item": "per item, averaged",
}
_COUNTED: Final = {"pooled": "rows", "within": "rows", "system": "groups", "item": "items"}


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a frame as objects of plain values; what is missing is None."""
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): _plain(value) for name, value in row.items()} for row in rows]


def frame_table(frame: pd.DataFrame, title: str) -> PlainTable:
    """The whole frame, numbers in full precision, for csv."""
    rows = tuple(tuple(row.values()) for row in records(frame))
    return PlainTable(title, tuple(map(str, frame.columns)), rows)


def long_tables(frame: pd.DataFrame, *, width: int = 120) -> list[PlainTable]:
    """A table for every level and rating, with a line a scorer: n, every coefficient, its interval and p-value.

    Args:
        frame: The agreement frame.
        width: Columns of text there is room for; where they do not suffice, the coefficients go into two tables.
    """
    marked = _marked(frame)
    groups = list(frame.groupby(["level", "rating"], sort=False))
    longest = max((len(str(score)) for score in frame["score"]), default=0)
    halves: Sequence[Sequence[str]] = [("pearson", "spearman", "kendall")]
    if longest + 89 > width:
        halves = [("pearson",), ("spearman", "kendall")]
    tables: list[PlainTable] = []
    for (level, rating), cells in groups:
        for names in halves:
            head = ["scorer", f"n ({_COUNTED[str(level)]})"]
            for name in names:
                head += [name, "95% interval"] if name != "kendall" else ["tau-b"]
                head += ["p"] if name != "kendall" else []
            if names[-1] == "kendall" and _counted_pairs(cells):
                head.append("pairs right")
            rows = tuple(_long_row(cell, names, marked, _counted_pairs(cells)) for cell in records(cells))
            tables.append(PlainTable(f"{rating}: {_LEVELS[str(level)]}", tuple(head), rows))
    return tables


def matrix_tables(frame: pd.DataFrame) -> list[PlainTable]:
    """A table for every level and coefficient, scorers down and ratings across; interval and n in every cell."""
    marked = _marked(frame)
    tables: list[PlainTable] = []
    for level, cells in frame.groupby("level", sort=False):
        by_place = {(cell["score"], cell["rating"]): cell for cell in records(cells)}
        ratings = tuple(dict.fromkeys(map(str, cells["rating"])))
        for name, title in (("pearson", "Pearson r"), ("spearman", "Spearman rho"), ("kendall", "Kendall tau-b")):
            rows = tuple(
                (str(score), *(_matrix_cell(by_place.get((score, rating)), name, marked) for rating in ratings))
                for score in dict.fromkeys(cells["score"])
            )
            counted = _COUNTED[str(level)]
            heading = f"{title} [95% interval], {_LEVELS[str(level)]}; n counts {counted}"
            tables.append(PlainTable(heading, ("scorer", *ratings), rows))
    return tables


def comparison_table(frame: pd.DataFrame) -> PlainTable:
    """Two scorers a line, with the test of their difference."""
    adjustment = str(frame["adjustment"].iloc[0]) if len(frame) else ""
    coefficient = str(frame["coefficient"].iloc[0]) if len(frame) else "r"
    defined = int(frame["p"].notna().sum())
    outside = len(frame) - defined
    family = f"a family of {defined} tests" + (f"; {outside} undefined ones are outside it" if outside else "")
    rows = tuple(
        (
            *(row["rating"], row["level"], row["first"], row["second"], row["n"]),
            *(_number(row[name]) for name in ("r_first", "r_second", "difference")),
            *((_p(row["p"]), _p(row["p_adjusted"])) if row["reason"] is None else (_UNDEFINED, _UNDEFINED)),
        )
        for row in records(frame)
    )
    test = str(frame["test"].iloc[0]) if len(frame) else ""
    return PlainTable(
        f"Scorers compared on the same rows: {test}, two-sided p",
        (
            *("rating", "level", "first", "second", "n", f"{coefficient} first", f"{coefficient} second"),
            *("difference", "p", f"p ({adjustment})"),
        ),
        rows,
        (f"p ({adjustment}) is corrected for {family}.",),
    )


def paper_style_table(frame: pd.DataFrame) -> PlainTable:
    """Correlations of combined scores beside what the paper prints in their place."""
    names = ("pearson", "paper_pearson", "spearman", "paper_spearman")
    rows = tuple(
        (row["score"], row["rating"], row["level"], *(_number(row[name]) for name in names)) for row in records(frame)
    )
    return PlainTable(
        "Combined scores: correlated per example, and as the Ev²R paper combines correlations",
        ("scorer", "rating", "level", "pearson", "paper's way", "spearman", "paper's way"),
        rows,
        (
            "The paper's F1 rows are the harmonic mean of the correlations of precision and recall, and its weighted "
            "rows the mean of that and the proxy's correlation. These are correlations of no score; the harmonic mean "
            "can leave [−1, 1]. Here every example's score is combined first and then correlated.",
        ),
    )


def _marked(frame: pd.DataFrame) -> Mapping[tuple[str, str, str], bool]:
    """Whether a cell rests on other rows than most of its level (of equally many: than the larger ones)."""
    found: dict[tuple[str, str, str], bool] = {}
    for level, cells in frame.groupby("level", sort=False):
        counts = cells.groupby("rows").agg(cells=("rows", "size"), n=("n_rows", "max")).sort_values(["cells", "n"])
        usual = counts.index[-1]
        for score, rating, rows in zip(cells["score"], cells["rating"], cells["rows"], strict=True):
            found[str(level), str(score), str(rating)] = rows != usual
    return found


def _long_row(
    cell: Mapping[str, Any], names: Sequence[str], marked: Mapping[tuple[str, str, str], bool], pairs: bool
) -> tuple[str, ...]:
    row = [str(cell["score"]), _n(cell, marked)]
    for name in names:
        row.append(_number(cell[name]))
        if name != "kendall":
            row += [_interval(cell, name), _p(cell[f"{name}_p"])]
    if names[-1] == "kendall" and pairs:
        row.append(_number(cell["pairwise_accuracy"]))
    return tuple(row)


def _counted_pairs(cells: pd.DataFrame) -> bool:
    return "pairwise_accuracy" in cells and bool(cells["pairwise_accuracy"].notna().any())


def _matrix_cell(cell: Mapping[str, Any] | None, name: str, marked: Mapping[tuple[str, str, str], bool]) -> str:
    if cell is None:
        return "—"
    value = _number(cell[name])
    interval = _interval(cell, name)
    return f"{value}{' ' + interval if interval != '—' else ''} (n {_n(cell, marked)})"


def _n(cell: Mapping[str, Any], marked: Mapping[tuple[str, str, str], bool]) -> str:
    return f"{cell['n']}{MARK if marked[cell['level'], cell['score'], cell['rating']] else ''}"


def _number(value: float | None) -> str:
    if value is None:
        return _UNDEFINED
    text = f"{abs(value):.3f}" if abs(value) < 10 else format_score(abs(value))
    return f"−{text}" if value < 0 and float(text) != 0 else text


def _interval(cell: Mapping[str, Any], name: str) -> str:
    low, high = cell[f"{name}_low"], cell[f"{name}_high"]
    return "—" if low is None or high is None else f"[{_number(low)}, {_number(high)}]"


def _p(value: float | None) -> str:
    return "—" if value is None else format_p_value(value)


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value
