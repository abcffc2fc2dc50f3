"""A local transformers checkpoint as verdict model: the fine-tuned DeBERTa of the paper's proxy scorer, or any other.

Evidence is the premise and the claim the hypothesis, as in natural language inference and in the Ev²R authors' code.
Where a pair is too long the evidence is cut at its end, never the claim, and the score says so. Pairs are scored one
by one, so that no score depends on what else is in its batch.

A checkpoint with four labels keeps telling conflicting evidence apart inside, but the proxy has three verdicts, as the
paper's: the probability of "conflicting evidence/cherrypicking" is added to that of "not enough evidence", where the
gold label is put too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..learned.checkpoint import (
    MOST_TOKENS,
    CheckpointError,
    encode_pair,
    files_digest,
    labels_of,
    load,
    most_tokens,
    read_config,
    versions,
)
from ..metric import Failure, Item, Score, Text, text_of
from .proxy_reference import VERDICTS, ProxyReference
from .verdict_labels import CONFLICTING, UnknownLabels, verdicts_of_labels

__all__ = ["HfProxy", "HfProxyReference", "hf_proxy"]

_TASK = "ModelForSequenceClassification"


@dataclass(frozen=True)
class HfProxy:
    """Probabilities of the verdicts from a sequence classifier in a local folder.

    Its configuration is looked at when it is made, its weights are loaded for the first score; only the path travels
    to another process, which loads them again.

    Attributes:
        path: The folder, as `save_pretrained` or `metricstress train proxy` writes it.
        max_tokens: Of claim and evidence together; a model with fewer places reads fewer.

    Raises:
        CheckpointError: if the libraries are missing, there is no checkpoint, or its labels are no verdicts.
    """

    path: Path
    max_tokens: int = MOST_TOKENS

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", Path(self.path).expanduser())
        self.verdicts()

    def verdicts(self) -> dict[int, str]:
        """The verdict of each label number."""
        try:
            return verdicts_of_labels(labels_of(read_config(self.path)))
        except UnknownLabels as error:
            raise CheckpointError(f"checkpoint {str(self.path)!r}: {error}") from error

    def signature(self) -> str:
        labels = ",".join(verdict.replace(" ", "-") for _, verdict in sorted(self.verdicts().items()))
        return (
            f"proxy:hf|v:1|files:{files_digest(self.path)}|pair:evidence,claim|max:{self.max_tokens}"
            f"|labels:{labels}|{versions()}"
        )

    def probabilities(self, claim: str, evidence: Text) -> Mapping[str, float]:
        """Verdict to its probability: softmax over all labels, in double precision.

        Raises:
            CheckpointError: if the checkpoint cannot be loaded, or the claim leaves no room for evidence.
        """
        import torch

        inputs, _ = self._encoded(claim, evidence)
        network = load(self.path, _TASK).network
        with torch.no_grad():
            logits = network(**{name: torch.tensor([row]) for name, row in inputs.items()}).logits[0]
        shares = torch.softmax(logits.double(), dim=-1).tolist()
        found = dict.fromkeys(VERDICTS, 0.0)
        for number, verdict in self.verdicts().items():
            found["not enough evidence" if verdict == CONFLICTING else verdict] += shares[number]
        return found

    def note(self, claim: str, evidence: Text) -> str | None:
        """What is to be said of a score: that the evidence was cut."""
        _, was_cut = self._encoded(claim, evidence)
        return f"evidence cut at {most_tokens(load(self.path, _TASK), self.max_tokens)} tokens" if was_cut else None

    def _encoded(self, claim: str, evidence: Text) -> tuple[dict[str, Any], bool]:
        model = load(self.path, _TASK)
        return encode_pair(model.tokenizer, text_of(evidence), claim, most_tokens(model, self.max_tokens))


@dataclass(frozen=True)
class HfProxyReference(ProxyReference):
    """P(gold verdict) of a local checkpoint: an item that it cannot read is a failure, and cut evidence is noted."""

    def _score(self, item: Item) -> Score | Failure:
        try:
            score = super()._score(item)
            if isinstance(score, Failure) or not isinstance(self.model, HfProxy):
                return score
            return replace(score, reason=self.model.note(item.claim or "", item.candidate))
        except CheckpointError as error:
            return Failure(str(error))
        except Exception as error:  # What a model does with one text is no reason to lose the others.
            return Failure(f"{type(error).__name__}: {error}")

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        return [self._score(item) for item in items]


def hf_proxy(path: str | Path) -> HfProxyReference:
    """The proxy-reference scorer over the checkpoint in a folder (`--proxy hf:PATH`).

    Raises:
        CheckpointError: as `HfProxy` does.
    """
    return HfProxyReference(
        HfProxy(Path(path)),
        faults="as good as its verdict model; a constant prior already correlates with annotators' agreement",
    )
