"""The commands of `metricstress train`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .data_options import data_options

__all__ = ["train"]


def _train_options(command: Any) -> Any:
    """The options of a training; what is not given has the default that the command's help names."""
    options = [
        click.option("--dev", type=click.Path(path_type=Path), help="Rows to choose the best checkpoint on."),
        click.option(
            "--base", type=click.Path(path_type=Path), required=True, help="Folder of the model to start from."
        ),
        click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for the trained model."),
        click.option("--epochs", type=click.FloatRange(min=0, min_open=True), help="How often all rows are seen."),
        click.option("--warmup-steps", type=click.IntRange(min=0), help="Steps until the learning rate is reached."),
        click.option("--learning-rate", type=click.FloatRange(min=0, min_open=True), help="Its height."),
        click.option("--batch-size", type=click.IntRange(min=1), help="Rows a batch."),
        click.option("--max-tokens", type=click.IntRange(min=8), help="Longer pairs are cut (default 512)."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _own_data(command: click.Command) -> click.Command:
    """A model that was trained on the bundled sample would be of no use: --data has to be given."""
    for option in command.params:
        if isinstance(option, click.Option) and option.name == "data":
            option.required, option.help = True, "Rows with claim, evidence and verdict."
    return command


@click.group()
def train() -> None:
    """Fine-tune a learned scorer on your rows (pip install 'metricstress[hf]')."""


@_own_data
@train.command("proxy")
@data_options
@_train_options
def train_proxy(**options: Any) -> None:
    """A verdict model for Ev²R's proxy score, on rows of claim, evidence and verdict.

    Three epochs, 50 warm-up steps, learning rate 1e-6 and batches of 4, two a step, unless told otherwise; the
    checkpoint with the best micro-F1 on the rows of --dev is kept, or on a tenth of the claims of each verdict. The
    same command goes on with a training that was interrupted.

    \b
    metricstress train proxy --data train.json --dev dev.json --base deberta-v3-base --out verdicts
    """
    from .train_command import train_command

    train_command("proxy", **options)


@_own_data
@train.command("bleurt")
@data_options
@_train_options
def train_bleurt(**options: Any) -> None:
    """A BLEURT model on pairs of evidence that are made of your rows.

    Positive pairs are different evidence for one claim (row and reference, or several rows; else a row's passages in
    another order), negative ones evidence of another claim or verdict. Five epochs, 50 warm-up steps, learning rate
    1e-5 and batches of 4, unless told otherwise. The same command goes on with a training that was interrupted.

    \b
    metricstress train bleurt --data train.json --base bleurt-base-512 --out evidence_bleurt
    """
    from .train_command import train_command

    train_command("bleurt", **options)
