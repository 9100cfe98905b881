"""How far a long job is: one line on standard error, for the command line on a terminal.

Loops that may take more than two seconds go through :func:`steps`, other work through :func:`counting`;
called from Python they stay silent.
"""

from __future__ import annotations

import shutil
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

T = TypeVar("T")

_PATIENCE = 2.0  # seconds before anything is shown
_PACE = 0.1  # seconds between two drawings
_WIDTH = 24
_CLEAR = "\r\033[K"


@dataclass(eq=False)
class Count:
    """How much of some work is done; of how much, where ``total`` is not 0."""

    label: str
    total: int
    began: float
    done: int = 0
    first: int | None = None
    """What was done when it was first told: work that goes on where it was stopped."""

    def tell(self, done: int) -> None:
        """Say how much is done."""
        self.done = done
        self.first = done if self.first is None else self.first
        now = time.monotonic()
        due = now - _Line.drawn > _PACE or not self.total  # what has no total is told rarely
        if due and _Line.counts and now - _Line.counts[0].began > _PATIENCE:
            _Line.drawn = now
            _write(_text(now))


class _Line:
    """What is shown: the work that is going on, the outermost first."""

    wanted = False
    drawn = 0.0
    counts: list[Count] = []  # noqa: RUF012


def show() -> None:
    """Show progress from now on, if standard error is a terminal."""
    _Line.wanted = sys.stderr.isatty()


def clear() -> None:
    """Take the line away, so that something else can be said there."""
    if _Line.drawn:
        _Line.drawn = 0.0
        _write("")


def steps(items: Collection[T], label: str) -> Iterator[T]:
    """Go through items; after two seconds show how many are done and how long the rest may take."""
    if not _Line.wanted:
        yield from items
        return
    with counting(label, len(items)) as count:
        for done, item in enumerate(items):
            count.tell(done)
            yield item


@contextmanager
def counting(label: str, total: int = 0) -> Iterator[Count]:
    """Give what is told how much is done, and maybe another label or total."""
    mine = Count(label, total, time.monotonic())
    if _Line.wanted:
        _Line.counts.append(mine)
    try:
        yield mine
    finally:
        if mine in _Line.counts:
            _Line.counts.remove(mine)
        if not _Line.counts:
            clear()


def _text(now: float) -> str:
    outer, inner = _Line.counts[0], _Line.counts[-1]
    around = [
        f"{c.label} {_of(c.done + bool(c.total), c.total)}: " for c in _Line.counts[:-1] if c.total != 1
    ]
    share = 0.0
    for count in reversed(_Line.counts):
        share = (count.done + share) / count.total if count.total else 0.0
    rate = (inner.done - (inner.first or 0)) / max(now - inner.began, 1e-9)
    pace = f", {rate:,.0f}/s" if outer is inner and rate >= 1 else ""
    fresh = share - (outer.first or 0) / (outer.total or 1)
    left = f", {(now - outer.began) * (1 - share) / fresh:,.0f} s left" if fresh > 0 else ""
    return "".join(around) + bar(inner.label, inner.done, inner.total) + pace + left


def bar(label: str, done: int, total: int) -> str:
    """Return how much is done.

    >>> bar("hops", 3, 12), bar("tweets", 1200, 0), bar("seal", 0, 0)
    ('hops [██████                  ] 3/12', 'tweets 1,200', 'seal')
    """
    filled = f"[{'█' * (done * _WIDTH // total):{_WIDTH}}] " if total else ""
    return f"{label} {filled}{_of(done, total)}".rstrip()


def _of(done: int, total: int) -> str:
    return f"{done:,}/{total:,}" if total else f"{done:,}" if done else ""


def _write(text: str) -> None:
    sys.stderr.write(_CLEAR + text[: shutil.get_terminal_size().columns - 1])
    sys.stderr.flush()
