"""BLEURT: a regression model's score of a candidate against its reference (Sellam et al. 2020).

The checkpoint is any sequence-regression model (`num_labels` 1) in a local folder, loaded by plain transformers: the
converted BLEURT models (Elron/bleurt-*) and those that `metricstress train bleurt` writes. A pair is read as reference,
then candidate, one pair at a time. What is too long is cut, the longer text first, and the score says so.

The scores have no fixed ends: about 1 means the same, about 0 something else, both less and more occur. So a report
gives changes of them in points and not per cent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..metric import Failure, Item, Score, checked, text_of
from .checkpoint import (
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

__all__ = ["WITH_CLAIM", "Bleurt", "bleurt"]

WITH_CLAIM = "metricstress_claim_first"
"""Set in the configuration of checkpoints that were trained on "claim evidence" on both sides, as the paper's was."""

_TASK = "ModelForSequenceClassification"


@dataclass(frozen=True)
class Bleurt:
    """The score of a regression checkpoint.

    Attributes:
        path: The folder of the checkpoint.
        max_tokens: Of reference and candidate together; a model with fewer places reads fewer.

    Raises:
        CheckpointError: if the libraries are missing, or there is no regression checkpoint.
    """

    path: Path
    max_tokens: int = MOST_TOKENS
    bounds: tuple[float, float] = (-math.inf, math.inf)
    higher_is_better: bool = True
    deterministic: bool = True
    cacheable: bool = True
    faults: str = "has learned what its training pairs tell apart, and no more; long texts are cut"

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", Path(self.path).expanduser())
        labels = labels_of(read_config(self.path))
        if len(labels) != 1:
            raise CheckpointError(
                f"checkpoint {str(self.path)!r} has {len(labels)} labels ({', '.join(labels.values())}), but BLEURT is "
                "a regression model with one; a classifier of verdicts is given as --proxy hf:PATH"
            )

    @property
    def name(self) -> str:
        return f"bleurt:{self.path.name}"

    @property
    def components(self) -> tuple[str, ...]:
        return ("bleurt",)

    @property
    def needs(self) -> frozenset[str]:
        return frozenset({"reference", "claim"} if self._has_claim() else {"reference"})

    def signature(self) -> str:
        pair = "claim+reference,claim+candidate" if self._has_claim() else "reference,candidate"
        return f"bleurt|v:1|files:{files_digest(self.path)}|pair:{pair}|max:{self.max_tokens}|{versions()}"

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        return [self._score(item) for item in items]

    def _has_claim(self) -> bool:
        return read_config(self.path).get(WITH_CLAIM) is True

    def _score(self, item: Item) -> Score | Failure:
        if item.reference is None:
            return Failure(f"{self.name} needs a reference, but the item has none")
        texts = [text_of(item.reference), text_of(item.candidate)]
        if self._has_claim():
            if not item.claim:
                return Failure(f"{self.name} needs a claim, but the item has none")
            texts = [f"{item.claim} {text}" for text in texts]
        try:
            value, cut_at = self._compare(*texts)
        except CheckpointError as error:
            return Failure(str(error))
        except Exception as error:  # What a model does with one text is no reason to lose the others.
            return Failure(f"{type(error).__name__}: {error}")
        score = checked("bleurt", value)
        if isinstance(score, Failure) or cut_at is None:
            return score
        return Score(score.values, reason=f"texts cut at {cut_at} tokens")

    def _compare(self, reference: str, candidate: str) -> tuple[float, int | None]:
        """The score, and at how many tokens the texts were cut."""
        import torch

        model = load(self.path, _TASK)
        most = most_tokens(model, self.max_tokens)
        inputs, was_cut = encode_pair(model.tokenizer, reference, candidate, most, cut="longest_first")
        with torch.no_grad():
            logits = model.network(**{name: torch.tensor([row]) for name, row in inputs.items()}).logits
        return float(logits[0, 0].item()), most if was_cut else None


def bleurt(path: str | Path) -> Bleurt:
    """The metric of the checkpoint in a folder (`--metric bleurt:PATH`).

    Raises:
        CheckpointError: as `Bleurt` does.
    """
    return Bleurt(Path(path))
