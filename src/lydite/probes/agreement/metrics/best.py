"""best: what the first guesses for a substitute are worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.probes.agreement.metrics.guessing import GuessMetric

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.agreement.questions.judged import Guesses


@dataclass(frozen=True)
class Best(GuessMetric):
    """The share of people's answers that the best guess has, divided among guesses where there are several.

    Σ_{g ∈ guesses} freq(g) / (|guesses| · |answers|), averaged over all items (recall) or those attempted
    (precision). ``credit=mode`` gives 1 for the answer that most people gave, where that is one, and only
    the first guess counts. A matcher guesses the substitute with the highest score, one of the equally high
    ones in expectation.

    >>> from lydite.probes.agreement.examples import table
    >>> one = Best()
    >>> round(float(one.value(one.statistics(table("4.9", "X")))), 3)
    0.733
    """

    name = "best"

    def weights(self, guesses: Guesses) -> FloatArray:
        """Return the share of each substitute in the guess."""
        return guesses.first if self.credit == "mode" else guesses.best
