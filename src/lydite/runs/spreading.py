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
from lydite.core.progress import progress_bar
from lydite.matchers.base import KeyMatcher
from lydite.measures.phrases.base import coverage_of
from lydite.measures.phrases.parts import part_of
from lydite.places.base import place_of, survived
from lydite.places.sent import SentSpec
from lydite.runs.shared_items import share_items, shared_items

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.places.base import Crew, Place

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

    crew: Crew
    folder: Path
    systems: Mapping[str, PhraseItems]
    each: int = _EACH
    """Ranges a worker; there are more of very many items."""

    def statistics(self, system: str) -> tuple[list[FloatArray], dict[int, FloatArray]]:
        """Return the statistics of each measure, and how much the sources of some know."""
        ranges = self._ranges(system)
        rows, known = zip(*self._map(system, [RangeTask(system, r) for r in ranges], "scoring"), strict=True)
        statistics = [np.concatenate(each) for each in zip(*rows, strict=True)]
        return statistics, {i: np.concatenate([k[i] for k in known]) for i in known[0]}

    def _map(self, system: str, tasks: Sequence[RangeTask], what: str) -> list[Any]:
        """Return the results of tasks in their order."""
        results: dict[int, Any] = {}
        with progress_bar(f"{system}: {what}, items", len(self.systems[system])) as bar:
            done = 0
            for number, result in self.crew.map(tasks):
                results[number] = survived(result)
                done += tasks[number].items.stop - tasks[number].items.start
                bar.update(done)
        return [results[number] for number in range(len(tasks))]

    def _ranges(self, system: str) -> list[slice]:
        n = len(self.systems[system])
        size = min(max(-(-n // (self.each * self.crew.size)), _FEWEST), _MOST)
        return [slice(start, min(start + size, n)) for start in range(0, max(n, 1), size)]


@contextlib.contextmanager
def spread(
    on: str | Place,
    systems: Mapping[str, PhraseItems],
    measures: Sequence[Measure],
) -> Iterator[Spread]:
    """Share the items of systems with workers, for as long as the context lasts."""
    on = place_of(on)
    specs = [SentSpec.of(m) for m in measures]
    if on.folder is not None and not Path(on.folder).is_dir():
        raise InputError("there is no such folder", on.folder)
    folder = Path(tempfile.mkdtemp(prefix="lydite-", dir=on.folder))
    try:
        given = {}
        for number, (name, items) in enumerate(systems.items()):
            share_items(items, folder / str(number))
            given[name] = str(number), items.no_gold, items.documents
        with on.open(range_scorer, str(folder), given, specs) as crew:
            quick = all(isinstance(getattr(m, "match", None), KeyMatcher) for m in measures)
            yield Spread(crew, folder, systems, _QUICK if quick else _EACH)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def range_scorer(
    folder: str, systems: Mapping[str, tuple[str, str, Any]], specs: Sequence[SentSpec]
) -> Callable[[RangeTask], Any]:
    """Return what scores ranges, in the process of a worker."""
    measures: list[Measure] = [spec.received() for spec in specs]
    opened: dict[str, PhraseItems] = {}

    def items_of(system: str) -> PhraseItems:
        if system not in opened:
            opened.clear()  # one system after the other
            name, no_gold, documents = systems[system]
            opened[system] = shared_items(Path(folder) / name, no_gold, documents)
        return opened[system]

    def work(task: RangeTask) -> Any:
        whole = items_of(task.system)
        items = part_of(whole, task.items)
        coverage = {i: c for i, m in enumerate(measures) if (c := coverage_of(m, items)) is not None}
        return [m.statistics(items) for m in measures], coverage

    return work
