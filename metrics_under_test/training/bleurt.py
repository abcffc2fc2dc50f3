"""Fine-tuning of a regression head on pairs of evidence (see `pairs`), with the Ev²R paper's settings.

Five epochs, batches of 4, learning rate 1e-5, 50 warm-up steps, weight decay .01. The authors' code names micro-F1 as
what the best checkpoint is chosen by, which a regression does not have; here it is the lowest mean squared error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..learned.bleurt import WITH_CLAIM
from .card import bleurt_card, record
from .figures import regression
from .folder import TrainingFolder
from .loop import best_base, encoded, fit
from .pairs import Pair, evidence_pairs, split_claims
from .rows import DEV_SHARE, FEWEST
from .settings import DataFile, Listener, Settings, TrainingError, fingerprint

__all__ = ["BLEURT_SETTINGS", "train_bleurt"]

BLEURT_SETTINGS = Settings(epochs=5.0, learning_rate=1e-5)


def train_bleurt(
    data: DataFile,
    dev: DataFile | None,
    base: Path,
    out: Path,
    settings: Settings = BLEURT_SETTINGS,
    listener: Listener | None = None,
) -> dict[str, Any]:
    """Train, or go on with a training of the same data and settings, and give what `metrics.json` says.

    Raises:
        TrainingError: if there is nothing to train on, to start from, or `out` holds something else.
    """
    listener = listener or Listener()
    folder = TrainingFolder(out, fingerprint("bleurt", base, data, dev, settings))
    if dev is None:
        inside, outside = split_claims(data.items, DEV_SHARE, settings.seed)
        split = f"{DEV_SHARE:.0%} of the claims of the same file, drawn with seed {settings.seed}"
    else:
        inside, outside, split = list(data.items), list(dev.items), f"the rows of {dev.name}"
    train_pairs, dev_pairs = evidence_pairs(inside, settings.seed), evidence_pairs(outside, settings.seed)
    _check(train_pairs, dev_pairs)
    with folder.taken():
        known = folder.finished()
        if known is not None:
            listener.say("the training is whole already: nothing was trained")
            return known
        model = best_base(base, settings, num_labels=1, problem_type="regression")
        setattr(model.network.config, WITH_CLAIM, True)
        train, n_cut = encoded(model, _texts(train_pairs), [p.score for p in train_pairs], settings, "longest_first")
        held, _ = encoded(model, _texts(dev_pairs), [p.score for p in dev_pairs], settings, "longest_first")
        fitted = fit(model, train, held, base, settings, folder, regression, "-mse", listener)
        found = record(
            "bleurt",
            base=base,
            fingerprint=folder.fingerprint,
            data=data,
            dev=dev,
            split=split,
            counts={"train": _counts(train_pairs), "dev": _counts(dev_pairs)},
            n_cut=n_cut,
            settings=asdict(settings),
            fitted=fitted,
            labels=["score"],
        )
        folder.finish(bleurt_card(found, out), found)
    return found


def _check(train: Sequence[Pair], dev: Sequence[Pair]) -> None:
    for name, pairs in (("training", train), ("development", dev)):
        if len({pair.score for pair in pairs}) < 2:
            raise TrainingError(
                f"the {name} rows give {len(pairs)} pairs, not both positive and negative ones; positives need a "
                "reference, several rows for a claim, or evidence of several passages"
            )
    if len(train) < FEWEST:
        raise TrainingError(f"the rows give {len(train)} pairs of evidence; a training needs at least {FEWEST}")


def _texts(pairs: Sequence[Pair]) -> list[tuple[str, str]]:
    return [(pair.reference, pair.candidate) for pair in pairs]


def _counts(pairs: Sequence[Pair]) -> dict[str, int]:
    counts = Counter(f"{pair.score:g}: {pair.kind}" for pair in pairs)
    return {name: counts[name] for name in sorted(counts, reverse=True)}
