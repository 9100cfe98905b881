"""The score of every model of a search against each of its hyperparameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.reporting.charts.labels import label
from lydite.reporting.charts.rows import colours

if TYPE_CHECKING:
    from lydite.tuning.vectors import VectorTuning

_ACROSS = 4
_SEED = 7


def specification(tuning: VectorTuning) -> dict[str, Any]:
    """Return the Vega-Lite specification: a panel for each hyperparameter, a colour for each model.

    Models trained for part of their passes are drawn fainter; the best one is marked.
    """
    varied = [p for p in tuning.space.parameters if len(p.words) > 1 or (not p.words and p.least < p.most)]
    drawn = [s for s in tuning.samples if np.isfinite(s.objective)]
    if not varied or not drawn:
        raise InputError("there is nothing to draw: no hyperparameter varied")
    jitter = np.random.default_rng(_SEED).uniform(-0.25, 0.25, len(drawn))
    best = tuning.best.sample
    rows = [
        {
            **{p.name: s.values[p.name] for p in varied},
            "score": s.objective,
            "series": s.model.name,
            "share": s.share,
            "best": s is best,
            "aside": float(aside),
        }
        for s, aside in zip(drawn, jitter, strict=True)
        if s.share == 1 or tuning.method.partial
    ]
    names = list(dict.fromkeys(r["series"] for r in rows))
    y = {
        "field": "score",
        "type": "quantitative",
        "title": "score on tuning words",
        "scale": {"zero": False},
    }
    shared = {
        "y": y,
        **colours(names),
        "opacity": {
            "field": "share",
            "type": "quantitative",
            "scale": {"domain": [0, 1], "range": [0.25, 0.85]},
            "legend": None,
        },
    }
    panels = []
    for p in varied:
        x: dict[str, Any] = {"field": p.name, "title": p.name.replace("_", " ")}
        if p.words:
            x |= {"type": "nominal", "sort": list(p.words), "axis": {"labelAngle": 0}}
        else:
            scale: dict[str, Any] = {"zero": False, "nice": False, "padding": 6}
            x |= {"type": "quantitative", "scale": scale | ({"type": "log"} if p.log else {})}
            whole = {"tickMinStep": 1} if p.step else {}
            x["axis"] = {"tickCount": 4, "labelOverlap": "greedy", "format": "~g", **whole}
        encoding = shared | {"x": x}
        if p.words:
            encoding["xOffset"] = {"field": "aside", "type": "quantitative", "scale": {"domain": [-0.5, 0.5]}}
        panels.append(
            {
                "width": 170,
                "height": 130,
                "layer": [
                    {"mark": {"type": "point", "filled": True, "size": 26}, "encoding": encoding},
                    {
                        "transform": [{"filter": "datum.best"}],
                        "mark": {
                            "type": "point",
                            "filled": False,
                            "size": 150,
                            "strokeWidth": 2,
                            "color": "#24292f",
                            "opacity": 1,
                        },
                        "encoding": {k: v for k, v in encoding.items() if k not in ("color", "opacity")},
                    },
                ],
            }
        )
    said = f"{tuning.method}: {len(rows):,} models; ring: the best; fainter: trained for less"
    return {
        "title": {"text": "Score against each hyperparameter", "subtitle": label(said, 110).split("\n")},
        "data": {"values": rows},
        "columns": _ACROSS,
        "concat": panels,
        "spacing": 24,
    }
