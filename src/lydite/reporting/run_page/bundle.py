"""A report for a web space: the page, the items that do not fit in it, and what others compute with."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.files import writing
from lydite.replacing import new_folder
from lydite.reporting.charts import save
from lydite.reporting.run_page.page import RunPage
from lydite.reporting.run_page.rest import RestFile

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.reporting.report import Report

ITEMS = "items.jsonl"
TABLES = {"json": "results.json", "csv": "results.csv", "latex": "table.tex", "markdown": "table.md"}


def write_bundle(report: Report, folder: Path, digits: int) -> list[str]:
    """Write a new folder, whole or not at all; return what is in it."""
    with new_folder(folder) as place:
        _write(report, place, digits)
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def _write(report: Report, place: Path, digits: int) -> None:
    rest = RestFile(place / ITEMS)
    if isinstance(report.page, RunPage) and report.page.beside is not None:
        report = replace(report, page=replace(report.page, beside=rest))
    with rest:
        for name, file in {"html": "index.html", **TABLES}.items():
            with writing(place / file) as out:
                out.write(report.render(name, digits=digits) + "\n")
    if report.charts:
        for kind in ("svg", "png"):
            save(report.charts[0](), place / f"chart.{kind}")
