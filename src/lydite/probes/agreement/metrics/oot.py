"""oot: what ten guesses for a substitute are worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.probes.agreement.metrics.guessing import GuessMetric

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.agreement.questions.judged import Guesses


@dataclass(frozen=True)
class Oot(GuessMetric):
    """The share of people's answers that is among ten guesses ("out of ten").

    Σ_{g ∈ guesses} freq(g) / |answers|, averaged over all items (recall) or those attempted (precision).
    ``credit=mode`` gives 1 where the answer that most people gave is among them. A matcher guesses the ten
    substitutes with the highest scores, of equally high ones in expectation.

    >>> from lydite.probes.agreement.examples import table
    >>> one = Oot()
    >>> float(one.value(one.statistics(table("4.9", "X"))))
    1.0
    """

    name = "oot"

    def weights(self, guesses: Guesses) -> FloatArray:
        """Return how often each substitute is among the guesses."""
        return guesses.among
