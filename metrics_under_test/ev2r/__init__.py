"""The Ev²R evidence scorer: reference-based, reference-less, proxy-reference and weighted, over any judge."""
