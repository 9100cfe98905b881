"""Parameters of matchers, learned from people's judgements."""

from lydite.tuning.objective import Objective
from lydite.tuning.tune import TuningResult, tune

__all__ = ["Objective", "TuningResult", "tune"]
