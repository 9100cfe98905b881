"""Stores: arrays on disk in a folder or one archive, named in a manifest that is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.core.store.array_files import save_array
    from lydite.core.store.kinds import kind_of
    from lydite.core.store.places import ensure_store_place
    from lydite.core.store.saving import Draft, save
    from lydite.core.store.store import MANIFEST, open_store
else:
    __getattr__ = lazily(
        __name__,
        {
            "array_files": "arrays_of checksums_hold preallocate save_array",
            "saving": "Draft array_entry building save seal",
            "store": "MANIFEST content file_of head_of identity open_store",
            "kinds": "kind_of",
            "places": "ensure_store_place",
        },
    )

__all__ = [
    "MANIFEST",
    "Draft",
    "ensure_store_place",
    "kind_of",
    "open_store",
    "save",
    "save_array",
]
