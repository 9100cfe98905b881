"""A kernel written once: plain Python for small work, compiled for large.

Importing numba and a kernel takes over half a second, longer than most questions take to answer, so a
kernel is run as it stands, in Python, until somebody says that the work is large. Kernels may call other
kernels; a change of any of their files is noticed.
"""

from __future__ import annotations

import functools
import os
import types
from typing import TYPE_CHECKING, Any, cast, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LARGE = 50_000  # units of work (pairs, items) from which compiling pays, at some ten microseconds each
_MUCH = 1_000_000  # units of work, each some nanoseconds when compiled, that are worth a thread


class Kernel:
    """A function over arrays and numbers; it is compiled on its first large use."""

    def __init__(self, function: Callable[..., Any], large: int) -> None:
        functools.update_wrapper(self, function)
        self.plain = function
        self.large = large
        self.done = 0  # units of work so far in plain Python

    def __call__(self, *args: Any) -> Any:
        """Run as plain Python."""
        return self.plain(*args)

    def for_work(self, work: int) -> Callable[..., Any]:
        """Return the plain or the compiled function, whichever suits this and earlier amounts of work.

        Much little work is large, too: compiling pays once as much was done in plain Python. A twin that has
        been compiled already is used for any amount: it costs nothing more.
        """
        self.done += work
        return self.compiled if self.done >= self.large or "compiled" in self.__dict__ else self.plain

    @functools.cached_property
    def compiled(self) -> Callable[..., Any]:
        """The compiled twin: without the GIL, cached on disk where a folder can be written."""
        import numba

        used = {k: self.plain.__globals__.get(k) for k in self.plain.__code__.co_names}
        twins = {k: v.compiled for k, v in used.items() if isinstance(v, Kernel)}
        function = types.FunctionType(
            self.plain.__code__, self.plain.__globals__ | twins, self.plain.__name__, self.plain.__defaults__
        )
        functools.update_wrapper(function, self.plain)
        try:
            return _careful(numba.njit(cache=True, nogil=True)(function), twins.values())
        except RuntimeError:  # neither the package nor HOME can be written
            return cast("Callable[..., Any]", numba.njit(nogil=True)(function))


def _careful(twin: Any, used: Iterable[Any]) -> Callable[..., Any]:
    """Let a cache on disk be written anew where a file of the kernels used has changed since.

    Also where it cannot be read: it may name classes of an earlier version.
    """
    cache = getattr(twin, "_cache", None)  # numba has no other way
    if cache is None:  # NUMBA_DISABLE_JIT: the function itself
        return cast("Callable[..., Any]", twin)
    files = (getattr(getattr(t, "_cache", None), "_cache_file", None) for t in (twin, *used))
    cache._cache_file._source_stamp = tuple(f._source_stamp for f in files if f is not None)  # noqa: SLF001
    load = cache.load_overload

    def load_overload(*args: Any) -> Any:
        try:
            return load(*args)
        except Exception:  # noqa: BLE001, whatever unpickling raises
            cache.flush()
            return None

    cache.load_overload = load_overload
    return cast("Callable[..., Any]", twin)


def can_compile() -> bool:
    """Whether kernels are compiled at all; for work that nobody would wait for in Python."""
    import numba

    return not numba.config.DISABLE_JIT


def run_in_threads(part: Callable[[int, int], None], n: int, work: int, much: int = _MUCH) -> None:
    """Run a kernel over n items, in threads where the work is large: kernels release the GIL."""
    threads = min(os.cpu_count() or 1, work // much + 1)
    ends = [n * i // threads for i in range(threads + 1)]
    if threads == 1:
        part(0, n)
        return
    from concurrent.futures import ThreadPoolExecutor

    part(0, 0)  # compiled before the threads meet
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, ends[:-1], ends[1:]))


@overload
def kernel(function: Callable[..., Any], /) -> Kernel: ...
@overload
def kernel(*, large: int = ...) -> Callable[[Callable[..., Any]], Kernel]: ...
def kernel(
    function: Callable[..., Any] | None = None, /, *, large: int = LARGE
) -> Kernel | Callable[[Callable[..., Any]], Kernel]:
    """Declare a kernel; ``large`` is the amount of work from which compiling pays.

    >>> @kernel
    ... def total(values):
    ...     s = 0
    ...     for v in values:
    ...         s += v
    ...     return s
    >>> total([1, 2, 3])
    6
    """
    if function is None:
        return lambda f: Kernel(f, large)
    return Kernel(function, large)
