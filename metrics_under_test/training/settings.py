"""What a training is made of, and the fingerprint by which it is known again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ..learned.checkpoint import MOST_TOKENS, CheckpointError, files_digest, read_config
from ..metric import Item, Text

__all__ = ["DataFile", "Listener", "Settings", "TrainingError", "fingerprint", "rows_digest"]

TRAINING_MODULES = ("torch", "transformers", "accelerate")


class TrainingError(ValueError):
    """A training that cannot be done; the message says what and what to do."""


@dataclass(frozen=True)
class Settings:
    """How a model is trained. The defaults are those of the Ev²R paper and its authors' code for the proxy.

    Attributes:
        epochs: How often all rows are seen.
        warmup_steps: Steps during which the learning rate rises to its height.
        learning_rate: Its height.
        batch_size: Rows a step, on one device.
        accumulate: Batches whose gradients are added up for one step.
        weight_decay: Of AdamW.
        max_tokens: Of a pair; what is longer is cut.
        seed: For the split, a new head, the order of the rows and dropout.
        limit: How many rows of the file were taken; None for all.
    """

    epochs: float = 3.0
    warmup_steps: int = 50
    learning_rate: float = 1e-6
    batch_size: int = 4
    accumulate: int = 1
    weight_decay: float = 0.01
    max_tokens: int = MOST_TOKENS
    seed: int = 0
    limit: int | None = None


@dataclass(frozen=True)
class DataFile:
    """A file of rows.

    Attributes:
        name: Its name, without folder.
        sha256: Of its bytes.
        items: Its rows.
    """

    name: str
    sha256: str
    items: Sequence[Item]


@dataclass(frozen=True)
class Listener:
    """Who hears of a training.

    Attributes:
        progress: Called with (steps done, steps in all).
        say: Called with a line now and then.
    """

    progress: Callable[[int, int], None] = lambda done, total: None
    say: Callable[[str], None] = lambda line: None


def fingerprint(what: str, base: Path, data: DataFile, dev: DataFile | None, settings: Settings) -> Mapping[str, Any]:
    """All that the trained weights depend on, by name.

    Raises:
        TrainingError: if the libraries are missing, or `base` is no checkpoint.
    """
    try:
        read_config(base, modules=TRAINING_MODULES)
        digest = files_digest(base)
    except CheckpointError as error:
        raise TrainingError(f"--base: {error}") from error
    return {
        "training": what,
        "base": digest,
        "data": rows_digest(data.items),
        "dev": None if dev is None else rows_digest(dev.items),
        **asdict(settings),
    }


def rows_digest(items: Sequence[Item]) -> str:
    """A hash of what the rows say, in their order: 16 hex digits."""
    whole = blake2b(digest_size=8)
    for item in items:
        row = [item.claim, item.verdict, _flat(item.candidate), _flat(item.reference)]
        whole.update(json.dumps(row).encode())
    return whole.hexdigest()


def _flat(text: Text | None) -> object:
    return text if text is None or isinstance(text, str) else [[one.question, one.text] for one in text]
