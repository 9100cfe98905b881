"""Tuned parameters: what they are, and what they are worth beside presets, held out and not."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.inference.result import Results
from lydite.reporting.report import Notes, Paragraph, Report
from lydite.reporting.table import Cell, Table
from lydite.reporting.views import results as results_view
from lydite.tuning.figures import HELD_OUT, OPTIMISTIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.choices import TestName
    from lydite.inference import Comparison, Inference
    from lydite.tuning.figures import TuningFigures


def report(figures: TuningFigures, options: Inference, test: TestName | None = None) -> Report:
    """Return the report: parameters, objectives, and the metrics behind them with tests."""
    objectives = figures.result.objectives
    plain = not options.bootstrap and not all(m.summable for o in objectives for m in o.metrics)
    compared = [] if plain else [figures.comparison(n, options, test) for n in range(len(objectives))]
    several = len(compared) > 1
    rows = [
        r for n, c in enumerate(compared) for r in _named(c, objectives[n].data.name if several else None)
    ]
    said = tuple(dict.fromkeys(note for c in compared for note in c.results.notes))
    return Report(
        title=f"{figures.result.matcher}",
        body=functools.partial(_body, figures, compared),
        results=Results(tuple(rows), (*said, *_left_out(figures))),
        comparison=compared[0] if len(compared) == 1 else None,
        data=lambda: {"tuned": figures.record()},
    )


def _named(comparison: Comparison, group: str | None) -> Sequence[Any]:

    return [r if group is None else replace(r, group=group) for r in comparison.results]


def _left_out(figures: TuningFigures) -> list[str]:
    counts = zip(figures.result.objectives, figures.result.left_out, strict=True)
    return [
        f"{one.data.name}: {lost:,} of {len(one.data.ids):,} items have phrases the matcher does not know; "
        "they are left out of tuning, and count in every figure"
        for one, lost in counts
        if lost
    ]


def _body(figures: TuningFigures, compared: list[Comparison], digits: int) -> list[Any]:
    parts: list[Any] = [_parameters(figures), _objectives(figures, digits)]
    for one, comparison in zip(figures.result.objectives, compared, strict=False):
        if len(one.metrics) > 1 or len(compared) > 1:
            parts.append(Paragraph(one.data.name, name=True))
        parts += results_view.report(comparison.results, comparison).body(digits)
    held = f"{HELD_OUT}: each item under the parameters chosen without its fold"
    said = f"{OPTIMISTIC}: on what they were chosen on"
    return [*parts, Notes((held, said, *_left_out(figures)))]


def _parameters(figures: TuningFigures) -> Table:
    result = figures.result
    head = ["parameter", "before", "tuned"]
    rows = []
    for n, name in enumerate(result.space.names):
        row = [name, f"{result.space.start[n]:.4g}", f"{result.whole.point[n]:.4g}"]
        if result.folds:
            among = sorted(float(fold.point[n]) for fold in result.folds)
            row.append(f"{among[0]:.4g} to {among[-1]:.4g}")
        rows.append(tuple(map(Cell, row)))
    head += ["without one fold"] if result.folds else []
    return Table(tuple(map(Cell, head)), tuple(rows))


def _objectives(figures: TuningFigures, digits: int) -> Table:
    names = [str(one) for one in figures.result.objectives]
    head = ["objective", *names] if len(names) == 1 else ["objective", *names, "mean"]
    rows = []
    for system, values in figures.values().items():
        cells = [f"{v:.{digits}f}" for v in values]
        cells += [f"{sum(values) / len(values):.{digits}f}"] if len(values) > 1 else []
        rows.append((Cell(system, name=True), *map(Cell, cells)))
    return Table(tuple(map(Cell, head)), tuple(rows))
