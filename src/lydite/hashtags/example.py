"""A store small enough to be made on the spot: for examples, and for trying things out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.hashtags.clean import TweetCounts
from lydite.hashtags.store import DictionarySettings, HashtagDictionary, write_store
from lydite.vectors.encoders.lsa import LsaEncoder, LsaModel

if TYPE_CHECKING:
    from pathlib import Path

_PLACES = {
    "#cat": (1.0, 0.1, 0.0),
    "#cats": (0.9, 0.2, 0.0),
    "#dog": (0.8, 0.5, 0.1),
    "#dogs": (0.7, 0.6, 0.1),
    "#tag": (0.0, 0.1, 1.0),
    "#naive": (0.1, 1.0, 0.2),
    "#犬": (0.6, 0.7, 0.2),
}


def small_store(folder: Path) -> Path:
    """Write a store of seven hashtags in three dimensions, where there is none yet."""
    path = folder / "hashtags"
    if not (path / "manifest.json").is_file():
        tags = sorted(_PLACES)
        counts = np.arange(len(tags), 0, -1)
        sums = np.array([_PLACES[t] for t in tags], np.float64) * counts[:, None].astype(np.float64)
        dictionary = HashtagDictionary(tags, sums, counts, np.zeros(0, np.uint64))
        model = LsaModel(["cat", "dog", "tag"], np.ones(3, np.float32), np.eye(3, dtype=np.float32))
        total = TweetCounts(
            hashtagged=int(counts.sum()), uses=int(counts.sum()), pairs=int(counts.sum()), most=1
        )
        write_store(path, dictionary, DictionarySettings(LsaEncoder(dimensions=3)), model, total)
    return path
