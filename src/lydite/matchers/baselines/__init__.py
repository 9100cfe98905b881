"""Baselines: matchers that know nothing, to show what a metric gives for that."""
