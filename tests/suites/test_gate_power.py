"""The benchmark of the gate's power runs, and what it finds in small is what it must find."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "gate_power.py"


@pytest.mark.slow
def test_the_gate_is_quiet_when_nothing_changed_and_names_what_did() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "--runs", "40"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    alarms = [float(share) for share in re.findall(r"any alarm, .* ([\d.]+)%$", done.stdout, re.M)]
    assert len(alarms) == 2
    assert max(alarms) <= 2.5  # one of 40 runs
    found = re.search(r"found, with the baseline's scores +([\d.]+)%", done.stdout)
    assert found is not None
    assert float(found[1]) >= 90
    assert done.stdout.count("exit 1; ") == done.stdout.count("named as worse: exactly these") == 3
    assert "none: exit 0" in done.stdout
