"""The metrics by name: the built-in ones, and those that installed packages register."""

from __future__ import annotations

from metricstress.language.plugins import load_plugin, plugins
from metricstress.language.suggest import did_you_mean

from .bleu import bleu, sacrebleu
from .chrf import chrf
from .ev2r.options import EV2R, Ev2rOptions, configured
from .ev2r.proxy_reference import proxy_prior, proxy_reference
from .ev2r.reference_based import reference_based
from .ev2r.reference_less import reference_less
from .ev2r.weighted import weighted
from .hungarian_meteor import (
    hungarian_meteor,
    hungarian_meteor_paper,
    hungarian_meteor_questions,
    hungarian_meteor_server,
)
from .learned.checkpoint import CheckpointError
from .meteor import meteor
from .meteor_paper import meteor_paper
from .metric import Metric
from .rouge import ROUGE
from .wrap import UnknownMetric, load_metric, wrap

__all__ = ["BUILT_IN", "GROUP", "LEARNED", "get_metric"]

GROUP = "metricstress.metrics"

BUILT_IN: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        *(bleu, sacrebleu, chrf, *ROUGE),
        *(meteor, meteor_paper),
        *(hungarian_meteor, hungarian_meteor_server, hungarian_meteor_questions, hungarian_meteor_paper),
        *(reference_based, reference_less, proxy_reference, proxy_prior, weighted),
    )
}

LEARNED = {"bleurt": "bleurt:PATH", "bertscore": "bertscore:PATH, or bertscore:PATH#LAYER"}
"""Metrics over a checkpoint in a folder of the user's, and how they are named."""


def get_metric(spec: str, ev2r: Ev2rOptions | None = None) -> Metric:
    """The metric of a registered name, of a learned metric with its checkpoint, or of `package.module:attribute`.

    Args:
        spec: What users type.
        ev2r: How the metrics of Ev²R are set up, if not as they are by default.

    Raises:
        UnknownMetric: if there is none; the message suggests the nearest.
        CannotScore: if it cannot be set up here, such as a judge without a model.
    """
    if spec in EV2R and (ev2r is not None or spec not in BUILT_IN):
        return configured(spec, ev2r or Ev2rOptions())
    if spec in BUILT_IN:
        return BUILT_IN[spec]
    kind, _, path = spec.partition(":")
    if kind in LEARNED:
        return _learned(kind, path)
    if spec in plugins(GROUP):
        return wrap(load_plugin(GROUP, spec), name=spec)
    if ":" in spec:
        return load_metric(spec)
    known = [*dict.fromkeys((*BUILT_IN, *EV2R, *LEARNED)), *plugins(GROUP)]
    raise UnknownMetric(
        f"unknown metric {spec!r}{did_you_mean(spec, known)} (your own function: package.module:function)"
    )


def _learned(kind: str, path: str) -> Metric:
    if not path:
        raise UnknownMetric(f"metric {kind!r} is a checkpoint of yours; give its local path: {LEARNED[kind]}")
    try:
        if kind == "bleurt":
            from .learned.bleurt import bleurt

            return bleurt(path)
        from .learned.bertscore import bertscore

        folder, _, layer = path.rpartition("#")
        return bertscore(folder, int(layer)) if folder and layer.isdecimal() else bertscore(path)
    except CheckpointError as error:
        raise UnknownMetric(f"metric {kind!r}: {error}") from error
