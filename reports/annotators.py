"""How far annotators agree with each other: the ceiling for any scorer that is compared with them.

- Krippendorff's alpha (Krippendorff 2004, chapter 11) for nominal, ordinal and interval ratings; it takes missing
  ratings as they are.
- Fleiss' kappa (Fleiss 1971), which reads ratings as categories and needs as many of every item.
- The within-item deviation: the standard deviation (n − 1) of each item's ratings, averaged over items.
- The pooled deviation over all ratings, which Table 1 of the Ev²R paper prints. It mixes how far items differ with how
  far annotators do.

The `krippendorff` package is under the GPL and this project under MIT, so alpha is computed here.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

__all__ = ["LEVELS", "POOLED_WARNING", "Level", "Rating", "annotator_figures", "fleiss_kappa", "krippendorff_alpha"]

Level: TypeAlias = Literal["nominal", "ordinal", "interval"]
Value: TypeAlias = str | float

LEVELS: Final[tuple[Level, ...]] = ("nominal", "ordinal", "interval")
POOLED_WARNING: Final = (
    "pooled_std is the deviation over all ratings of all items: it mixes how much items differ with how much "
    "annotators disagree, and so says nothing of agreement; read within_item_std and alpha"
)
_ONE_ITEM: Final = "one item: nothing to compare its disagreement with"


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, or its absence.

    Attributes:
        item: What was rated.
        rater: Who rated it; empty if nobody says. No figure but `n_missing` rests on it.
        value: A number, or a name for nominal ratings; None is missing.
    """

    item: str
    rater: str
    value: Value | None


def annotator_figures(ratings: Sequence[Rating], level: Level, *, fill_with_mode: bool = False) -> dict[str, Any]:
    """The figures with their counts and the reasons for what is undefined.

    Args:
        ratings: One an item and rater at most.
        level: How values compare: equal or not; by order; by difference.
        fill_with_mode: Give every missing rating of the items × raters grid the item's most frequent value, the
            smallest of several. The recipe of the paper's Table 1; it makes agreement look higher.

    Returns:
        `fleiss_kappa`, `krippendorff_alpha`, `within_item_std`, `pooled_std` (None if undefined); `n_items`,
        `n_raters`, `n_ratings` used, `n_missing` cells of the grid without a rating, `n_blank` rows without one,
        `n_unnamed` rows without a rater, `n_filled` cells, `n_single` items with one rating alone, `n_within` items
        that `within_item_std` is the mean of; `reasons`, `warnings`.

    Raises:
        ValueError: if a rater rated an item twice, a number is needed and not there, or nothing is rated.
    """
    _check(ratings, level)
    raters = {rating.rater for rating in ratings if rating.rater}
    unnamed = sum(not rating.rater for rating in ratings)
    if fill_with_mode and unnamed:
        raise ValueError(f"{unnamed} ratings name no rater; to fill in missing ones, every rating needs its rater")
    by_item: dict[str, list[Value]] = {rating.item: [] for rating in ratings}
    for rating in ratings:
        if rating.value is not None:
            by_item[rating.item].append(rating.value)
    named = sum(bool(rating.rater) and rating.value is not None for rating in ratings)
    n_missing = len(by_item) * len(raters) - named
    n_filled = 0
    if fill_with_mode:
        for values in by_item.values():
            lacking = len(raters) - len(values) if values else 0
            values += [_mode(values)] * lacking
            n_filled += lacking
    reasons: dict[str, str] = {}
    units = list(by_item.values())
    several = [values for values in units if len(values) > 1]
    figures = {
        "fleiss_kappa": _told("fleiss_kappa", fleiss_kappa(units), reasons),
        "krippendorff_alpha": _told("krippendorff_alpha", krippendorff_alpha(units, level), reasons),
        **_deviations(units, level, reasons),
    }
    warnings = [POOLED_WARNING] if figures["pooled_std"] is not None else []
    if n_filled:
        warnings.append(f"{n_filled} missing ratings got their item's mode: agreement looks higher than it is")
    return {
        **figures,
        "level": level,
        "n_items": len(units),
        "n_raters": len(raters),
        "n_ratings": sum(map(len, units)),
        "n_missing": n_missing,
        "n_blank": sum(rating.value is None for rating in ratings),
        "n_unnamed": unnamed,
        "n_filled": n_filled,
        "n_single": sum(len(values) == 1 for values in units),
        "n_within": len(several),
        "reasons": reasons,
        "warnings": warnings,
    }


