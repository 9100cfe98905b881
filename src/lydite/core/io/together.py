"""Files that appear together, once all is well: a command that refuses in the end leaves none of them."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Self

from lydite.core.errors import LyditeError, OutputError
from lydite.core.io.files import KEEPER

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType


class _Discard(Exception):  # noqa: N818 # ends what was written, and is caught there
    """Tells files that they are not to appear."""


class Together(contextlib.AbstractContextManager["Together"]):
    """While it lasts, files of these names are written beside their places, and renamed at its end.

    A refusal discards them. What ends otherwise (Ctrl-C, a full disk, a pipe whose reader went away, a
    mistake, no memory for intervals, one of them that cannot appear) keeps those that were whole by then:
    hours of scoring are not lost.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._names = {str(path) for path in paths}
        self._whole: list[contextlib.ExitStack] = []

    def __enter__(self) -> Self:
        self._before = KEEPER.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        KEEPER.reset(self._before)
        refused = isinstance(error, LyditeError) and not isinstance(error, OutputError)
        discarded = (_Discard, _Discard(), None) if refused else (None, None, None)
        with contextlib.ExitStack() as every:  # one that cannot appear is told when the others have
            for one in reversed(self._whole):
                every.callback(one.__exit__, *discarded)

    def has(self, path: str | Path) -> bool:
        """Whether a file of this name waits for the end."""
        return str(Path(path)) in self._names

    def keep(self, written: contextlib.ExitStack) -> None:
        """Take a file that is whole; it appears when its context is left."""
        self._whole.append(written)
