"""How far a long job is: one line on standard error, for the command line on a terminal.

Loops that may take more than two seconds go through :func:`track`, other work through :func:`progress_bar`;
called from Python they stay silent. :func:`batches` calls what users pass, and shows its bar there, too.
"""

from __future__ import annotations

import os
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
_FIRST, _GROWTH, _MOST = 4, 1_000, 2_000_000  # the first batch, how much more the next is, the largest
_LEAST = 16  # pairs that slow work is given at once, so that a pool of threads has something to do
_CLEAR = "\r\033[K"


@dataclass(eq=False)
class ProgressCount:
    """How much of some work is done; of how much, where ``total`` is not 0."""

    label: str
    total: int
    began: float
    done: int = 0
    first: int | None = None
    """What was done at the first update: a build may be resumed."""

    def update(self, done: int) -> None:
        """Record how much is done, and redraw the line where it is time."""
        self.done = done
        self.first = done if self.first is None else self.first
        now = time.monotonic()
        due = now - _ProgressLine.drawn > _PACE or not self.total  # what has no total is told rarely
        if due and _ProgressLine.counts and now - _ProgressLine.counts[0].began > _PATIENCE:
            _ProgressLine.drawn = now
            _write(_text(now))


class _ProgressLine:
    """The line on standard error: the work under way, the outermost first."""

    wanted = False
    drawn = 0.0
    counts: list[ProgressCount] = []  # noqa: RUF012


def show() -> None:
    """Show progress from now on, if standard error is a terminal that can take a line away again."""
    _ProgressLine.wanted = _can_show()


def _can_show() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def clear() -> None:
    """Remove the line, so that other output can follow."""
    if _ProgressLine.drawn:
        _ProgressLine.drawn = 0.0
        _write("")


def track(items: Collection[T], label: str) -> Iterator[T]:
    """Go through items; after two seconds show how many are done and how long the rest may take."""
    if not _ProgressLine.wanted:
        yield from items
        return
    with progress_bar(label, len(items)) as count:
        for done, item in enumerate(items):
            count.update(done)
            yield item


def batches(count: int, label: str) -> Iterator[slice]:
    """Yield slices of so much work of unknown cost: few at first, then as many as take two seconds, or 16.

    >>> [part.stop for part in batches(100, "pairs")]
    [4, 100]
    """
    wanted, _ProgressLine.wanted = _ProgressLine.wanted, _can_show()
    try:
        with progress_bar(label, count) as bar:
            size, done = _FIRST, 0
            while done < count:
                bar.update(done)
                began = time.monotonic()
                yield slice(done, min(done + size, count))
                done += size
                faster = min(_PATIENCE / max(time.monotonic() - began, 1e-9), _GROWTH)
                size = min(max(int(size * faster), _LEAST), _MOST)
    finally:
        _ProgressLine.wanted = wanted


@contextmanager
def progress_bar(label: str, total: int = 0) -> Iterator[ProgressCount]:
    """Yield a progress counter; its label and total may change on the way."""
    mine = ProgressCount(label, total, time.monotonic())
    if _ProgressLine.wanted:
        _ProgressLine.counts.append(mine)
    try:
        yield mine
    finally:
        if mine in _ProgressLine.counts:
            _ProgressLine.counts.remove(mine)
        if not _ProgressLine.counts:
            clear()


def _text(now: float) -> str:
    outer, inner = _ProgressLine.counts[0], _ProgressLine.counts[-1]
    around = [
        f"{c.label} {_of(c.done + bool(c.total), c.total)}: "
        for c in _ProgressLine.counts[:-1]
        if c.total != 1
    ]
    share = 0.0
    for count in reversed(_ProgressLine.counts):
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
    text = "".join(c if c.isprintable() else "?" for c in text)  # a label may be the name of a file
    stream = getattr(sys.stderr, "stream", sys.stderr)  # which would make the escape visible
    stream.write(_CLEAR + text[: shutil.get_terminal_size().columns - 1])
    stream.flush()
