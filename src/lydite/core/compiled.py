"""A kernel written once: plain Python for small work, compiled for large.

Importing numba and a kernel takes over half a second, longer than most questions take to answer, so a
kernel is run as it stands, in Python, until somebody says that the work is large. Kernels may call other
kernels; a change of any of their files is noticed, and of the constants that they have from others. Some over
lists have a twin for middling work, of operations on whole arrays. All three give the same numbers to the
last bit, except where sums may be reordered (``reorder=True``): callers have to round those.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, overload

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.core.array_types import AnyArray, BoolArray, IntArray

LARGE = 50_000  # units of work (pairs, items) from which compiling pays, at some ten microseconds each
_MIDDLE = 4_000_000  # units of work up to which whole arrays are as fast as numba is loaded
_FROZEN = (int, float, str, tuple)  # values that are compiled into a kernel
_SHORT = 16  # places of the longest of lists that are laid into a table
_MUCH = 1_000_000  # units of work, each some nanoseconds when compiled, that are worth a thread


class Kernel:
    """A function over arrays and numbers; it is compiled on its first large use."""

    def __init__(self, function: Callable[..., Any], large: int, *, reorder: bool = False) -> None:
        functools.update_wrapper(self, function)
        self.plain = function
        self.large = large
        self.reorder = reorder
        self.done = 0  # units of work so far in plain Python

    def __call__(self, *args: Any) -> Any:
        """Run as plain Python."""
        return self.plain(*args)

    def for_work(self, work: int, arrays: Callable[..., Any] | None = None) -> Callable[..., Any]:
        """Return the plain or the compiled function, whichever suits this and earlier amounts of work.

        Much little work is large, too: compiling pays once as much was done in plain Python. A twin that has
        been compiled already is used for any amount: it costs nothing more. ``arrays`` is a function that
        does the same by operations on whole arrays: it serves amounts that do not pay for loading numba.
        """
        self.done += work
        if arrays is not None and self.done < _MIDDLE and "numba" not in sys.modules:
            return arrays
        return self.compiled if self.done >= self.large or "compiled" in self.__dict__ else self.plain

    @functools.cached_property
    def compiled(self) -> Callable[..., Any]:
        """The compiled twin: without the GIL, cached where a folder can be written."""
        import numba

        twins = {name: used.compiled for name, used in self.used.items()}
        function = types.FunctionType(
            self.plain.__code__, self.plain.__globals__ | twins, self.plain.__name__, self.plain.__defaults__
        )
        functools.update_wrapper(function, self.plain)
        twin = numba.njit(nogil=True, fastmath={"reassoc", "contract"} if self.reorder else False)(function)
        if hasattr(twin, "enable_caching"):  # not with NUMBA_DISABLE_JIT: the function itself
            with contextlib.suppress(OSError):  # a function without a file, such as of a notebook
                keep(twin, self.stamp)
        return cast("Callable[..., Any]", twin)

    @functools.cached_property
    def used(self) -> dict[str, Kernel]:
        """The kernels that this one calls, by the names it has for them."""
        return {name: value for name, value in self._named() if isinstance(value, Kernel)}

    @functools.cached_property
    def sources(self) -> frozenset[str]:
        """The files of this kernel and of all that it calls."""
        return frozenset([self.plain.__code__.co_filename]).union(*(k.sources for k in self.used.values()))

    @functools.cached_property
    def constants(self) -> frozenset[str]:
        """The numbers that are compiled into this kernel and all that it calls: other files may say them."""
        own = (f"{self.plain.__name__}.{k}={v!r}" for k, v in self._named() if isinstance(v, _FROZEN))
        return frozenset(own).union(*(k.constants for k in self.used.values()))

    @property
    def stamp(self) -> str:
        """What compiled code on disk must have been made from: digests of the files, and of the constants."""
        constants = hashlib.sha256("\n".join(sorted(self.constants)).encode()).hexdigest()
        return "".join(_digest(source) for source in sorted(self.sources)) + constants

    def _named(self) -> list[tuple[str, Any]]:
        return [(name, self.plain.__globals__.get(name)) for name in self.plain.__code__.co_names]


def can_compile() -> bool:
    """Whether kernels are compiled at all; for work that nobody would wait for in Python."""
    import numba

    return not numba.config.DISABLE_JIT


def keep(twin: Any, stamp: str) -> None:
    """Let a twin be taken from a cache on disk, where one can be written.

    That is written anew where a file of the kernels used has changed since, or where it cannot be read.
    Several processes may keep code at one moment, be killed while they do, or find the disk full.
    """
    with contextlib.suppress(RuntimeError):  # neither the package nor HOME can be written
        twin.enable_caching()
    if hasattr(cache := twin._cache, "_cache_file"):  # noqa: SLF001, numba has no other way
        cache._cache_file = stamped_files(cache._cache_path, cache._impl.filename_base, stamp)  # noqa: SLF001
    load, save = cache.load_overload, cache.save_overload

    def load_overload(given: Any, context: Any) -> Any:
        try:
            return of_these_types(load(given, context), given)
        except Exception:  # noqa: BLE001, whatever unpickling raises
            with contextlib.suppress(OSError):
                cache.flush()
            return None

    def save_overload(given: Any, data: Any) -> None:
        with contextlib.suppress(OSError):  # a full disk: it is compiled again at the next start
            save(given, data)

    cache.load_overload, cache.save_overload = load_overload, save_overload


def stamped_files(folder: Any, name: str, stamp: str) -> Any:
    """Return numba's index and files of compiled code for one function, each file with a stamp of its own.

    numba writes its index first: who is killed before the code leaves an index that names yesterday's code.
    """
    from numba.core.caching import IndexDataCacheFile

    files = IndexDataCacheFile(str(folder), name, stamp)
    load, save = files._load_data, files._save_data  # noqa: SLF001

    def load_data(file: str) -> Any:
        found, data = load(file)
        if found != stamp:
            raise ValueError(file)
        return data

    files._load_data = load_data  # noqa: SLF001
    files._save_data = lambda file, data: save(file, (stamp, data))  # noqa: SLF001
    return files


def of_these_types(found: Any, given: Any) -> Any:
    """Return what was found in a cache; ValueError where it is for other types.

    Two processes that keep code at one moment can take one file for two forms, and the index names one.
    """
    if found is not None and tuple(found.signature.args) != tuple(given):
        raise ValueError(found.signature)
    return found


@functools.cache
def _digest(source: str) -> str:
    return hashlib.sha256(Path(source).read_bytes()).hexdigest()


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
def kernel(*, large: int = ..., reorder: bool = ...) -> Callable[[Callable[..., Any]], Kernel]: ...
def kernel(
    function: Callable[..., Any] | None = None, /, *, large: int = LARGE, reorder: bool = False
) -> Kernel | Callable[[Callable[..., Any]], Kernel]:
    """Declare a kernel; ``large`` is the amount of work from which compiling pays.

    ``reorder``: compiled code may add numbers in another order, several at once; last bits differ then.

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
        return lambda f: Kernel(f, large, reorder=reorder)
    return Kernel(function, large, reorder=reorder)


