"""What people's votes say of a pair of words: the share that accepts one for the other.

The acceptance of a candidate is logistic in what speaks for it, with coefficients learned from votes by
``tools/meaning.py``; signs were fixed beforehand. W is the best path from candidate to reference, B the best
path back, weighted by how common the senses are (``wordnet(prior=tags)``), and Δ how much more often the
candidate is used.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.io.digests import digest_of
from lydite.knowledge.graph import TransitionScores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import BoolArray, FloatArray


EMBEDDED = "data/meaning/english.json"
SIGNS = {
    "near": 1, "far": 1, "back": 1, "difference": 1, "opposite": -1, "cosine": 1,
}  # fmt: skip
"""What enters the logit, and the sign of its coefficient."""
STEEPEST = 700  # of all coefficients together: so much has an exponential

# Words: from paths, cosines and letters to a score.
STEEP_PATH, LONGEST_PATH = 0.1, 0.6  # of a path: where the steep part of W ends, and where W ends to count
PATH_BACK = (0.0, 0.3)  # of a path back: where B begins and ends to count for words alone ...
PATH_BACK_INSIDE = (0.2, 0.5)  # ... and inside a phrase, where what is only alike is a near miss
WORD_SHARE = 0.4  # of the score of words alone, which counts inside a phrase whatever it stands on
CLOSE = 0.4  # of a cosine of words: where it ends to count
AKIN = 0.13  # path, there or back, from which words of one stem are one word: import is not in important
ALIKE, UNLIKE = 0.5, 0.7  # share of trigrams from which letters count, and what all letters but one are worth

# Paths: what a step is worth.
THERE = TransitionScores(
    similar=0.35, derivation=0.5, lemma_derivation=0.0,
    specialisation_low=0.9, specialisation_high=0.97, generalisation_high=0.2,
)  # fmt: skip
"""From candidate to reference: down a hierarchy paths hardly decay, as people's acceptance does not."""
BACK = TransitionScores(
    similar=0.534, derivation=0.644, lemma_derivation=0.0,
    specialisation_low=0.675, specialisation_high=0.93, generalisation_high=0.915, generalisation_low=0.3,
)  # fmt: skip
"""From reference to candidate: down they decay, and up no generalisation is clipped."""
LEAST, MET = 0.02, 0.01  # what is reached with less is left out, and so is a path of less
SENSE, PART = 0.5, 0.2  # powers: how likely a sense is in its part of speech, and that part of speech
COMMON = 7.0  # on Zipf's scale: stop words of a language of whose words no frequencies are known ...
RARE = 3.0  # ... and words of it that its wordnet does not know: about where the rare begin

# Phrases: from aligned words to a score.
RETAINED, SUPPORTED = 0.4, 0.8  # powers: what is assumed costs twice what is lost
OPPOSED = 0.1  # factor for opposites, and for a word that denies on one side only
OPPOSITE = -1.0  # in a table of scores: words that are opposites of each other
DENIED = 0.8  # what an opposite is worth where one side denies: not good for bad
MIN_SCORE = 1e-9  # alignments worth less are none
OPAQUE = 0.5  # factor where words are shared with a phrase whose meaning is not theirs
KIND = 0.15  # path from the last word of a phrase from which the phrase is a kind of it
ACRONYM = 0.8  # what initials are worth for the words they stand for
UNCOMMON = 4.0  # on Zipf's scale: initials that are a word are no commoner, or written in capitals
UNRELATED = 0.09  # the mean cosine of random phrases by wordllama, for which the coefficients were learned
LOW, HIGH, WORTH = 0.2, 0.9, 0.9  # cosines of phrases that count, and what the highest is worth
MEANT = 0.9  # paths both ways as alike as this join words of one meaning


def rescale(values: Any, low: float, high: float) -> Any:
    """Return (x − low) / (high − low), cut to [0, 1].

    >>> float(rescale(0.25, 0.0, 0.5)), float(rescale(-1.0, 0.0, 0.5))
    (0.5, 0.0)
    """
    return np.clip((np.asarray(values, np.float64) - low) / (high - low), 0.0, 1.0)


