"""One look for every chart: readable sizes, light ground or dark, colours for colour-blind readers, too."""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Any

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"


@functools.cache
def theme() -> dict[str, Any]:
    """Return the Vega-Lite configuration; do not change it in place."""
    config: dict[str, Any] = json.loads(
        resources.files(__package__).joinpath("theme.json").read_text(encoding="utf-8")
    )
    return config


@functools.cache
def dark_style() -> str:
    """Return the style sheet by which a drawing is dark where its reader has a dark scheme."""
    return resources.files(__package__).joinpath("dark.css").read_text(encoding="utf-8")


def with_dark(svg: str) -> str:
    """Return a drawing that is light or dark as its reader has it; printed, and in papers, it is light.

    >>> with_dark('<svg class="marks"><rect/></svg>')[:32]
    '<svg class="marks"><rect/><style'
    """
    drawn, end, rest = svg.rpartition("</svg>")
    return f"{drawn}<style>{dark_style()}</style>{end}{rest}"


def palette() -> tuple[str, ...]:
    """Return the eight colours of Okabe and Ito (2008), the strongest on white first.

    Grey stands in the place of their yellow, which is not seen on white.

    >>> palette()[0]
    '#0072b2'
    """
    return tuple(theme()["range"]["category"])


def themed(spec: dict[str, Any]) -> dict[str, Any]:
    """Return the specification with the theme beneath its own configuration."""
    return {"$schema": SCHEMA} | spec | {"config": _over(theme(), spec.get("config") or {})}


def _over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    both = dict(below)
    for key, value in above.items():
        old = below.get(key)
        both[key] = _over(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return both
