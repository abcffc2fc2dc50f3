"""Scorers against each other on the same rows, as a frame: one family of tests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import pandas as pd

from ..statistics import PERMUTATIONS, Floats
from .cells import Design, group_rows
from .comparison import Adjustment, adjust, permutation_test, williams
from .correlation import coefficient_value

__all__ = ["COMPARISON_COLUMNS", "TESTS", "TestName", "comparison_frame"]

TestName: TypeAlias = Literal["williams", "perm-both", "perm-inputs", "perm-systems"]
TESTS: Final[tuple[TestName, ...]] = ("williams", "perm-both", "perm-inputs", "perm-systems")
COMPARISON_COLUMNS: Final = (
    *("rating", "level", "coefficient", "first", "second", "n", "n_dropped", "r_first", "r_second", "difference"),
    *("test", "statistic", "p", "p_adjusted", "adjustment", "reason"),
)


def comparison_frame(
    table: pd.DataFrame,
    design: Design,
    *,
    test: TestName = "williams",
    coefficient: Literal["pearson", "spearman"] = "pearson",
    adjustment: Adjustment = "holm",
    permutations: int = PERMUTATIONS,
) -> pd.DataFrame:
    """Every scorer against every other, for every rating and level but `item`, on the rows that have both.

    All tests of the frame are one family. `p` is two-sided. At level `within`, n counts rows, as FRANK does; the test
    is then a little too sure of itself, by the square root of n / (n − groups).

    Args:
        table: As for `agreement_frame`.
        design: What to compare.
        test: `williams` is for Pearson's r. `perm-inputs` needs an item column, `perm-systems` a group column.
        coefficient: What is compared.
        adjustment: How p-values are corrected for the size of the family.
        permutations: For the permutation tests.

    Raises:
        ValueError: If the test does not go with the coefficient, or needs a column that the design does not name.
    """
    units = {"perm-inputs": design.item, "perm-systems": design.group}.get(test)
    if test == "williams" and coefficient != "pearson":
        raise ValueError("Williams' test is for Pearson's r; compare Spearman's ρ with perm-both")
    if test in ("perm-inputs", "perm-systems") and units is None:
        raise ValueError(f"{test} swaps all rows of one {'item' if test == 'perm-inputs' else 'system'} together")
    rows: list[dict[str, Any]] = []
    for level in design.levels:
        for rating in design.ratings if level != "item" else ():
            for first, second in combinations(design.scores, 2):
                kept = np.isfinite(table[[first, second, rating]].to_numpy(dtype=np.float64)).all(axis=1)
                part = table[kept]
                groups = group_rows(part, design, level)
                one, two, gold = (part[name].to_numpy(dtype=np.float64) for name in (first, second, rating))
                values = [groups.apply(column) for column in (one, two, gold)]
                row: dict[str, Any] = dict.fromkeys(COMPARISON_COLUMNS) | _difference(values, coefficient)
                row |= {"rating": rating, "level": level, "coefficient": coefficient, "first": first, "second": second}
                row |= {"n": len(values[0]), "n_dropped": int((~kept).sum()), "test": test, "adjustment": adjustment}
                if row["difference"] is None:
                    row["reason"] = "a scorer or the rating has no correlation on these rows"
                elif test == "williams":
                    r12 = coefficient_value("pearson", values[0], values[1])
                    assert r12 is not None
                    found = williams(float(row["r_first"]), float(row["r_second"]), r12, len(values[0]))
                    row |= {"statistic": found.t, "p": found.p_two_sided, "reason": found.reason}
                else:
                    done = permutation_test(
                        *(one, two, gold),
                        coefficient=coefficient,
                        units=None if units is None else part[units].tolist(),
                        groups=groups,
                        permutations=permutations,
                        seed=design.seed,
                    )
                    row |= {"statistic": done.difference, "p": done.p_two_sided, "reason": done.reason}
                rows.append(row)
    for row, p in zip(rows, adjust([row["p"] for row in rows], adjustment), strict=True):
        row["p_adjusted"] = p
    frame = pd.DataFrame(rows, columns=list(COMPARISON_COLUMNS))
    numbers = ["r_first", "r_second", "difference", "statistic", "p", "p_adjusted"]
    return frame.astype(dict.fromkeys(numbers, np.float64))


def _difference(values: Sequence[Floats], coefficient: Literal["pearson", "spearman"]) -> dict[str, float | None]:
    one, two = (coefficient_value(coefficient, column, values[2]) for column in values[:2])
    return {"r_first": one, "r_second": two, "difference": None if one is None or two is None else one - two}
