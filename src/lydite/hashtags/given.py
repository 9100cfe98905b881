"""A dictionary that is ready: vectors of tags from a file, without tweets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.core.io.files import user_path
from lydite.core.spec import Resource
from lydite.core.store.saving import building
from lydite.hashtags.clean import Preparation, TweetCounts, plain_tag
from lydite.hashtags.store import DictionarySettings, HashtagDictionary, write_store
from lydite.reading.tweet_text import tag
from lydite.vectors import load_vectors
from lydite.vectors.encoders.vectors import FileVectors

if TYPE_CHECKING:
    from lydite.hashtags.store import HashtagStore


def build_given(file: str | Path, folder: str | Path) -> HashtagStore:
    """Make a store of the vectors of a file: its hashtags, or all its words where none is a hashtag.

    Words that fold together are one tag: the first, which in most files is the most frequent, stands for all.
    """
    folder = user_path(folder)
    encoder = FileVectors(Resource(str(file)), of="tokens")
    table = load_vectors(file)
    words = table.words.all
    marked = any(w.startswith(("#", "＃")) and len(w) > 1 for w in words)
    rows: dict[str, int] = {}
    for row, word in enumerate(words):
        if not marked or word.startswith(("#", "＃")):
            rows.setdefault(tag(word) if marked else plain_tag(word), row)
    rows.pop("", None)
    if not rows:
        raise InputError("no tags in this file", file)
    tags = sorted(rows)
    sums = np.asarray(table.matrix)[[rows[t] for t in tags]].astype(np.float64)
    settings = DictionarySettings(encoder, preparation=Preparation("any"), marked=marked)
    dictionary = HashtagDictionary(tags, sums, np.ones(len(tags), np.int64), np.zeros(0, np.uint64))
    with building(folder):
        return write_store(folder, dictionary, settings, encoder.fit(()), TweetCounts())
