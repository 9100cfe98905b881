"""Probes of vectors: their results, drawn category by category."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.reporting.views import results

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.probes import Probed
    from lydite.reporting.report import Report
    from lydite.result import Results


def report(probed: Probed, found: Results, comparison: Comparison | None = None) -> Report:
    """Return the report of what probing found."""
    return replace(results.report(found, comparison), charts=(functools.partial(_chart, probed),))


def _chart(probed: Probed) -> dict[str, Any]:
    from lydite.reporting.charts.categories import by_category

    return by_category(probed)
