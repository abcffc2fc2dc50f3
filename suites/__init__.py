"""Suites: perturbations, metrics and examples joined into runs, gates, tests and the command line."""
