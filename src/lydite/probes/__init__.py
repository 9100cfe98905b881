"""Probes: a source or matcher against people or test sets."""
