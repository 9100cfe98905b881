"""Vectors on their own vocabularies and, beside that, on the one they share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.inference.comparison import compare_blocks
from lydite.inference.result import Results, part_name
from lydite.inference.summary import summarise_blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.choices import TestName
    from lydite.inference import Comparison, Inference
    from lydite.inference.statistics import ItemStatistics

    Parts = Sequence[tuple[str | None, Sequence[ItemStatistics]]]
    """Probe by probe, on the own vocabularies (None) and on the shared one."""

SHARED = "shared vocabulary"


def summarise_parts(parts: Parts, options: Inference | None = None, notes: tuple[str, ...] = ()) -> Results:
    """Return the results of every probe; those on the shared vocabulary are a group."""
    whole = summarise_blocks(_of(parts, None), options, notes)
    if not (common := _of(parts, SHARED)):
        return whole
    return whole + _grouped(summarise_blocks(common, options))


def compare_parts(
    parts: Parts,
    options: Inference | None = None,
    test: TestName | None = None,
    times: int = 10_000,
    notes: tuple[str, ...] = (),
) -> Comparison:
    """Return results and paired tests: on the shared vocabulary where there is one, else on the own ones."""
    if not (common := _of(parts, SHARED)):
        return compare_blocks(_of(parts, None), options, test, times, notes)
    comparison = compare_blocks(common, options, test, times)
    return replace(
        comparison,
        results=summarise_blocks(_of(parts, None), options, notes) + _grouped(comparison.results),
        tests=tuple(replace(t, measure=part_name(t.measure, SHARED)) for t in comparison.tests),
        letters={part_name(measure, SHARED): letters for measure, letters in comparison.letters.items()},
        judged_figures={
            part_name(measure, SHARED): figure for measure, figure in comparison.judged_figures.items()
        },
    )


def _of(parts: Parts, group: str | None) -> list[Sequence[ItemStatistics]]:
    return [systems for name, systems in parts if name == group]


def _grouped(results: Results) -> Results:
    groups = [SHARED if r.group is None else f"{SHARED}: {r.group}" for r in results]
    return Results(tuple(replace(r, group=g) for r, g in zip(results, groups, strict=True)), results.notes)
