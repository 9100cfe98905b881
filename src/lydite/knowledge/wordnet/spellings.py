"""Spellings of a synset that fold alike, as *Cão* and *cão*: one label is found, each of them is shown."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lydite.core.array_types import AnyArray, ByteArray
    from lydite.core.store.store import Store
    from lydite.knowledge.wordnet.lexicon import Lexicon


def list_spellings(lexicon: Lexicon, part: str = "") -> dict[str, AnyArray]:
    """Return the arrays of spellings beyond the first of a label in its synset, if there are any."""
    further = list(_further(lexicon))
    if not further:
        return {}
    return {
        f"{part}spelling_synsets": np.array([synset for synset, _, _ in further], np.int32),
        f"{part}spelling_places": np.array([place for _, place, _ in further], np.int32),
        f"{part}spelling_text": write_lines(word for _, _, word in further),
    }


def _further(lexicon: Lexicon) -> Iterator[tuple[int, int, str]]:
    """Yield synset, place among its words and spelling, in the order of synsets."""
    for synset, words in enumerate(lexicon.words):
        if len(words) > 1:
            first: dict[str, str] = {}
            for place, word in enumerate(words):
                if first.setdefault(lexicon.label(word), word) != word:
                    yield synset, place, word


def further_spellings(store: Store, part: str) -> dict[int, list[tuple[int, str]]]:
    """Return by synset its further spellings with their places; stores of earlier versions have none."""
    by_synset: dict[int, list[tuple[int, str]]] = defaultdict(list)
    if f"{part}spelling_synsets" in store.arrays:
        synsets, places = store[f"{part}spelling_synsets"], store[f"{part}spelling_places"]
        words = read_lines(store[f"{part}spelling_text"])
        for synset, place, word in zip(synsets.tolist(), places.tolist(), words, strict=True):
            by_synset[synset].append((place, word))
    return dict(by_synset)


def write_lines(lines: Iterable[str]) -> ByteArray:
    """Return lines of text as an array of a store."""
    return np.frombuffer("\n".join(lines).encode("utf-8", "surrogatepass"), np.uint8)


def read_lines(text: ByteArray) -> list[str]:
    """Return what :func:`write_lines` wrote."""
    return text.tobytes().decode("utf-8", "surrogatepass").split("\n")
