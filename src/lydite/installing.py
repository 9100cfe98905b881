"""Compiled code written into the installation, as ``lydite compile`` does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.compiled import InstalledKernel, Prefetch, architecture

if TYPE_CHECKING:
    from lydite.compiled import Kernel


def install(kernel: Kernel) -> int:
    """Write what was compiled of a kernel in this process and is not there yet; return how many forms."""
    if isinstance(kernel, Prefetch):  # a part of those that call it
        return 0
    twin: Any = kernel.compiled
    files, read, made = InstalledKernel(kernel).files, twin.stats.cache_hits, 0
    try:
        there = files._load_index()  # noqa: SLF001
    except Exception:  # noqa: BLE001, whatever unpickling raises
        files.flush()
        there = {}
    for given, result in twin.overloads.items():
        key = (given, architecture(result.target_context))
        if key not in there and given not in read:
            files.save(key, result._reduce())  # noqa: SLF001
            made += 1
    return made
