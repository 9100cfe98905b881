"""Metrics of agreement, one file each."""
