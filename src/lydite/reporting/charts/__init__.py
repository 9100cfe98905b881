"""Charts: plain Vega-Lite specifications, drawn without a network.

``chart`` draws results, its axes taken from what varies among them; ``save`` draws any specification in
the same theme.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.reporting.charts.axes import curve_axis, settings
from lydite.reporting.charts.bars import bars
from lydite.reporting.charts.curve import curve
from lydite.reporting.charts.saving import renderer, save
from lydite.reporting.charts.theme import palette

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.result import Results

__all__ = ["chart", "palette", "save", "specification"]


def chart(results: Results, path: str | Path) -> None:
    """Draw results to a PNG, SVG, PDF or HTML file: curves where a number varies, else bars."""
    renderer(path)  # an unknown extension fails before anything is drawn
    save(specification(results), path)


def specification(results: Results) -> dict[str, Any]:
    """Return the Vega-Lite specification that :func:`chart` draws, without the theme."""
    if len(results) == 0:
        raise InputError("there are no results to draw")
    along = curve_axis(results)
    if along is None or not _one_each(results):
        return bars(results)
    return curve(results, along)


def _one_each(results: Results) -> bool:
    """Whether settings and system tell every result from the others, as lines must."""
    keys = [(r.system, *sorted((k, str(v)) for k, v in settings(r).items())) for r in results]
    return len(set(keys)) == len(keys)
