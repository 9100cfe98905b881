"""What commands that rank share: the test, the measures to rank by, the report."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.cli.runs import paged
from lydite.core.notes import merge_notes
from lydite.reporting.ranking import best_first
from lydite.reporting.views.leaderboard import report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.cli import options as o
    from lydite.core.choices import TestName
    from lydite.inference import Comparison, Inference
    from lydite.reading.submissions import RefusedFile
    from lydite.reporting.report import Report
    from lydite.runs.run import Run


def leaderboard_test(test: TestName | None, inference: Inference) -> TestName:
    """Return the test of leaderboards: all pairs at once, where there are resamples."""
    return test or ("simultaneous" if inference.bootstrap else "none")


def compared(run: Run, options: Inference, test: TestName) -> Comparison:
    """Return the comparison of systems, also of one alone."""
    from lydite.inference import compare_blocks

    test = test if run.systems[1:] else "none"  # one alone differs from nobody
    return compare_blocks(run.rows, options, test, notes=merge_notes(run.notes))


def ranked(
    comparison: Comparison,
    rank_by: Sequence[str],
    run: Run,
    writing: o.Writing,
    title: str = "",
    layout: o.Layout | None = None,
    refused: Sequence[RefusedFile] | None = None,
    **page: Any,
) -> Report:
    """Return the report of a leaderboard; notes go to standard error where a program gets it.

    As HTML it is the page of its run.
    """
    from lydite.runs.pairing import spelled

    refused = run.evidence.refused if refused is None else refused
    known = {r.measure: r for r in comparison.results if r.group is None}
    primary = [spelled(text, known) for text in rank_by] or list(known)[:1]
    shown = report(comparison, list(dict.fromkeys(primary)), refused, title, layout)
    if writing.format == "html":
        results = best_first(comparison.results, comparison)
        shown = paged(shown, run, writing, results=results, comparison=comparison, **page)
    if writing.for_people and writing.output is None:
        return shown
    return replace(
        shown, asides=(*(f"refused {r.file}: {r.fault}" for r in refused), *comparison.results.notes)
    )