def _check(ratings: Sequence[Rating], level: Level) -> None:
    if level not in LEVELS:
        raise ValueError(f"unknown level {level!r}; there are {', '.join(LEVELS)}")
    if not any(rating.value is not None for rating in ratings):
        raise ValueError("no ratings; expected at least one")
    seen: set[tuple[str, str]] = set()
    for rating in ratings:
        if rating.rater and (rating.item, rating.rater) in seen:
            raise ValueError(f"rater {rating.rater!r} rated item {rating.item!r} twice; expected one rating each")
        seen.add((rating.item, rating.rater))
        number = isinstance(rating.value, int | float) and math.isfinite(rating.value)
        if level != "nominal" and rating.value is not None and not number:
            raise ValueError(
                f"rating {rating.value!r} of item {rating.item!r} is no number, which level {level} needs; "
                "names are nominal"
            )


def _mode(values: Sequence[Value]) -> Value:
    counts = Counter(values)
    most = max(counts.values())
    return min((value for value, count in counts.items() if count == most), key=lambda value: (str(type(value)), value))


def _told(name: str, found: float | str, reasons: dict[str, str]) -> float | None:
    if isinstance(found, str):
        reasons[name] = found
        return None
    return found


def _deviations(units: Iterable[Sequence[Value]], level: Level, reasons: dict[str, str]) -> dict[str, float | None]:
    names = ("within_item_std", "pooled_std")
    if level == "nominal":
        reasons.update(dict.fromkeys(names, "nominal ratings have no deviation"))
        return dict.fromkeys(names)
    numbers = [[float(value) for value in values] for values in units]
    within = [statistics.stdev(values) for values in numbers if len(values) > 1]
    pooled = [value for values in numbers for value in values]
    if not within:
        reasons["within_item_std"] = "no item has two ratings"
    if len(pooled) < 2:
        reasons["pooled_std"] = "one rating"
    return {
        "within_item_std": math.fsum(within) / len(within) if within else None,
        "pooled_std": statistics.stdev(pooled) if len(pooled) > 1 else None,
    }


def fleiss_kappa(units: Sequence[Sequence[Hashable]]) -> float | str:
    """Fleiss' kappa of the ratings of each item, or why there is none.

    Args:
        units: The ratings an item; who gave which plays no part.
    """
    lengths = {len(values) for values in units}
    if len(units) < 2:
        return _ONE_ITEM
    if max(lengths) < 2:
        return "no item has two ratings"
    if len(lengths) > 1:
        return (
            f"items have {min(lengths)} to {max(lengths)} ratings; Fleiss' kappa needs as many of every item "
            "(Krippendorff's alpha does not)"
        )
    n = lengths.pop()
    counts = [Counter(values) for values in units]
    observed = math.fsum(sum(count * (count - 1) for count in item.values()) / (n * (n - 1)) for item in counts) / len(
        units
    )
    total: Counter[Hashable] = Counter()
    for item in counts:
        total.update(item)
    if len(total) == 1:
        return "all ratings are equal"
    expected = math.fsum((count / (n * len(units))) ** 2 for count in total.values())
    return (observed - expected) / (1 - expected)


def krippendorff_alpha(units: Sequence[Sequence[Value]], level: Level) -> float | str:
    """Krippendorff's alpha, 1 − D_o / D_e, of the ratings of each item, or why there is none.

    Items with one rating pair with nothing and are left out. Ordinal ratings differ by the ratings between them: their
    distance is that of their mid-ranks among all pairable ratings, so that ordinal alpha is interval alpha of these.
    """
    pairable = [values for values in units if len(values) > 1]
    if not pairable:
        return "no item has two ratings"
    if len(pairable) < 2:
        return _ONE_ITEM
    pooled = [value for values in pairable for value in values]
    totals = Counter(pooled)
    if len(totals) == 1:
        return "all ratings are equal"
    n = len(pooled)
    if level == "nominal":
        within = math.fsum(_unlike(Counter(values)) / (len(values) - 1) for values in pairable)
        return 1 - (n - 1) * within / _unlike(totals)
    place = _mid_ranks(totals) if level == "ordinal" else {value: float(value) for value in totals}
    # Around the mean, so that large ratings close together lose no digits.
    middle = math.fsum(place[value] * count for value, count in totals.items()) / n
    spread = {value: at - middle for value, at in place.items()}
    within = math.fsum(_squares([spread[value] for value in values]) / (len(values) - 1) for values in pairable)
    return 1 - (n - 1) * within / _squares([spread[value] for value in pooled])


def _unlike(counts: Mapping[Value, int]) -> int:
    """Ordered pairs of ratings that differ."""
    return sum(counts.values()) ** 2 - sum(count**2 for count in counts.values())


def _squares(values: Sequence[float]) -> float:
    """Squared differences summed over all ordered pairs."""
    mean = math.fsum(values) / len(values)
    return 2 * len(values) * math.fsum((value - mean) ** 2 for value in values)


def _mid_ranks(totals: Mapping[Value, int]) -> dict[Value, float]:
    ranks: dict[Value, float] = {}
    below = 0
    for value in sorted(totals, key=float):
        ranks[value] = below + totals[value] / 2
        below += totals[value]
    return ranks
