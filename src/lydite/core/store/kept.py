"""Stores of things that can be made again, kept in the cache by a name of what they are made of."""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING

from lydite.core.errors import LyditeError
from lydite.core.io.files import cache_folder
from lydite.core.store.saving import save
from lydite.core.store.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from lydite.core.array_types import AnyArray
    from lydite.core.store.store import Check


def kept_store(
    room: str,
    made_of: str,
    kind: str,
    version: int,
    make: Callable[[], Mapping[str, AnyArray]],
    check: Check | None = None,
) -> tuple[Store, Path | None]:
    """Return a store and its folder, made now if none is kept; no folder where nothing can be written."""
    cache = cache_folder()
    if cache is None:
        return Store(kind, make()), None
    name = hashlib.sha256(f"{kind} {version} {made_of}".encode()).hexdigest()[:24]
    folder = cache / room / name
    with contextlib.suppress(LyditeError):  # none, damaged, or of another version: made below
        return open_store(folder, kind, version, check), folder
    arrays = make()
    with contextlib.suppress(LyditeError):  # another process may be putting its own in this place
        save(folder, kind, version, arrays)
        return open_store(folder, kind, version, check), folder
    return Store(kind, arrays), None
