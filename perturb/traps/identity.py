"""Identity: the control of every suite. Nothing is changed, and the suites score the unchanged text anew.

What such a row shows is the metric's own noise: the floor under all other rows. A deterministic metric has none.
"""

from __future__ import annotations

import random

from metricstress.language.passages import Evidence

from ..perturbation import Context, Group, NotApplicable, Perturbation

__all__ = ["identity"]


def find_nothing(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """Nothing, always."""
    raise NotApplicable("control")


identity = Perturbation(
    name="identity",
    intent="preserving",
    summary="the unchanged text, scored anew past every cache: a metric's own noise",
    find_in_evidence=find_nothing,
    graded=False,
    control=True,
)
