"""Hypothesis profiles: CI looks five times as long as a developer's own run.

CI draws the same examples each time, so that a change is judged by what it changes; a developer's run draws new ones
and is where rare faults are found.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# Speed is measured in benchmarks/, never judged in a test: this machine's noise would be read as a failure.
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}

settings.register_profile("dev", max_examples=100, **_COMMON)
settings.register_profile("ci", max_examples=500, derandomize=True, **_COMMON)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
