"""Fine-tuning of the proxy's verdict model on rows of claim, evidence and verdict.

As in section 3.2 of the Ev²R paper and its authors' code: evidence and claim in one sequence, three verdicts
(conflicting evidence counts as not enough), three epochs, 50 warm-up steps, learning rate 1e-6, mixed precision on
CUDA, batches of 4 of which two make a step, weight decay .01, and the checkpoint with the best micro-F1 on the
development rows. A base that already tells entailment, neutral and contradiction apart keeps its head; any other gets
a new one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..ev2r.proxy_reference import VERDICTS
from ..ev2r.verdict_labels import UnknownLabels, verdicts_of_labels
from ..learned.checkpoint import labels_of, read_config
from ..metric import Item, text_of
from .card import proxy_card, record
from .figures import classification
from .folder import TrainingFolder
from .loop import best_base, encoded, fit
from .rows import DEV_SHARE, check_labels, labelled, split_by_claim
from .settings import DataFile, Listener, Settings, TrainingError, fingerprint

__all__ = ["PROXY_SETTINGS", "train_proxy"]

PROXY_SETTINGS = Settings(accumulate=2)


def train_proxy(
    data: DataFile,
    dev: DataFile | None,
    base: Path,
    out: Path,
    settings: Settings = PROXY_SETTINGS,
    listener: Listener | None = None,
) -> dict[str, Any]:
    """Train, or go on with a training of the same data and settings, and give what `metrics.json` says.

    Raises:
        TrainingError: if there is nothing to train on, to start from, or `out` holds something else.
    """
    listener = listener or Listener()
    folder = TrainingFolder(out, fingerprint("proxy", base, data, dev, settings))
    train_rows = labelled(data.items)
    notes = check_labels(train_rows, len(data.items))
    if dev is None:
        inside, outside = split_by_claim(train_rows, settings.seed)
        train_rows, dev_rows = [train_rows[i] for i in inside], [train_rows[i] for i in outside]
        split = f"{DEV_SHARE:.0%} of the claims of each verdict of the same file, drawn with seed {settings.seed}"
    else:
        dev_rows, split = labelled(dev.items), f"the rows of {dev.name}"
        if not dev_rows:
            raise TrainingError(f"{dev.name}: no row has a claim and a verdict")
    with folder.taken():
        known = folder.finished()
        if known is not None:
            listener.say("the training is whole already: nothing was trained")
            return known
        for note in notes:
            listener.say(note)
        verdicts = _verdict_numbers(base)
        names = [verdicts[number] for number in range(len(verdicts))]
        model = best_base(
            base,
            settings,
            num_labels=len(names),
            id2label=dict(enumerate(names)),
            label2id={name: number for number, name in enumerate(names)},
            problem_type="single_label_classification",
        )
        train, n_cut = encoded(
            model, _pairs(train_rows), [names.index(v) for _, v in train_rows], settings, "only_first"
        )
        held, _ = encoded(model, _pairs(dev_rows), [names.index(v) for _, v in dev_rows], settings, "only_first")
        fitted = fit(
            model,
            train,
            held,
            base,
            settings,
            folder,
            lambda logits, gold: classification(logits, gold, names),
            "f1_micro",
            listener,
        )
        found = record(
            "proxy",
            base=base,
            fingerprint=folder.fingerprint,
            data=data,
            dev=dev,
            split=split,
            counts={"train": _counts(train_rows), "dev": _counts(dev_rows)},
            n_cut=n_cut,
            settings=asdict(settings),
            fitted=fitted,
            labels=names,
        )
        folder.finish(proxy_card(found, out), found)
    return found


def _verdict_numbers(base: Path) -> dict[int, str]:
    """The base's own order of labels if it has these three, so that what its head knows is kept."""
    try:
        known = verdicts_of_labels(labels_of(read_config(base)))
    except UnknownLabels:
        known = {}
    return known if len(known) == len(VERDICTS) else dict(enumerate(VERDICTS))


def _pairs(rows: list[tuple[Item, str]]) -> list[tuple[str, str]]:
    return [(text_of(item.candidate), item.claim or "") for item, _ in rows]


def _counts(rows: list[tuple[Item, str]]) -> dict[str, int]:
    counts = Counter(verdict for _, verdict in rows)
    return {verdict: counts[verdict] for verdict in VERDICTS}
