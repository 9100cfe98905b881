"""Which tweets a hashtag was learned from: the index η of #REval, 3.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import RaggedRows, offsets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import IntArray


@dataclass(frozen=True)
class TweetIndex(RaggedRows):
    """Ids of tweets, sorted; hashtag i has those at ``tweets[starts[i]:starts[i + 1]]``.

    >>> index = TweetIndex.of(2, np.array([1, 0, 1]), ["t9", "t1", "t2"])
    >>> [index.of_tag(i) for i in range(2)]
    [['t1'], ['t2', 't9']]
    """

    ids: Sequence[str]
    starts: IntArray
    tweets: IntArray

    @classmethod
    def of(cls, count: int, rows: IntArray, ids: Sequence[str]) -> TweetIndex:
        """Make the index of ``count`` hashtags from pairs of a hashtag's row and the id of its tweet."""
        known = sorted(set(ids))
        place = {identity: i for i, identity in enumerate(known)}
        tweets = np.fromiter(map(place.__getitem__, ids), np.int64, len(ids))
        pairs = np.unique(rows * np.int64(max(len(known), 1)) + tweets)
        owners, kept = np.divmod(pairs, max(len(known), 1))
        return cls(known, offsets(np.bincount(owners, minlength=count)), kept)

    def of_tag(self, row: int) -> list[str]:
        """Return the ids of the tweets of one hashtag."""
        return [self.ids[i] for i in self.tweets[self.starts[row] : self.starts[row + 1]]]
