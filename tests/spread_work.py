"""Work for places: a collection to score, and workers that are killed or refuse."""

from __future__ import annotations

import contextlib
import os
import signal
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from lydite.core.errors import InputError, MissingExtra
from lydite.core.executors import Place, SharedTask

WORDS = ["car", "dog", "cake", "food", "tree", "river", "stone", "bird", "song", "apple", "bread", "road"]
MEASURES = ["F1", "R(match=includes)@2"]


def collection(n: int = 600) -> tuple[dict[str, list[str]], dict[str, dict[str, list[str]]]]:
    draw = np.random.default_rng(3)

    def lists() -> dict[str, list[str]]:
        return {f"{i:04}": draw.choice(WORDS, draw.integers(0, 5)).tolist() for i in range(n)}

    return lists(), {"one": lists(), "two": lists()}


def told(on: str | Place, gold: Any, systems: Any, measures: Any = MEASURES, **how: Any) -> list[Any]:
    """Every array of every system, to the last bit."""
    from performing import score  # workers that are started need not know it

    scored, notes = score(gold, systems, measures, on=on, **how)
    return [
        [
            (s.system, s.ids, s.gold, s.predictions, s.policies, s.shuffles, s.columns),
            [a.tobytes() for a in s.statistics],
            [
                (k, v.tobytes())
                for side in (s.chance, s.chance_sums, s.chance_spread, s.coverage)
                for k, v in side.items()
            ],
            [(k, net.rows.tobytes(), net.sums.tobytes()) for k, net in s.net.items()],
            notes,
        ]
        for s in scored
    ]


@dataclass(frozen=True)
class Deadly(Place):
    """Another place, where workers are killed in the middle of a task: so often for each kind of task."""

    inner: Place
    deaths_in: str
    deaths: int = 1

    @contextlib.contextmanager
    def executor(self) -> Any:
        with self.inner.executor() as executor:
            yield DeadlyExecutor(executor, self.deaths_in, self.deaths)


class DeadlyExecutor(Executor):
    """Another executor, whose workers are killed in the middle of a task."""

    def __init__(self, inner: Any, deaths_in: str, deaths: int) -> None:
        self.workers = inner.workers
        self.inner, self.deaths_in, self.deaths = inner, deaths_in, deaths

    def submit(self, task: Any, /, *given: Any, **named: Any) -> Future[Any]:
        if isinstance(task, SharedTask):
            dying = partial(die_first, task.do, self.deaths_in, self.deaths)
            return self.inner.submit(replace(task, do=dying), *given, **named)
        return self.inner.submit(partial(die_first, task, self.deaths_in, self.deaths), *given, **named)


def die_first(task: Any, folder: str, deaths: int, *given: Any) -> Any:
    """Do a task, in a process that is killed on its first tasks of each kind, so often."""
    kind = getattr(task, "func", task)
    for n in range(deaths):
        with contextlib.suppress(FileExistsError):
            (Path(folder) / f"{kind.__module__}.{kind.__name__} {n}").touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
    return task(*given)


class TwoPartError(Exception):
    """What pickle writes and cannot read."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} {two}")


def refuse(task: int) -> int:
    """Raise what users are told."""
    if task == 1:
        raise MissingExtra("gensim", "train")
    if task == 2:
        raise InputError("bad", "file", 3)
    if task == 4:
        error = ValueError("the true cause")
        error.kept = (n for n in ())  # type: ignore[attr-defined]
        raise error
    if task == 5:
        raise TwoPartError("the", "cause")
    return task
