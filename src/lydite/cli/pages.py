"""What commands that write the page of a run share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.reporting.pages.document import command_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.reporting.report import Report
    from lydite.runs.run import Run


HELD = "the page holds gold and all predictions; without them: "


def with_page(
    report: Report,
    run: Run,
    facts: Mapping[str, str] | None = None,
    without: str = "--save RUN, then lydite report RUN --no-items",
    **more: Any,
) -> Report:
    """Return a report that is the page of its run where it is written as HTML.

    If gold can be read on the page, a note says so; ``without`` says how to make a page without gold.
    """
    from lydite.reporting.run_page.page import RunPage

    made = {"command": command_line(), **(facts or {})}
    page = RunPage(run, made, **more)
    held = (HELD + without,) if page.holds_gold(report) else ()
    return replace(report, page=page, page_notes=held)
