"""Baselines: matchers that know nothing, to show what a metric pays for that."""
