"""What a perturbation is, and the one place where it is applied.

A perturbation is a plain function that *finds* what could be edited, and a frozen record around it.
It never decides how much to change: it returns all its opportunities, and `perturb` takes as
many as the severity asks for, in an order drawn from the example's own random source. That makes
the edits of a lower severity a subset of those of a higher one, for every perturbation alike.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, Literal, TypeAlias

from metricstress.language.passages import Evidence, Passage, as_evidence, evidence_text
from metricstress.language.suggest import did_you_mean

from .donors import DonorPool
from .edits import Edit, Field, apply_edits, sort_edits
from .protected import overlaps_protected, protected_spans
from .words import may_split_grapheme, splits_grapheme

__all__ = [
    "ERROR_TYPES",
    "ONE_FACT",
    "Context",
    "EvidenceFinder",
    "Group",
    "NotApplicable",
    "Perturbation",
    "Perturbed",
    "Preferred",
    "TextFinder",
    "is_allowed",
    "perturb",
    "random_source",
]

Group: TypeAlias = tuple[Edit, ...]
"""Edits that are made together or not at all, such as the two sides of a swap."""


class Preferred(tuple[Edit, ...]):
    """A group that any severity takes before the groups that are not preferred."""

    __slots__ = ()


ONE_FACT = 0.01
"""The least severity: one group, or one in a hundred where there are very many."""

ERROR_TYPES: tuple[str, ...] = (
    "out_of_context",
    "entity",
    "predicate",
    "circumstance",
    "grammatical",
    "coreference",
    "linking",
)
"""The seven error types of the FineSumFact evaluation (OutE, EntE, PredE, CircE, GramE, CorefE, LinkE)."""

Intent: TypeAlias = Literal["preserving", "altering"]
Invariant: TypeAlias = Literal[
    "same",
    "same_folded",
    "repeated",
    "added",
    "removed",
    "reordered",
    "cut",
    "breaks_number",
    "breaks_unit",
    "breaks_date",
    "breaks_name",
    "breaks_negation",
    "breaks_word",
    "breaks_pronoun",
    "breaks_connective",
    "breaks_quantifier",
    "breaks_agreement",
]
"""What must hold between input and output, for the auditor: see `metricstress.perturb.audit`."""


_Placed: TypeAlias = tuple[tuple[int, Field] | None, Group]
"""A group and the field it is in; None if its edits say so themselves."""


class NotApplicable(Exception):
    """Raised by a finder that can say why there is nothing to edit; `reason` is a short code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Context:
    """What a perturbation may know beside the evidence.

    Attributes:
        example_id: Names the example; together with the seed it fixes every random choice.
        claim: The claim that the evidence is about, if any.
        verdict: Its label in the spelling of AVeriTeC, if any.
        donors: Where `noise` and the like take passages from.
    """

    example_id: str = ""
    claim: str = ""
    verdict: str = ""
    donors: DonorPool | None = None
    seed: int = 0


TextFinder: TypeAlias = Callable[[str, random.Random], Iterable[Group]]
"""Given one field's text and its random source: every opportunity, mutually disjoint."""

EvidenceFinder: TypeAlias = Callable[[Evidence, Context, random.Random], Iterable[Group]]
"""The same over all passages at once, for perturbations of passages."""


