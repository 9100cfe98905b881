"""One model: trained, and scored on words to tune on or held out; done in a process of its own."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.inference.statistics import total
from lydite.probes.base import ProbeInput
from lydite.probes.combined import CombinedScore, harmonic
from lydite.vectors.table import Vectors
from lydite.vectors.words import PackedWords

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.array_types import FloatArray
    from lydite.tuning.vectors.words import WordPart, WordSplit
    from lydite.vectors import Vectors
    from lydite.vectors.corpus.prepared import PreparedText
    from lydite.vectors.models.base import EmbeddingModel

RATES, COUNTS = CombinedScore(of="rates"), CombinedScore(of="counts")
COLUMNS = 6  # of the statistics of combined


@dataclass(frozen=True)
class ModelTask:
    """A model to train, its seed, and whether held-out words are scored, too."""

    model: EmbeddingModel
    lemma: bool
    seed: int
    held_out: bool = False


@dataclass(frozen=True)
class ModelScores:
    """What is known of a model, NaN where it could not be trained."""

    seconds: tuple[float, float]
    """Processor time of training and of scoring."""
    counts: tuple[float, float]
    """Right answers of odd_one_out (1,000 draws a category) and of topk on the words to tune on."""
    tuning: FloatArray
    held_out: FloatArray | None = None

    @classmethod
    def unknown(cls, categories: int, *, held_out: bool) -> ModelScores:
        """Return the scores of a model that could not be trained."""
        nothing = np.full((categories, COLUMNS), np.nan)
        return cls((np.nan, np.nan), (np.nan, np.nan), nothing, nothing if held_out else None)

    @property
    def combined(self) -> float:
        """The document's combined score: the harmonic mean of both counts plus one."""
        return float(harmonic(self.counts[0] + 1, self.counts[1] + 1))


@dataclass(frozen=True)
class ModelScorer:
    """What models are trained on, and the words that they are scored on."""

    texts: Mapping[bool, PreparedText]
    words: WordSplit

    @classmethod
    def received(cls, texts: Mapping[bool, PreparedText], words: WordSplit) -> ModelScorer:
        """Return one on a worker that sees the texts."""
        for text in texts.values():
            text.file.received()
        return cls(texts, words)

    def score(self, task: ModelTask) -> ModelScores:
        """Train and score one model."""
        began = time.process_time()
        words = self.words
        try:
            vectors = task.model.train(self.texts[task.lemma], task.seed)
        except InputError:  # it diverged: that words are there was made sure of
            return ModelScores.unknown(len(words.tuning.test.categories), held_out=task.held_out)
        trained = time.process_time()
        given = restricted(vectors, words.tuning)
        counted = COUNTS.examine(given).statistics.sum(0)
        tuning = RATES.examine(given).statistics
        held = RATES.examine(restricted(vectors, words.held_out)).statistics if task.held_out else None
        seconds = trained - began, time.process_time() - trained
        return ModelScores(seconds, (counted[2], counted[5]), tuning, held)


def restricted(vectors: Vectors, part: WordPart) -> ProbeInput:
    """Return the input of probes on the words of one half and the rest of the common vocabulary."""
    return ProbeInput(vectors.select(vectors.find(part.vocabulary)), part.test)


def chance_of(part: WordPart) -> FloatArray:
    """Return the statistics by chance, which are the same for all models: they know the same words."""
    random: Any = np.random.default_rng(0).normal(size=(len(part.vocabulary), 4)).astype(np.float32)
    drawn = Vectors(PackedWords.of(part.vocabulary), random)
    chance = RATES.examine(ProbeInput(drawn, part.test)).chance
    if chance is None:
        raise InputError("there is no chance to correct for")
    return chance


def corrected(rows: FloatArray, chance: FloatArray) -> float:
    """Return combined(of=rates) corrected for chance, (value − chance) / (1 − chance); −∞ for no value."""
    value, by_chance = (float(RATES.value(total(table, None))) for table in (rows, chance))
    score = (value - by_chance) / (1 - by_chance)
    return score if np.isfinite(score) else -np.inf
