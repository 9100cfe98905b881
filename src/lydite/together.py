"""Files that appear together, once all is well: a command that refuses in the end leaves none of them."""

from __future__ import annotations

import contextlib
import functools
from contextvars import ContextVar
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from lydite.errors import LyditeError, OutputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

    Writing = Callable[..., contextlib.AbstractContextManager[IO[Any]]]

_NOW: ContextVar[Together | None] = ContextVar("together", default=None)


class _Discard(Exception):  # noqa: N818 # ends what was written, and is caught there
    """Tells files that they are not to appear."""


class Together(contextlib.AbstractContextManager["Together"]):
    """While it lasts, files of these names are written beside their places, and renamed at its end.

    A refusal discards them. What ends otherwise (Ctrl-C, a full disk, a pipe whose reader went away, a
    mistake, no memory for intervals) keeps those that were whole by then: hours of scoring are not lost.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._names = {str(path) for path in paths}
        self._whole: list[contextlib.ExitStack] = []

    def __enter__(self) -> Self:
        self._before = _NOW.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _NOW.reset(self._before)
        refused = isinstance(error, LyditeError) and not isinstance(error, OutputError)
        with contextlib.suppress(_Discard), contextlib.ExitStack() as every:
            for one in reversed(self._whole):
                every.push(one)
            if refused:
                raise _Discard

    def has(self, path: str | Path) -> bool:
        """Whether a file of this name waits for the end."""
        return str(Path(path)) in self._names

    def keep(self, written: contextlib.ExitStack) -> None:
        """Take a file that is whole; it appears when its context is left."""
        self._whole.append(written)


def appearing(writing: Writing) -> Writing:
    """Let what is written under a name that a :class:`Together` has appear at its end."""

    @functools.wraps(writing)
    @contextlib.contextmanager
    def written(path: str | Path, mode: str = "w") -> Iterator[IO[Any]]:
        now = _NOW.get()
        with contextlib.ExitStack() as own:
            file = own.enter_context(writing(path, mode))
            yield file
            if now is not None and now.has(path):
                if not file.closed:
                    file.flush()  # a full disk is told here
                now.keep(own.pop_all())

    return written
