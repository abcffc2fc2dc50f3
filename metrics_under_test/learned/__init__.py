"""Learned metrics: checkpoints of transformers models that the user has in a folder of this machine."""
