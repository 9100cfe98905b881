"""Blocks of systems, each on items of its own: the probes of a test set, or one block for all measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.inference.comparison import SWAPS, Comparison, compare
from lydite.inference.summary import summarise
from lydite.result import Results

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.choices import TestName
    from lydite.inference.options import Options
    from lydite.result import ItemStatistics, Result

    Blocks = Sequence[Sequence[ItemStatistics]]


def summarise_blocks(blocks: Blocks, options: Options | None = None, notes: tuple[str, ...] = ()) -> Results:
    """Return the results of all blocks, system by system; break-downs come after what they break down."""
    return _ordered(blocks, [r for systems in blocks for r in summarise(systems, options)], notes)


def compare_blocks(
    blocks: Blocks,
    options: Options | None = None,
    test: TestName = "randomisation",
    times: int = SWAPS,
    notes: tuple[str, ...] = (),
) -> Comparison:
    """Return the results of all blocks, and all paired tests within each."""
    made = [compare(systems, options, test, times) for systems in blocks]
    return Comparison(
        _ordered(blocks, [r for c in made for r in c.results], notes),
        tuple(t for c in made for t in c.tests),
        {measure: letters for c in made for measure, letters in c.letters.items()},
        test,
        made[0].level,
        made[0].swaps,
    )


def _ordered(blocks: Blocks, found: Iterable[Result], notes: tuple[str, ...]) -> Results:
    order = {s.system: place for place, s in enumerate(blocks[0])}
    return Results(tuple(sorted(found, key=lambda r: (order[r.system], r.group is not None))), notes)
