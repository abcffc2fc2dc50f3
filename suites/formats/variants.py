"""Fitting a perturbed copy of a data set, made elsewhere, to the original."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..example import Example
from ..spool import Spool
from .errors import VariantMismatch

__all__ = ["match_variant"]

_BY_ORDER = "rows are matched by order, as not all have an id"


def match_variant(base: Spool, variant: Iterable[Example]) -> Iterator[tuple[int, Example]]:
    """Each row of `variant` with the number of the example of `base` that it is a copy of.

    Rows are matched by id if every row of both files has one of its own, else by order. Claims must
    be the same up to case and blanks: they are what tells that two rows belong together.

    Args:
        base: All examples of the original file.
        variant: Iterated over twice, so that neither file has to be in memory.

    Raises:
        VariantMismatch: naming the first row that does not fit.
    """
    named, size = base.all_named, 0
    for changed in variant:
        named &= changed.named
        size += 1
    return _by_id(base, variant) if named and size else _by_order(base, variant, size)


def _by_order(base: Spool, variant: Iterable[Example], size: int) -> Iterator[tuple[int, Example]]:
    for number, changed in enumerate(variant):
        if number == base.n_examples:
            raise VariantMismatch(_no_counterpart(changed, base.n_examples, size))
        _check_claim(base.at(number), changed, _BY_ORDER)
        yield number, changed
    if size < base.n_examples:
        raise VariantMismatch(_no_counterpart(base.at(size), base.n_examples, size))


def _no_counterpart(longer: Example, originals: int, size: int) -> str:
    return (
        f"{longer.source}: has no counterpart: the original has {originals} rows, the variant {size}; "
        f"{_BY_ORDER}: give both files the same rows, or ids"
    )


def _by_id(base: Spool, variant: Iterable[Example]) -> Iterator[tuple[int, Example]]:
    for changed in variant:
        number = base.find(changed.id)
        if number is None:
            raise VariantMismatch(
                f"{changed.source}: id {changed.id!r} stands nowhere in the original ({base.at(0).id!r}, …)"
            )
        _check_claim(base.at(number), changed, f"rows are matched by id, both are {changed.id!r}")
        yield number, changed


def _check_claim(original: Example, changed: Example, why: str) -> None:
    if _folded(original.claim) != _folded(changed.claim):
        raise VariantMismatch(
            f"{changed.source}: claim {_start(changed.claim)} is not that of {original.source}, "
            f"{_start(original.claim)}; {why}"
        )


def _folded(claim: str) -> str:
    return " ".join(claim.split()).casefold()


def _start(claim: str, width: int = 60) -> str:
    return repr(claim if len(claim) <= width else claim[: width - 1] + "…")