@dataclass(frozen=True)
class WordEvidence:
    """What is known of pairs of words, candidate first; a cosine is NaN where there is none."""

    path: FloatArray
    back: FloatArray
    difference: FloatArray
    opposite: FloatArray
    cosine: FloatArray

    def features_of_difference(self) -> FloatArray:
        """Return what enters the logit of how much more often the candidate is used."""
        return np.asarray(np.clip(self.difference, -3.0, 3.0) / 3.0)

    def features(self, *, phrase: bool = False) -> dict[str, FloatArray]:
        """Return what enters the logit, by name; for words alone, or inside a phrase."""
        return {
            "near": rescale(self.path, 0.0, STEEP_PATH),
            "far": rescale(self.path, STEEP_PATH, LONGEST_PATH),
            "back": rescale(self.back, *(PATH_BACK_INSIDE if phrase else PATH_BACK))
            * (1 - rescale(self.path, 0.0, STEEP_PATH)),
            "difference": self.features_of_difference(),
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

    def predict_words(self, evidence: WordEvidence) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return the score of words alone and inside a phrase, and the acceptance, also of unrelated ones."""
        e, known = evidence, np.isfinite(evidence.cosine)
        some = np.flatnonzero((e.path > 0) | (e.back > 0) | (e.opposite > 0) | known)
        out = np.zeros((4, len(e.path)))  # where nothing speaks for it, a word scores 0
        difference = {"difference": e.features_of_difference()}
        out[3] = self._with(known, [one.acceptance(difference) for one in self._used(known)])
        out[2] = out[3]
        found = WordEvidence(
            *(column[some] for column in (e.path, e.back, e.difference, e.opposite, e.cosine))
        )
        alone, inside, known = found.features(), found.features(phrase=True), known[some]
        used = self._used(known)
        out[0, some] = score = self._with(known, [one.score(alone) for one in used])
        within = self._with(known, [one.score(inside) for one in used])
        out[1, some] = np.maximum(within, WORD_SHARE * score)
        out[2, some] = self._with(known, [one.acceptance(alone) for one in used])
        return out[0], out[1], out[2], out[3]

    def _used(self, known: BoolArray) -> list[Logit]:
        """Return the regressions that pairs need of which cosines are known or not."""
        if not known.any():
            return [self.plain]
        return [self.vectors] if known.all() else [self.plain, self.vectors]

    @staticmethod
    def _with(known: BoolArray, columns: Sequence[FloatArray]) -> FloatArray:
        return np.where(known, columns[-1], columns[0]) if len(columns) > 1 else columns[0]

    def predict_phrases(self, evidence: PhraseEvidence) -> Prediction:
        """Return the scores of pairs of phrases: by aligned words, as wholes, and by their cosines."""
        e = evidence
        factor = np.where(e.opposite != e.denied, OPPOSED, 1.0)
        less, more = np.minimum(e.retained, e.supported), np.maximum(e.retained, e.supported)
        contained = (e.equal > 0) & (less < 1 - 1e-9) & (more >= 1 - 1e-9)  # one phrase has all of the other
        veiled = e.opaque & contained
        aligned = combine_shares(e.retained, e.supported) * factor * np.where(veiled, OPAQUE, 1.0)
        aligned = np.where(e.acronym, np.maximum(aligned, ACRONYM), aligned)
        # a phrase of the wordnet that denies nothing but the other: never again for again
        denial = e.denied & (e.retained >= 1 - 1e-9) & (e.supported >= 1 - 1e-9)
        whole = np.where(veiled, OPAQUE, 1.0) * np.where(denial, OPPOSED, 1.0) * np.nan_to_num(e.whole)
        scores = np.where(e.single, whole, np.maximum(aligned, whole))
        close = WORTH * rescale(e.cosine, LOW, HIGH) * factor * (1 - e.equal) * ~e.judged
        scores = np.maximum(scores, np.nan_to_num(close))
        scores = np.where(e.same, 1.0, np.round(np.minimum(scores, 1.0), 12))
        decides = e.single | ((whole > 0) & (whole >= scores - 1e-9))
        accepted = np.where(e.same, 1.0, np.where(decides, e.accepted, np.nan))
        return Prediction(scores, aligned, whole, accepted, veiled)


class PhraseEvidence(NamedTuple):
    """What is known of pairs of phrases, a column each; NaN where something is not known.

    ``whole`` is the score of both as words of the wordnet and ``accepted`` the share of people who accept it;
    ``single``: both are one word; ``judged``: the wordnet knows both words, so that a cosine adds nothing.
    """

    retained: FloatArray
    supported: FloatArray
    equal: FloatArray
    opposite: BoolArray
    denied: BoolArray
    opaque: BoolArray
    acronym: BoolArray
    same: BoolArray
    single: BoolArray
    judged: BoolArray
    whole: FloatArray
    accepted: FloatArray
    cosine: FloatArray


class Prediction(NamedTuple):
    """What the model makes of the evidence: the scores, and what they come from."""

    scores: FloatArray
    aligned: FloatArray
    whole: FloatArray
    accepted: FloatArray
    differs_from_head: BoolArray


def combine_shares(retained: FloatArray, supported: FloatArray) -> FloatArray:
    """Return R^0.4 · P^0.8, less the share of both that clashes: what one side has in place of the other's.

    >>> combine_shares(np.array([0.5, 1.0, 0.5]), np.array([1.0, 0.5, 0.5])).round(3).tolist()
    [0.758, 0.574, 0.218]
    """
    clash = np.minimum(1 - retained, 1 - supported)
    return np.asarray(retained**RETAINED * supported**SUPPORTED * (1 - clash))


def load_model(path: Path | None = None) -> AcceptanceModel:
    """Return the embedded coefficients, or those of a file as ``tools/meaning.py`` writes it."""
    if path is None:
        return _embedded()

    content = opening.text(path).encode()
    try:
        return _read(content)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise InputError(f"not the coefficients of a model of meaning: {error}", path) from error


@functools.cache
def _embedded() -> AcceptanceModel:
    return _read(resources.files("lydite").joinpath(EMBEDDED).read_bytes())


def _read(content: bytes) -> AcceptanceModel:

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
