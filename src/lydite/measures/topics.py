"""Shuffles within topics: a circle of items for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lydite.array_types import IntArray


def follow_within_topics(circle: IntArray, groups: IntArray) -> tuple[IntArray, IntArray]:
    """Return items in random order, those of a topic together, and the place there of the next of each.

    Items that are alone in their topic make one together (a last one goes to the largest).
    """
    follows, labels = np.arange(1, len(circle) + 1), _joined(groups[circle])
    by_topic = np.argsort(labels, kind="stable")
    circle, labels = circle[by_topic], labels[by_topic]
    first = np.flatnonzero(np.diff(labels, prepend=-1))
    follows[np.append(first[1:], len(circle)) - 1] = first
    return circle, follows


def _joined(labels: IntArray) -> IntArray:
    """Number topics from 0, with one for all items that are alone in theirs."""
    _, numbers, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    alone = np.flatnonzero(sizes[numbers] == 1)
    numbers[alone] = numbers[alone[0]] if len(alone) > 1 else int(sizes.argmax())
    return np.asarray(numbers, dtype=np.int64)
