"""What `metricstress list` lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from metricstress.language.plugins import plugins
from metricstress.metrics_under_test import registry as metric_registry
from metricstress.metrics_under_test.metric import CannotScore
from metricstress.perturb import registry as perturbation_registry

from .suite import GROUP, Suite, built_in_suites, load_suite

__all__ = ["listing"]


def listing(what: str) -> list[dict[str, Any]]:
    """Records with at least `name`, `from`, `about` and `broken`; a broken plugin is listed as broken.

    Every plugin is loaded as a run would load it, but none can stop the listing.

    Args:
        what: `perturbations`, `metrics` or `suites`.
    """
    built_in = {"perturbations": _perturbations, "metrics": _metrics, "suites": _suites}[what]()
    names = {record["name"] for record in built_in}
    group, load = _SOURCES[what]
    return [record | {"broken": False} for record in built_in] + [
        _plugin(group, name, load, taken=name in names) for name in plugins(group)
    ]


def _perturbations() -> list[dict[str, Any]]:
    return [
        {
            "name": item.name,
            "from": "metricstress",
            "intent": item.intent,
            "severity": item.severity,
            "kinds": list(item.kinds),
            "needs": sorted(item.needs),
            "about": f"{item.intent:<10}  {item.summary} (severity {item.severity:g})",
        }
        for item in perturbation_registry.BUILT_IN.values()
    ]


def _metrics() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for item in metric_registry.BUILT_IN.values():
        try:
            signature = item.signature()
        except (
            ImportError,
            RuntimeError,
            CannotScore,
        ) as error:  # Its own message says what is missing.
            signature = f"not available: {error}"
        low, high = item.bounds
        found.append(
            {
                "name": item.name,
                "from": "metricstress",
                "components": list(item.components),
                "needs": sorted(item.needs),
                "bounds": [low, high if high != float("inf") else None],
                "faults": getattr(item, "faults", ""),
                "about": signature,
            }
        )
    return found + _set_up_by_name()


def _set_up_by_name() -> list[dict[str, Any]]:
    """The metrics that need something of the user's: a server with a language model, or a checkpoint."""
    from metricstress.metrics_under_test.ev2r.judges.llm_verdict import LlmVerdict

    verdict: dict[str, Any] = {
        "name": LlmVerdict.name,
        "components": list(LlmVerdict.components),
        "needs": sorted(LlmVerdict.needs),
        "bounds": [None, 0.0],
        "faults": "as good as its model, of which only the likeliest tokens are seen",
        "about": "log-probability of the gold verdict after reasoning; METRICSTRESS_LLM_MODEL names the model",
    }
    learned: list[dict[str, Any]] = [
        {
            "name": name,
            "components": [name] if name == "bleurt" else ["precision", "recall", "f1"],
            "needs": ["reference"],
            "bounds": [None, None],
            "faults": "as good as its checkpoint",
            "about": f"over a checkpoint in a folder of yours: {how}",
        }
        for name, how in metric_registry.LEARNED.items()
    ]
    return [{"from": "metricstress", **entry} for entry in (verdict, *learned)]


def _suites() -> list[dict[str, Any]]:
    suites = [load_suite(name) for name in built_in_suites()]
    return [
        {
            "name": suite.name,
            "from": "metricstress",
            "perturbations": list(suite.perturbations),
            "metrics": list(suite.metrics),
            "about": _outline(suite),
        }
        for suite in suites
    ]


def _described_perturbation(name: str) -> str:
    found = perturbation_registry.get_perturbation(name)
    return f"{found.intent:<10}  {found.summary} (severity {found.severity:g})"


def _described_metric(name: str) -> str:
    return metric_registry.get_metric(name).signature()


def _described_suite(name: str) -> str:
    return _outline(load_suite(name))


def _outline(suite: Suite) -> str:
    return f"{suite.title}: {len(suite.perturbations)} perturbations, {len(suite.metrics)} metrics"


_SOURCES: Final[dict[str, tuple[str, Callable[[str], str]]]] = {
    "perturbations": (perturbation_registry.GROUP, _described_perturbation),
    "metrics": (metric_registry.GROUP, _described_metric),
    "suites": (GROUP, _described_suite),
}


def _plugin(group: str, name: str, describe: Callable[[str], str], *, taken: bool) -> dict[str, Any]:
    entry = plugins(group)[name]
    package = "an unknown package" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"
    record = {"name": name, "from": package, "value": entry.value}
    if taken:
        return record | {
            "about": "broken: metricstress has one of that name; rename it",
            "broken": True,
        }
    try:
        return record | {"about": f"{describe(name)}  [{package}]", "broken": False}
    except Exception as error:  # Somebody else's code, which may fail at anything: that is what is to be told.
        return record | {"about": f"broken: {error}", "broken": True}
