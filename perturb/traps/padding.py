"""Padding (a trap for judges, preserving): sentences that say nothing, among the sentences of the answers.

A judge that rewards length or fluency scores the padded text higher; the facts are the same.
"""

from __future__ import annotations

import random

from metricstress.language.passages import Evidence

from ..edits import Edit
from ..perturbation import Context, Group, Perturbation, is_allowed
from .answer_sentences import answer_sentences

__all__ = ["FILLERS", "padding"]

FILLERS: tuple[str, ...] = (
    "It should be noted that this is worth considering in full.",
    "This is a point that deserves careful attention.",
    "It is worth taking a moment to reflect on this.",
    "Readers may wish to bear this in mind.",
    "This is mentioned here for the sake of completeness.",
    "It helps to keep the wider picture in view.",
    "This should be read in its proper context.",
    "A closer look at such matters is always rewarding.",
    "It is useful to remember this when reading on.",
    "The matter is best looked at as a whole.",
    "This is the kind of detail that merits a mention.",
    "It is important to be clear about what is meant here.",
    "There is much that could be said about this.",
    "It is fair to say that the subject is of general interest.",
    "Some words of background may be helpful at this point.",
    "Careful reading is advisable here.",
    "This is, of course, a matter of some interest.",
    "Context is important in questions of this kind.",
    "It bears repeating that details deserve to be weighed with care.",
    "This is stated here so that the reader can follow.",
    "The point is recorded here as a matter of course.",
    "It is natural to pause here for a moment.",
    "This adds to the overall picture in its own way.",
    "As so often, it pays to read attentively.",
    "It is in the nature of the subject that details matter.",
    "Such a point is best taken as it stands.",
    "This may be of interest to a wide range of readers.",
    "It seems appropriate to mention this at this stage.",
    "The wording has been kept simple for ease of reading.",
    "This is something to keep in mind throughout.",
    "It is helpful to approach the matter with an open mind.",
    "The reader is invited to consider this at leisure.",
    "This is how the matter presents itself on reading.",
    "It is good practice to take such points into account.",
    "For the sake of clarity, this is set out here in plain words.",
    "This forms part of the material at hand.",
    "It is with this in mind that the text continues.",
    "The subject is broad and interesting to explore.",
    "Attention to detail is always welcome in such matters.",
    "This is offered here as part of the overall account.",
    "In a sense, the point speaks for itself.",
    "It is reasonable to give this its due weight.",
)
"""Sentences without content: no number, name, negation, and nothing that a claim could be about."""


def find_places_to_pad(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """A filler behind each sentence of the answers, another one each until all have been used."""
    fillers: list[str] = []
    groups: list[Group] = []
    for sentence in answer_sentences(evidence):
        if not fillers:
            fillers = rng.sample(FILLERS, len(FILLERS))
        edit = Edit(sentence.end, sentence.end, "", f" {fillers.pop()}", passage=sentence.passage)
        if is_allowed(evidence[sentence.passage].text, (edit,)):
            groups.append((edit,))
    return groups


padding = Perturbation(
    name="padding",
    intent="preserving",
    summary="inserts sentences that say nothing behind sentences of the answers",
    find_in_evidence=find_places_to_pad,
    severity=0.3,
    invariant="added",
)
