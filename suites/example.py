"""One example of a data set: a claim, the evidence to score, and what it is scored against."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b

from metricstress.language.passages import Evidence

__all__ = ["Example", "content_id"]


@dataclass(frozen=True, slots=True)
class Example:
    """What a run perturbs and scores.

    Attributes:
        id: Names the example in every frame and fixes its random choices; unique in its file.
        claim: The claim that the evidence is about; may be empty.
        evidence: The candidate: what is perturbed and scored.
        reference: What the candidate is scored against. Empty: the unperturbed evidence is the reference.
        verdict: The label in the spelling of AVeriTeC ("Supported", "Refuted", "Not Enough Evidence",
            "Conflicting Evidence/Cherrypicking"), a table's own label if it is none of them, or "".
        source: Where the row stands, such as "dev.jsonl:7".
        named: Whether the file gave the id; else it is derived from the content.
    """

    id: str
    claim: str
    evidence: Evidence
    reference: Evidence = ()
    verdict: str = ""
    source: str = ""
    named: bool = True

    @property
    def references(self) -> Evidence:
        """The reference evidence if the example has one, else the evidence itself."""
        return self.reference or self.evidence


def content_id(claim: str, evidence: Evidence, reference: Evidence) -> str:
    """Twelve hex digits that depend on what the example says and not on where it stands.

    The row number would not do: a shuffled or shortened file would then draw other random choices
    for the same example.
    """
    content = [claim, *([[p.question, p.text] for p in part] for part in (evidence, reference))]
    # JSON keeps the parts apart; escapes are off as they write a lone surrogate pair like the real character.
    encoded = json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return blake2b(encoded, digest_size=6).hexdigest()
