"""Tiny, randomly initialised models of real architectures, with tokenizers trained on the spot.

torch and transformers are imported inside the functions: collecting the tests must not need them.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

PLACES = "Alba Brno Cork Dover Essen Faro Genoa Hull Izmir Jena Kobe Lyon Mainz Namur Osaka Pisa".split()
NLI = ("entailment", "neutral", "contradiction")

# What nothing here may do is ask a hub; transformers reads this when it is imported.
os.environ.setdefault("HF_HUB_OFFLINE", "1")


def rows(count: int) -> list[dict[str, Any]]:
    """Claims with evidence of two passages that is easily told to support, to refute, or neither."""
    answers = {
        "Supported": "Yes, the bridge of {} was opened then.",
        "Refuted": "No, it never happened in {}.",
        "Not Enough Evidence": "Nothing could be found about {}.",
        "Conflicting Evidence/Cherrypicking": "Nothing certain: sources on {} differ.",
    }
    found: list[dict[str, Any]] = []
    for number in range(count):
        place, year = PLACES[number % len(PLACES)], 1900 + number
        verdict = list(answers)[number % len(answers)]
        found.append(
            {
                "id": f"row{number}",
                "claim": f"The bridge of {place} was opened in {year}.",
                "verdict": verdict,
                "evidence": [answers[verdict].format(place), f"{place} is a town with {year} houses."],
            }
        )
    return found


def write_rows(path: Path, content: Sequence[Mapping[str, Any]]) -> Path:
    """The rows as JSON lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in content), encoding="utf-8")
    return path


def _texts() -> list[str]:
    return [text for row in rows(64) for text in (row["claim"], *row["evidence"])]


def fast_tokenizer(most: int | None = None) -> Any:
    """A Unigram tokenizer of whole words and characters; without `most` it knows no longest text, as many do not.

    Its pieces are counted here, since what the library's trainer finds differs from process to process.
    """
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    special = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", "[MASK]"]
    words = Counter(f"\u2581{word}" for text in _texts() for word in re.findall(r"[A-Za-z]+", text))
    letters = Counter("\u2581" + "".join(_texts()))
    pieces = [(piece, 0.0) for piece in special]
    pieces += [(piece, -1.0) for piece in sorted(words)]
    pieces += [(piece, -9.0) for piece in sorted(letters) if piece not in words]
    inner = Tokenizer(models.Unigram(pieces, unk_id=3))
    inner.pre_tokenizer = pre_tokenizers.Metaspace()
    inner.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 1), ("[SEP]", 2)],
    )
    names = ("pad_token", "cls_token", "sep_token", "unk_token", "mask_token")
    limit = {} if most is None else {"model_max_length": most}
    return PreTrainedTokenizerFast(tokenizer_object=inner, **dict(zip(names, special, strict=True)), **limit)


def deberta(folder: Path, labels: Sequence[str] = NLI, *, places: int = 128, seed: int = 0) -> Path:
    """A DeBERTa-v2 sequence classifier with everything that makes one: relative positions in both directions."""
    import torch
    from transformers import DebertaV2Config, DebertaV2ForSequenceClassification

    torch.set_num_threads(1)  # Threads that wait for each other on a busy machine cost tens of times the work.
    tokenizer = fast_tokenizer()
    torch.manual_seed(seed)
    config = DebertaV2Config(
        vocab_size=200,  # Room for the pieces of the sentencepiece model too.
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=places,
        relative_attention=True,
        position_buckets=32,
        pos_att_type=["p2c", "c2p"],
        norm_rel_ebd="layer_norm",
        share_att_key=True,
        position_biased_input=False,
        type_vocab_size=0,
        # Far from the usual .02, so that an untrained model already tells texts apart.
        initializer_range=0.3,
        id2label=dict(enumerate(labels)),
        label2id={label: number for number, label in enumerate(labels)},
    )
    DebertaV2ForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def bert_regression(folder: Path, *, seed: int = 0) -> Path:
    """A BERT with one output, as the converted BLEURT models are."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    torch.set_num_threads(1)
    tokenizer = fast_tokenizer(128)
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=128,
        initializer_range=0.3,
        num_labels=1,
        problem_type="regression",
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def with_sentencepiece(folder: Path) -> Path:
    """Give the DeBERTa in `folder` the kind of tokenizer that DeBERTa-v3 has: a sentencepiece model."""
    import sentencepiece

    corpus = folder / "corpus.txt"
    corpus.write_text("\n".join(_texts()), encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(corpus),
        model_prefix=str(folder / "spm"),
        vocab_size=120,
        hard_vocab_limit=False,
        pad_id=0,
        bos_id=1,
        eos_id=2,
        unk_id=3,
        pad_piece="[PAD]",
        bos_piece="[CLS]",
        eos_piece="[SEP]",
        unk_piece="[UNK]",
        user_defined_symbols=["[MASK]"],
        minloglevel=2,
    )
    for name in ("corpus.txt", "spm.vocab", "tokenizer.json"):
        (folder / name).unlink()
    settings = {"tokenizer_class": "DebertaV2Tokenizer", "do_lower_case": False}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder
