"""Results made by hand, for tests of how they are shown."""

from __future__ import annotations

from typing import Any

from lydite.inference import Comparison, Result, Results, Signature
from lydite.inference import PairedTest as Paired
from lydite.reporting import render

SIGNED = "F1()||bootstrap:1000 percentile 0.95|seed:0|lydite:0.1.0"


def row(system: str = "A", measure: str = "F1@10", value: float = 0.43216, **more: Any) -> Result:
    filled = {"low": 0.4011, "high": 0.46, "n": 1200, "signature": Signature.read(SIGNED)} | more
    filled = {"better": "higher"} | filled
    return Result(system, measure, {}, value, **filled)


def several(systems: str = "AB", measures: tuple[str, ...] = ("P@5", "R@5"), **more: Any) -> Results:
    return Results(tuple(row(s, m, **more) for s in systems for m in measures))


def compared() -> Comparison:
    results = Results((row("A"), row("B", value=0.4)), ("run.jsonl: 3 items missing; counted as 0",))
    test = Paired("F1@10", "A", "B", 0.03216, -0.01, 0.07, 0.00004, 0.2)
    return Comparison(results, (test,), {"F1@10": {"A": "a", "B": "ab"}}, "randomisation", 0.95)


def shown(format: str) -> str:
    comparison = compared()
    return render(comparison.results, format, comparison=comparison)