@dataclass(frozen=True)
class Perturbation:
    """A named way of changing evidence.

    Calling it gives the same perturbation at another severity or with other options:
    `typos(0.2)`, `typos(kind="keyboard")`.

    Attributes:
        name: What users type.
        intent: Whether the change keeps the meaning (`preserving`) or not (`altering`).
        summary: One line for `metricstress list`.
        find_in_text: The finder, if the perturbation works inside one field at a time.
        find_in_evidence: The finder, if it works on passages. Exactly one of the two is given.
        severity: Share of the opportunities to take, from 0 to 1.
        version: Raised whenever the same input may give another output; part of the seed.
        needs: Of `claim`, `verdict`, `donors`, `wordnet`.
        names_kinds: Protected kinds that this perturbation may edit.
        invariant: What the auditor checks.
        error_type: One of `ERROR_TYPES` if every edit makes an error of that type, else "".
        kinds: Values of the option `kind`, if the perturbation has variants; the first is the default.
        graded: Whether its severity has degrees, so that a ladder of severities makes sense.
        ordered: Whether a growing severity takes the groups as the finder gives them, instead of at random.
        control: Whether it stands for the unchanged text, which the suites then score anew.
        options: Settings other than severity; keyword arguments of the finder.
        quota: How many of n opportunities a severity takes; the default is the nearest number, at least one.
    """

    name: str
    intent: Intent
    summary: str
    find_in_text: Callable[..., Iterable[Group]] | None = None
    find_in_evidence: Callable[..., Iterable[Group]] | None = None
    severity: float = 1.0
    version: int = 1
    needs: frozenset[str] = frozenset()
    names_kinds: frozenset[str] = frozenset()
    invariant: Invariant = "same"
    error_type: str = ""
    kinds: tuple[str, ...] = ()
    graded: bool = True
    ordered: bool = False
    control: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    quota: Callable[[float, int], int] | None = None

    def __post_init__(self) -> None:
        if (self.find_in_text is None) == (self.find_in_evidence is None):
            raise ValueError(f"perturbation {self.name!r} needs one finder: find_in_text or find_in_evidence")
        if not 0 <= self.severity <= 1:
            raise ValueError(f"severity lies between 0 and 1, but {self.name!r} was given {self.severity!r}")

    def __call__(self, severity: float | None = None, **options: Any) -> Perturbation:
        """This perturbation at another severity or with other options.

        Raises:
            ValueError: if the severity is not within 0 and 1, or there is no such kind.
        """
        kind = options.get("kind")
        if kind is not None and kind not in self.kinds:
            raise ValueError(f"unknown kind {kind!r} of perturbation {self.name!r}{did_you_mean(kind, self.kinds)}")
        if kind is not None and kind == self.kinds[0]:
            # Naming the default is asking for the plain perturbation: the same label, the same choices.
            options = {name: value for name, value in options.items() if name != "kind"}
        return replace(
            self,
            severity=self.severity if severity is None else severity,
            options={**self.options, **options},
        )

    @property
    def label(self) -> str:
        """The name in reports, with the kind if one was asked for: `typos`, `typos:keyboard`."""
        kind = self.options.get("kind")
        return f"{self.name}:{kind}" if kind else self.name

    def __hash__(self) -> int:
        return hash((self.name, self.severity, self.version, tuple(sorted(self.options.items()))))


@dataclass(frozen=True, slots=True)
class Perturbed:
    """The outcome of a perturbation on one piece of evidence.

    Attributes:
        status: `changed` exactly if the output differs from the input, else `not_applicable`.
        reason: Why it was not applicable, as a short code; None if changed.
        evidence: The output (the input itself if not applicable).
        edits: What was done, in coordinates of the input.
        before: The input.
    """

    status: Literal["changed", "not_applicable"]
    reason: str | None
    evidence: Evidence
    edits: tuple[Edit, ...]
    before: Evidence

    @property
    def text(self) -> str:
        """The output as one string."""
        return evidence_text(self.evidence)


def random_source(seed: int, perturbation: Perturbation, example_id: str, place: str) -> random.Random:
    """The random source of one field of one example.

    It depends on nothing but its arguments, so neither the order of the examples, nor a subset of
    them, nor workers, nor PYTHONHASHSEED change what is drawn.
    """
    return _random_sources(seed, perturbation, example_id)(place)


def _random_sources(seed: int, perturbation: Perturbation, example_id: str) -> Callable[[str], random.Random]:
    """Makes the random source of each field: what the fields share is hashed once.

    A new source is the old one seeded anew, so only the last one that was made may be asked.
    """
    options = sorted((key, str(value)) for key, value in perturbation.options.items())
    parts = (str(seed), perturbation.name, str(perturbation.version), repr(options), example_id, "")
    rng = random.Random(0)
    shared = blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=16)

    def source(place: str) -> random.Random:
        hashed = shared.copy()
        hashed.update(place.encode("utf-8", "surrogatepass"))
        rng.seed(int.from_bytes(hashed.digest(), "big"))
        return rng

    return source


