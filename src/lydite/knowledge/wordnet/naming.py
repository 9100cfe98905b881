"""How the synsets of a wordnet are written."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING

import numpy as np

from lydite.knowledge.wordnet.compiling import ALIAS, SPELLED, restore_case
from lydite.knowledge.wordnet.spellings import further_spellings, read_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.array_types import IntArray
    from lydite.core.store.store import Store
    from lydite.knowledge.labels import Labels


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
        """Return the words of a synset, each spelling of its file, as they are written and in its order."""
        begin, end = np.searchsorted(self.labels.entities, [synset, synset + 1], sorter=self._by_synset)
        ranks = self.store[f"{self.part}word_places"]
        places = [place for place in self._by_synset[begin:end].tolist() if ranks[place] != ALIAS]
        written = [(int(ranks[place]), self._written(place)) for place in places]
        return [word for _, word in sorted([*written, *self._further.get(synset, ())])]

    def name(self, synset: int) -> str:
        """Return a synset as the thesis writes it, in the store's own language where this one has no word."""
        own = self.words(synset)
        if own or not self.part:
            return f"[{', '.join(own) or 'no word'}]"
        return f"{self.speaking(None).name(synset)} ({self.own})"

    @functools.cached_property
    def _by_synset(self) -> IntArray:
        return np.argsort(self.labels.entities, kind="stable")

    @functools.cached_property
    def _further(self) -> dict[int, list[tuple[int, str]]]:
        return further_spellings(self.store, self.part)

    @functools.cached_property
    def _spelled(self) -> dict[int, str]:
        """The words that are more than their label with other capitals, by place."""
        places = np.flatnonzero(self.store[f"{self.part}word_cases"] == SPELLED).tolist()
        return dict(zip(places, read_lines(self.store[f"{self.part}word_spelled"]), strict=False))

    def _written(self, place: int) -> str:
        case = int(self.store[f"{self.part}word_cases"][place])
        if case == SPELLED:
            return self._spelled[place]
        return restore_case(
            self.labels.key(int(np.searchsorted(self.labels.starts, place, "right")) - 1), case
        )
