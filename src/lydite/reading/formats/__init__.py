"""Formats of phrases: one reader for each, and how the format of a file is told."""
