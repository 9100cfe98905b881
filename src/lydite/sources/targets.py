"""From a phrase to what it may mean in a knowledge base (Algorithms 1 and 2 of the thesis)."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lydite.text import fold, marks, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from lydite.text import Accents

MOST = 64  # aspects of a phrase; what needs more is no phrase
_EDGES = re.compile(r"^[^\w]+|[^\w]+$")


@functools.cache
def _any_edges() -> re.Pattern[str]:
    return re.compile(rf"^[^\w]+|[^\w{marks()}]+$")


class Base(Protocol):
    """A knowledge base that phrases are matched with."""

    @property
    def english(self) -> bool:
        """Whether its labels are English."""

    @property
    def stemmer(self) -> str:
        """The stemmer of its language, ``none`` where there is none."""

    @property
    def language(self) -> str:
        """The code of its language, which says how capitals are folded."""

    @property
    def accents(self) -> Accents:
        """Whether what is not found as written is looked for without accents: ``fold`` where it is."""

    @property
    def longest(self) -> int:
        """How many words its longest label has."""

    def targets(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the entities that folded words may mean, none if they are no label (MATCHTARGETS)."""

    def name(self, entity: int, /) -> str:
        """Return an entity as people read it."""


@dataclass(frozen=True)
class Targets:
    """The target sets of a phrase, one for each aspect; ``note`` says why there are none."""

    phrase: str
    aspects: tuple[str, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    note: str = ""
    direct: bool = False
    """Whether the phrase itself is a label; else it was divided."""

    def __bool__(self) -> bool:
        return bool(self.sets)


def find_targets(base: Base, phrase: str, stop_words: Collection[str] = ()) -> Targets:
    """Return the target sets of a phrase: the phrase itself, else the fewest aspects (FINDTARGETS).

    Hyphens and other marks inside a word separate aspects only where the word itself is unknown.
    """
    words = fold(phrase, language=base.language).split()
    if not words:
        return Targets(phrase, note="an empty phrase")
    edges = _EDGES if phrase.isascii() else _any_edges()
    stripped = [bare for word in words if (bare := edges.sub("", word))]
    note = "no target for any division into aspects"
    for attempt in dict.fromkeys(
        (tuple(words), tuple(stripped), tuple(tokens(phrase, language=base.language)))
    ):
        direct = base.targets(attempt) if 0 < len(attempt) <= base.longest else ()
        if direct:
            return Targets(phrase, (" ".join(attempt),), (direct,), direct=True)
        kept = [word for word in attempt if word not in stop_words]
        if attempt and not kept:
            note = "only stop words"
            continue
        if len(kept) > MOST * base.longest:
            return Targets(phrase, note=f"{len(kept):,} words, more than {MOST} aspects can cover")
        aspects = find_aspects(kept, base.longest, base.targets)
        if len(aspects) > MOST:
            return Targets(phrase, note=f"{len(aspects):,} aspects, more than {MOST}")
        if aspects:
            unique: dict[tuple[int, ...], str] = {}
            for name, found in aspects:
                unique.setdefault(found, name)
            return Targets(phrase, tuple(unique.values()), tuple(unique))
    return Targets(phrase, note=note)


def find_aspects(
    words: Sequence[str], longest: int, match: Callable[[Sequence[str]], tuple[int, ...]]
) -> list[tuple[str, tuple[int, ...]]]:
    """Return the fewest aspects that cover all words, with their targets (FINDASPECTS).

    Among divisions with equally few, the one whose first aspect is shortest, then its second, ….
    Algorithm 2 tries all divisions into n aspects for n = 1, 2, …; here the fewest aspects for each
    ending are found once, from the last word back: the same answer in linear time.

    >>> known = {"pen": (1,), "paper": (2,), "paper clip": (3,)}
    >>> find_aspects("pen paper clip".split(), 2, lambda words: known.get(" ".join(words), ()))
    [('pen', (1,)), ('paper clip', (3,))]
    """
    n = len(words)
    fewest: list[int] = [0] * n + [0]
    choice: list[tuple[int, tuple[int, ...]]] = [(0, ())] * n
    none = n + 1
    for start in range(n - 1, -1, -1):
        fewest[start] = none
        for end in range(start + 1, min(n, start + longest) + 1):
            if fewest[end] + 1 < fewest[start]:
                found = match(words[start:end])
                if found:
                    fewest[start], choice[start] = fewest[end] + 1, (end, found)
    aspects, at = [], 0
    if n and fewest[0] < none:
        while at < n:
            end, found = choice[at]
            aspects.append((" ".join(words[at:end]), found))
            at = end
    return aspects
