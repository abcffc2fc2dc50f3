"""The training itself: transformers' Trainer, made quiet, resumable and the same every time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any, Final

from ..learned.checkpoint import CheckpointError, Model, encode_pair, most_tokens, quiet
from .folder import TrainingFolder
from .settings import Listener, Settings, TrainingError

__all__ = ["Fitted", "Row", "best_base", "encoded", "fit"]

_EVALUATIONS: Final = 4
"""How often an epoch is interrupted to look at the development rows and to save; what a kill loses at most."""

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Fitted:
    """What came of it.

    Attributes:
        metrics: Of the best checkpoint on the development rows.
        steps: How many steps were made.
        best_step: After which of them the best checkpoint was saved.
        device: What it was trained on.
        mixed_precision: Whether in half precision (on CUDA alone).
    """

    metrics: dict[str, Any]
    steps: int
    best_step: int
    device: str
    mixed_precision: bool


def best_base(base: Path, settings: Settings, **config: Any) -> Model:
    """The model that training starts from, with a new head where its own does not fit.

    Raises:
        TrainingError: if transformers cannot load it.
    """
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer, set_seed

    set_seed(settings.seed)
    try:
        with quiet():
            tokenizer = AutoTokenizer.from_pretrained(base, local_files_only=True)
            network = AutoModelForSequenceClassification.from_pretrained(
                base, local_files_only=True, dtype=torch.float32, ignore_mismatched_sizes=True, **config
            )
    except (OSError, ValueError, KeyError, ImportError, RuntimeError) as error:
        told = str(error).strip().splitlines() or [type(error).__name__]
        raise TrainingError(f"--base {str(base)!r} cannot be loaded: {told[0]}") from error
    return Model(network, tokenizer)


def encoded(
    model: Model, pairs: Sequence[tuple[str, str]], labels: Sequence[float], settings: Settings, cut: str
) -> tuple[list[Row], int]:
    """Pairs as rows of token numbers, and how many of them were cut.

    Raises:
        TrainingError: if the tokenizer gives numbers that the model has no embedding for.
    """
    most = most_tokens(model, settings.max_tokens)
    try:
        found = [encode_pair(model.tokenizer, one, two, most, cut) for one, two in pairs]
    except CheckpointError as error:
        raise TrainingError(f"{error}; leave such rows out, or give a greater --max-tokens") from error
    known, highest = model.network.get_input_embeddings().num_embeddings, max(max(row["input_ids"]) for row, _ in found)
    if highest >= known:
        raise TrainingError(
            f"the tokenizer of --base gives token {highest}, but its model knows {known}: they do not belong together"
        )
    rows: list[Row] = [{**inputs, "labels": label} for (inputs, _), label in zip(found, labels, strict=True)]
    return rows, sum(was_cut for _, was_cut in found)


def fit(
    model: Model,
    train: Sequence[Row],
    dev: Sequence[Row],
    base: Path,
    settings: Settings,
    folder: TrainingFolder,
    measure: Callable[[Any, Any], dict[str, Any]],
    best: str,
    listener: Listener,
) -> Fitted:
    """Train to the end, going on from the last checkpoint of the folder; `model` then is the best checkpoint.

    Args:
        base: Where the tokenizer comes from.
        measure: Gives the figures of (outputs, labels) of the development rows; both are arrays.
        best: Which of the figures is highest for the best checkpoint; `-name` for lowest.
    """
    import torch
    from transformers import (
        AutoTokenizer,
        DataCollatorWithPadding,
        PrinterCallback,
        Trainer,
        TrainerCallback,
        TrainingArguments,
    )
    from transformers.trainer_callback import TrainerControl, TrainerState

    cuda = torch.cuda.is_available()
    steps = ceil(ceil(len(train) / settings.batch_size) / settings.accumulate)
    every = ceil(steps / _EVALUATIONS)
    arguments = TrainingArguments(
        output_dir=str(folder.path.resolve()),
        num_train_epochs=settings.epochs,
        warmup_steps=settings.warmup_steps,
        learning_rate=settings.learning_rate,
        weight_decay=settings.weight_decay,
        per_device_train_batch_size=settings.batch_size,
        per_device_eval_batch_size=settings.batch_size,
        gradient_accumulation_steps=settings.accumulate,
        eval_strategy="steps",
        eval_steps=every,
        save_strategy="steps",
        save_steps=every,
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model=best.removeprefix("-"),
        greater_is_better=not best.startswith("-"),
        logging_strategy="no",
        report_to="none",
        disable_tqdm=True,
        seed=settings.seed,
        use_cpu=not cuda,
        fp16=cuda,
        dataloader_pin_memory=cuda,
    )

    class Told(TrainerCallback):  # type: ignore[misc]
        """Progress, and a last look at the very end, where the steps do not divide."""

        def on_step_end(
            self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
        ) -> TrainerControl:
            listener.progress(state.global_step, state.max_steps)
            if state.global_step >= state.max_steps:
                control.should_evaluate = control.should_save = True
            return control

        def on_evaluate(
            self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
        ) -> None:
            figures = kwargs.get("metrics") or {}
            name = best.removeprefix("-")
            if state.global_step and f"eval_{name}" in figures:
                listener.say(f"step {state.global_step} of {state.max_steps}: {name} {figures[f'eval_{name}']:.4f}")

    with quiet():
        trainer = Trainer(
            model=model.network,
            args=arguments,
            train_dataset=list(train),
            eval_dataset=list(dev),
            data_collator=DataCollatorWithPadding(model.tokenizer),
            processing_class=model.tokenizer,
            compute_metrics=lambda given: measure(given.predictions, given.label_ids),
            callbacks=[Told()],
        )
        trainer.remove_callback(PrinterCallback)
        last = folder.last_checkpoint()
        if last is not None:
            listener.say(f"going on from {last.name}")
        trainer.train(resume_from_checkpoint=None if last is None else str(last))
        output = trainer.predict(list(dev))
        model.network.to("cpu").float().save_pretrained(folder.path)
        # A fresh one: the one that was used has noted down how it cut and padded last.
        AutoTokenizer.from_pretrained(base, local_files_only=True).save_pretrained(folder.path)
    return Fitted(
        measure(output.predictions, output.label_ids),
        trainer.state.global_step,
        trainer.state.best_global_step or trainer.state.global_step,
        "cuda" if cuda else "cpu",
        cuda,
    )
