"""Target sets whose entities have weights, as arrays: laid out once, cut and normalised for each stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import offsets
from lydite.knowledge.graph import EntitySets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray


def lay_out(sets: Sequence[Sequence[tuple[int, float]]]) -> EntitySets:
    """Return target sets of entities with their weights, end to end."""
    flat = [end for ends in sets for end in ends]
    members = np.fromiter((entity for entity, _ in flat), np.int32, len(flat))
    weights = np.fromiter((weight for _, weight in flat), np.float64, len(flat))
    return EntitySets(members, offsets([len(ends) for ends in sets]), weights)


def normalise(sets: EntitySets, limit: int) -> tuple[EntitySets, FloatArray]:
    """Return what of target sets lies below a number, the likeliest weighing 1, and what that weighed.

    >>> sets, most = normalise(lay_out([[(3, 0.5), (9, 1.0)], [(4, 0.25), (1, 0.5)]]), 9)
    >>> sets.one(0), sets.one(1), most.tolist()
    ({3: 1.0}, {4: 0.5, 1: 1.0}, [0.5, 0.5])
    """
    owners = np.repeat(np.arange(len(sets.starts) - 1), np.diff(sets.starts))
    kept = sets.members < limit
    owners, weights = owners[kept], sets.weights[kept]
    most = np.zeros(len(sets.starts) - 1)
    np.maximum.at(most, owners, weights)
    starts = offsets(np.bincount(owners, minlength=len(most)))
    return EntitySets(sets.members[kept], starts, weights / most[owners]), most
