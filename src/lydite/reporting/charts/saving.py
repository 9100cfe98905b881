"""Vega-Lite specifications to files: PNG, SVG, PDF, and HTML that needs no network."""

from __future__ import annotations

import html
import json
import math
import numbers
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

from lydite.core.errors import InputError, MissingExtra, OutputError, did_you_mean
from lydite.core.io.writing import writing
from lydite.reporting.charts.theme import dark_style, themed, with_dark
from lydite.reporting.readable import escape_control

VERSION = "5.20"
"""The release of Vega-Lite that draws."""
_LONGEST_EDGE = 16_000
_SNIPPET = "window.vegaEmbed = vegaEmbed;"


def save(spec: Mapping[str, Any], path: str | Path) -> None:
    """Draw a Vega-Lite specification in the house theme; the file's extension says as what.

    The specification carries its data (``{"data": {"values": [...]}}``). What is not a number is left
    out, control characters are spelled out, and the file appears only when it is complete.
    """
    path = Path(path)
    drawing = renderer(path)
    content = drawing(themed(plain_json(spec, path)), path)
    with writing(path, "wb") as file:
        file.write(content)


def renderer(path: str | Path) -> Callable[[dict[str, Any], Path], bytes]:
    """Return what draws files of this extension.

    OutputError for one that nothing draws, MissingExtra where the library that draws is not installed.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in RENDERERS:
        known = ", ".join(RENDERERS)
        named = f"{suffix} is not a kind of chart" if suffix else "a chart needs a file extension"
        raise OutputError(f"{path}: {named}{did_you_mean(suffix, RENDERERS)} (there are {known})")
    _engine()
    return RENDERERS[suffix]


def _engine() -> Any:
    """Return the library that draws Vega-Lite."""
    try:
        import vl_convert
    except ImportError as error:
        raise MissingExtra("vl-convert-python", "charts") from error
    return vl_convert


def _png(spec: dict[str, Any], path: Path) -> bytes:
    svg = _svg(spec, path).decode("utf-8")
    scale = min(2.0, _LONGEST_EDGE / max(_edges(svg)))
    return bytes(_engine().svg_to_png(svg, scale=scale))


def _svg(spec: dict[str, Any], path: Path) -> bytes:
    return svg_text(spec, path).encode("utf-8")


def svg_text(spec: dict[str, Any], path: str | Path | None = None) -> str:
    """Draw a specification that has its theme; ``path`` stands in messages."""
    engine = _engine()
    try:
        svg = engine.vegalite_to_svg(json.dumps(spec), vl_version=VERSION, allowed_base_urls=[])
    except ValueError as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        why = next((line for line in lines if "Error" in line), lines[0] if lines else "no reason given")
        raise InputError(f"the chart cannot be drawn: {why}", path) from error
    return str(svg)


def _svg_with_room(spec: dict[str, Any], path: Path) -> bytes:
    """Return a drawing that other programs set in other fonts, and that is not cut off there."""
    from lydite.reporting.charts.margins import with_room

    return with_dark(with_room(_svg(spec, path).decode("utf-8"))).encode("utf-8")


def _pdf(spec: dict[str, Any], path: Path) -> bytes:
    return bytes(_engine().svg_to_pdf(_svg(spec, path).decode("utf-8")))


def _html(spec: dict[str, Any], path: Path) -> bytes:
    _svg(spec, path)  # a specification that cannot be drawn must fail here, not in the reader's browser
    page = Template(resources.files(__package__).joinpath("page.html").read_text(encoding="utf-8"))
    text = page.substitute(
        title=html.escape(title_of(spec)),
        spec=script_json(spec),
        style=dark_style(),
        script=_engine().javascript_bundle(_SNIPPET, vl_version=VERSION),
    )
    return text.encode("utf-8")


def title_of(spec: Mapping[str, Any]) -> str:
    """Return the title of a specification on one line.

    >>> title_of({"title": {"text": ["two", "lines"]}}), title_of({})
    ('two lines', 'chart')
    """
    title = spec.get("title") or "chart"
    title = title.get("text", "chart") if isinstance(title, Mapping) else title
    return " ".join(title) if isinstance(title, list) else str(title)


RENDERERS: dict[str, Callable[[dict[str, Any], Path], bytes]] = {
    ".png": _png,
    ".svg": _svg_with_room,
    ".pdf": _pdf,
    ".html": _html,
}


def script_json(value: Any) -> str:
    r"""Return JSON that stays inside its script element whatever it says.

    >>> script_json("</script><!--&")
    '"\\u003c/script\\u003e\\u003c!--\\u0026"'
    """
    text = json.dumps(value, allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def plain_json(value: Any, path: str | Path | None = None, *, data: bool = False) -> Any:
    """Return plain JSON; ``data`` are rows, whose columns may have any name."""
    if isinstance(value, str):
        return escape_control(value, keep="\n\t")
    if isinstance(value, Mapping):
        if "url" in value and not data:
            raise InputError("a chart carries its own data: url is not allowed in a specification", path)
        return {
            escape_control(str(k)): plain_json(v, path, data=data or k == "values") for k, v in value.items()
        }
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value) if math.isfinite(value) else None
    if hasattr(value, "tolist"):  # arrays and scalars of numpy
        return plain_json(value.tolist(), path, data=data)
    if isinstance(value, list | tuple):
        return [plain_json(v, path, data=data) for v in value]
    raise InputError(f"a chart cannot hold a {type(value).__name__}", path)


def _edges(svg: str) -> list[float]:
    from xml.etree import ElementTree as ET

    root = ET.fromstring(svg)  # noqa: S314 - drawn by ourselves
    return [float(root.get("width", 1)), float(root.get("height", 1))]
