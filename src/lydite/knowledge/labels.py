"""From a phrase to what it may mean in a knowledge base: its labels, and the fewest aspects that have some.

The folded labels lie sorted by their UTF-8 bytes in one long array, so that millions of them are
found by bisection without being loaded. Targets are found by Algorithms 1 and 2 of the thesis on
substitutability; those of two phrases are covered by Algorithm 3.
"""

from __future__ import annotations

import bisect
import functools
import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.assignment import CoverTables, mean_covers
from lydite.core.text import SPACELESS, combining_marks, fold, tokens
from lydite.knowledge.search import DIGITS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from lydite.core.array_types import AnyArray, ByteArray, Float32Array, FloatArray, Int32Array, IntArray
    from lydite.core.store.store import Store
    from lydite.knowledge.base import KnowledgeBase

SMALL = 1_000_000  # labels that may be kept as a dictionary once many are asked for
MANY = 2_000  # look-ups from which the dictionary pays
MOST = 64  # aspects of a phrase; what needs more is no phrase
_EDGES = re.compile(r"^[^\w]+|(?<=\w)[^\w]+$")


@dataclass(eq=False)
class Labels:
    """Sorted labels with, for each, its entities (best first) and their prior probabilities."""

    text: ByteArray
    ends: IntArray
    starts: IntArray
    entities: Int32Array
    priors: Float32Array | None = None
    _asked: int = field(default=0, repr=False)
    _known: dict[bytes, int] | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.ends)

    def key(self, number: int) -> str:
        """Return one label."""
        return self._bytes(number).decode("utf-8")

    def every(self) -> Iterator[str]:
        """Yield all labels, in the order of their numbers."""
        return (label.decode("utf-8", "surrogatepass") for label in self._each())

    def _each(self) -> Iterator[bytes]:
        text, ends = self.text.tobytes(), [0, *self.ends.tolist()]  # slices of arrays are slow
        return (text[begin:end] for begin, end in pairwise(ends))

    def find(self, key: str) -> int:
        """Return the number of a folded label, or -1."""
        wanted = key.encode("utf-8", "surrogatepass")
        if self._known is not None:
            return self._known.get(wanted, -1)
        self._asked += 1
        if self._asked > MANY and len(self) <= SMALL:
            self._known = {label: i for i, label in enumerate(self._each())}
        place = bisect.bisect_left(range(len(self)), wanted, key=self._bytes)
        return place if place < len(self) and self._bytes(place) == wanted else -1

    def senses(self, number: int) -> Int32Array:
        """Return the entities of a label, as :meth:`find` numbers it; best first."""
        return self.entities[self.starts[number] : self.starts[number + 1]]

    def prior(self, number: int) -> Float32Array:
        """Return the prior probability of each of :meth:`senses`; uniform where none was stored."""
        if self.priors is None:
            n = max(1, len(self.senses(number)))
            return np.full(len(self.senses(number)), 1 / n, np.float32)
        return self.priors[self.starts[number] : self.starts[number + 1]]

    def _bytes(self, number: int) -> bytes:
        begin = self.ends[number - 1] if number else 0
        return self.text[begin : self.ends[number]].tobytes()

    def arrays(self, part: str = "") -> dict[str, AnyArray]:
        """Return what :func:`lydite.core.store.save` should keep; ``part`` tells several tables apart."""
        kept: dict[str, AnyArray] = {
            f"{part}label_text": self.text,
            f"{part}label_ends": self.ends,
            f"{part}label_starts": self.starts,
            f"{part}label_entities": self.entities,
        }
        return kept if self.priors is None else kept | {f"{part}label_priors": self.priors}

    @classmethod
    def of(cls, store: Store, part: str = "") -> Labels:
        """Return the labels of an opened store, or one of its tables."""
        return cls(
            store[f"{part}label_text"],
            store[f"{part}label_ends"],
            store[f"{part}label_starts"],
            store[f"{part}label_entities"],
            store.arrays.get(f"{part}label_priors"),
        )

    @classmethod
    def build(cls, senses: Mapping[str, Iterable[tuple[int, float]]] | Mapping[str, Iterable[int]]) -> Labels:
        """Return labels from folded label → entities, or → (entity, prior), best first.

        >>> labels = Labels.build({"cake": [7, 3], "bun": [1]})
        >>> labels.find("cake"), labels.find("pie"), labels.senses(labels.find("cake")).tolist()
        (1, -1, [7, 3])
        """
        ordered = sorted(
            (key.encode("utf-8", "surrogatepass"), list(meanings)) for key, meanings in senses.items()
        )
        flat: list[Any] = [sense for _, meanings in ordered for sense in meanings]
        priors = None
        if flat and isinstance(flat[0], tuple):
            priors = np.array([p for _, p in flat], np.float32)
            flat = [e for e, _ in flat]
        return cls(
            np.frombuffer(b"".join(k for k, _ in ordered), np.uint8),
            np.cumsum([len(k) for k, _ in ordered], dtype=np.int64),
            offsets([len(meanings) for _, meanings in ordered]),
            np.array(flat, np.int32),
            priors,
        )


