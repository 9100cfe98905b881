"""The link whose words match the target best, by any matcher."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.spec import param
from lydite.matchers.base import Matcher
from lydite.probes.hop.choosers.base import PhraseChooser

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class MatchChooser(PhraseChooser):
    """The link whose words stand best for the title of the target, by any matcher.

    Phrases that the source behind the matcher does not know are left out of the choice.
    """

    name = "match"
    reference = "HOP, section 4, with the matchers of this package"

    using: Matcher = param(help="the matcher, link to target")

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:  # noqa: ARG003
        """Return a matcher without files."""
        return {"using": "stem"}

    def compare(self, phrases: Sequence[str], target: str) -> FloatArray:
        """Return the score of each phrase with the target."""
        scores = self.using.pairs(list(phrases), [target] * len(phrases))
        return np.where(self.using.known(list(phrases)), scores, np.nan)
