"""A kernel written once: plain Python for small work, compiled for large.

Importing numba and a kernel takes over half a second, longer than most questions take to answer, so a
kernel is run as it stands, in Python, until somebody says that the work is large. Kernels may call other
kernels; a change of any of their files is noticed.
"""

from __future__ import annotations

import contextlib
import functools
import os
import types
from typing import TYPE_CHECKING, Any, cast, overload

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.installed_kernels import InstalledKernel

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
        """The compiled twin: without the GIL, as installed, or cached where a folder can be written."""
        import numba

        from lydite.installed_kernels import InstalledKernel

        twins = {name: used.compiled for name, used in self.used.items()}
        function = types.FunctionType(
            self.plain.__code__, self.plain.__globals__ | twins, self.plain.__name__, self.plain.__defaults__
        )
        functools.update_wrapper(function, self.plain)
        twin = numba.njit(nogil=True)(function)
        if hasattr(twin, "enable_caching"):  # not with NUMBA_DISABLE_JIT: the function itself
            with contextlib.suppress(OSError):  # a function without a file, such as of a notebook
                _keep(twin, InstalledKernel(self.plain, self.sources))
        return cast("Callable[..., Any]", twin)

    @functools.cached_property
    def used(self) -> dict[str, Kernel]:
        """The kernels that this one calls, by the names it has for them."""
        named = {name: self.plain.__globals__.get(name) for name in self.plain.__code__.co_names}
        return {name: value for name, value in named.items() if isinstance(value, Kernel)}

    @functools.cached_property
    def sources(self) -> frozenset[str]:
        """The files of this kernel and of all that it calls."""
        return frozenset([self.plain.__code__.co_filename]).union(*(k.sources for k in self.used.values()))


def _keep(twin: Any, installed: InstalledKernel) -> None:
    """Let a twin be taken as it was installed, else from a cache on disk where one can be written.

    That is written anew where a file of the kernels used has changed since; also where it cannot be read: it
    may name classes of an earlier version.
    """
    with contextlib.suppress(RuntimeError):  # neither the package nor HOME can be written
        twin.enable_caching()
    cache = twin._cache  # noqa: SLF001, numba has no other way
    if hasattr(cache, "_cache_file"):
        cache._cache_file._source_stamp = installed.stamp  # noqa: SLF001
    load = cache.load_overload

    def load_overload(*args: Any) -> Any:
        found = installed.load(*args)
        if found is not None:
            return found
        try:
            return load(*args)
        except Exception:  # noqa: BLE001, whatever unpickling raises
            cache.flush()
            return None

    cache.load_overload = load_overload


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
