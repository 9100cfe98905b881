"""Charts: plain Vega-Lite specifications, drawn without a network.

``chart`` draws results, its axes taken from what varies among them; ``save`` draws any specification in
the same theme.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.core.lazy import lazily
from lydite.inference.result import Results
from lydite.reporting.axes import curve_axis, settings
from lydite.reporting.charts.bars import bars
from lydite.reporting.charts.curve import curve
from lydite.reporting.charts.saving import renderer, save
from lydite.reporting.charts.theme import palette

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.reporting.charts.categories import by_category
    from lydite.reporting.charts.content import content_bars
    from lydite.reporting.charts.hops import steps
    from lydite.reporting.charts.margins import with_room
    from lydite.reporting.charts.saving import plain_json, script_json
    from lydite.reporting.charts.theme import themed
    from lydite.reporting.charts.tweet_map import draw_map
else:
    __getattr__ = lazily(
        __name__,
        {
            "categories": "by_category",
            "content": "content_bars",
            "hops": "lengths steps trend",
            "labels": "label",
            "margins": "with_room",
            "saving": "VERSION plain_json script_json",
            "theme": "themed",
            "tweet_map": "draw_map map_specification",
        },
    )

__all__ = [
    "by_category",
    "chart",
    "content_bars",
    "draw_map",
    "palette",
    "plain_json",
    "save",
    "script_json",
    "specification",
    "steps",
    "themed",
    "with_room",
]


def chart(results: Results, path: str | Path) -> None:
    """Draw results to a PNG, SVG, PDF or HTML file: curves where a number varies, else bars."""
    renderer(path)  # an unknown extension fails before anything is drawn
    save(specification(results), path)


def specification(results: Results) -> dict[str, Any]:
    """Return the Vega-Lite specification that :func:`chart` draws, without the theme."""
    if len(results) == 0:
        raise InputError("there are no results to draw")
    apart = _apart(results)
    along = curve_axis(apart)
    return bars(apart) if along is None else curve(apart, along)


def _apart(results: Results) -> Results:
    """Number the systems of results that nothing else distinguishes, as those of two runs of one name."""
    seen: Counter[tuple[object, ...]] = Counter()
    numbered = []
    for result in results:
        key = (result.system, result.measure, *sorted((k, str(v)) for k, v in settings(result).items()))
        seen[key] += 1
        again = seen[key] > 1
        numbered.append(replace(result, system=f"{result.system} ({seen[key]})") if again else result)
    return Results(tuple(numbered), results.notes)
