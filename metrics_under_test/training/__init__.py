"""Fine-tuning of learned metrics on the user's own rows: the proxy's verdict model, and BLEURT's regression."""
