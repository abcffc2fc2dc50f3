"""What `metricstress list` lists."""

from __future__ import annotations

from typing import Any

from metricstress.language.plugins import PluginError, load_plugin, plugins
from metricstress.metrics_under_test import registry as metric_registry
from metricstress.perturb import registry as perturbation_registry

from .suite import GROUP, built_in_suites, load_suite

__all__ = ["listing"]


def listing(what: str) -> list[dict[str, Any]]:
    """Records with at least `name`, `from` and `about`; a broken plugin is listed as broken.

    Args:
        what: `perturbations`, `metrics` or `suites`.
    """
    built_in = {"perturbations": _perturbations, "metrics": _metrics, "suites": _suites}[what]()
    group = {
        "perturbations": perturbation_registry.GROUP,
        "metrics": metric_registry.GROUP,
        "suites": GROUP,
    }[what]
    return built_in + [_plugin(group, name) for name in plugins(group)]


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
        except (ImportError, RuntimeError) as error:  # Something it needs is missing: its own message says what.
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
    return found


def _suites() -> list[dict[str, Any]]:
    suites = [load_suite(name) for name in built_in_suites()]
    return [
        {
            "name": suite.name,
            "from": "metricstress",
            "perturbations": list(suite.perturbations),
            "metrics": list(suite.metrics),
            "about": f"{suite.title}: {len(suite.perturbations)} perturbations, {len(suite.metrics)} metrics",
        }
        for suite in suites
    ]


def _plugin(group: str, name: str) -> dict[str, Any]:
    origin = plugins(group)[name].value
    try:
        load_plugin(group, name)
    except PluginError as error:
        return {"name": name, "from": origin, "about": f"broken: {error}"}
    return {"name": name, "from": origin, "about": f"plugin {origin}"}
