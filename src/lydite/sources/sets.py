"""Sets of entities that a search starts from or ends at, each entity with its weight."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Ends = Iterable[int] | dict[int, float]


class Sets(NamedTuple):
    """Sets of entities: the i-th is ``members[starts[i]:starts[i + 1]]``, each with its weight.

    A path is worth the product of its transitions and of the weights of the entities at its ends.
    """

    members: NDArray[np.int32]
    starts: NDArray[np.int64]
    weights: NDArray[np.float64]

    @classmethod
    def of(cls, sets: Sequence[Ends]) -> Sets:
        """Return sets from any iterables of entities, which weigh 1, or from mappings to their weights."""
        lists = [list(s) for s in sets]
        starts = np.zeros(len(lists) + 1, np.int64)
        np.cumsum([len(s) for s in lists], out=starts[1:])
        found = cls(np.array([e for s in lists for e in s], np.int32), starts, np.ones(int(starts[-1])))
        for i, s in enumerate(sets):
            if isinstance(s, dict):
                found.weights[starts[i] : starts[i + 1]] = list(s.values())
        return found

    def one(self, i: int) -> dict[int, float]:
        """Return one set: its entities with their weights."""
        here = slice(int(self.starts[i]), int(self.starts[i + 1]))
        return dict(zip(self.members[here].tolist(), self.weights[here].tolist(), strict=True))

    def first(self, n: int) -> Sets:
        """Return the first ``n`` entities of each set.

        >>> Sets.of([[3, 1, 2], [7]]).first(2).members.tolist()
        [3, 1, 7]
        """
        sizes = np.diff(self.starts)
        kept = np.arange(len(self.members)) - np.repeat(self.starts[:-1], sizes) < n
        starts = np.concatenate([[0], np.cumsum(np.minimum(sizes, n))])
        return Sets(self.members[kept], starts, self.weights[kept])

    def join(self, other: Sets) -> Sets:
        """Return these sets and then others."""
        starts = np.concatenate([self.starts, self.starts[-1] + other.starts[1:]])
        members = np.concatenate([self.members, other.members])
        return Sets(members, starts, np.concatenate([self.weights, other.weights]))
