"""Word vectors: word2vec, GloVe and fastText files, a native store that opens at once, nearest words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.vectors.load import load_vectors
    from lydite.vectors.neighbours import find_neighbours
    from lydite.vectors.store import open_store
    from lydite.vectors.table import Vectors, fold_word
    from lydite.vectors.writing import save
else:
    __getattr__ = lazily(
        __name__,
        {
            "load": "load_vectors",
            "neighbours": "find_neighbours",
            "static_encoder": "key_of multiply_rows multiply_rows_at_once open_table split",
            "store": "KIND VERSION open_store",
            "table": "Vectors fold_word",
            "words": "release",
            "writing": "save",
        },
    )

__all__ = [
    "Vectors",
    "find_neighbours",
    "fold_word",
    "load_vectors",
    "open_store",
    "save",
]
