"""How the synsets of a wordnet are written."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from lydite.sources.wordnet.compiling import ALIAS, SPELLED, restore_case

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.knowledge.labels import Labels
    from lydite.sources.store import Store


class SynsetNames:
    """What a wordnet knows of its synsets' names."""

    store: Store
    labels: Labels
    part: str
    own: str
    title: str
    language: str

    @property
    def matching(self) -> str:
        """What the synsets of a phrase depend on: the store, and the language whose words are looked up."""
        return f"{self.title}:{self.store.digest} {self.language}"

    def plain_texts(self, *, redirects: bool = True) -> Iterator[tuple[str, Sequence[int]]]:  # noqa: ARG002
        """Yield every word of this language, folded, with the synsets that have it."""
        own = self.store[f"{self.part}word_places"] != ALIAS
        starts = self.labels.starts.tolist()
        for number, (begin, end) in enumerate(itertools.pairwise(starts)):
            synsets = self.labels.entities[begin:end][own[begin:end]].tolist()
            if synsets:
                yield self.labels.key(number), synsets

    def explicit_links(self) -> Iterator[tuple[int, str, str]]:
        """Yield nothing: wordnets have no explicit links to other knowledge bases."""
        yield from ()

    def find_linked(self, where: str, name: str) -> Sequence[int]:  # noqa: ARG002
        """Return nothing: no link of others names a synset."""
        return ()

    def speaking(self, language: str | None) -> SynsetNames:
        """Return the wordnet with the words of another of its languages."""
        raise NotImplementedError

    def words(self, synset: int) -> list[str]:
        """Return the words of a synset, as they are written and in its order."""
        places = np.flatnonzero(self.labels.entities == synset)
        order = self.store[f"{self.part}word_places"]
        places = places[order[places] != ALIAS]
        labels = np.searchsorted(self.labels.starts, places, "right") - 1
        ranked = sorted(zip(order[places].tolist(), places.tolist(), labels.tolist(), strict=True))
        return [self._written(place, owner) for _, place, owner in ranked]

    def name(self, synset: int) -> str:
        """Return a synset as the thesis writes it, in the store's own language where this one has no word."""
        own = self.words(synset)
        if own or not self.part:
            return f"[{', '.join(own) or 'no word'}]"
        return f"{self.speaking(None).name(synset)} ({self.own})"

    def _written(self, place: int, owner: int) -> str:
        cases = self.store[f"{self.part}word_cases"]
        if cases[place] != SPELLED:
            return restore_case(self.labels.key(owner), int(cases[place]))
        spelled = (
            self.store[f"{self.part}word_spelled"].tobytes().decode("utf-8", "surrogatepass").split("\n")
        )
        return spelled[int(np.count_nonzero(cases[:place] == SPELLED))]
