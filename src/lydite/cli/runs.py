"""What commands that show runs share: the report of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.cli.pages import with_page
from lydite.core.notes import Note, merge_notes
from lydite.reporting.views import results

if TYPE_CHECKING:
    from lydite.cli.options import Layout, RunWriting, Writing
    from lydite.core.choices import TestName
    from lydite.inference import Inference
    from lydite.reporting.report import Report
    from lydite.runs.run import Run


def of_run(
    run: Run, inference: Inference, test: TestName | None, layout: Layout, writing: RunWriting
) -> Report:
    """Save the run if asked to; summarise its one system, or compare several."""
    writing.keep(run)
    if run.kind not in {"hops", "probes"}:  # which have parts
        return paged(summary(run, inference, test, layout), run, writing)
    compared = run.comparison(inference, test) if run.systems[1:] else None
    shown = results.report(compared.results if compared else run.results(inference), compared, layout)
    return paged(shown, run, writing)


def summary(run: Run, inference: Inference, test: TestName | None, layout: Layout | None = None) -> Report:
    """Summarise the one system of a run, or compare several.

    Notes are saved as they are, each of one system, and shown together where they say the same.
    """
    from lydite.inference.comparison import compare_blocks
    from lydite.inference.summary import summarise_blocks

    notes, untested = merge_notes(run.notes), run.untested()
    if untested or not run.blocks[0].tested:
        notes += (Note(untested),) * bool(untested)
        return results.report(summarise_blocks(run.rows, inference, notes), None, layout)
    compared = compare_blocks(run.rows, inference, test, notes=notes)
    return results.report(compared.results, compared, layout)


def paged(report: Report, run: Run, writing: Writing, **more: Any) -> Report:
    """Return a report with the page of its run, where it is written as HTML."""
    if writing.format != "html":
        return report

    return with_page(report, run, **more)
