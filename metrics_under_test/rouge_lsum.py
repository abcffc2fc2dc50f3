"""The union of longest common subsequences (Lin 2004, section 3.2), for ROUGE-Lsum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

__all__ = ["lcs_positions", "union_lcs_hits"]


def union_lcs_hits(hypothesis: Sequence[tuple[str, ...]], target: Sequence[tuple[str, ...]]) -> int:
    """How many target tokens a common subsequence with some hypothesis sentence covers.

    A token counts at most as often as it occurs on either side, as in ROUGE 1.5.5 and rouge_score.
    """
    left = _counts(hypothesis) & _counts(target)
    hits = 0
    for sentence in target:
        covered: set[int] = set()
        for other in hypothesis:
            covered.update(lcs_positions(sentence, other))
        for position in covered:
            token = sentence[position]
            if left[token] > 0:
                left[token] -= 1
                hits += 1
    return hits


def _counts(sentences: Iterable[tuple[str, ...]]) -> Counter[str]:
    return Counter(token for sentence in sentences for token in sentence)


@lru_cache(maxsize=1 << 14)
def lcs_positions(target: tuple[str, ...], hypothesis: tuple[str, ...]) -> Sequence[int]:
    """Positions in `target` of the longest common subsequence that rouge_score reads out of its table.

    There may be several longest ones, and which of them it is changes the union. The table is kept as one bit
    vector a row (Hyyrö 2004): bit j of row i is set if the subsequence of the first i target tokens and the first
    j + 1 hypothesis tokens is longer than that with the first j.
    """
    if target == hypothesis:
        return range(len(target))
    places: dict[str, int] = {}
    for index, token in enumerate(hypothesis):
        places[token] = places.get(token, 0) | 1 << index
    if places.keys().isdisjoint(target):
        return ()
    whole = (1 << len(hypothesis)) - 1
    rows, flat = [0], whole
    for token in target:
        hits = flat & places.get(token, 0)
        flat = (flat + hits | flat - hits) & whole
        rows.append(whole & ~flat)
    found: list[int] = []
    i, j = len(target), len(hypothesis)
    while i and j:
        if target[i - 1] == hypothesis[j - 1]:
            i, j = i - 1, j - 1
            found.append(i)
        elif (rows[i] & (1 << j - 1) - 1).bit_count() > (rows[i - 1] & (1 << j) - 1).bit_count():
            j -= 1
        else:
            i -= 1
    return found
