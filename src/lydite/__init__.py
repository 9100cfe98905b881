"""Lydite: evaluate systems by meaning instead of by spelling, and the sources of meaning themselves."""

__version__ = "0.1.0"