class Prefetch(Kernel):
    """A hint that memory will be read soon, for kernels at random places: most of their work is waiting.

    Nothing happens in plain Python, and there is no result anywhere.
    """

    @functools.cached_property
    def compiled(self) -> Callable[..., Any]:
        """LLVM's ``prefetch`` of one place of an array; places outside of it do no harm."""
        return _intrinsic() if can_compile() else self.plain


def _intrinsic() -> Any:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def typed(_: Any, array: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            kind = signature.args[0]
            struct = context.make_array(kind)(context, builder, given[0])
            pointer = cgutils.get_item_pointer(context, builder, kind, struct, [given[1]], wraparound=False)
            byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            form = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            hint = cgutils.get_or_insert_function(builder.module, form, "llvm.prefetch.p0")
            reading, keep, data = number(0), number(3), number(1)
            builder.call(hint, [builder.bitcast(pointer, byte), reading, keep, data])
            return context.get_dummy_value()

        return types.void(array, place), generate

    return intrinsic(typed)


def _ask(array: AnyArray, place: int) -> None:
    """Say that a place of an array will be read soon."""


prefetch = Prefetch(_ask, 0)


def if_short(function: Callable[..., None], *sizes: IntArray) -> Callable[..., None] | None:
    """Return the twin of a kernel over lists where no list is long."""
    return function if all(s.max(initial=0) <= _SHORT for s in sizes) else None


def table_of(values: AnyArray, starts: IntArray, fill: float) -> tuple[AnyArray, BoolArray]:
    """Return a table with a column for each list, and which of its cells are in use.

    >>> import numpy as np
    >>> table_of(np.array([5, 6, 7]), np.array([0, 1, 1, 3]), -1)[0].tolist()
    [[5, -1, 6], [-1, -1, 7]]
    """
    import numpy as np

    sizes = np.diff(starts)
    used = np.arange(int(sizes.max(initial=0)))[:, None] < sizes
    table = np.full(used.shape, fill, values.dtype)
    table.T[used.T] = values[starts[0] : starts[-1]] if len(starts) > 1 else values[:0]
    return table, used