@dataclass(eq=False)
class LabelBeginnings:
    """The first two words of all labels that have several: most phrases of a text begin like none of them."""

    labels: Labels
    forms: Callable[[str], Iterable[str]]
    """What one word may be an inflection of."""
    irregular: Collection[str] = ()
    """Phrases with inflections of their own."""
    few: int = MANY
    """As long as no more were asked for, knowing it does not pay."""
    _asked: int = field(default=0, repr=False)
    _forms: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    def begins_none(self, words: Sequence[str]) -> bool:
        """Whether several plain words are no label, and inflected from none: sure where it says so.

        >>> labels = Labels.build({"fountain pen": [1], "cat": [2]})
        >>> some = LabelBeginnings(labels, lambda word: [word.strip("s")], few=0)
        >>> [some.begins_none(words.split()) for words in ("fountain pens", "fountain of youth", "pens cat")]
        [False, True, True]
        """
        self._asked += 1
        joined = "".join(words)
        plain = joined.isascii() and joined.isalnum() and joined == joined.lower()
        if self._asked <= self.few or not plain or " ".join(words) in self.irregular:
            return False
        seconds = self._forms_of(words[1])
        return not any((one, two) in self._known for one in self._forms_of(words[0]) for two in seconds)

    def _forms_of(self, word: str) -> tuple[str, ...]:
        found = self._forms.get(word)
        if found is None:
            if len(self._forms) >= SMALL:
                self._forms.clear()
            found = self._forms[word] = tuple(dict.fromkeys((word, *self.forms(word))))
        return found

    @functools.cached_property
    def _known(self) -> frozenset[tuple[str, str]]:
        several = (label.split(" ", 2) for label in self.labels.every() if " " in label)
        return frozenset((words[0], words[1]) for words in several)


@dataclass(frozen=True)
class Targets:
    """The target sets of a phrase, one for each aspect; ``note`` says why there are none."""

    phrase: str
    aspects: tuple[str, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    note: str = ""
    direct: bool = False
    """Whether the phrase itself is a label; else it was divided."""
    priors: tuple[tuple[float, ...], ...] = ()
    """How likely each target is, where that was asked for: the sets are then in that order."""

    def __bool__(self) -> bool:
        return bool(self.sets)


def find_targets(base: KnowledgeBase, phrase: str, stop_words: Collection[str] = ()) -> Targets:
    """Return the target sets of a phrase: the phrase itself, else the fewest aspects (FINDTARGETS).

    Hyphens and other marks inside a word separate aspects only where the word itself is unknown.
    """
    note = "an empty phrase"
    for attempt in _readings(base, phrase):
        note = "no target for any division into aspects" if note == "an empty phrase" else note
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
            for name, entities in aspects:
                unique.setdefault(entities, name.replace(" ", "") if base.language in SPACELESS else name)
            return Targets(phrase, tuple(unique.values()), tuple(unique))
    return Targets(phrase, note=note)


def match_directly(base: KnowledgeBase, phrase: str) -> tuple[int, ...]:
    """Return the entities that a phrase means as a whole; never those of its parts (MATCHTARGETS)."""
    for words in _readings(base, phrase):
        if 0 < len(words) <= base.longest and (direct := base.targets(words)):
            return direct
    return ()


def _readings(base: KnowledgeBase, phrase: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of a phrase: as written, without marks at their edges, without any, and in pieces."""
    words = tuple(fold(phrase, language=base.language).split())
    if not words:
        return
    yield words
    edges = _EDGES if phrase.isascii() else _any_edges()
    stripped = tuple(bare for word in words if (bare := edges.sub("", word)))
    loose, parts = tuple(tokens(phrase, language=base.language)), tuple(base.pieces(" ".join(words)))
    yield from dict.fromkeys(reading for reading in (stripped, loose, parts) if reading != words)


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
                entities = match(words[start:end])
                if entities:
                    fewest[start], choice[start] = fewest[end] + 1, (end, entities)
    aspects, at = [], 0
    if n and fewest[0] < none:
        while at < n:
            end, entities = choice[at]
            aspects.append((" ".join(words[at:end]), entities))
            at = end
    return aspects


@functools.cache
def _any_edges() -> re.Pattern[str]:
    inside = rf"\w{combining_marks()}"
    return re.compile(rf"^[^\w]+|(?<=[{inside}])[^{inside}]+$")


def substitutability(scores: FloatArray) -> float:
    """Return the harmonic mean over the cover of a table of scores; 0 if one is 0 (Equation 3.1).

    >>> round(substitutability(np.array([[0.10, 0.60], [1.00, 0.35], [0.85, 0.80]])), 2)
    0.79
    >>> substitutability(np.array([[0.5, 0.3]]))
    0.375
    """
    rows, columns = (np.array([size]) for size in scores.shape)
    table = CoverTables(scores.reshape(-1), np.arange(scores.size), rows, columns)
    return float(mean_covers(table, DIGITS)[0])
