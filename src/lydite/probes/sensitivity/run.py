"""Models on nested subsets of a corpus, scored at each size (section 3.1 of "OddOneOut and Topk")."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError, SpecError
from lydite.inference.intervals import Options
from lydite.inference.summary import summarise
from lydite.places.base import LostTask, place_of
from lydite.probes.run import CATEGORY
from lydite.probes.sensitivity.scoring import SubsetScores, SubsetTask, item_ids, scorer
from lydite.progress import progress_bar
from lydite.result import Result, Results
from lydite.sources.models.lines import Lines, SentCorpus
from lydite.sources.models.nested import SMALLEST, Subset, nested_subsets
from lydite.spec import parse
from lydite.statistics import ItemStatistics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.places.base import Place
    from lydite.probes.base import Probe
    from lydite.probes.testsets import TestSet
    from lydite.sources.models.base import EmbeddingModel
    from lydite.sources.models.lines import Corpus

OWN, FIXED = "own vocabulary", "fixed vocabulary"
UNIQUE = "unique_words"
PROBES = ("topk", "odd_one_out(samples=1000)", "analogy")


@dataclass(frozen=True)
class SizeScores:
    """All probes at one size, their rows averaged over the seeds."""

    unique: int
    tokens: float
    words: float
    """How many words the models know, on average over the seeds."""
    scored: tuple[ItemStatistics, ...]


@dataclass(frozen=True)
class SensitivityRun:
    """Scores against size, with the vocabulary of each subset and with a fixed one."""

    model: EmbeddingModel
    test: TestSet
    seeds: int
    sizes: dict[str, tuple[SizeScores, ...]]
    """By kind of vocabulary, from small to large."""
    notes: tuple[str, ...] = ()

    def results(self, options: Options | None = None) -> Results:
        """Return every probe at every size, with intervals over categories or relations."""
        rows: list[Result] = []
        for sizes in self.sizes.values():
            for size in sizes:
                more = {UNIQUE: size.unique, "tokens": round(size.tokens), "words": round(size.words)}
                for scored in size.scored:
                    part = summarise([scored], options or Options())
                    rows += [replace(r, parameters={**r.parameters, **more}) for r in part]
        return Results(tuple(rows), self.notes)


def rises(results: Results) -> dict[tuple[str, str], tuple[int | None, int | None]]:
    """Return by system and measure the smallest size above chance, and that from which on all are.

    A score is above chance where its interval, corrected for chance, lies above 0.
    """
    sizes: dict[tuple[str, str], tuple[int | None, int | None]] = {}
    for key in dict.fromkeys((r.system, r.measure) for r in results):
        own = sorted((r for r in results if (r.system, r.measure) == key), key=lambda r: r.parameters[UNIQUE])
        above = [r.corrected_low is not None and r.corrected_low > 0 for r in own]
        first = next((r.parameters[UNIQUE] for r, yes in zip(own, above, strict=True) if yes), None)
        last_below = max((i for i, yes in enumerate(above) if not yes), default=-1)
        steady = own[last_below + 1].parameters[UNIQUE] if last_below + 1 < len(own) else None
        sizes[key] = first, steady
    return sizes


def sensitivity(
    corpus: Corpus,
    test: TestSet,
    model: str | EmbeddingModel = "word2vec",
    probes: Sequence[str | Probe] = (),
    *,
    seeds: int = 3,
    seed: int = 0,
    smallest: int = SMALLEST,
    largest: int | None = None,
    control: bool = True,
    on: str | Place = "here",
) -> SensitivityRun:
    """Train a model on subsets that double the number of unique words, and score each.

    Each seed has an order of the lines and a training of its own. With ``control`` the same subsets are
    learned again with the vocabulary of the whole corpus: words that a subset does not hold keep the random
    vectors they start with, so that questions, words and chance are the same at every size.
    ``on`` is where models are trained and scored.
    """
    learner: EmbeddingModel = parse(model, "model") if isinstance(model, str) else model
    asked = _probes(test, probes)
    if seeds < 1:
        raise InputError("at least one seed is needed")
    kinds = (OWN, FIXED) if control else (OWN,)
    subsets = [
        [s for s in nested_subsets(corpus, seed + n, smallest) if largest is None or s.unique <= 1 << largest]
        for n in range(seeds)
    ]
    if not subsets[0]:
        raise InputError(f"no subset has from 2^{smallest} to 2^{largest} unique words")
    fixed = np.flatnonzero(Lines(corpus).counts >= learner.min_count)
    if control and not len(fixed):
        raise InputError(f"no word of the corpus occurs {learner.min_count} times: there is nothing to learn")
    tasks = {
        (kind, subset.unique, n): SubsetTask(
            subset.lines.order, subset.lines.last, fixed if kind == FIXED else None, seed + n
        )
        for kind in kinds
        for n, own in enumerate(subsets)
        for subset in own
    }
    scores, lost = _scores(tasks, (SentCorpus.of(corpus), learner, asked, test), on)
    sizes = {
        kind: tuple(
            _averaged(kind, [own[place] for own in subsets], scores, asked, test, policies)
            for place in range(len(subsets[0]))
            if any((kind, subsets[0][place].unique, n) in scores for n in range(seeds))
        )
        for kind in kinds
        for policies in [_policies(corpus, learner, test, seed, seeds, kind)]
    }
    return SensitivityRun(learner, test, seeds, sizes, lost)


Key = tuple[str, int, int]


def _probes(test: TestSet, asked: Sequence[str | Probe]) -> tuple[Probe, ...]:
    wanted: list[Probe] = [parse(p, "probe") if isinstance(p, str) else p for p in asked or PROBES]
    usable = tuple(p for p in wanted if p.needs in test.contents and p.needs in ("categories", "analogies"))
    if (asked and len(usable) < len(wanted)) or not usable:
        odd = next(p for p in wanted if p not in usable)
        has = " and ".join(test.contents)
        raise SpecError(f"{odd} needs {odd.needs}; the test set {test.name} has {has}")
    return usable


def _scores(
    tasks: dict[Key, SubsetTask], given: tuple[object, ...], on: str | Place
) -> tuple[dict[Key, SubsetScores], tuple[str, ...]]:
    """Train and score all subsets, the largest first, so that no process waits for the longest at the end."""
    keys = sorted(tasks, key=lambda key: -key[1])
    scores: dict[Key, SubsetScores] = {}
    lost = []
    with progress_bar("models", len(keys)) as bar, place_of(on).open(scorer, *given) as crew:
        for done, (number, result) in enumerate(crew.map([tasks[key] for key in keys]), 1):
            if isinstance(result, LostTask):
                kind, unique, n = keys[number]
                lost.append(f"{kind}, {unique:,} unique words, seed {n}: {result}; it is left out")
            else:
                scores[keys[number]] = result
            bar.update(done)
    if not scores:
        raise InputError(f"no model was trained: {lost[0]}")
    return scores, tuple(sorted(lost))


def _averaged(
    kind: str,
    subsets: Sequence[Subset],
    scores: dict[Key, SubsetScores],
    probes: Sequence[Probe],
    test: TestSet,
    policies: dict[str, str],
) -> SizeScores:
    """Return the scores of one size, averaged over the seeds."""
    unique = subsets[0].unique
    own = [scores[key] for n in range(len(subsets)) if (key := (kind, unique, n)) in scores]
    scored = []
    for p, probe in enumerate(probes):
        rows, chance, coverage = (np.mean([s.rows[p][part] for s in own], axis=0) for part in range(3))
        ids = item_ids(probe, test)
        scored.append(
            ItemStatistics(
                kind,
                ids,
                (probe,),
                (rows,),
                {CATEGORY: ids},
                chance={0: chance},
                coverage={0: coverage},
                policies=policies | {"subset": f"{unique} unique words"},
            )
        )
    tokens = float(np.mean([s.lines.tokens for s in subsets]))
    return SizeScores(unique, tokens, float(np.mean([s.words for s in own])), tuple(scored))


def _policies(
    corpus: Corpus, model: EmbeddingModel, test: TestSet, seed: int, seeds: int, kind: str
) -> dict[str, str]:
    return {
        "model": model.signature(),
        "corpus": str(getattr(corpus, "digest", "")),
        "test": f"{test.name}:{test.digest}",
        "vocabulary": kind,
        "seeds": f"{seed} to {seed + seeds - 1}",
    }
