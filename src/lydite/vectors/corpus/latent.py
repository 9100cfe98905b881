"""Vectors of the words of a corpus by latent semantic analysis."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import OutputError, StoreError
from lydite.core.store.checking import ArrayChecker
from lydite.core.store.saving import save
from lydite.core.store.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lydite.core.array_types import FloatArray
    from lydite.core.store.store import Arrays
    from lydite.vectors.corpus.index import CorpusIndex

KIND, VERSION = "lsa", 2


def word_vectors(index: CorpusIndex, dimensions: int) -> FloatArray:
    """Return U Σ of the weighted matrix of words by documents, kept beside the index for the next time."""
    kept = None if index.folder is None else index.folder / f"lsa-{dimensions}"
    if kept is not None:
        with contextlib.suppress(StoreError):  # none, damaged, or of another version: made below
            return open_store(kept, KIND, VERSION, checker(index))["vectors"]
    vectors = _decompose(index, dimensions)
    if kept is not None:
        with contextlib.suppress(OutputError):  # another process may be putting its own index in this place
            save(kept, KIND, VERSION, {"vectors": vectors})
    return vectors


def checker(index: CorpusIndex) -> Callable[[Arrays, Mapping[str, Any]], None]:
    """Return the check of vectors that are kept: finite ones, one for each word of an index."""
    words = len(index.store["word_starts"]) - 1

    def check(arrays: Arrays, _: Mapping[str, Any]) -> None:
        vectors = ArrayChecker(arrays).array("vectors", "<f8", words, arrays["vectors"].shape[1])
        if not np.isfinite(vectors).all():
            raise ValueError("a number is not finite")

    return check


def _decompose(index: CorpusIndex, dimensions: int) -> FloatArray:
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import svds

    starts, text = index.store["document_starts"], index.store["text"]
    words, n = len(index.store["word_starts"]) - 1, index.n
    owner = np.repeat(np.arange(n), np.diff(starts))
    cells, counts = np.unique(text.astype(np.int64) * n + owner, return_counts=True)
    row, column = np.divmod(cells, n)
    share = counts / np.bincount(row, counts, minlength=words)[row]
    entropy = np.bincount(row, -share * np.log(share), minlength=words)
    weight = 1 - entropy / np.log(n) if n > 1 else np.ones(words)
    matrix = csr_array((np.log1p(counts) * weight[row], (row, column)), shape=(words, n))
    small = min(matrix.shape)
    if dimensions >= small:
        left, values, _ = np.linalg.svd(matrix.toarray(), full_matrices=False)
        return np.asarray(left * values, dtype=np.float64)
    left, values, _ = svds(
        matrix, k=dimensions, v0=np.ones(small)
    )  # a fixed start: the same digits each time
    return np.asarray(left * values, dtype=np.float64)
