"""Matchers by vectors of phrases."""
