"""Engines that run on many machines; found by entry point, imported by nothing else."""
