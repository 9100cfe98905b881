"""What commands that read runs share: the report of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError

if TYPE_CHECKING:
    from lydite.cli._options import LayoutOptions, ReportOptions, SharedOptions
    from lydite.inference import Options
    from lydite.reporting.report import Report
    from lydite.runs.run import Run


def of_run(shared: SharedOptions, run: Run, options: Options, layout: LayoutOptions) -> Report:
    """Save the run if asked to; summarise its one system, or compare several."""
    from lydite.reporting.views import results

    shared.keep(run)
    if run.kind not in {"hops", "probes"}:  # which have parts
        return paged(
            shared.summary(run.rows, run.notes + _untested(shared, run), options, layout), run, shared
        )
    compared = run.comparison(options, shared.test) if run.systems[1:] else None
    shown = results.report(compared.results if compared else run.results(options), compared, layout)
    return paged(shown, run, shared)


def _untested(shared: SharedOptions, run: Run) -> tuple[str, ...]:
    """Return what is said of several systems of which there are sums in place of items."""
    if not run.systems[1:] or run.rows[0][0].sums is None:
        return ()
    if shared.test not in (None, "none"):
        raise InputError(f"--test {shared.test} needs items, and the parts hold sums: leave it out")
    return ("no paired tests: they need items, and the parts hold sums",)


def paged(report: Report, run: Run, shared: ReportOptions, **more: Any) -> Report:
    """Return a report with the page of its run, where it is written as HTML."""
    if shared.format != "html":
        return report
    from lydite.cli._pages import with_page

    return with_page(report, run, **more)
