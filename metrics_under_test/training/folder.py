"""The folder of a training: whose it is, its checkpoints while it lasts, and the model when it is done."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .settings import TrainingError

__all__ = ["TrainingFolder"]

_STATE: Final = "training.json"
_METRICS: Final = "metrics.json"
_LOCK: Final = ".training.lock"


@dataclass(frozen=True)
class TrainingFolder:
    """Where a training is written.

    Attributes:
        path: The folder; made if it is not there.
        fingerprint: What is trained; see `settings.fingerprint`.
    """

    path: Path
    fingerprint: Mapping[str, Any]

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Hold the folder for this training.

        Raises:
            TrainingError: if it holds something else, another process trains there, or it cannot be written to.
        """
        from filelock import FileLock, Timeout

        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with FileLock(self.path / _LOCK, timeout=0):
                self._claim()
                yield
        except Timeout:
            raise TrainingError(f"another process is training in {str(self.path)!r}") from None
        except OSError as error:
            raise TrainingError(f"cannot write to {str(self.path)!r}: {error.strerror or error}") from error

    def finished(self) -> dict[str, Any] | None:
        """What `metrics.json` says if the training is whole, else None."""
        found = _read(self.path / _METRICS)
        return found if isinstance(found, dict) else None

    def last_checkpoint(self) -> Path | None:
        """The latest whole checkpoint; those that a killed process left half-written are taken away."""
        whole: list[tuple[int, Path]] = []
        for entry in self.path.glob("checkpoint-*"):
            # The trainer writes its state last.
            if _read(entry / "trainer_state.json") is not None and entry.name.rpartition("-")[2].isdecimal():
                whole.append((int(entry.name.rpartition("-")[2]), entry))
            else:
                shutil.rmtree(entry, ignore_errors=True)
        return max(whole)[1] if whole else None

    def finish(self, card: str, metrics: Mapping[str, Any]) -> None:
        """Write card and figures, and take the checkpoints away. The figures come last: they say that all is whole."""
        (self.path / "README.md").write_text(card, encoding="utf-8")
        beside = self.path / f".{_METRICS}"
        beside.write_text(json.dumps(metrics, indent=2) + "\n", encoding="utf-8")
        beside.replace(self.path / _METRICS)
        for entry in self.path.glob("checkpoint-*"):
            shutil.rmtree(entry, ignore_errors=True)

    def _claim(self) -> None:
        mine = json.loads(json.dumps(dict(self.fingerprint)))
        found = _read(self.path / _STATE)
        if isinstance(found, dict):
            other = [
                f"{name} {found.get(name)!r}, not {value!r}" for name, value in mine.items() if found.get(name) != value
            ]
            if other:
                raise TrainingError(
                    f"{str(self.path)!r} holds another training ({'; '.join(other)}); "
                    "give the same data and settings to go on with it, or another --out"
                )
        elif any(entry.name != _LOCK for entry in self.path.iterdir()):
            raise TrainingError(f"{str(self.path)!r} is not empty and holds no training; choose another --out")
        else:
            (self.path / _STATE).write_text(json.dumps(mine, indent=2) + "\n", encoding="utf-8")


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
