"""Fitting a perturbed copy of a data set, made elsewhere, to the original."""

from __future__ import annotations

from collections.abc import Sequence

from ..example import Example
from .errors import VariantMismatch

__all__ = ["match_variant"]


def match_variant(base: Sequence[Example], variant: Sequence[Example]) -> list[Example | None]:
    """For each example of `base` its row in `variant`; None where the variant has no such id.

    Rows are matched by id if every row of both files has one of its own, else by order. Claims must
    be the same up to case and blanks: they are what tells that two rows belong together. Match whole files and
    cut them afterwards.

    Raises:
        VariantMismatch: naming the first row that does not fit.
    """
    if base and variant and all(example.named for example in (*base, *variant)):
        return _by_id(base, variant)
    for original, changed in zip(base, variant, strict=False):
        _check_claim(original, changed, "rows are matched by order, as not all have an id")
    if len(base) != len(variant):
        longer, at = (base, len(variant)) if len(base) > len(variant) else (variant, len(base))
        raise VariantMismatch(
            f"{longer[at].source}: has no counterpart: the original has {len(base)} rows, the variant {len(variant)}; "
            "rows are matched by order, as not all have an id: give both files the same rows, or ids"
        )
    return list(variant)


def _by_id(base: Sequence[Example], variant: Sequence[Example]) -> list[Example | None]:
    originals = {example.id: example for example in base}
    for changed in variant:
        original = originals.get(changed.id)
        if original is None:
            raise VariantMismatch(
                f"{changed.source}: id {changed.id!r} stands nowhere in the original ({base[0].id!r}, …)"
            )
        _check_claim(original, changed, f"rows are matched by id, both are {changed.id!r}")
    by_id = {example.id: example for example in variant}
    return [by_id.get(example.id) for example in base]


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
