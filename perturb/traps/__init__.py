"""Traps for judges, and the control: the evidence says nothing more than before."""

from .authority_cue import authority_cue
from .identity import identity
from .injected_instruction import injected_instruction
from .padding import padding

__all__ = [
    "authority_cue",
    "identity",
    "injected_instruction",
    "padding",
]
