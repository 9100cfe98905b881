"""Several sets of judgements as one ranking: each metric stands once for every set."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.inference.result import Results, part_name
from lydite.runs.run import Run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.inference import Comparison
    from lydite.inference.result import Result
    from lydite.reporting.views.agreement import AgreementSummary


def joined_results(sets: Sequence[AgreementSummary]) -> Results:
    """Return the results of all sets, metric by metric, each under the name of its set."""
    rows = [
        replace(r, measure=part_name(r.measure, s.run.data.name))
        for s in sets
        for r in s.results
        if not r.group
    ]
    measures = dict.fromkeys(r.measure for s in sets for r in s.results)
    named = [part_name(m, s.run.data.name) for m in measures for s in sets]
    place = {name: n for n, name in enumerate(named)}

    def order(result: Result) -> int:
        return place[result.measure]

    notes = dict.fromkeys(note for s in sets for note in s.results.notes)
    return Results(tuple(sorted(rows, key=order)), tuple(notes))


def joined_comparison(sets: Sequence[AgreementSummary], results: Results) -> Comparison | None:
    """Return the comparisons of all sets as one; None where a set has none."""
    compared = [(s.run.data.name, s.comparison) for s in sets if s.comparison is not None]
    if len(compared) < len(sets):
        return None
    letters = {part_name(m, name): by for name, one in compared for m, by in one.letters.items()}
    judged = {part_name(m, name): f for name, one in compared for m, f in one.judged_figures.items()}
    tests = tuple(replace(t, measure=part_name(t.measure, name)) for name, one in compared for t in one.tests)
    aside = dict.fromkeys(system for _, one in compared for system in one.references)
    return replace(
        compared[0][1],
        results=results,
        tests=tests,
        letters={m: letters[m] for m in results.measures if m in letters},
        judged_figures=judged,
        references=tuple(aside),
    )


def joined_run(sets: Sequence[AgreementSummary]) -> Run:
    """Return the runs of all sets as one, a block for each set, under its name."""
    runs = [(s.run.data.name, Run.of_agreement(s.run)) for s in sets]
    notes = dict.fromkeys(note for _, run in runs for note in run.notes)
    blocks = tuple(replace(block, group=name) for name, run in runs for block in run.blocks)
    return replace(runs[0][1], blocks=blocks, notes=tuple(notes))
