"""How intervals and tests are made: options of every command and function that shows results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from lydite.core.choices import SWAPS, Interval, Judge, TestName
from lydite.core.options import Keyword, Option, OptionGroup

if TYPE_CHECKING:
    from lydite.inference.statistics import Scorable

Seed = Annotated[int, Option("Seed of everything random.", low=0)]
"""Of chance and of intervals: two groups declare it, so it is one option, and both get its value."""
Shuffles = Annotated[
    int | None, Keyword("Shuffles of gold behind chance: 4, 10 below 200 items; 0 for no chance.", low=0)
]


@dataclass(frozen=True)
class Inference(OptionGroup):
    """How intervals are made; part of every signature."""

    bootstrap: Annotated[int, Option("Resamples for intervals; 0 for none.", low=0)] = 1_000
    seed: Seed = 0
    interval: Annotated[Interval, Option("Kind of interval; auto: each measure's own.")] = "auto"
    level: Annotated[float, Option("Level of intervals and tests.", low=0.5, high=0.9999)] = 0.95
    cluster: Annotated[str | None, Option("Resample whole groups of this column of gold.")] = None
    by: Annotated[str | None, Option("Break results down by this column of gold.")] = None
    chance: Shuffles = None
    judge: Annotated[
        Judge,
        Option("Which figure the significance tests compare (auto: chance-corrected for soft measures)."),
    ] = "auto"

    def kind(self, measure: Scorable) -> str:
        """Return the kind of interval a measure gets; what has no sums to leave a unit out of has no BCa."""
        if self.interval == "auto":
            return measure.interval
        return "expanded" if self.interval == "bca" and not measure.summable else self.interval

    def circumstances(
        self, measure: Scorable, cluster: str | None = None, *, within: bool = False
    ) -> dict[str, str]:
        """Return how the interval of a measure was made, as signatures say it."""
        if not self.bootstrap:
            return {"bootstrap": "no"}
        how = f"{self.bootstrap} {self.kind(measure)} {self.level:g}"
        drawn = "within topics" if within else ""
        return {
            "bootstrap": how,
            "seed": str(self.seed),
            "cluster": self.cluster or cluster or "",
            "drawn": drawn,
        }


@dataclass(frozen=True)
class Testing(OptionGroup):
    """How systems are tested against each other."""

    __test__ = False  # not a class of tests

    test: Annotated[
        TestName | None,
        Option("Paired test; bootstrap for correlations and the like, else randomisation."),
    ] = None
    times: Annotated[int, Keyword("How many random swaps a test of randomisation makes.", low=0)] = SWAPS
