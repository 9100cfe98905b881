"""One model on one subset: trained, and scored by every probe; done in a process of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError
from lydite.probes.base import ProbeInput
from lydite.sources.models.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.array_types import FloatArray, IntArray
    from lydite.probes.base import Probe
    from lydite.probes.testsets import TestSet
    from lydite.sources.models.base import EmbeddingModel
    from lydite.sources.models.lines import SentCorpus


@dataclass(frozen=True)
class SubsetTask:
    """A subset of a corpus to train on, and the words to learn where these are fixed."""

    order: IntArray | None
    last: int | None
    vocabulary: IntArray | None
    seed: int


@dataclass(frozen=True)
class SubsetScores:
    """What one model knows: the size of its vocabulary, and by probe rows, rows by chance and coverage."""

    words: int
    rows: tuple[tuple[FloatArray, FloatArray, FloatArray], ...]


def scorer(
    sent: SentCorpus, model: EmbeddingModel, probes: tuple[Probe, ...], test: TestSet
) -> Callable[[SubsetTask], SubsetScores]:
    """Return what trains and scores one subset."""
    corpus = sent.received()

    def score(task: SubsetTask) -> SubsetScores:
        from lydite.sources.models.training import NothingToLearn

        lines = Lines(corpus, task.order, task.last, task.vocabulary)
        try:
            vectors = model.train(lines, task.seed)
        except NothingToLearn:
            return SubsetScores(0, tuple(_nothing(probe, test) for probe in probes))
        given = ProbeInput(vectors, test)
        return SubsetScores(len(vectors), tuple(_rows(probe, given) for probe in probes))

    return score


def item_ids(probe: Probe, test: TestSet) -> tuple[str, ...]:
    """Return what a probe has a row for: categories, or relations."""
    return tuple(sorted(test.categories if probe.needs == "categories" else test.analogies))


def _rows(probe: Probe, given: ProbeInput) -> tuple[FloatArray, FloatArray, FloatArray]:
    try:
        examined = probe.examine(given)
    except InputError:  # so few words that nothing can be asked; that the corpus has any was made sure of
        return _nothing(probe, given.test)
    chance = np.zeros_like(examined.statistics) if examined.chance is None else examined.chance
    return examined.statistics, chance, examined.coverage


def _nothing(probe: Probe, test: TestSet) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the rows of a model that knows no word: nothing right, and nothing right by chance."""
    ids = item_ids(probe, test)
    rows, coverage = np.zeros((len(ids), 4)), np.zeros((len(ids), 2))
    for i, name in enumerate(ids):
        asked = test.categories[name] if probe.needs == "categories" else test.analogies[name]
        rows[i, 1:4:2] = 1, len(asked)
        coverage[i, 1] = len(asked) * (1 if probe.needs == "categories" else 4)
    return rows, rows, coverage
