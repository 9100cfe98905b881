"""A corpus of text that the user gives: its documents, an index of phrases, and its text prepared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily
from lydite.vectors.corpus.documents import documents
from lydite.vectors.corpus.index import CorpusIndex, open_index

if TYPE_CHECKING:
    from lydite.vectors.corpus.latent import word_vectors
    from lydite.vectors.corpus.prepared import PreparedText, prepare_text
    from lydite.vectors.corpus.preparing import TextPreparation
else:
    __getattr__ = lazily(
        __name__,
        {
            "latent": "word_vectors",
            "lines": "read_lines",
            "prepared": "PreparedText prepare_text write_text",
            "preparing": "TextPreparation",
        },
    )

__all__ = [
    "CorpusIndex",
    "PreparedText",
    "TextPreparation",
    "documents",
    "open_index",
    "prepare_text",
    "word_vectors",
]
