"""One representation for every knowledge base: entities and typed transitions, and what each is worth.

A transition moves from the entity that acts as substitute to the one that acts as substitutee. What it is
worth (section 3.1.3 of the thesis on substitutability) depends on its kind and, up and down a hierarchy, on
its *breadth*: how many entities hang from the more general one.

Each entity has a list of neighbours, and each neighbour a *class*: the kind of transition towards it,
the kind of the transition back, and the breadth that both are scored by. So one list serves a search
in both directions, and new transition scores change a small table of classes, never the graph.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.core import arrays
from lydite.core.compiled import kernel
from lydite.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import ArrayLike

    from lydite.core.array_types import AnyArray, ByteArray, FloatArray, Int32Array, IntArray, UInt16Array
    from lydite.core.store.store import Store

    Ends = Iterable[int] | dict[int, float]  # entities, or entities with their weights

SORTED = 4_000_000  # ends of transitions up to which sorting takes less time than to import a compiled kernel


class TransitionKind(enum.IntEnum):
    """Kinds of transition; the numbers are part of the stored format."""

    NONE = 0
    SAME = 1
    REDIRECT = 2
    SIMILAR = 3
    SEE_ALSO = 4
    DERIVATION = 5
    LEMMA_DERIVATION = 6
    SPECIALISATION = 7
    GENERALISATION = 8
    CROSS = 9

    @property
    def label(self) -> str:
        """The kind as people read it."""
        return _LABELS[self]


_LABELS = {
    TransitionKind.NONE: "none",
    TransitionKind.SAME: "same",
    TransitionKind.REDIRECT: "redirect",
    TransitionKind.SIMILAR: "similar to",
    TransitionKind.SEE_ALSO: "see also",
    TransitionKind.DERIVATION: "derivation",
    TransitionKind.LEMMA_DERIVATION: "derivation",
    TransitionKind.SPECIALISATION: "specialisation",
    TransitionKind.GENERALISATION: "generalisation",
    TransitionKind.CROSS: "inter-knowledge",
}


def specialisation(breadth: Any, low: float = 0.2, high: float = 0.99) -> Any:
    """Return Equation 3.2: low + (high - low) / breadth^(1/3).

    >>> [round(float(specialisation(b)), 2) for b in (1, 2, 9, 50)]
    [0.99, 0.83, 0.58, 0.41]
    """
    return low + (high - low) / np.cbrt(np.maximum(breadth, 1))


def generalisation(breadth: Any, high: float = 0.99, low: float | None = None) -> Any:
    """Return Equation 3.3: max(0, high (1.1 / breadth^1.5 - 0.1)), nothing beyond breadth 4.

    With ``low`` it is not clipped: low + (high - low) / breadth^1.5, as Equation 3.2 has it.

    >>> [round(float(generalisation(b)), 2) for b in (1, 2, 4, 5, 9)]
    [0.99, 0.29, 0.04, 0.0, 0.0]
    >>> [round(float(generalisation(b, low=0.1)), 2) for b in (1, 2, 4, 5, 9)]
    [0.99, 0.41, 0.21, 0.18, 0.13]
    """
    if low is not None:
        return low + (high - low) / np.maximum(breadth, 1) ** 1.5
    return np.maximum(0.0, high * (1.1 / np.maximum(breadth, 1) ** 1.5 - 0.1))


@dataclass(frozen=True)
class TransitionScores:
    """What each kind of transition is worth; the defaults are those of Table 5.5.

    ``lemma_derivation`` is the score of derivations that hold between words but not between the very
    senses joined by a pointer. Without ``generalisation_low`` generalisations are clipped (Equation 3.3).
    """

    same: float = 1.0
    redirect: float = 0.99
    similar: float = 0.5
    derivation: float = 0.7
    lemma_derivation: float = 0.7
    specialisation_low: float = 0.2
    specialisation_high: float = 0.99
    generalisation_high: float = 0.99
    generalisation_low: float | None = None

    def tables(self, graph: Graph) -> tuple[FloatArray, FloatArray]:
        """Return the score of each class of a graph towards the neighbour and back from it."""
        return self.look_up(graph.kinds, graph.breadths), self.look_up(graph.inverses, graph.breadths)

    def look_up(self, kinds: AnyArray, breadths: AnyArray) -> FloatArray:
        """Return the score of each (kind, breadth)."""
        flat = np.zeros(len(TransitionKind))
        flat[TransitionKind.SAME] = self.same
        flat[TransitionKind.REDIRECT] = self.redirect
        flat[[TransitionKind.SIMILAR, TransitionKind.SEE_ALSO]] = self.similar
        flat[TransitionKind.DERIVATION] = self.derivation
        flat[TransitionKind.LEMMA_DERIVATION] = self.lemma_derivation
        scores: FloatArray = flat[kinds]
        down, up = kinds == TransitionKind.SPECIALISATION, kinds == TransitionKind.GENERALISATION
        scores[down] = specialisation(breadths[down], self.specialisation_low, self.specialisation_high)
        scores[up] = generalisation(
            breadths[up].astype(np.float64), self.generalisation_high, self.generalisation_low
        )
        return scores


@dataclass(frozen=True)
class Relation:
    """Many pairs of one kind: ``sources[i] → targets[i]`` is ``kind``, the way back is ``inverse``.

    ``inverse=Kind.NONE`` makes it one-way. A symmetric relation lists each pair once.
    """

    sources: ArrayLike
    targets: ArrayLike
    kind: TransitionKind
    inverse: TransitionKind = TransitionKind.NONE
    breadths: ArrayLike = 0


@dataclass(frozen=True, eq=False)
class Graph:
    """Entities 0 … n-1: those near ``u`` are ``neighbours[offsets[u]:offsets[u + 1]]``, sorted by class.

    Class ``c`` is the transition ``kinds[c]`` towards the neighbour and ``inverses[c]`` back from it,
    both of breadth ``breadths[c]``.
    """

    offsets: IntArray
    neighbours: Int32Array
    classes: UInt16Array
    kinds: ByteArray
    inverses: ByteArray
    breadths: IntArray

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def transitions(self, entity: int, *, back: bool = False) -> Iterator[tuple[int, TransitionKind, int]]:
        """Yield (neighbour, kind, breadth) of the transitions out of an entity, or into it."""
        kinds = self.inverses if back else self.kinds
        for i in range(int(self.offsets[entity]), int(self.offsets[entity + 1])):
            c = self.classes[i]
            if kinds[c]:
                yield int(self.neighbours[i]), TransitionKind(int(kinds[c])), int(self.breadths[c])

    def arrays(self) -> dict[str, AnyArray]:
        """Return what :func:`lydite.core.store.save` should keep."""
        return {f"graph_{name}": getattr(self, name) for name in _ARRAYS}

    @classmethod
    def of(cls, store: Store) -> Graph:
        """Return the graph of an opened store."""
        return cls(**{name: store[f"graph_{name}"] for name in _ARRAYS})

    @classmethod
    def build(cls, size: int, relations: Iterable[Relation]) -> Graph:
        """Return the graph of ``size`` entities with these relations.

        >>> down, up = TransitionKind.SPECIALISATION, TransitionKind.GENERALISATION
        >>> cake = Graph.build(3, [Relation([0, 0], [1, 2], down, up, 2)])
        >>> [(v, kind.label, breadth) for v, kind, breadth in cake.transitions(1)]
        [(0, 'generalisation', 2)]
        """
        names: dict[tuple[int, int, int], int] = {}
        nodes, others, classes = [], [], []
        for relation in relations:
            for source, target, klass in _halves(relation, size, names):
                nodes.append(source)
                others.append(target)
                classes.append(klass)
        ordered = sorted(names)
        number = np.empty(len(names), np.int64)
        number[[names[key] for key in ordered]] = np.arange(len(names))
        narrow = np.uint16 if len(names) < 1 << 16 else np.uint32
        klass = number[np.concatenate([*classes, np.zeros(0, np.int64)])].astype(narrow)
        node = np.concatenate([*nodes, np.zeros(0, np.int32)])
        other = np.concatenate([*others, np.zeros(0, np.int32)])
        offsets = arrays.offsets(np.bincount(node, minlength=size))
        order = np.argsort(klass, kind="stable")
        if len(node) < SORTED:
            places = order[np.argsort(node[order], kind="stable")]
        else:
            places = _place.for_work(len(node))(node, order, offsets[:-1].copy())
        described = np.array(ordered, np.int64).reshape(-1, 3)
        return cls(
            offsets,
            other[places],
            klass[places],
            described[:, 0].astype(np.uint8),
            described[:, 1].astype(np.uint8),
            described[:, 2].copy(),
        )


class EntitySets(NamedTuple):
    """Sets of entities: the i-th is ``members[starts[i]:starts[i + 1]]``, each with its weight.

    A path is worth the product of its transitions and of the weights of the entities at its ends.
    """

    members: Int32Array
    starts: IntArray
    weights: FloatArray

    @classmethod
    def of(cls, sets: Sequence[Ends]) -> EntitySets:
        """Return sets from any iterables of entities, which weigh 1, or from mappings to their weights."""
        lists = [list(s) for s in sets]
        starts = arrays.offsets([len(s) for s in lists])
        entity_sets = cls(np.array([e for s in lists for e in s], np.int32), starts, np.ones(int(starts[-1])))
        for i, s in enumerate(sets):
            if isinstance(s, dict):
                entity_sets.weights[starts[i] : starts[i + 1]] = list(s.values())
        return entity_sets

    def one(self, i: int) -> dict[int, float]:
        """Return one set: its entities with their weights."""
        here = slice(int(self.starts[i]), int(self.starts[i + 1]))
        return dict(zip(self.members[here].tolist(), self.weights[here].tolist(), strict=True))

    def join(self, other: EntitySets) -> EntitySets:
        """Return these sets and then others."""
        starts = np.concatenate([self.starts, self.starts[-1] + other.starts[1:]])
        members = np.concatenate([self.members, other.members])
        return EntitySets(members, starts, np.concatenate([self.weights, other.weights]))


_ARRAYS = ("offsets", "neighbours", "classes", "kinds", "inverses", "breadths")


def _halves(
    relation: Relation, size: int, names: dict[tuple[int, int, int], int]
) -> Iterator[tuple[Int32Array, Int32Array, IntArray]]:
    """Yield what a relation adds to the lists of its sources, then of its targets."""
    sources, targets = np.asarray(relation.sources, np.int32), np.asarray(relation.targets, np.int32)
    if len(sources) != len(targets):
        raise InputError(f"{len(sources)} sources and {len(targets)} targets of {relation.kind.label}")
    if len(sources) and not (
        0 <= min(sources.min(), targets.min()) <= max(sources.max(), targets.max()) < size
    ):
        raise InputError(f"a {relation.kind.label} names an entity outside 0 … {size - 1}")
    breadths = np.broadcast_to(np.asarray(relation.breadths, np.int64), sources.shape)
    unique, which = np.unique(breadths, return_inverse=True)
    kind, inverse = int(relation.kind), int(relation.inverse)
    for here, there, out, into in ((sources, targets, kind, inverse), (targets, sources, inverse, kind)):
        ids = [names.setdefault((out, into, int(b)), len(names)) for b in unique]
        yield here, there, np.array(ids, np.int64)[which]


@kernel
def _place(node: Any, order: Any, cursor: Any) -> Any:
    """Return, for each place in the lists of all entities, which entry goes there (a counting sort)."""
    places = np.empty(len(node), np.int64)
    for i in order:
        places[cursor[node[i]]] = i
        cursor[node[i]] += 1
    return places
