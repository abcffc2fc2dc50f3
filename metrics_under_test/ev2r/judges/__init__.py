"""Judges: what decides whether evidence supports a fact."""
