"""Metrics: texts in, numbers (or failures with a reason) out."""
