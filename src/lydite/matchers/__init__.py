"""Matchers: phrase × phrase → [0, 1], each one file that declares one value."""
