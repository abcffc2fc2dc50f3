"""Checkpoints of transformers models in local folders: what they are, loading them, and what they can read.

Nothing is ever fetched from a hub: the number of a metric must not depend on what a server gives today. Looking at a
checkpoint's configuration needs neither torch nor transformers, so a wrong path or label is told at once; the model is
loaded when the first score is asked for, and once for all metrics of a process that use it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ..metric import CannotScore

__all__ = [
    "EXTRA",
    "CheckpointError",
    "Model",
    "clean",
    "encode_pair",
    "files_digest",
    "labels_of",
    "load",
    "most_tokens",
    "quiet",
    "read_config",
    "versions",
]

EXTRA: Final = "hf"
MOST_TOKENS: Final = 512
"""What is read of a pair where nothing else is said: the length that BERT, RoBERTa and DeBERTa were trained with."""

_NEEDED: Final = ("torch", "transformers")
# Of all that lies in such a folder, what changes a score: no model card, no state of a training.
_FILES: Final = (
    *("config.json", "*.safetensors", "*.safetensors.index.json", "pytorch_model*.bin", "pytorch_model*.json"),
    *("tokenizer*.json", "special_tokens_map.json", "added_tokens.json", "*.model", "vocab.*", "merges.txt"),
)
# These count positions from the padding token's number on, so that many fewer fit.
_OFFSET_POSITIONS: Final = frozenset({"roberta", "xlm-roberta", "camembert", "longformer", "xlm-roberta-xl"})


class CheckpointError(CannotScore, ValueError):
    """A checkpoint that cannot be used; the message says what it is and what to do."""


@dataclass(frozen=True)
class Model:
    """A loaded checkpoint.

    Attributes:
        network: The model, in evaluation mode, on the CPU, in single precision.
        tokenizer: Its tokenizer.
    """

    network: Any
    tokenizer: Any


def read_config(path: Path, *, extra: str = EXTRA, modules: tuple[str, ...] = _NEEDED) -> dict[str, Any]:
    """The configuration of the checkpoint in a folder, read without any library.

    Raises:
        CheckpointError: if the libraries of the extra are missing, or `path` is no folder with a checkpoint.
    """
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise CheckpointError(
            f"{' and '.join(missing)} cannot be imported; install what is missing with: "
            f"pip install 'metricstress[{extra}]'"
        )
    if not path.is_dir():
        raise CheckpointError(_no_folder(path))
    try:
        found = json.loads((path / "config.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CheckpointError(
            f"{str(path)!r} holds no config.json; give the folder that save_pretrained wrote"
        ) from None
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{str(path / 'config.json')!r} cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise CheckpointError(f"{str(path / 'config.json')!r} is no JSON object")
    return found


def _no_folder(path: Path) -> str:
    text = path.as_posix()
    if text.count("/") == 1 and not path.parent.exists() and not text.startswith((".", "~")):
        return (
            f"{text!r} looks like a name on the Hugging Face hub, and nothing is downloaded here; give a local path, "
            f"such as the DIR of: hf download {text} --local-dir DIR"
        )
    return f"there is no folder {text!r}; give a local path of a checkpoint"


def labels_of(config: Mapping[str, Any]) -> dict[int, str]:
    """The labels by number as transformers reads them from a configuration."""
    named = config.get("id2label")
    if isinstance(named, dict) and named:
        return {int(number): str(label) for number, label in named.items()}
    return {number: f"LABEL_{number}" for number in range(int(config.get("num_labels", 2)))}


def files_digest(path: Path) -> str:
    """A hash of weights, configuration and tokenizer: 16 hex digits.

    Raises:
        CheckpointError: if a file cannot be read.
    """
    try:
        files = sorted(entry for entry in path.iterdir() if entry.is_file() and _counts(entry.name))
        stamps = tuple((entry.name, entry.stat().st_size, entry.stat().st_mtime_ns) for entry in files)
        return _digest(path.resolve(), stamps)
    except OSError as error:
        raise CheckpointError(f"{str(path)!r} cannot be read: {error}") from error


def _counts(name: str) -> bool:
    return any(fnmatch(name, pattern) for pattern in _FILES)


@lru_cache(maxsize=32)
def _digest(path: Path, stamps: tuple[tuple[str, int, int], ...]) -> str:
    whole = blake2b(digest_size=8)
    for name, size, _ in stamps:
        whole.update(f"{name}\0{size}\0".encode())
        with (path / name).open("rb") as file:
            while block := file.read(1 << 20):
                whole.update(block)
    return whole.hexdigest()


def versions() -> str:
    """The libraries that a score of a checkpoint depends on."""
    return "|".join(f"{name}:{version(name)}" for name in (*_NEEDED, "tokenizers"))


def load(path: Path, task: str) -> Model:
    """The model and tokenizer of a folder; the last few of a process are remembered.

    Args:
        path: The folder.
        task: The end of the name of an Auto class: `ModelForSequenceClassification`, `Model`.

    Raises:
        CheckpointError: if transformers cannot load it.
    """
    return _load(path.resolve(), files_digest(path), task)


@lru_cache(maxsize=2)
def _load(path: Path, digest: str, task: str) -> Model:
    import torch
    import transformers

    try:
        with quiet():
            tokenizer = transformers.AutoTokenizer.from_pretrained(path, local_files_only=True)
            network = getattr(transformers, f"Auto{task}").from_pretrained(
                path, local_files_only=True, dtype=torch.float32
            )
    except (OSError, ValueError, KeyError, ImportError, RuntimeError) as error:
        told = str(error).strip().splitlines() or [type(error).__name__]
        raise CheckpointError(f"{str(path)!r} cannot be loaded: {told[0]}") from error
    return Model(network.to("cpu").eval(), tokenizer)


@contextmanager
def quiet() -> Iterator[None]:
    """Neither progress bars nor notices of transformers."""
    from transformers.utils import logging

    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()


def most_tokens(model: Model, wanted: int = MOST_TOKENS) -> int:
    """How many tokens of a pair are read: `wanted`, or fewer if the model has fewer places."""
    config = model.network.config
    places = getattr(config, "max_position_embeddings", None)
    limits = [wanted, int(model.tokenizer.model_max_length)]
    # With relative positions alone (DeBERTa) a longer text is no error, but far from what was trained.
    if isinstance(places, int) and places > 0:
        offset = (config.pad_token_id or 0) + 1 if config.model_type in _OFFSET_POSITIONS else 0
        limits.append(places - offset)
    return min(limits)


def clean(text: str) -> str:
    """The text as tokenizers take it: a lone surrogate has no UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def encode_pair(
    tokenizer: Any, first: str, second: str, most: int, cut: str = "only_first"
) -> tuple[dict[str, list[int]], bool]:
    """A pair as token numbers, and whether it was cut to `most` tokens.

    Args:
        cut: Which side is cut at its end: `only_first`, or `longest_first`.

    Raises:
        CheckpointError: if the second text alone leaves no room.
    """
    pair = (clean(first), clean(second))
    whole = dict(tokenizer(*pair, truncation=False, verbose=False))
    if len(whole["input_ids"]) <= most:
        return whole, False
    if cut == "only_first":
        alone = len(tokenizer("", pair[1], truncation=False, verbose=False)["input_ids"])
        if alone >= most:
            raise CheckpointError(f"the claim takes {alone} of {most} tokens and leaves no room for evidence")
    return dict(tokenizer(*pair, truncation=cut, max_length=most, verbose=False)), True
