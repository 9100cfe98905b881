"""Points of a search through the place where work is done: each is scored by whichever worker is free."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from lydite.places.base import place_of, survived
from lydite.places.sent import SentSpec
from lydite.tuning.evaluating import Evaluator
from lydite.tuning.space import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.places.base import Place
    from lydite.tuning.objective import Objective


class PointTask(NamedTuple):
    """A point, and the search that asks for its value."""

    search: int
    point: FloatArray


@contextmanager
def evaluators(
    space: Space, parameters: Sequence[str], searches: Sequence[Sequence[Objective]], on: str | Place
) -> Iterator[list[Evaluator]]:
    """Return what scores points, for each search: here on all processors, or by workers."""
    if on == "here":
        yield [Evaluator(space, those) for those in searches]
        return
    with place_of(on).open(
        point_scorer, SentSpec.of(space.matcher), tuple(parameters), tuple(map(tuple, searches))
    ) as crew:

        def asking(search: int) -> Callable[[FloatArray], list[float]]:
            def values(points: FloatArray) -> list[float]:
                tasks = [PointTask(search, point) for point in points]
                by_number = {number: survived(value) for number, value in crew.map(tasks)}
                return [by_number[number] for number in range(len(tasks))]

            return values

        yield [Evaluator(space, those, elsewhere=asking(n)) for n, those in enumerate(searches)]


def point_scorer(
    matcher: SentSpec, parameters: Sequence[str], searches: Sequence[Sequence[Objective]]
) -> Callable[[PointTask], float]:
    """Return what scores points, in the process of a worker."""
    space = Space.of(matcher.received(), parameters)
    each = [Evaluator(space, those, threads=1) for those in searches]

    def work(task: PointTask) -> float:
        return each[task.search].value(task.point)

    return work
