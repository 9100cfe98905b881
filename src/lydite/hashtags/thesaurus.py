"""The thesaurus: for each hashtag its synonyms, nearest first (#REval, 3.2, Algorithm 1)."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.core.arrays import RaggedRows, offsets
from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.text import fold
from lydite.hashtags.clean import plain_tag
from lydite.reading.tweet_text import tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from lydite.core.array_types import Float32Array, Int32Array, IntArray


class Synonym(NamedTuple):
    """One synonym: its rank (1 is nearest) and its cosine, NaN where a file gave the order only."""

    tag: str
    rank: int
    cosine: float


@dataclass(frozen=True)
class Thesaurus(RaggedRows):
    """Lists of synonyms as numbers: hashtag i has ``synonyms[starts[i]:starts[i + 1]]``, nearest first.

    ``rows`` says whose list a hashtag has: its own, except in a permuted thesaurus.
    """

    tags: Sequence[str]
    starts: IntArray
    synonyms: Int32Array
    cosines: Float32Array | None = None
    ranks: Int32Array | None = field(default=None, repr=False)
    rows: IntArray | None = field(default=None, repr=False)
    marked: bool = True
    """Whether its tags are hashtags; else a tag is found with and without the sign."""

    @functools.cached_property
    def place(self) -> dict[str, int]:
        """The number of each hashtag."""
        return {t: i for i, t in enumerate(self.tags)}

    def numbers(self, phrases: Iterable[str]) -> IntArray:
        """Return the number of each phrase, −1 for those that are not in the thesaurus."""
        place = self.place
        # most phrases are spelled as the thesaurus spells them
        places = (place[p] if p in place else place.get(self.key(p), -1) for p in phrases)
        return np.fromiter(places, np.int64)

    def key(self, phrase: str) -> str:
        """Return a phrase as the tags of this thesaurus are spelled."""
        return name(phrase) if self.marked else plain_tag(phrase)

    def nearest(self, phrase: str, k: int) -> list[Synonym]:
        """Return the k nearest synonyms of a hashtag; none for one that is unknown: Syn = {h}."""
        number = self.place.get(self.key(phrase), -1)
        if number < 0:
            return []
        row = number if self.rows is None else int(self.rows[number])
        span = slice(int(self.starts[row]), int(self.starts[row + 1]))
        ranks = self.rank_of_entries[span]
        cosines = np.full(len(ranks), np.nan) if self.cosines is None else self.cosines[span]
        entries = zip(self.synonyms[span].tolist(), ranks.tolist(), cosines.tolist(), strict=True)
        return [Synonym(self.tags[s], rank, c) for s, rank, c in entries if rank <= k]

    @functools.cached_property
    def rank_of_entries(self) -> Int32Array:
        """The rank of each entry in its list, from 1."""
        if self.ranks is not None:
            return self.ranks
        return (self.places + 1).astype(np.int32)

    def with_cosine_from(self, cosine: float) -> Thesaurus:
        """Return the thesaurus without synonyms below a cosine (#REval, 4.3 iv); others keep their ranks."""
        if self.cosines is None:
            raise InputError("a cut-off needs cosines, and this thesaurus is a file without them")
        keep = self.cosines >= cosine
        starts = offsets(keep)[self.starts]
        return replace(
            self,
            starts=starts,
            synonyms=self.synonyms[keep],
            cosines=self.cosines[keep],
            ranks=self.rank_of_entries[keep],
        )

    def permuted(self, seed: int) -> Thesaurus:
        """Return a thesaurus in which every hashtag that has a list has another one's, drawn at random.

        Lists, their lengths and the hubs among them stay; only whose they are is lost. What a system scores
        with it, it owes to the breadth of the lists. The order is one random cycle, so that none keeps its
        own; hashtags without synonyms stay without.
        """
        circle = np.random.default_rng(seed).permutation(np.flatnonzero(self.sizes))
        rows = np.arange(len(self.tags))
        rows[circle] = np.roll(circle, 1)
        return replace(self, rows=rows)


def name(phrase: str) -> str:
    """Return the key of a phrase: a hashtag as the dictionary spells it; several words, folded.

    >>> name("Covid19:"), name("Machine  Learning")
    ('#covid19', 'machine learning')
    """
    phrase = phrase.strip()
    return fold(phrase) if len(phrase.split()) > 1 else tag(phrase)


def from_lists(lists: Iterable[tuple[str, Sequence[str]]]) -> Thesaurus:
    """Make a thesaurus of hashtags with their synonyms, nearest first; a hashtag is not its own synonym.

    >>> t = from_lists([("#swim", ["#dive", "#paddle", "#sport"])])
    >>> [s.tag for s in t.nearest("#swim", 2)], t.nearest("#golf", 2)
    (['#dive', '#paddle'], [])
    """
    given: dict[str, list[str]] = {}
    for head, synonyms in lists:
        own = given.setdefault(name(head), [])
        own += [s for s in dict.fromkeys(map(name, synonyms)) if s != name(head) and s not in own]
    tags = sorted({*given, *(s for synonyms in given.values() for s in synonyms)})
    place = {t: i for i, t in enumerate(tags)}
    rows = [given.get(t, []) for t in tags]
    starts = offsets([len(r) for r in rows])
    return Thesaurus(tags, starts, np.array([place[s] for r in rows for s in r], np.int32))


def from_file(path: Path) -> Thesaurus:
    """Read ``hashtag<TAB>synonym<TAB>synonym…``, nearest first."""

    def rows() -> Iterable[tuple[str, list[str]]]:
        heads: set[str] = set()
        for number, line in opening.lines(path, otherwise="cp1252"):
            if not line.strip():
                continue
            head, *synonyms = (part.strip() for part in line.split("\t"))
            if not head:
                raise InputError("expected hashtag<TAB>synonym<TAB>…, found no hashtag", path, number)
            if "\t" not in line and not head.startswith(("#", "＃")):
                raise InputError(
                    "expected hashtag<TAB>synonym<TAB>…, found neither tab nor hashtag", path, number
                )
            if name(head) in heads:
                raise InputError("the hashtag has a line already", path, number)
            heads.add(name(head))
            yield head, [s for s in synonyms if s]

    thesaurus = from_lists(rows())
    if not len(thesaurus.tags):
        raise InputError("no synonyms in this file: expected hashtag<TAB>synonym<TAB>…", path)
    return thesaurus


def from_neighbours(
    tags: Sequence[str],
    members: IntArray,
    ids: Int32Array,
    cosines: Float32Array,
    *,
    marked: bool = True,
) -> Thesaurus:
    """Make a thesaurus of nearest neighbours among ``members`` of the tags; others have no synonyms."""
    filled = ids >= 0
    sizes = np.zeros(len(tags), np.int64)
    sizes[members] = filled.sum(1)
    starts = offsets(sizes)
    return Thesaurus(tags, starts, members[ids[filled]].astype(np.int32), cosines[filled], marked=marked)


def popular(tags: Sequence[str], counts: IntArray, k: int, *, marked: bool = True) -> Thesaurus:
    """Make a thesaurus that knows nothing: the k most frequent hashtags are everybody's synonyms.

    What a real thesaurus scores below this one, popularity alone explains.
    """
    top = np.lexsort((np.arange(len(tags)), -counts))[: k + 1]
    k = min(k, len(tags) - 1)
    rows = np.broadcast_to(top, (len(tags), len(top)))
    others = rows != np.arange(len(tags))[:, None]
    others[others.all(1), -1] = False
    synonyms = rows[others].reshape(len(tags), k)
    starts = np.arange(len(tags) + 1) * k
    return Thesaurus(tags, starts, synonyms.ravel().astype(np.int32), marked=marked)
