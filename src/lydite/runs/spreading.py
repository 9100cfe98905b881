"""Scoring spread over workers: each maps the items into memory and scores ranges of them.

The items are read and put beside each other once. What a worker gives back are rows of statistics, which
are in the order of the items whoever made them: no digit depends on where the work was done. Chance is taken
in this process.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.core.executors.base import Place, executor_of, place_of
from lydite.core.executors.sent import SentSpec
from lydite.core.executors.tasks import SharedTask, map_tasks, workers_of
from lydite.core.progress import progress_bar
from lydite.matchers.base import KeyMatcher
from lydite.measures.phrases.base import coverage_of
from lydite.measures.phrases.parts import part_of
from lydite.runs.shared_items import share_items, shared_items

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from concurrent.futures import Executor

    from lydite.core.array_types import FloatArray
    from lydite.core.executors.base import On
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems

_EACH = 16  # ranges a worker, so that a slow one keeps nobody waiting for long
_QUICK = 4  # where keys are compared: millions of items take seconds, of which every range costs some
_FEWEST = 250  # items of a range
_MOST = 100_000


@dataclass(frozen=True)
class RangeTask:
    """Some of the items of a system."""

    system: str
    items: slice


@dataclass(frozen=True)
class Spread:
    """Workers that can score the items of all systems."""

    executor: Executor
    task: SharedTask[RangeScorer, RangeTask, Any]
    systems: Mapping[str, PhraseItems]
    each: int = _EACH
    """Ranges a worker; there are more of very many items."""

    def statistics(self, system: str) -> tuple[list[FloatArray], dict[int, FloatArray]]:
        """Return the statistics of each measure, and how much the sources of some know."""
        tasks = [RangeTask(system, r) for r in self._ranges(system)]
        results: list[Any] = []
        with progress_bar(f"{system}: scoring, items", len(self.systems[system])) as bar:
            for result in map_tasks(self.executor, self.task, tasks):
                bar.update(tasks[len(results)].items.stop)
                results.append(result)
        rows, known = zip(*results, strict=True)
        statistics = [np.concatenate(each) for each in zip(*rows, strict=True)]
        return statistics, {i: np.concatenate([k[i] for k in known]) for i in known[0]}

    def _ranges(self, system: str) -> list[slice]:
        n = len(self.systems[system])
        size = min(max(-(-n // (self.each * workers_of(self.executor))), _FEWEST), _MOST)
        return [slice(start, min(start + size, n)) for start in range(0, max(n, 1), size)]


@contextlib.contextmanager
def spread(on: On, systems: Mapping[str, PhraseItems], measures: Sequence[Measure]) -> Iterator[Spread]:
    """Share the items of systems with workers, for as long as the context lasts."""
    place = place_of(on)
    specs = [SentSpec.of(m) for m in measures]
    seen_by_all = place.folder if isinstance(place, Place) else None
    if seen_by_all is not None and not Path(seen_by_all).is_dir():
        raise InputError("there is no such folder", seen_by_all)
    folder = Path(tempfile.mkdtemp(prefix="lydite-", dir=seen_by_all))
    try:
        given = {}
        for number, (name, items) in enumerate(systems.items()):
            share_items(items, folder / str(number))
            given[name] = str(number), items.no_gold, items.documents
        task = SharedTask(score_range, RangeScorer, (str(folder), given, specs))
        with executor_of(place) as executor:
            quick = all(isinstance(getattr(m, "match", None), KeyMatcher) for m in measures)
            yield Spread(executor, task, systems, _QUICK if quick else _EACH)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class RangeScorer:
    """The measures and the items of a worker."""

    def __init__(
        self, folder: str, systems: Mapping[str, tuple[str, str, Any]], specs: Sequence[SentSpec]
    ) -> None:
        self.measures: list[Measure] = [spec.received() for spec in specs]
        self._folder, self._systems = Path(folder), systems
        self._opened: dict[str, PhraseItems] = {}

    def items(self, system: str) -> PhraseItems:
        """Return the items of a system, mapped; those of one system after the other."""
        if system not in self._opened:
            self._opened.clear()
            name, no_gold, documents = self._systems[system]
            self._opened[system] = shared_items(self._folder / name, no_gold, documents)
        return self._opened[system]


def score_range(scorer: RangeScorer, task: RangeTask) -> tuple[list[FloatArray], dict[int, FloatArray]]:
    """Return the statistics of each measure for some items, and how much the sources of some know."""
    items = part_of(scorer.items(task.system), task.items)
    coverage = {i: c for i, m in enumerate(scorer.measures) if (c := coverage_of(m, items)) is not None}
    return [m.statistics(items) for m in scorer.measures], coverage
