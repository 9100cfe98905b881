"""Compiled code that numba keeps on disk, taken only where it is of this source and for these types.

Several processes may keep code at one moment, be killed while they do, or find the disk full: what cannot be
used is compiled again.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lydite.compiled import InstalledKernel


def keep(twin: Any, installed: InstalledKernel) -> None:
    """Let a twin be taken as it was installed, else from a cache on disk where one can be written.

    That is written anew where a file of the kernels used has changed since; also where it cannot be read: it
    may name classes of an earlier version.
    """
    with contextlib.suppress(RuntimeError):  # neither the package nor HOME can be written
        twin.enable_caching()
    cache = twin._cache  # noqa: SLF001, numba has no other way
    if hasattr(cache, "_cache_file"):
        cache._cache_file = stamped_files(cache._cache_path, cache._impl.filename_base, installed.stamp)  # noqa: SLF001
    load, save = cache.load_overload, cache.save_overload

    def load_overload(given: Any, context: Any) -> Any:
        found = installed.load(given, context)
        if found is not None:
            return found
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

    numba writes its index first: who is killed before the code, or finds the disk full, leaves an index of
    today's source that names yesterday's code.
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

    Two processes that keep what they compiled at one moment can take one file for two forms; the index then
    names the one that is gone.
    """
    if found is not None and tuple(found.signature.args) != tuple(given):
        raise ValueError(found.signature)
    return found
