"""Ground floor: what both `metricstress.perturb` and `metricstress.metrics_under_test` stand on."""
