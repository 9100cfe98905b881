"""What a system predicted for each item, beside the gold phrases."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from lydite.measures.phrases.ragged import Ragged, Vocabulary

    T = TypeVar("T")


@dataclass(frozen=True)
class PhraseItems:
    """Gold and predicted phrases of one system, items sorted by id.

    Work that several measures need is done once and kept: :meth:`shared`.
    """

    ids: tuple[str, ...]
    words: Vocabulary
    gold: Ragged
    predicted: Ragged
    absent: NDArray[np.bool_]
    """Items for which the system gave no answer at all (and the policy counts them as zero)."""
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _memory: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.ids)

    def shared(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return what was computed under a key before, or compute it now."""
        if key not in self._memory:
            self._memory[key] = compute()
        found: T = self._memory[key]
        return found
