"""Measures: a system's output against gold, each one file that declares one value."""
