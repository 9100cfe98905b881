"""What people's votes say of a pair of words: the share that accepts one for the other.

The acceptance of a candidate is logistic in what speaks for it, with coefficients learned from votes by
``tools/meaning.py``; signs were fixed beforehand. W is the best path from candidate to reference, B the best
path back, weighted by how common the senses are (``wordnet(prior=tags)``), and Δ how much more often the
candidate is used.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.files import digest_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.array_types import FloatArray


EMBEDDED = "data/meaning/english.json"
SIGNS = {
    "near": 1, "far": 1, "back": 1, "difference": 1, "opposite": -1, "cosine": 1,
}  # fmt: skip
"""What enters the logit, and the sign of its coefficient."""
FIRST, LAST = 0.0, 0.1  # of a path: where the steep part of W begins and ends
MOST = 0.6  # of a path: where W ends to count
BACK = (0.0, 0.3)  # of a path back: where B begins and ends to count for words alone ...
WITHIN = (0.2, 0.5)  # ... and inside a phrase, where what is only alike (tea for coffee) is a near miss
HALF = 0.4  # of the score of words alone, which counts inside a phrase whatever it stands on
CLOSE = 0.4  # of a cosine: where it ends to count
STEEPEST = 700  # of all coefficients together: so much has an exponential


def rescale(values: Any, low: float, high: float) -> Any:
    """Return (x − low) / (high − low), cut to [0, 1].

    >>> float(rescale(0.25, 0.0, 0.5)), float(rescale(-1.0, 0.0, 0.5))
    (0.5, 0.0)
    """
    return np.clip((np.asarray(values, np.float64) - low) / (high - low), 0.0, 1.0)


@dataclass(frozen=True)
class Evidence:
    """What is known of pairs of words, candidate first; a cosine is NaN where there is none."""

    path: FloatArray
    back: FloatArray
    difference: FloatArray
    opposite: FloatArray
    cosine: FloatArray

    def features(self, *, phrase: bool = False) -> dict[str, FloatArray]:
        """Return what enters the logit, by name; for words alone, or inside a phrase."""
        return {
            "near": rescale(self.path, FIRST, LAST),
            "far": rescale(self.path, LAST, MOST),
            "back": rescale(self.back, *(WITHIN if phrase else BACK)) * (1 - rescale(self.path, FIRST, LAST)),
            "difference": np.clip(self.difference, -3.0, 3.0) / 3.0,
            "opposite": self.opposite,
            "cosine": rescale(np.nan_to_num(self.cosine), 0.0, CLOSE),
        }


@dataclass(frozen=True)
class Logit:
    """A logistic regression: weights by feature, and a bias."""

    weights: Mapping[str, float]
    bias: float

    def acceptance(self, features: Mapping[str, FloatArray]) -> FloatArray:
        """Return the share of people expected to accept each candidate."""
        total = sum(self.weights.get(name, 0.0) * value for name, value in features.items())
        return np.asarray(1 / (1 + np.exp(-np.asarray(self.bias + total, np.float64))))

    def chance(self, features: Mapping[str, FloatArray]) -> FloatArray:
        """Return the acceptance of words for which nothing speaks but how often they are used."""
        return self.acceptance({"difference": features["difference"]})

    def score(self, features: Mapping[str, FloatArray]) -> FloatArray:
        """Return (a − a₀) / (1 − a₀): what is accepted beyond chance; 0 below it and for opposites."""
        accepted, chance = self.acceptance(features), self.chance(features)
        room = 1 - chance
        beyond = np.clip((accepted - chance) / np.where(room > 0, room, 1.0), 0.0, 1.0)
        return np.where(features["opposite"] > 0, 0.0, beyond)


@dataclass(frozen=True)
class AcceptanceModel:
    """Two logistic regressions of acceptance: without vectors and with them."""

    plain: Logit
    vectors: Logit
    digest: str

    def predict(self, evidence: Evidence) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return the score of words alone and inside a phrase, and the acceptance, also of unrelated ones."""
        alone, inside = evidence.features(), evidence.features(phrase=True)
        known = np.isfinite(evidence.cosine)
        used = (
            [self.plain] if not known.any() else [self.vectors] if known.all() else [self.plain, self.vectors]
        )
        by_logit = [
            (one.score(alone), one.score(inside), one.acceptance(alone), one.chance(alone)) for one in used
        ]
        score, within, accepted, chance = (
            np.where(known, columns[-1], columns[0]) for columns in zip(*by_logit, strict=True)
        )
        return score, np.maximum(within, HALF * score), accepted, chance


def load_model(path: Path | None = None) -> AcceptanceModel:
    """Return the embedded coefficients, or those of a file as ``tools/meaning.py`` writes it."""
    if path is None:
        return _embedded()
    from lydite.reading import opening

    content = opening.text(path).encode()
    try:
        return _read(content)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise InputError(f"not the coefficients of a model of meaning: {error}", path) from error


@functools.cache
def _embedded() -> AcceptanceModel:
    return _read(resources.files("lydite").joinpath(EMBEDDED).read_bytes())


def _read(content: bytes) -> AcceptanceModel:
    import json

    coefficients = json.loads(content)
    parts = [coefficients["plain"], coefficients["vectors"]]
    plain, vectors = (_logit(part) for part in parts)
    return AcceptanceModel(plain, vectors, digest_of(content))


def _logit(part: Mapping[str, Any]) -> Logit:
    weights = {name: part["weights"][name] + 0.0 for name in SIGNS if name in part["weights"]}
    bias = part["bias"] + 0.0
    if not sum(map(abs, weights.values())) + abs(bias) <= STEEPEST:
        raise ValueError(f"the coefficients are beyond {STEEPEST} in all")
    return Logit(weights, bias)
