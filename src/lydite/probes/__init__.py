"""Probes: a source of meaning against people or test sets."""

from lydite.probes.run import Probed, examine, probe

__all__ = ["Probed", "examine", "probe"]