def perturb(
    perturbation: Perturbation,
    source: str | Passage | Iterable[str | Passage],
    *,
    example_id: str = "",
    claim: str = "",
    verdict: str = "",
    donors: DonorPool | None = None,
    seed: int = 0,
) -> Perturbed:
    """Change `source` in the way of `perturbation`.

    The input is left alone and no global random state is touched. Any text is accepted.

    Args:
        perturbation: Which change, and how much of it (`typos(0.2)`).
        source: A text, a passage, or several.
        example_id: The example's name; with `seed` it fixes every choice.
        claim: The claim, for perturbations that look at it.
        verdict: The label; examples labelled "Not Enough Evidence" have nothing to take away.
        donors: A `DonorPool` of the other examples, for `noise`.
        seed: The run's seed.

    Returns:
        The changed evidence with its edits, or status `not_applicable` with a reason.
    """
    evidence = as_evidence(source)
    if perturbation.severity == 0:
        return _not_applicable(evidence, "severity_zero")
    if not any(passage.text.strip() or passage.question.strip() for passage in evidence):
        return _not_applicable(evidence, "empty_text")
    context = Context(example_id, claim, verdict, donors, seed)
    try:
        ranked = _ranked(perturbation, evidence, context)
    except NotApplicable as why:
        return _not_applicable(evidence, why.reason)
    if not ranked:
        return _not_applicable(evidence, "no_opportunity")
    quota = perturbation.quota or _nearest
    chosen = ranked[: quota(perturbation.severity, len(ranked))]
    edits = sort_edits(_placed(edit, field_, perturbation.error_type) for field_, group in chosen for edit in group)
    output = apply_edits(evidence, edits)
    if output == evidence:
        return _not_applicable(evidence, "no_opportunity")
    return Perturbed("changed", None, output, edits, evidence)


def _nearest(severity: float, opportunities: int) -> int:
    return max(1, math.floor(severity * opportunities + 0.5))


def _not_applicable(evidence: Evidence, reason: str) -> Perturbed:
    return Perturbed("not_applicable", reason, evidence, (), evidence)


def _ranked(perturbation: Perturbation, evidence: Evidence, context: Context) -> Sequence[_Placed]:
    """All opportunities in the order in which a growing severity takes them."""
    keyed: list[tuple[bool, float, int, _Placed]] = []
    source = _random_sources(context.seed, perturbation, context.example_id)
    if perturbation.find_in_evidence is not None:
        rng = source("evidence")
        for group in perturbation.find_in_evidence(evidence, context, rng, **perturbation.options):
            keyed.append((not isinstance(group, Preferred), rng.random(), len(keyed), (None, group)))
    else:
        assert perturbation.find_in_text is not None
        for index, passage in enumerate(evidence):
            fields: tuple[tuple[Field, str], ...] = (("question", passage.question), ("text", passage.text))
            for name, text in fields:
                if not text.strip():
                    continue
                rng = source(f"{index}:{name}")
                unguarded = not may_split_grapheme(text) and not protected_spans(text)
                place = (index, name)
                for group in perturbation.find_in_text(text, rng, **perturbation.options):
                    key = rng.random()  # Drawn before the guard, so that a guard changes no other choice.
                    if unguarded or is_allowed(text, group, perturbation.names_kinds):
                        keyed.append((not isinstance(group, Preferred), key, len(keyed), (place, group)))
    if not perturbation.ordered:
        keyed.sort()  # The third number is never the same twice, so nothing behind it is compared.
    return [item[3] for item in keyed]


def _placed(edit: Edit, where: tuple[int, Field] | None, error_type: str) -> Edit:
    if where is None:
        return replace(edit, error_type=error_type) if error_type else edit
    # Not by `replace`, which is several times slower; there are as many edits as words.
    return Edit(edit.start, edit.end, edit.old, edit.new, *where, error_type)


def is_allowed(text: str, group: Group, names_kinds: frozenset[str] = frozenset()) -> bool:
    """Whether no edit of the group reaches into a protected span or splits a grapheme."""
    graphemes = may_split_grapheme(text)
    for edit in group:
        if overlaps_protected(text, edit.start, edit.end, names_kinds):
            return False
        if graphemes and (splits_grapheme(text, edit.start) or splits_grapheme(text, edit.end)):
            return False
    return True
