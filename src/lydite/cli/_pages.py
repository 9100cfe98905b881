"""What commands that write the page of a run share."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from lydite.reporting.report import Report
    from lydite.runs.run import Run


HELD = "the page holds gold and all predictions; without them: "


def with_page(
    report: Report,
    run: Run,
    output: Path | None,
    facts: Mapping[str, str] | None = None,
    without: str = "--save RUN, then lydite report RUN --no-items",
    **more: Any,
) -> Report:
    """Return a report that is the page of its run where it is written as HTML.

    Items that do not fit into the page go beside it, where it is written to a file. Who publishes a page in
    which gold can be read is told so, and how (``without``) it can be made without.
    """
    from lydite.reporting.pages.document import command_line
    from lydite.reporting.readable import tell
    from lydite.reporting.run_page.page import RunPage
    from lydite.reporting.run_page.rest import RestFile

    rest = None if output is None else RestFile(output.with_name(f"{output.stem}.items.jsonl"), tell)
    held: list[str] = []
    made = {"command": command_line(), **(facts or {})}
    page = RunPage(run, made, beside=rest, on_gold=lambda: held.append(HELD + without), **more)
    return replace(report, page=page, beside=_telling(rest or nullcontext(), held))


@contextmanager
def _telling(beside: AbstractContextManager[object], lines: list[str]) -> Iterator[None]:
    """Say lines once all is written."""
    from lydite.reporting.readable import tell

    with beside:
        yield
    for line in lines:
        tell(line)
