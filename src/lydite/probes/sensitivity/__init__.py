"""How much text a probe needs before it tells good vectors from none."""

from lydite.probes.sensitivity.run import SensitivityRun, sensitivity

__all__ = ["SensitivityRun", "sensitivity"]
