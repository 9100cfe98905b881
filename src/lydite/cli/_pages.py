"""What commands that write the page of a run share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lydite.reporting.report import Report
    from lydite.runs.run import Run


def with_page(
    report: Report, run: Run, output: Path | None, facts: Mapping[str, str] | None = None, **more: Any
) -> Report:
    """Return a report that is the page of its run where it is written as HTML.

    Items that do not fit into the page go beside it, where it is written to a file.
    """
    from lydite.reporting.pages.document import command_line
    from lydite.reporting.readable import tell
    from lydite.reporting.run_page.page import RunPage
    from lydite.reporting.run_page.rest import RestFile

    made = {"command": command_line(), **(facts or {})}
    if output is None:
        return replace(report, page=RunPage(run, made, **more))
    rest = RestFile(output.with_name(f"{output.stem}.items.jsonl"), tell)
    return replace(report, page=RunPage(run, made, beside=rest, **more), beside=rest)
