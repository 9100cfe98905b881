"""How far a long job is: one line on standard error, for the command line on a terminal.

Loops that may take more than two seconds go through :func:`steps`; called from Python they stay silent.
"""

from __future__ import annotations

import shutil
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

T = TypeVar("T")

_PATIENCE = 2.0  # seconds before anything is shown
_PACE = 0.1  # seconds between two drawings
_WIDTH = 24
_CLEAR = "\r\033[K"


@dataclass
class _Loop:
    label: str
    total: int
    began: float
    done: int = 0


class _Line:
    """What is shown: the loops that are going on, the outermost first."""

    wanted = False
    drawn = 0.0
    loops: list[_Loop] = []  # noqa: RUF012


def show() -> None:
    """Show progress from now on, if standard error is a terminal."""
    _Line.wanted = sys.stderr.isatty()


def steps(items: Collection[T], label: str) -> Iterator[T]:
    """Go through items; after two seconds show how many are done and how long the rest may take."""
    if not _Line.wanted:
        yield from items
        return
    mine = _Loop(label, len(items), time.monotonic())
    _Line.loops.append(mine)
    try:
        for done, item in enumerate(items):
            mine.done = done
            now = time.monotonic()
            if now - _Line.loops[0].began > _PATIENCE and now - _Line.drawn > _PACE:
                _Line.drawn = now
                _write(_text(now))
            yield item
    finally:
        _Line.loops.remove(mine)
        if _Line.drawn and not _Line.loops:
            _Line.drawn = 0.0
            _write("")


def _text(now: float) -> str:
    outer = _Line.loops[0]
    around = [f"{k.label} {k.done + 1:,}/{k.total:,}: " for k in _Line.loops[:-1]]
    inner = _Line.loops[-1]
    share = 0.0
    for loop in reversed(_Line.loops):
        share = (loop.done + share) / loop.total
    left = f", {(now - outer.began) * (1 - share) / share:,.0f} s left" if share else ""
    return "".join(around) + bar(inner.label, inner.done, inner.total) + left


def bar(label: str, done: int, total: int) -> str:
    """Return how much is done.

    >>> bar("hops", 3, 12)
    'hops [██████                  ] 3/12'
    """
    return f"{label} [{'█' * (done * _WIDTH // total):{_WIDTH}}] {done:,}/{total:,}"


def _write(text: str) -> None:
    sys.stderr.write(_CLEAR + text[: shutil.get_terminal_size().columns - 1])
    sys.stderr.flush()
