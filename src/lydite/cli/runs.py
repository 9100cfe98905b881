"""What commands that show runs share: the report of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.cli.pages import with_page
from lydite.core.errors import InputError
from lydite.core.notes import Note, merge_notes
from lydite.reporting.views import results

if TYPE_CHECKING:
    from lydite.cli.options import Layout, RunWriting, Writing
    from lydite.core.choices import TestName
    from lydite.inference import Inference
    from lydite.inference.summary import Blocks
    from lydite.reporting.report import Report
    from lydite.runs.run import Run


def of_run(
    run: Run, inference: Inference, test: TestName | None, layout: Layout, writing: RunWriting
) -> Report:
    """Save the run if asked to; summarise its one system, or compare several."""
    writing.keep(run)
    if run.kind not in {"hops", "probes"}:  # which have parts
        notes = run.notes + _untested(test, run)
        return paged(summary(run.rows, notes, inference, test, layout), run, writing)
    compared = run.comparison(inference, test) if run.systems[1:] else None
    shown = results.report(compared.results if compared else run.results(inference), compared, layout)
    return paged(shown, run, writing)


def summary(
    blocks: Blocks,
    notes: tuple[str, ...],
    inference: Inference,
    test: TestName | None,
    layout: Layout | None = None,
) -> Report:
    """Summarise the one system of blocks, or compare several.

    Notes are saved as they are, each of one system, and shown together where they say the same.
    """
    from lydite.inference.summary import summarise_blocks

    if notes[1:]:
        notes = merge_notes(notes)
    if sum(not s.reference for s in blocks[0]) < 2 or blocks[0][0].sums is not None:
        return results.report(summarise_blocks(blocks, inference, notes), None, layout)
    from lydite.inference.comparison import compare_blocks

    compared = compare_blocks(blocks, inference, test, notes=notes)
    return results.report(compared.results, compared, layout)


def _untested(test: TestName | None, run: Run) -> tuple[str, ...]:
    """Return a note that systems are not tested, where there are sums in place of items."""
    if not run.systems[1:] or run.rows[0][0].sums is None:
        return ()
    if test not in (None, "none"):
        raise InputError(f"--test {test} needs items, and the parts hold sums: leave it out")
    return (Note("no paired tests: they need items, and the parts hold sums"),)


def paged(report: Report, run: Run, writing: Writing, **more: Any) -> Report:
    """Return a report with the page of its run, where it is written as HTML."""
    if writing.format != "html":
        return report

    return with_page(report, run, **more)
