"""Hyperparameters of word vectors: many models once, the best again, the figure on held-out words."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, MissingExtra
from lydite.core.executors.base import executor_of
from lydite.core.executors.tasks import SharedTask, map_tasks
from lydite.core.progress import progress_bar
from lydite.core.spec import parse
from lydite.tuning.vectors.scoring import (
    RATES,
    ModelScorer,
    ModelScores,
    ModelTask,
    chance_of,
    corrected,
)
from lydite.tuning.vectors.space import VectorSpace
from lydite.tuning.vectors.words import WordSplit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import BrokenExecutor, Executor

    from lydite.core.array_types import FloatArray
    from lydite.core.executors.base import On
    from lydite.probes.testsets import TestSet
    from lydite.tuning.method import Method
    from lydite.vectors import Vectors
    from lydite.vectors.corpus.prepared import PreparedText
    from lydite.vectors.models.base import EmbeddingModel

FINALISTS, SEEDS = 10, 3


@dataclass(frozen=True)
class Sample:
    """One model of the search and what it scored on the words to tune on."""

    model: EmbeddingModel
    lemma: bool
    values: Mapping[str, Any]
    scores: ModelScores
    objective: float
    """combined(of=rates) on the words to tune on, corrected for chance; −∞ where it could not be trained."""

    @property
    def name(self) -> str:
        """The model, and whether it saw lemmas."""
        return f"{self.model}{' on lemmas' if self.lemma else ''}"


@dataclass(frozen=True)
class Finalist:
    """One of the best models, trained again with other seeds."""

    sample: Sample
    again: tuple[ModelScores, ...]
    tuning: tuple[float, ...]
    """The objective with each seed."""
    held_out: tuple[float, ...]
    """The same on the words held out."""

    def rows(self) -> FloatArray:
        """Return the statistics on held-out words, averaged over the seeds."""
        tables = [s.held_out for s in self.again if s.held_out is not None]
        return np.asarray(np.mean(tables, axis=0))


@dataclass(frozen=True)
class VectorTuning:
    """All samples in the order in which they were asked for, and the best of them, the first first."""

    space: VectorSpace
    method: Method
    words: WordSplit
    samples: tuple[Sample, ...]
    finalists: tuple[Finalist, ...]
    chance: FloatArray
    """The statistics by chance on held-out words."""
    identity: Mapping[str, Any]
    seed: int
    notes: tuple[str, ...]

    @property
    def best(self) -> Finalist:
        """The best on average over its seeds, on the words to tune on."""
        return self.finalists[0]

    @property
    def seconds(self) -> float:
        """Processor time of the search, without what was trained again."""
        return sum(sum(s.scores.seconds) for s in self.samples)


def tune_vectors(
    text: PreparedText,
    test: TestSet,
    method: str | Method = "random",
    *,
    lemmas: PreparedText | None = None,
    parameters: Sequence[str] = (),
    seed: int = 0,
    on: On = "here",
    finalists: int = FINALISTS,
    seeds: int = SEEDS,
) -> VectorTuning:
    """Look for the hyperparameters whose vectors score best on the words of a test set.

    All models are scored on the words that occur often enough for each. Half of the test words choose, the
    others are held out. ``lemmas`` is the same corpus with lemmas for words. ``on`` is where models are
    trained.
    """
    ensure_trainer()
    how: Method = parse(method, "tuner") if isinstance(method, str) else method
    space = VectorSpace.of(parameters, lemmas=lemmas is not None)
    texts = {False: text} | ({} if lemmas is None else {True: lemmas})
    words = WordSplit.of(test, common_words(texts, space.rarest), seed)
    identity = {
        "corpus": [one.file.digest for one in texts.values()],
        "test": test.digest,
        "parameters": [str(p) for p in space.parameters],
        "method": how.signature(),
        "objective": RATES.signature(),
        "again": [finalists, seeds],
        "seed": seed,
    }
    with executor_of(on) as executor:
        models = _Models(words, executor, SharedTask(ModelScorer.score, ModelScorer.received, (texts, words)))
        samples = _search(models, space, how, seed)
        best = _again(models, samples, seed, finalists, seeds)
    return VectorTuning(
        space, how, words, samples, best, models.chance[1], identity, seed, tuple(dict.fromkeys(models.lost))
    )


def train_best(tuning: VectorTuning, text: PreparedText, lemmas: PreparedText | None = None) -> Vectors:
    """Train the best model once more, with the first of the seeds it was tried again with."""
    best = tuning.best.sample
    source = lemmas if best.lemma and lemmas is not None else text
    return best.model.train(source, tuning.seed + 1)


def common_words(texts: Mapping[bool, PreparedText], least: int) -> list[str]:
    """Return the words that occur at least so often, in lemmas as well as in the text itself."""
    first, *others = (text.counts for text in texts.values())
    common = [w for w, n in first.items() if n >= least and all(other.get(w, 0) >= least for other in others)]
    if not common:
        raise InputError(
            f"no word of the corpus occurs {least} times, the most that a minimum count may be: give "
            "more text, or a lower limit (--parameter min_count=1:2)"
        )
    return common


def ensure_trainer() -> None:
    """Refuse now what no process could do."""
    if importlib.util.find_spec("gensim") is None:
        raise MissingExtra("gensim", "train")


class _Models:
    """Train and score many models."""

    def __init__(
        self, words: WordSplit, executor: Executor, task: Callable[[ModelTask], ModelScores]
    ) -> None:
        self.chance = chance_of(words.tuning), chance_of(words.held_out)
        self.executor = executor
        self.task = task
        self.lost: list[str] = []
        self._categories = len(words.tuning.test.categories)

    def scores(self, tasks: Sequence[ModelTask], bar: Any, done: int) -> list[ModelScores]:
        """Return the scores of models, in the order of the tasks."""
        scores: list[ModelScores] = []
        bar.update(done)
        every = max(1, len(tasks))  # at once: some take much longer than others
        for one in map_tasks(self.executor, self.task, tasks, ahead=every, lost=self._lost):
            scores.append(one)
            bar.label = self._label(bar.label, one)
            bar.update(done + len(scores))
        return scores

    def _lost(self, task: ModelTask, why: BrokenExecutor) -> ModelScores:
        self.lost.append(f"{task.model}: {why}")
        return ModelScores.unknown(self._categories, held_out=task.held_out)

    def objective(self, scores: ModelScores) -> float:
        """Return what is to be high."""
        return corrected(scores.tuning, self.chance[0])

    def held_out(self, scores: ModelScores) -> float:
        """Return the same on the words held out."""
        return -np.inf if scores.held_out is None else corrected(scores.held_out, self.chance[1])

    def _label(self, label: str, scores: ModelScores) -> str:
        """Return the label of the progress bar with the best so far."""
        name, _, best = label.partition(", best ")
        value = self.objective(scores)
        most = max(value, float(best)) if best else value
        return f"{name}, best {most:.4f}" if np.isfinite(most) else label


def _search(models: _Models, space: VectorSpace, method: Method, seed: int) -> tuple[Sample, ...]:
    """Run the search; every model has the same seed."""
    samples: list[Sample] = []
    asking = method.search(space, np.random.default_rng([seed, 2]))
    with progress_bar("models", method.evaluations) as bar:
        points = next(asking)
        while True:
            tasks = [ModelTask(*space.at(point), seed) for point in points]
            scores = models.scores(tasks, bar, len(samples))
            batch = [
                Sample(t.model, t.lemma, space.values(p), s, models.objective(s))
                for t, p, s in zip(tasks, points, scores, strict=True)
            ]
            samples += batch
            try:
                points = asking.send(np.array([s.objective for s in batch]))
            except StopIteration:
                break
    if not any(np.isfinite(s.objective) for s in samples):
        raise InputError("no model could be trained" + (f": {models.lost[0]}" if models.lost else ""))
    return tuple(samples)


def best_samples(samples: Sequence[Sample], count: int) -> list[Sample]:
    """Return the best, no model twice."""
    first: dict[str, Sample] = {}
    for sample in sorted(samples, key=lambda s: -s.objective):
        if np.isfinite(sample.objective):
            first.setdefault(sample.name, sample)
    return list(first.values())[:count]


def _again(
    models: _Models, samples: Sequence[Sample], seed: int, count: int, seeds: int
) -> tuple[Finalist, ...]:
    """Train the best again, with other seeds."""
    chosen = best_samples(samples, count)
    tasks = [
        ModelTask(s.model, s.lemma, seed + n, held_out=True) for s in chosen for n in range(1, seeds + 1)
    ]
    with progress_bar("best models again", len(tasks)) as bar:
        scores = models.scores(tasks, bar, 0)
    best = []
    for place, sample in enumerate(chosen):
        own = tuple(scores[place * seeds : (place + 1) * seeds])
        tuning = tuple(models.objective(s) for s in own)
        if np.isfinite(tuning).all():
            best.append(Finalist(sample, own, tuning, tuple(models.held_out(s) for s in own)))
    if not best:
        raise InputError("none of the best models could be trained again")
    return tuple(sorted(best, key=lambda f: -float(np.mean(f.tuning))))
