"""Sources: where meaning comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.lazy import lazily

if TYPE_CHECKING:
    from lydite.sources.array_files import save_array
    from lydite.sources.frequencies import EMBEDDED, ROW, open_frequencies, zipf
    from lydite.sources.saving import Draft, save
    from lydite.sources.store import MANIFEST, open_store
    from lydite.sources.store_kinds import kind_of
    from lydite.sources.store_places import ensure_store_place
else:
    __getattr__ = lazily(
        __name__,
        {
            "array_files": "arrays_of checksums_hold preallocate save_array",
            "frequencies": "EMBEDDED ROW open_frequencies zipf",
            "joined_graph": "check_joined",
            "saving": "Draft array_entry building save seal",
            "static_encoder": "key_of multiply_rows multiply_rows_at_once open_table split",
            "store": "MANIFEST content file_of head_of identity open_store",
            "store_kinds": "kind_of",
            "store_places": "ensure_store_place",
        },
    )

__all__ = [
    "EMBEDDED",
    "MANIFEST",
    "ROW",
    "Draft",
    "ensure_store_place",
    "kind_of",
    "open_frequencies",
    "open_store",
    "save",
    "save_array",
    "zipf",
]
