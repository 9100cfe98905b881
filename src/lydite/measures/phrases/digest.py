"""What identifies lists of phrases, whatever the order in which they were read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.arrays import content_digest

if TYPE_CHECKING:
    from lydite.arrays import RaggedArray, Vocabulary

_BLOCK = 1 << 20  # phrases that are numbered together


def lists_digest(ids: tuple[str, ...], words: Vocabulary, lists: RaggedArray, graded: bytes = b"") -> str:
    """Return the digest of lists; their phrases are numbered by where they come first."""
    first = np.full(len(words.phrases), len(lists.codes))
    for end in range(len(lists.codes), 0, -_BLOCK):
        places = np.arange(end - 1, max(end - _BLOCK, 0) - 1, -1)
        first[lists.codes[places]] = places
    used = np.argsort(first, kind="stable")[: np.count_nonzero(first < len(lists.codes))]
    places = np.empty(len(first), dtype=np.int64)
    places[used] = np.arange(len(used))
    phrases = [words.phrases[i] for i in used.tolist()]
    variants = b"" if lists.concepts is None else lists.concepts
    numbers = (places[lists.codes], lists.starts, variants)
    return content_digest(ids, phrases, *numbers, *([graded] if graded else []))
