"""Authority cues (a trap for judges, preserving): "Experts agree:" before facts that nobody new stands behind.

A judge that trusts a tone of authority scores the text higher; the facts and their support are the same.
"""

from __future__ import annotations

import random
import re

from metricstress.language.passages import Evidence

from ..edits import Edit
from ..perturbation import Context, Group, Perturbation, is_allowed
from .answer_sentences import Sentence, answer_sentences

__all__ = ["CUES", "authority_cue"]

CUES: tuple[str, ...] = (
    "Experts agree:",
    "Leading specialists confirm:",
    "According to leading researchers:",
    "It is widely accepted among scholars:",
    "The scientific consensus is clear:",
    "Authorities in the field are in full agreement:",
    "Independent analysts have verified this:",
    "Recognised authorities state:",
    "Studies have shown time and again:",
    "Professional opinion is settled:",
    "Respected institutions have established:",
    "As specialists have long confirmed:",
    "Those who know the subject best are certain:",
    "Scientific research leaves the matter settled:",
)
"""Wordings that end in a colon, so that the sentence behind them keeps its capital and every byte."""

# Behind a cue these would lose what they refer to, or put words into the experts' mouths.
_REFERS_BACK = re.compile(
    r"(?:however|but|and|or|nor|so|yet|then|also|therefore|thus|hence|still|instead|otherwise|moreover|furthermore"
    r"|besides|additionally|meanwhile|nevertheless|nonetheless|for example|for instance|in addition|in contrast"
    r"|as a result|on the other hand|yes|no|ok|okay|i|we|my|our|you|your|please|experts?|studies|scientists"
    r"|researchers|see|note|source|sources)(?![\w'’])|(?:i|we|you)['’]",
    re.I,
)


def find_sentences_to_back(evidence: Evidence, context: Context, rng: random.Random) -> list[Group]:
    """A cue before each statement of the answers, another one each until all have been used."""
    cues: list[str] = []
    groups: list[Group] = []
    for sentence in answer_sentences(evidence):
        if not _can_be_backed(sentence):
            continue
        if not cues:
            cues = rng.sample(CUES, len(CUES))
        edit = Edit(sentence.start, sentence.start, "", f"{cues.pop()} ", passage=sentence.passage)
        if is_allowed(evidence[sentence.passage].text, (edit,)):
            groups.append((edit,))
    return groups


def _can_be_backed(sentence: Sentence) -> bool:
    string = sentence.string
    is_statement = string[0].isupper() and string.rstrip("\"'”’»)]").endswith(".")
    # A label such as "Rating: " already stands there.
    is_labelled = ":" in " ".join(string.split(" ", 4)[:4])
    return is_statement and not is_labelled and len(string.split()) > 3 and _REFERS_BACK.match(string) is None


authority_cue = Perturbation(
    name="authority_cue",
    intent="preserving",
    summary="puts unsupported words of authority before sentences of the answers",
    find_in_evidence=find_sentences_to_back,
    severity=0.2,
    invariant="added",
)
