"""Scoring spread over workers: each maps the items into memory and scores ranges of them.

The items are read and put beside each other once. What a worker gives back are rows of statistics, which
stand in the order of the items whoever made them: no digit depends on where the work was done. Shuffles for
chance are drawn once, too, and mapped like the items.
"""

from __future__ import annotations

import contextlib
import itertools
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.matchers.base import KeyMatcher
from lydite.measures.chance import ChanceStatistics, ShufflePlan, draw_orders, shuffle
from lydite.measures.phrases.gains import ScoreCache
from lydite.measures.phrases.parts import part_of
from lydite.places.base import place_of, survived
from lydite.places.sent import SentSpec
from lydite.progress import progress_bar
from lydite.runs.shared_items import (
    DISTINCT,
    map_distinct,
    mapped,
    share_distinct,
    share_items,
    share_orders,
    shared_items,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lydite.array_types import FloatArray
    from lydite.choices import ChanceLists
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.places.base import Crew, Place

_EACH = 16  # ranges a worker, so that a slow one keeps nobody waiting for long
_QUICK = 4  # where keys are compared: millions of items take seconds, of which every range costs some
_FEWEST = 250  # items of a range
_MOST = 100_000
_DRAWN = 25_000_000  # places of shuffles that are drawn together


@dataclass(frozen=True)
class RangeTask:
    """Some of the items of a system, as they were answered or shuffled."""

    system: str
    items: slice
    orders: str | None = None
    """The file of shuffles; None for the answers as they are."""
    so_far: ChanceStatistics | None = None


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

    def shuffle(
        self, system: str, generator: np.random.Generator, times: int, into: ChanceStatistics
    ) -> None:
        """Add so many shuffles to the statistics of chance, as many together as are drawn into one file."""
        ranges, items = self._ranges(system), self.systems[system]
        place = self.folder / str(list(self.systems).index(system))
        if not (place / DISTINCT).exists():
            share_distinct(items, place)
        every = draw_orders(items, generator, times)
        together = max(1, _DRAWN // max(len(items), 1))
        for number, first in enumerate(range(0, times, together)):
            orders = self.folder / f"orders-{number}.npy"
            share_orders(list(itertools.islice(every, together)), orders)
            tasks = [RangeTask(system, r, orders.name, _part(into, r)) for r in ranges]
            told = f"chance, shuffles from {first + 1}"
            _join(into, list(zip(ranges, self._map(system, tasks, told), strict=True)))
            orders.unlink()

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


def _part(statistics: ChanceStatistics, items: slice) -> ChanceStatistics:
    """Return what is known of some of the items, for a worker to add shuffles to."""
    return ChanceStatistics(
        [s[items] for s in statistics.sums],
        [[] for _ in statistics.each],
        [p[items] for p in statistics.products],
    )


def _join(into: ChanceStatistics, parts: Sequence[tuple[slice, ChanceStatistics]]) -> None:
    """Put back the parts of all items, to which shuffles were added."""
    for items, part in parts:
        for place, sums in enumerate(part.sums):
            into.sums[place][items] = sums
        for place, products in enumerate(part.products):
            into.products[place][items] = products
    for place, each in enumerate(into.each):
        each += [np.sum(one, axis=0) for one in zip(*(p.each[place] for _, p in parts), strict=True)]


@contextlib.contextmanager
def spread(
    on: str | Place,
    systems: Mapping[str, PhraseItems],
    measures: Sequence[Measure],
    lists: ChanceLists,
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
        with on.open(range_scorer, str(folder), given, specs, lists) as crew:
            quick = all(isinstance(getattr(m, "match", None), KeyMatcher) for m in measures)
            yield Spread(crew, folder, systems, _QUICK if quick else _EACH)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def range_scorer(
    folder: str, systems: Mapping[str, tuple[str, str, Any]], specs: Sequence[SentSpec], lists: ChanceLists
) -> Callable[[RangeTask], Any]:
    """Return what scores ranges, in the process of a worker."""
    from lydite.measures.phrases.base import coverage_of

    measures: list[Measure] = [spec.received() for spec in specs]
    opened: dict[str, PhraseItems] = {}

    def items_of(system: str) -> PhraseItems:
        if system not in opened:
            opened.clear()  # one system after the other
            name, no_gold, documents = systems[system]
            opened[system] = shared_items(Path(folder) / name, no_gold, documents)
            for measure in measures:  # what is known of pairs is kept for all ranges
                opened[system].shared(("scores", getattr(measure, "match", None)), ScoreCache)
        return opened[system]

    def work(task: RangeTask) -> Any:
        whole = items_of(task.system)
        items = part_of(whole, task.items)
        if task.orders is None or task.so_far is None:
            coverage = {i: c for i, m in enumerate(measures) if (c := coverage_of(m, items)) is not None}
            return [m.statistics(items) for m in measures], coverage
        map_distinct(whole, Path(folder) / systems[task.system][0])
        orders = mapped(Path(folder) / task.orders)
        plan = ShufflePlan(None, 0, whole, np.arange(task.items.start, task.items.stop), lists)
        shuffle(items, measures, plan, (iter(orders), len(orders)), task.so_far)
        return task.so_far

    return work
