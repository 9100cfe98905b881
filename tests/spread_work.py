"""Work for places: a collection to score, and workers that are killed or refuse."""

from __future__ import annotations

import contextlib
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lydite.core.errors import InputError, MissingExtra
from lydite.places import Place

WORDS = ["car", "dog", "cake", "food", "tree", "river", "stone", "bird", "song", "apple", "bread", "road"]
MEASURES = ["F1", "R(match=includes)@2"]


def collection(n: int = 600) -> tuple[dict[str, list[str]], dict[str, dict[str, list[str]]]]:
    draw = np.random.default_rng(3)

    def lists() -> dict[str, list[str]]:
        return {f"{i:04}": draw.choice(WORDS, draw.integers(0, 5)).tolist() for i in range(n)}

    return lists(), {"one": lists(), "two": lists()}


def told(on: str | Place, gold: Any, systems: Any, measures: Any = MEASURES, **how: Any) -> list[Any]:
    """Every array of every system, to the last bit."""
    from lydite.runs import (
        SourceOptions,
        score,  # workers that are started need not know it
    )

    options = SourceOptions(**{k: how.pop(k) for k in ("documents", "missing") if k in how})
    scored, notes = score(gold, systems, measures, options, on=on, **how)
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

    def open(self, prepare: Any, *given: Any) -> Any:
        return self.inner.open(dying_worker, prepare, self.deaths_in, self.deaths, *given)


def dying_worker(prepare: Any, folder: str, deaths: int, *given: Any) -> Any:
    """Return the work of another, whose process is killed on its first tasks of each kind, so often."""
    work = prepare(*given)

    def dying(task: Any) -> Any:
        kind = f"{prepare.__module__}.{prepare.__name__}"
        for n in range(deaths):
            with contextlib.suppress(FileExistsError):
                (Path(folder) / f"{kind} {n}").touch(exist_ok=False)
                os.kill(os.getpid(), signal.SIGKILL)
        return work(task)

    return dying


class TwoPartError(Exception):
    """What pickle writes and cannot read."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} {two}")


def refuser() -> Any:
    """Return work that raises what users are told."""

    def work(task: int) -> int:
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

    return work
