"""Compiled kernels that came with the package, or that ``lydite compile`` put into it.

numba keeps what it has compiled beside the module, else in a folder of the user's, for one model of
processor; where neither can be written it reads neither, and a read-only container compiles at every start.
Installed kernels are made for every processor of an architecture and are only read. One that is of another
numba or Python, or of other source, is not found, and numba goes its own way.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.compiled import Kernel

FOLDER = Path(__file__).parent / "data" / "kernels"
PORTABLE = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}  # before numba is loaded


class InstalledKernel:
    """Where the compiled forms of one function are, one for each types of arguments."""

    def __init__(self, function: Any, sources: Iterable[str]) -> None:
        from numba.core.caching import IndexDataCacheFile

        name = f"{function.__module__}.{function.__name__}.py{sys.version_info[0]}{sys.version_info[1]}"
        self.stamp = "".join(_digest(source) for source in sorted(sources))
        self._file = IndexDataCacheFile(str(FOLDER), name, self.stamp)

    def load(self, types: Any, context: Any) -> Any:
        """Return the compiled form for some types; None where there is none that can be used."""
        import numba
        from numba.core.compiler import CompileResult

        if numba.config.BOUNDSCHECK:
            return None
        try:
            context.refresh()  # as numba's own cache does
            data = self._file.load((types, _architecture(context)))
            return None if data is None else CompileResult._rebuild(context, *data)  # noqa: SLF001
        except Exception:  # noqa: BLE001, whatever unpickling raises
            return None

    def save(self, twin: Any) -> int:
        """Write every form that was compiled in this process and is not there yet; return how many."""
        there, read, made = self._file._load_index(), twin.stats.cache_hits, 0  # noqa: SLF001
        for types, result in twin.overloads.items():
            key = (types, _architecture(result.target_context))
            if key not in there and types not in read:
                self._file.save(key, result._reduce())  # noqa: SLF001
                made += 1
        return made


def install(kernel: Kernel) -> int:
    """Write what was compiled of a kernel in this process; return how many forms."""
    return InstalledKernel(kernel.plain, kernel.sources).save(kernel.compiled)


def _architecture(context: Any) -> str:
    return str(context.codegen().magic_tuple()[0])


@functools.cache
def _digest(source: str) -> str:
    return hashlib.sha256(Path(source).read_bytes()).hexdigest()
