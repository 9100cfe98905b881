"""Word vectors: every usual file format, a native store that opens at once, neighbours in tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.lazy import lazily

if TYPE_CHECKING:
    from lydite.sources.vectors.load import load_vectors
    from lydite.sources.vectors.store import open_store, save
    from lydite.sources.vectors.table import Vectors
else:
    __getattr__ = lazily(__name__, {"load": "load_vectors", "store": "open_store save", "table": "Vectors"})

__all__ = ["Vectors", "load_vectors", "open_store", "save"]
