"""The bundled sample: claims about stable facts, with evidence and references of the project's own writing."""

from __future__ import annotations

from pathlib import Path

__all__ = ["sample_path"]


def sample_path() -> Path:
    """Where the sample stands; it reads as any other file of examples does."""
    return Path(__file__).parent / "claims.jsonl"
