"""`metricstress train`: from the user's file to a checkpoint that the metrics can use."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import UsageError, told
from .progress import progress_bar
from .screen import say
from .source import Source, tell

if TYPE_CHECKING:
    from metricstress.metrics_under_test.training.settings import DataFile

__all__ = ["train_command"]


def train_command(
    what: str,
    source: Source,
    dev: Path | None,
    base: Path,
    out: Path,
    limit: int | None,
    seed: int | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """`metricstress train proxy` and `metricstress train bleurt`.

    Args:
        what: `proxy` or `bleurt`.
        settings: Those of `metrics_under_test.training.settings.Settings` that the user gave; None for the default.

    Raises:
        UsageError: if nothing can be trained, or the training was interrupted.
    """
    from metricstress.metrics_under_test.training.bleurt import BLEURT_SETTINGS, train_bleurt
    from metricstress.metrics_under_test.training.proxy import PROXY_SETTINGS, train_proxy
    from metricstress.metrics_under_test.training.settings import Listener, TrainingError

    train, defaults = {"proxy": (train_proxy, PROXY_SETTINGS), "bleurt": (train_bleurt, BLEURT_SETTINGS)}[what]
    given = {name: value for name, value in settings.items() if value is not None}
    chosen = replace(defaults, limit=limit, seed=seed or 0, **given)
    try:
        rows = _data_file(source, limit)
        held = None if dev is None else _data_file(replace(source, data=dev))
        with progress_bar("training") as progress:
            found = train(rows, held, base.expanduser(), out, chosen, Listener(progress, say))
    except TrainingError as error:
        raise UsageError(str(error)) from error
    except KeyboardInterrupt:
        raise UsageError("interrupted; the same command goes on from the last checkpoint") from None
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        print(_summary(found))
    say(f"written to {out}; use it as {'--proxy hf' if what == 'proxy' else '--metric bleurt'}:{out}")


def _data_file(source: Source, limit: int | None = None) -> DataFile:
    """The rows of a file as metrics see them, and its hash."""
    from metricstress.metrics_under_test.metric import Item
    from metricstress.metrics_under_test.training.settings import DataFile

    reading = source.open()
    # An example's own reference, and not the evidence in its stead: a pair of a text with itself teaches nothing.
    items = [Item(one.evidence, one.reference or None, one.claim, one.verdict) for one in islice(reading, limit)]
    tell(reading)
    path = reading.path
    whole = sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                whole.update(block)
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {told(error)}") from error
    return DataFile(path.name, whole.hexdigest(), items)


def _summary(found: dict[str, Any]) -> str:
    counts = {name: sum(each.values()) for name, each in found["counts"].items()}
    lines = [
        f"trained on {counts['train']} rows, chosen on {counts['dev']} ({found['dev']['rows_from']})",
        f"{found['steps']} steps on {found['device']}, best after step {found['best_step']}",
    ]
    lines += [f"{name:<18} {value:.4f}" for name, value in found["metrics"].items() if isinstance(value, float)]
    return "\n".join(lines)
