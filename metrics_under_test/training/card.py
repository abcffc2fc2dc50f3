"""What is told of a trained model: `metrics.json` for machines, and the model card `README.md` for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from .loop import Fitted
from .settings import DataFile

__all__ = ["bleurt_card", "proxy_card", "record"]

_LIBRARIES: Final = ("metricstress", "torch", "transformers", "tokenizers", "accelerate")


def record(
    what: str,
    *,
    base: Path,
    fingerprint: Mapping[str, Any],
    data: DataFile,
    dev: DataFile | None,
    split: str,
    counts: Mapping[str, Mapping[str, int]],
    n_cut: int,
    settings: Mapping[str, Any],
    fitted: Fitted,
    labels: Sequence[str],
) -> dict[str, Any]:
    """All there is to say, as JSON; names of files without their folders."""
    return {
        "training": what,
        "base": {"name": base.resolve().name, "files": fingerprint["base"]},
        "data": {"name": data.name, "sha256": data.sha256, "rows": len(data.items)},
        "dev": {"rows_from": split, **({} if dev is None else {"name": dev.name, "sha256": dev.sha256})},
        "labels": list(labels),
        "counts": {name: dict(each) for name, each in counts.items()},
        "cut": n_cut,
        "settings": dict(settings),
        "steps": fitted.steps,
        "best_step": fitted.best_step,
        "device": fitted.device,
        "mixed_precision": fitted.mixed_precision,
        "versions": {name: _version(name) for name in _LIBRARIES},
        "metrics": fitted.metrics,
    }


def proxy_card(found: Mapping[str, Any], out: Path) -> str:
    """The model card of a verdict model."""
    metrics = found["metrics"]
    by_label = [
        (name, each["rows"], *(f"{each[key]:.3f}" for key in ("precision", "recall", "f1")))
        for name, each in metrics["labels"].items()
    ]
    own = (
        f"Micro-F1 {metrics['f1_micro']:.3f}, macro-F1 {metrics['f1_macro']:.3f}; always the commonest verdict would "
        f"reach micro-F1 {metrics['majority']:.3f}. Micro-F1 chose the checkpoint, so it flatters.\n\n"
        + _table(("verdict", "rows", "precision", "recall", "F1"), by_label)
    )
    return _card(
        found,
        f"{out.resolve().name}: verdicts of claims, given evidence",
        "A sequence classifier for the proxy-reference score of Ev²R: P(gold verdict) given evidence and claim, in "
        "this order. Conflicting evidence counts as not enough evidence.",
        f"metricstress … --proxy hf:{out.resolve().name}",
        own,
    )


def bleurt_card(found: Mapping[str, Any], out: Path) -> str:
    """The model card of a regression model."""
    names = {
        "mse": "mean squared error",
        "accuracy_at_half": "share on the right side of .5",
        "mean_of_positives": "mean score of positive pairs",
        "mean_of_negatives": "mean score of negative pairs",
    }
    own = _table(("", ""), [(told, f"{found['metrics'][name]:.4f}") for name, told in names.items()])
    return _card(
        found,
        f"{out.resolve().name}: how alike are two pieces of evidence",
        'A regression model in the manner of BLEURT. It reads "claim reference" and "claim candidate", so its metric '
        "needs the claim. Positive pairs (1) are different evidence for one claim, negative ones (0) evidence for "
        "another claim or another verdict; the counts below say how they were made.",
        f"metricstress run --metric bleurt:{out.resolve().name}",
        own,
    )


def _card(found: Mapping[str, Any], title: str, about: str, use: str, metrics: str) -> str:
    data, counts = found["data"], found["counts"]
    names = list(dict.fromkeys([*counts["train"], *counts["dev"]]))
    rows = [(name, counts["train"].get(name, 0), counts["dev"].get(name, 0)) for name in names]
    settings = {**found["settings"], "steps": found["steps"], "best checkpoint after step": found["best_step"]}
    settings |= {"device": found["device"], "mixed precision": "yes" if found["mixed_precision"] else "no"}
    return "\n".join(
        (
            "---",
            "library_name: transformers",
            "pipeline_tag: text-classification",
            f"base_model: {found['base']['name']}",
            "---",
            f"# {title}",
            "",
            about,
            "",
            f"    {use}",
            "",
            "## Data",
            "",
            f"`{data['name']}`, {data['rows']} rows read, SHA-256 `{data['sha256']}`. "
            f"Development rows: {found['dev']['rows_from']}"
            + (f", SHA-256 `{found['dev']['sha256']}`." if "sha256" in found["dev"] else "."),
            "",
            _table(("", "training", "development"), rows),
            "",
            f"Cut to {found['settings']['max_tokens']} tokens or what the model reads: {found['cut']} training rows.",
            "",
            "## Figures on the development rows",
            "",
            metrics,
            "",
            "## Settings",
            "",
            f"Base: `{found['base']['name']}` (hash of its files {found['base']['files']}).",
            "",
            _table(("setting", "value"), list(settings.items())),
            "",
            "## Versions",
            "",
            _table(("library", "version"), list(found["versions"].items())),
            "",
        )
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
