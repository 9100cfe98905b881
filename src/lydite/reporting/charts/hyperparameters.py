"""The score of every model of a search against each of its hyperparameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reporting.charts.labels import label
from lydite.reporting.charts.rows import colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.tuning.vectors import VectorTuning
    from lydite.tuning.vectors.search import Sample
    from lydite.tuning.vectors.space import Hyperparameter

_ACROSS = 4
_SEED = 7


def specification(tuning: VectorTuning) -> dict[str, Any]:
    """Return the Vega-Lite specification: a panel for each hyperparameter, a colour for each model."""
    varied = [p for p in tuning.space.parameters if len(p.words) > 1 or (not p.words and p.least < p.most)]
    drawn = [s for s in tuning.samples if np.isfinite(s.objective)]
    if not varied or not drawn:
        raise InputError("there is nothing to draw: no hyperparameter varied")
    rows = _rows(tuning, drawn, varied)
    shared = {
        "y": {
            "field": "score",
            "type": "quantitative",
            "title": "score on tuning words",
            "scale": {"zero": False},
        },
        **colours(list(dict.fromkeys(r["series"] for r in rows))),
        "opacity": {"value": 0.85},
    }
    said = f"{tuning.method}: {len(rows):,} models; ring: the best"
    return {
        "title": {"text": "Score against each hyperparameter", "subtitle": label(said, 110).split("\n")},
        "data": {"values": rows},
        "columns": _ACROSS,
        "concat": [_panel(p, shared) for p in varied],
        "spacing": 24,
    }


def _rows(
    tuning: VectorTuning, drawn: Sequence[Sample], varied: Sequence[Hyperparameter]
) -> list[dict[str, Any]]:
    """Return a row for each model; where words are on an axis, models are moved aside at random."""
    jitter = np.random.default_rng(_SEED).uniform(-0.25, 0.25, len(drawn))
    return [
        {
            **{p.name: s.values[p.name] for p in varied},
            "score": s.objective,
            "series": s.model.name,
            "best": s is tuning.best.sample,
            "aside": float(aside),
        }
        for s, aside in zip(drawn, jitter, strict=True)
    ]


def _panel(parameter: Hyperparameter, shared: dict[str, Any]) -> dict[str, Any]:
    """Return the points of all models against one hyperparameter, with a ring around the best."""
    encoding = shared | {"x": _axis(parameter)}
    if parameter.words:
        encoding["xOffset"] = {"field": "aside", "type": "quantitative", "scale": {"domain": [-0.5, 0.5]}}
    ring = {"type": "point", "filled": False, "size": 150, "strokeWidth": 2, "color": "#24292f", "opacity": 1}
    return {
        "width": 170,
        "height": 130,
        "layer": [
            {"mark": {"type": "point", "filled": True, "size": 26}, "encoding": encoding},
            {
                "transform": [{"filter": "datum.best"}],
                "mark": ring,
                "encoding": {k: v for k, v in encoding.items() if k not in ("color", "opacity")},
            },
        ],
    }


def _axis(parameter: Hyperparameter) -> dict[str, Any]:
    x: dict[str, Any] = {"field": parameter.name, "title": parameter.name.replace("_", " ")}
    if parameter.words:
        return x | {"type": "nominal", "sort": list(parameter.words), "axis": {"labelAngle": 0}}
    scale: dict[str, Any] = {"zero": False, "nice": False, "padding": 6}
    whole = {"tickMinStep": 1} if parameter.step else {}
    return x | {
        "type": "quantitative",
        "scale": scale | ({"type": "log"} if parameter.log else {}),
        "axis": {"tickCount": 4, "labelOverlap": "greedy", "format": "~g", **whole},
    }
