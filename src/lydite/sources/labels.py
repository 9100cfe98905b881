"""Labels: which entities a phrase may mean, and how likely each is.

The folded labels lie sorted by their UTF-8 bytes in one long array, so that millions of them are
found by bisection without being loaded.
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from lydite.sources.store import Store

SMALL = 1_000_000  # labels that may be kept as a dictionary once many are asked for
MANY = 2_000  # look-ups from which the dictionary pays


@dataclass(eq=False)
class Labels:
    """Sorted labels with, for each, its entities (best first) and their prior probabilities."""

    text: NDArray[np.uint8]
    ends: NDArray[np.int64]
    starts: NDArray[np.int64]
    entities: NDArray[np.int32]
    priors: NDArray[np.float32] | None = None
    _asked: int = field(default=0, repr=False)
    _known: dict[bytes, int] | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.ends)

    def key(self, number: int) -> str:
        """Return one label."""
        return self._bytes(number).decode("utf-8")

    def find(self, key: str) -> int:
        """Return the number of a folded label, or -1."""
        wanted = key.encode("utf-8", "surrogatepass")
        if self._known is not None:
            return self._known.get(wanted, -1)
        self._asked += 1
        if self._asked > MANY and len(self) <= SMALL:
            self._known = {self._bytes(i): i for i in range(len(self))}
        place = bisect.bisect_left(range(len(self)), wanted, key=self._bytes)
        return place if place < len(self) and self._bytes(place) == wanted else -1

    def senses(self, number: int) -> NDArray[np.int32]:
        """Return the entities of a label, as :meth:`find` numbers it; best first."""
        return self.entities[self.starts[number] : self.starts[number + 1]]

    def prior(self, number: int) -> NDArray[np.float32]:
        """Return the prior probability of each of :meth:`senses`; uniform where none was stored."""
        if self.priors is None:
            n = max(1, len(self.senses(number)))
            return np.full(len(self.senses(number)), 1 / n, np.float32)
        return self.priors[self.starts[number] : self.starts[number + 1]]

    def _bytes(self, number: int) -> bytes:
        begin = self.ends[number - 1] if number else 0
        return self.text[begin : self.ends[number]].tobytes()

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what :func:`lydite.sources.store.save` should keep."""
        kept: dict[str, NDArray[Any]] = {
            "label_text": self.text,
            "label_ends": self.ends,
            "label_starts": self.starts,
            "label_entities": self.entities,
        }
        return kept if self.priors is None else kept | {"label_priors": self.priors}

    @classmethod
    def of(cls, store: Store) -> Labels:
        """Return the labels of an opened store."""
        return cls(
            store["label_text"],
            store["label_ends"],
            store["label_starts"],
            store["label_entities"],
            store.arrays.get("label_priors"),
        )

    @classmethod
    def build(cls, senses: Mapping[str, Iterable[tuple[int, float]]] | Mapping[str, Iterable[int]]) -> Labels:
        """Return labels from folded label → entities, or → (entity, prior), best first.

        >>> labels = Labels.build({"cake": [7, 3], "bun": [1]})
        >>> labels.find("cake"), labels.find("pie"), labels.senses(labels.find("cake")).tolist()
        (1, -1, [7, 3])
        """
        ordered = sorted((key.encode("utf-8", "surrogatepass"), list(found)) for key, found in senses.items())
        flat: list[Any] = [sense for _, found in ordered for sense in found]
        priors = None
        if flat and isinstance(flat[0], tuple):
            priors = np.array([p for _, p in flat], np.float32)
            flat = [e for e, _ in flat]
        return cls(
            np.frombuffer(b"".join(k for k, _ in ordered), np.uint8),
            np.cumsum([len(k) for k, _ in ordered], dtype=np.int64),
            np.concatenate([[0], np.cumsum([len(found) for _, found in ordered])]).astype(np.int64),
            np.array(flat, np.int32),
            priors,
        )
