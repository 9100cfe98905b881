"""Single walks: every hop with the links considered and their rates."""

from __future__ import annotations

import functools
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.hops import steps
from lydite.reporting.readable import NOTHING, escape_control
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.hop.trace import Trace, TraceHop

_BAR = 20


def report(traces: Sequence[Trace], asides: tuple[str, ...] = ()) -> Report:
    """Return the report of walks from one article."""
    return Report(
        drawings=tuple(map(_drawn, traces)),
        data=functools.partial(_data, traces),
        charts=(functools.partial(_chart, traces),),
        asides=asides,
    )


def _chart(traces: Sequence[Trace]) -> dict[str, Any]:

    return steps(traces)


def _data(traces: Sequence[Trace]) -> dict[str, Any]:
    return {"traces": [asdict(t) | {"end": t.end.words} for t in traces]}


def _drawn(trace: Trace) -> str:
    """Return a walk for the terminal; the link that was followed is marked."""
    length = len(trace.articles) - 1
    hops = f"{length} hop{'' if length == 1 else 's'}"
    way = " → ".join(map(escape_control, trace.articles))
    lines = [f"{escape_control(trace.strategy)}: {trace.end.words} after {hops}", way]
    for number, hop in enumerate(trace.hops, 1):
        lines += ["", f"{number}. {escape_control(hop.article)}", *_links(hop)]
    return "\n".join(lines)


def _links(hop: TraceHop) -> list[str]:
    if not hop.links:
        return ["   no link to follow"]
    rates = [k.rate for k in hop.links if k.rate is not None]
    low, high = min([0.0, *rates]), max([0.0, *rates])
    decimals = 0 if all(r == round(r) for r in rates) else 4
    wide = max(len(escape_control(k.words)) for k in hop.links)
    lines = []
    for k in hop.links:
        rate = NOTHING if k.rate is None else f"{k.rate:.{decimals}f}"
        bar = "" if k.rate is None or high == low else "█" * round(_BAR * (k.rate - low) / (high - low))
        to = f"→ {escape_control(k.article)}"
        lines.append(
            f" {'>' if k.chosen else ' '} {escape_control(k.words):{wide}}"
            f"  {rate:>8}  {bar:{_BAR}}  {to}".rstrip()
        )
    return lines
