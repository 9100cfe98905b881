"""Probes of vectors: their results, drawn category by category."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.categories import by_category
from lydite.reporting.views import results

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.inference.result import Results
    from lydite.probes import ProbeRun
    from lydite.reporting.report import Report
    from lydite.reporting.table import TableLayout


def report(
    probe_run: ProbeRun,
    of_vectors: Results,
    comparison: Comparison | None = None,
    layout: TableLayout | None = None,
) -> Report:
    """Return the report of what probing found."""
    shown = results.report(of_vectors, comparison, layout)
    return replace(shown, charts=(functools.partial(_chart, probe_run),))


def _chart(probe_run: ProbeRun) -> dict[str, Any]:

    return by_category(probe_run)
