"""Walks as text and JSON: every hop with the links considered and their rates."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from lydite.reporting.numbers import NOTHING
from lydite.reporting.plain import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.hop.trace import Hop, Trace

_BAR = 20


def as_text(trace: Trace) -> str:
    """Return a walk for the terminal; the link that was followed is marked."""
    made = len(trace.articles) - 1
    hops = f"{made} hop{'' if made == 1 else 's'}"
    way = " → ".join(map(visible, trace.articles))
    lines = [f"{visible(trace.strategy)}: {trace.end.words} after {hops}", way]
    for number, hop in enumerate(trace.hops, 1):
        lines += ["", f"{number}. {visible(hop.article)}", *_links(hop)]
    return "\n".join(lines)


def _links(hop: Hop) -> list[str]:
    if not hop.links:
        return ["   no link to follow"]
    rates = [k.rate for k in hop.links if k.rate is not None]
    low, high = min([0.0, *rates]), max([0.0, *rates])
    decimals = 0 if all(r == round(r) for r in rates) else 4
    wide = max(len(visible(k.words)) for k in hop.links)
    lines = []
    for k in hop.links:
        rate = NOTHING if k.rate is None else f"{k.rate:.{decimals}f}"
        bar = "" if k.rate is None or high == low else "█" * round(_BAR * (k.rate - low) / (high - low))
        to = f"→ {visible(k.article)}"
        lines.append(
            f" {'>' if k.chosen else ' '} {visible(k.words):{wide}}  {rate:>8}  {bar:{_BAR}}  {to}".rstrip()
        )
    return lines


def as_json(traces: Sequence[Trace]) -> str:
    """Return walks for programs."""
    found: list[dict[str, Any]] = [asdict(t) | {"end": t.end.words} for t in traces]
    return json.dumps({"schema": 1, "traces": found}, indent=2, ensure_ascii=False)
