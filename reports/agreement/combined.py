"""A combined score is correlated example by example; correlations are not combined.

Tables 3, 4, 7 and 8 of the Ev²R paper print something else in the rows of F1 and of the weighted score: the harmonic
mean of the correlations of precision and recall, and the mean of that and the correlation of the proxy. Neither is the
correlation of any score; the first can leave [−1, 1], and is undefined when the two cancel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["combined_siblings", "paper_f1_cell", "paper_weighted_cell"]


def paper_f1_cell(precision: float, recall: float) -> float | None:
    """The paper's F1 cell: the harmonic mean of two correlations; None if they cancel."""
    total = precision + recall
    return 2 * precision * recall / total if total else None


def paper_weighted_cell(f1_cell: float | None, proxy: float) -> float | None:
    """The paper's weighted cell: the mean of its F1 cell and the correlation of the proxy."""
    return None if f1_cell is None else (f1_cell + proxy) / 2


def combined_siblings(scorers: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Combined scorers among those that are correlated, with what they are combined of.

    Names are those of columns and of components: `f1` beside `precision` and `recall` (or all three with the same
    beginning), and `ev2r` or `ev2r.weighted` beside these and a `proxy` or `ev2r.proxy_reference`.
    """
    known = list(scorers)
    found: dict[str, tuple[str, ...]] = {}
    for name in known:
        if name.casefold().endswith("f1"):
            start = name[:-2]
            parts = tuple(other for end in ("precision", "recall") for other in known if _is(other, start + end))
            if len(parts) == 2:
                found[name] = parts
    proxies = [name for name in known if name.casefold().split(".")[-1] in ("proxy", "proxy_reference")]
    weighted = [name for name in known if name.casefold() in ("ev2r", "ev2r.weighted", "weighted")]
    sides = list(found.values())
    if len(weighted) == len(proxies) == len(sides) == 1:
        found[weighted[0]] = (*sides[0], proxies[0])
    return found


def _is(name: str, expected: str) -> bool:
    return name.casefold() == expected.casefold()
