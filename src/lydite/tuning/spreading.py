"""Points of a search through an executor: each is scored by whichever worker is free."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from lydite.core.executors.base import executor_of
from lydite.core.executors.here import Here
from lydite.core.executors.sent import SentSpec
from lydite.core.executors.tasks import SharedTask, map_tasks
from lydite.tuning.evaluating import Evaluator
from lydite.tuning.space import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.core.executors.base import On
    from lydite.tuning.objective import Objective


class PointTask(NamedTuple):
    """A point, and the search that asks for its value."""

    search: int
    point: FloatArray


@contextmanager
def evaluators(
    space: Space, parameters: Sequence[str], searches: Sequence[Sequence[Objective]], on: On
) -> Iterator[list[Evaluator]]:
    """Return what scores points, for each search: here on all processors, or by workers."""
    with executor_of(on) as executor:
        if isinstance(executor, Here):
            yield [Evaluator(space, those) for those in searches]
            return
        given = SentSpec.of(space.matcher), tuple(parameters), tuple(map(tuple, searches))
        task = SharedTask(_value, _received, given)

        def asking(search: int) -> Callable[[FloatArray], list[float]]:
            return lambda points: list(map_tasks(executor, task, [PointTask(search, p) for p in points]))

        yield [Evaluator(space, those, elsewhere=asking(n)) for n, those in enumerate(searches)]


def _received(
    matcher: SentSpec, parameters: Sequence[str], searches: Sequence[Sequence[Objective]]
) -> list[Evaluator]:
    space = Space.of(matcher.received(), parameters)
    return [Evaluator(space, those, threads=1) for those in searches]


def _value(each: list[Evaluator], task: PointTask) -> float:
    return each[task.search].value(task.point)
