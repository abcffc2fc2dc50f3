"""Figures of the FineSumFact evaluation over summaries and over systems."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final, Literal, TypeAlias

__all__ = ["SummaryShares", "summary_level", "system_level"]

Statistic: TypeAlias = Literal["pearson", "spearman", "kendall"]

_FUNCTIONS: Final[dict[Statistic, str]] = {"pearson": "pearsonr", "spearman": "spearmanr", "kendall": "kendalltau"}
_FEWEST: Final = 3  # of two points every correlation is 1 or -1
_DIGITS: Final = 12
"""System scores are rounded to so many digits before they are ranked: sums in another order must tie."""
_CONSTANT: Final = 1e-12
"""Values whose range is this part of the largest are all equal but for the noise of floating point."""


@dataclass(frozen=True, slots=True)
class SummaryShares:
    """How many sentences of a summary have an error, by gold and by the verifier.

    Attributes:
        system: Who wrote it; empty if nobody says.
        n: Sentences with a gold label, at least one.
        gold_errors: Of these, errors by gold.
        predicted_errors: Of these, errors by the verifier.
    """

    system: str
    n: int
    gold_errors: int
    predicted_errors: int

    @property
    def gold(self) -> float:
        """The share of sentences without an error by gold: the summary's score."""
        return 1 - self.gold_errors / self.n

    @property
    def predicted(self) -> float:
        """The same by the verifier."""
        return 1 - self.predicted_errors / self.n


def summary_level(summaries: Sequence[SummaryShares], reasons: dict[str, str]) -> dict[str, float | None]:
    """`summary_pearson`, `summary_spearman`, `summary_kendall`."""
    gold = [item.gold for item in summaries]
    predicted = [item.predicted for item in summaries]
    kinds: tuple[Statistic, ...] = ("pearson", "spearman", "kendall")
    return {f"summary_{kind}": _correlation(kind, gold, predicted, f"summary_{kind}", reasons) for kind in kinds}


def system_level(
    summaries: Sequence[SummaryShares], reasons: dict[str, str], min_n: int
) -> dict[str, float | int | None]:
    """Agreement on the ranking of systems, by the mean over summaries and by the share over all sentences."""
    by_system: dict[str, list[SummaryShares]] = {}
    for item in summaries:
        if item.system:
            by_system.setdefault(item.system, []).append(item)
    kept = [items for items in by_system.values() if len(items) >= min_n]
    figures: dict[str, float | int | None] = {}
    for suffix, scores in (("", [_macro(items) for items in kept]), ("_micro", [_micro(items) for items in kept])):
        gold, predicted = [one for one, _ in scores], [other for _, other in scores]
        named: dict[str, float | None] = {}
        for kind in ("spearman", "kendall"):
            name = f"system_{kind}{suffix}"
            named[name] = _correlation(kind, gold, predicted, name, reasons)
        for name, value in (
            ("system_pairwise_accuracy", pairwise_accuracy(gold, predicted, gold_ties=True)),
            ("system_pairwise_accuracy_untied", pairwise_accuracy(gold, predicted, gold_ties=False)),
        ):
            named[name + suffix] = value
            if value is None:
                reasons[name + suffix] = "no two systems to compare" if len(gold) < 2 else "gold ties all systems"
        figures[f"n_system_pairs_untied{suffix}"] = sum(one != other for one, other in combinations(gold, 2))
        if len(kept) < min(_FEWEST, len(by_system)):
            few = f"{len(kept)} of {len(by_system)} systems have {min_n} summaries or more"
            reasons.update(dict.fromkeys(set(named) & set(reasons), few))
        if not by_system:
            reasons.update(dict.fromkeys(named, "gold names no systems"))
        figures |= named
    figures["n_systems"] = len(kept)
    figures["n_systems_excluded"] = len(by_system) - len(kept)
    figures["n_system_pairs"] = math.comb(len(kept), 2)
    figures["n_summaries_without_system"] = sum(not item.system for item in summaries)
    return figures


def pairwise_accuracy(gold: Sequence[float], predicted: Sequence[float], *, gold_ties: bool) -> float | None:
    """The share of pairs of systems that gold and prediction order alike.

    Args:
        gold: A score a system.
        predicted: As many.
        gold_ties: Whether pairs that gold ties count (right if the prediction ties them too) or are left out. A pair
            that only the prediction ties is wrong.
    """
    pairs = [
        (_sign(gold[one] - gold[other]), _sign(predicted[one] - predicted[other]))
        for one, other in combinations(range(len(gold)), 2)
    ]
    counted = [pair for pair in pairs if gold_ties or pair[0]]
    return sum(one == other for one, other in counted) / len(counted) if counted else None


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _macro(items: Sequence[SummaryShares]) -> tuple[float, float]:
    return _rounded(
        math.fsum(item.gold for item in items) / len(items), math.fsum(item.predicted for item in items) / len(items)
    )


def _micro(items: Sequence[SummaryShares]) -> tuple[float, float]:
    n = sum(item.n for item in items)
    return _rounded(
        float(1 - Fraction(sum(item.gold_errors for item in items), n)),
        float(1 - Fraction(sum(item.predicted_errors for item in items), n)),
    )


def _rounded(gold: float, predicted: float) -> tuple[float, float]:
    """Both scores, rounded so that equal ones tie."""
    return round(gold, _DIGITS), round(predicted, _DIGITS)


def _correlation(
    kind: Statistic, one: Sequence[float], other: Sequence[float], name: str, reasons: dict[str, str]
) -> float | None:
    if len(one) < _FEWEST:
        reasons[name] = f"{len(one)} points; a correlation needs at least {_FEWEST}"
        return None
    for which, values in (("gold", one), ("predicted", other)):
        if max(values) - min(values) <= _CONSTANT * max(map(abs, values)):
            reasons[name] = f"the {which} scores are all equal"
            return None
    from scipy import stats

    # Ranks of rounded values: sums in another order must not break ties (Pearson sees no difference).
    rounded = [[round(value, _DIGITS) for value in values] for values in (one, other)]
    return float(getattr(stats, _FUNCTIONS[kind])(*rounded).statistic)
