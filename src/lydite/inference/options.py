"""How intervals are made and results broken down: what every scoring command and function takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from lydite.choices import Interval
from lydite.errors import InputError, nearest

if TYPE_CHECKING:
    from lydite.statistics import Scorable

TOPIC = "topic"  # the column over which grouped measures take their average


@dataclass(frozen=True, slots=True)
class Options:
    """How intervals are made; part of every signature."""

    bootstrap: int = 1_000
    """Number of resamples; 0 for no intervals."""
    seed: int = 0
    interval: Interval = "auto"
    """``auto`` is what each measure declares: centred for labels, percentile for most others."""
    level: float = 0.95
    cluster: str | None = None
    """A column whose values are resampled whole."""
    by: str | None = None
    """A column to break results down by."""
    chance: int = 10
    """Over how many shuffles of predictions among items chance is taken; 0 for no chance."""

    def __post_init__(self) -> None:
        kinds = get_args(Interval)
        if self.interval not in kinds:
            hint = nearest(self.interval, kinds)
            raise InputError(f"unknown interval {self.interval!r}{hint} (there are {', '.join(kinds)})")
        if not 0 < self.level < 1:
            raise InputError(f"the level of intervals lies between 0 and 1, not at {self.level:g}")
        for name in ("bootstrap", "seed", "chance"):
            if getattr(self, name) < 0:
                raise InputError(f"{name} is a whole number from 0, not {getattr(self, name)}")

    def kind(self, measure: Scorable) -> str:
        """Return the kind of interval a measure gets; what has no sums to leave a unit out of has no BCa."""
        if self.interval == "auto":
            return measure.interval
        return "percentile" if self.interval == "bca" and not measure.summable else self.interval

    def circumstances(self, measure: Scorable, cluster: str | None = None) -> dict[str, str]:
        """Return how the interval of a measure was made, as it stands in signatures."""
        if not self.bootstrap:
            return {"bootstrap": "no"}
        how = f"{self.bootstrap} {self.kind(measure)} {self.level:g}"
        return {"bootstrap": how, "seed": str(self.seed), "cluster": self.cluster or cluster or ""}
