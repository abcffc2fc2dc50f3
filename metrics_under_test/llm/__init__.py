"""Asking a language model over any OpenAI-compatible endpoint: client, cache, cost, and reading replies."""
