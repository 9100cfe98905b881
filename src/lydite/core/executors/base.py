"""Places of work, which start or join the executor that tasks are given to."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from lydite.core.errors import InputError
from lydite.core.spec import Declaration, parse

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

On: TypeAlias = "str | int | Place | Executor"
"""Where work is done: a spec, a number of processes, or an executor."""


class Place(Declaration):
    """A place where work is done; results do not depend on it."""

    kind = "place"

    def executor(self) -> AbstractContextManager[Executor]:
        """Start or join the workers; they end with the context, however it is left."""
        raise NotImplementedError


def place_of(on: On) -> Place | Executor:
    """Return the place that a spec names; a number is that of processes, and an executor is itself.

    >>> str(place_of("processes(2)")), str(place_of(0))
    ('processes', 'here')
    """
    if isinstance(on, int):
        on = f"processes({on})" if on > 0 else "here"
    place: object = parse(on, "place") if isinstance(on, str) else on
    if isinstance(place, ThreadPoolExecutor):
        raise InputError(
            "on: lydite's caches are not for threads; pass processes(2), or an executor of processes"
        )
    if not isinstance(place, Place | Executor):
        raise InputError(f"a place of work is a spec such as processes(2), not {on!r}")
    return place


@contextmanager
def executor_of(on: On) -> Iterator[Executor]:
    """Start or join the workers that a spec names; an executor that is given is used, and not ended."""
    place = place_of(on)
    if isinstance(place, Executor):
        yield place
        return
    with place.executor() as executor:
        yield executor
