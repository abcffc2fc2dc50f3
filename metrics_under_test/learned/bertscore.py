"""BERTScore: greedy matching of contextual embeddings (Zhang et al. 2020), by the bert-score package.

The package (0.3.13, of 2023) works with transformers 5 but for two cases that are met here: a tokenizer without a
maximum length makes it fail, so it is given the model's, and so does an empty text, whose scores are 0 as it says
itself. One pair is scored at a time; no idf weights and no baseline rescaling, which depend on other texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from ..metric import Failure, Item, Score, text_of
from .checkpoint import (
    MOST_TOKENS,
    CheckpointError,
    Model,
    clean,
    files_digest,
    most_tokens,
    quiet,
    read_config,
    versions,
)

__all__ = ["BertScore", "bertscore"]

_COMPONENTS: Final = ("precision", "recall", "f1")


@dataclass(frozen=True)
class BertScore:
    """Precision, recall and F1 of greedily matched token embeddings.

    Attributes:
        path: The folder of any encoder that transformers' AutoModel loads.
        layer: Whose hidden states are compared, from 1; None for the last. Zhang et al. found other layers to agree
            better with people, such as 17 of roberta-large and 9 of bert-base-uncased.

    Raises:
        CheckpointError: if the libraries are missing, there is no checkpoint, or it has no such layer.
    """

    path: Path
    layer: int | None = None
    components: tuple[str, ...] = _COMPONENTS
    needs: frozenset[str] = frozenset({"reference"})
    bounds: tuple[float, float] = (-1.0, 1.0)
    higher_is_better: bool = True
    deterministic: bool = True
    cacheable: bool = True
    faults: str = "similar words count as the same: names, numbers and negation move it little; long texts are cut"

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", Path(self.path).expanduser())
        config = read_config(self.path, extra="bertscore", modules=("torch", "transformers", "bert_score"))
        layers = config.get("num_hidden_layers")
        if not isinstance(layers, int) or (self.layer is not None and not 1 <= self.layer <= layers):
            raise CheckpointError(
                f"checkpoint {str(self.path)!r} has {layers or 'no'} hidden layers; "
                f"give one of them as bertscore:PATH#LAYER, not {self.layer}"
            )
        object.__setattr__(self, "layer", self.layer or layers)

    @property
    def name(self) -> str:
        return f"bertscore:{self.path.name}"

    def signature(self) -> str:
        return (
            f"bertscore|v:1|files:{files_digest(self.path)}|layer:{self.layer}|idf:no|rescaled:no"
            f"|bert-score:{version('bert-score')}|{versions()}"
        )

    def score(self, items: Sequence[Item]) -> list[Score | Failure]:
        return [self._score(item) for item in items]

    def _score(self, item: Item) -> Score | Failure:
        if item.reference is None:
            return Failure(f"{self.name} needs a reference, but the item has none")
        pair = [clean(text_of(item.candidate)), clean(text_of(item.reference))]
        if not all(text.strip() for text in pair):
            return Score(dict.fromkeys(_COMPONENTS, 0.0), reason="an empty text matches nothing")
        try:
            scorer = _scorer(self.path.resolve(), files_digest(self.path), self.layer or 0)
            with quiet():
                found = scorer.score(pair[:1], pair[1:], batch_size=1)
        except CheckpointError as error:
            return Failure(str(error))
        except Exception as error:  # What a model does with one text is no reason to lose the others.
            return Failure(f"{type(error).__name__}: {error}")
        most = scorer._tokenizer.model_max_length
        counts = [len(scorer._tokenizer(text, verbose=False)["input_ids"]) for text in pair]
        reason = f"texts cut at {most} tokens" if max(counts) > most else None
        return Score({name: value.item() for name, value in zip(_COMPONENTS, found, strict=True)}, reason=reason)


@lru_cache(maxsize=2)
def _scorer(path: Path, digest: str, layer: int) -> Any:
    from bert_score import BERTScorer

    try:
        with quiet():
            scorer = BERTScorer(model_type=str(path), num_layers=layer, device="cpu", idf=False)
    except (OSError, ValueError, KeyError, ImportError, RuntimeError) as error:
        raise CheckpointError(f"{str(path)!r} cannot be loaded: {str(error).strip().splitlines()[0]}") from error
    scorer._model.float()
    scorer._tokenizer.model_max_length = most_tokens(Model(scorer._model, scorer._tokenizer), MOST_TOKENS)
    return scorer


def bertscore(path: str | Path, layer: int | None = None) -> BertScore:
    """The metric over the checkpoint in a folder (`--metric bertscore:PATH#LAYER`).

    Raises:
        CheckpointError: as `BertScore` does.
    """
    return BertScore(Path(path), layer)
