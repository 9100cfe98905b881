"""The best vectors on disk: as a store, and in word2vec's format for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.io.writing import writable, writing
from lydite.vectors.writing import save

if TYPE_CHECKING:
    from lydite.vectors import Vectors

_ROWS = 4096


def save_best(vectors: Vectors, folder: Path) -> None:
    """Write ``folder/store`` and ``folder/vectors.bin``; each is whole or not there."""
    with writable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    save(vectors, folder / "store")
    write_word2vec(vectors, folder / "vectors.bin")


def write_word2vec(vectors: Vectors, path: Path) -> None:
    """Write vectors in word2vec's binary format: a line with both sizes, then each word and its numbers."""
    with writing(path, "wb") as out, writable(path):
        out.write(f"{len(vectors)} {vectors.dimensions}\n".encode())
        words = vectors.words.all
        for start in range(0, len(words), _ROWS):
            block = np.asarray(vectors.matrix[start : start + _ROWS], "<f4")
            named = zip(words[start : start + _ROWS], block, strict=True)
            out.write(b"".join(word.encode() + b" " + row.tobytes() + b"\n" for word, row in named))
