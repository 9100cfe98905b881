"""From WordNet 3.0, whose offsets the Open Multilingual Wordnet goes by, to the embedded WordNet 3.1.

A synset of 3.0 is the synset of 3.1 that has most of its sense keys (senseidx(5WN)), the first of several
that have equally many. ``tools/offsets.py`` makes the table, which says itself how many synsets it loses.
"""

from __future__ import annotations

import functools
from importlib import resources
from typing import TYPE_CHECKING

from lydite.core.errors import StoreError
from lydite.core.store.store import open_store
from lydite.knowledge.wordnet.lexicon import POS

if TYPE_CHECKING:
    from lydite.core.store.store import Store

TABLE = "data/wordnet/offsets-3.0.zip"
KIND = "offsets"
VERSION = 1
LOST = -1  # a synset of 3.0 none of whose sense keys is in 3.1
STEP = 10**8  # offsets have eight digits


def key_of(pos: str, offset: int) -> int:
    """Return the number that a synset of 3.0 goes by; satellites (s) are adjectives.

    >>> key_of("n", 1740), key_of("s", 1740)
    (1740, 200001740)
    """
    return POS.index("a" if pos == "s" else pos) * STEP + offset


@functools.cache
def open_offsets() -> Store:
    """Return the embedded table: ``keys`` in order, ``synsets``, and ``opposites`` between synsets."""
    with resources.as_file(resources.files("lydite").joinpath(TABLE)) as path:
        return open_store(path, KIND, VERSION)


def synsets_by_key(wordnet: str) -> dict[int, int]:
    """Return the number of each synset of 3.0 in the embedded WordNet, whose digest is given; or LOST."""
    table = open_offsets()
    if table.notes["wordnet"] != wordnet:
        raise StoreError("the table of offsets is of another WordNet; make it again with tools/offsets.py")
    return dict(zip(table["keys"].tolist(), table["synsets"].tolist(), strict=True))
