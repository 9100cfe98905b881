"""The gate: a candidate against a baseline, from saved runs or scored now, measure by measure."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.errors import InputError
from lydite.inference.corrected import all_with_corrected, judged_places, mean_room, plain_places
from lydite.inference.intervals import t_quantile
from lydite.inference.regression import POWER, Change, change, loss_size, smallest_drop
from lydite.inference.resampling import least_p
from lydite.inference.resampling_plan import counted_items, units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.choices import FailIf, TestName
    from lydite.inference import Comparison, Inference, PairedTest
    from lydite.inference.corrected import Figure
    from lydite.inference.regression import Verdict
    from lydite.inference.result import Result
    from lydite.inference.statistics import ItemStatistics, Scorable
    from lydite.runs.run import Block, Run

_FEW = 40  # resamples beyond either end of an interval, so that the end is known


@dataclass(frozen=True, slots=True)
class FlippedItem:
    """An item whose value changed, and by how much; more is better."""

    item: str
    before: float
    after: float
    change: float


@dataclass(frozen=True)
class GateLine:
    """One measure: what is judged before and after, the change, and the drop that would have been found."""

    measure: str
    figure: Figure
    better: Literal["higher", "lower"]
    before: float
    after: float
    change: Change
    smallest: float
    verdict: Verdict
    error: float | None
    """How exactly what is left above chance is known."""
    items: tuple[FlippedItem, ...]
    """Items that changed, those that lost most first."""

    @property
    def worse(self) -> int:
        """How many items lost."""
        return sum(i.change < 0 for i in self.items)


@dataclass(frozen=True)
class Gate:
    """What came of a candidate that was held against a baseline."""

    baseline: str
    candidate: str
    lines: tuple[GateLine, ...]
    fail_if: FailIf
    margin: float
    level: float
    """Of all intervals together."""
    level_each: float
    """Of one interval: higher where there are several, so that none is below by luck in 5% of all builds."""
    comparison: Comparison
    power: float = POWER

    @property
    def failed(self) -> tuple[GateLine, ...]:
        """The measures that fail the build."""
        stops = {"proven drop"} if self.fail_if == "proven-drop" else {"proven drop", "possible drop"}
        return tuple(line for line in self.lines if line.verdict in stops)


def run_gate(
    run: Run,
    options: Inference,
    *,
    fail_if: FailIf = "proven-drop",
    margin: float = 0.0,
    test: TestName | None = None,
) -> Gate:
    """Hold the second system of a run against the first, the baseline.

    >>> from lydite import compare
    >>> from lydite.inference import Inference
    >>> gold = {str(i): ["cat"] for i in range(40)}
    >>> worse = {i: ["cat"] if int(i) < 20 else ["dog"] for i in gold}
    >>> held = run_gate(compare(gold, {"old": gold, "new": worse}, "F1").results.run, Inference())
    >>> held.failed[0].verdict, held.failed[0].worse
    ('proven drop', 20)
    """
    _check(run, options, margin)
    if fail_if not in ("proven-drop", "possible-drop"):
        raise InputError(f"fail_if is proven-drop or possible-drop, not {fail_if!r}")
    if test == "none":
        raise InputError("a gate needs a paired test: --test none leaves none")
    count = sum(len(block.systems[0].measures) for block in run.blocks)
    level = 1 - (1 - options.level) / count
    resamples = max(options.bootstrap, math.ceil(round(_FEW / (1 - level), 6)))
    each = replace(options, level=level, bootstrap=resamples)
    comparison = run.comparison(each, test)
    lines = [
        _line(comparison, block, place, each, margin)
        for block in run.blocks
        for place in range(len(block.systems[0].measures))
    ]
    old, new = run.systems
    return Gate(old, new, tuple(lines), fail_if, margin, options.level, level, comparison)


def _check(run: Run, options: Inference, margin: float) -> None:
    if len(run.systems) != 2:
        raise InputError(f"a gate holds one candidate against one baseline, not {', '.join(run.systems)}")
    if run.kind == "hops":
        raise InputError("a gate takes no walks; lydite compare has their paired tests")
    if not options.bootstrap:
        raise InputError("a gate needs intervals: --bootstrap 0 leaves none")
    if not (math.isfinite(margin) and margin >= 0):
        raise InputError(f"--margin is how much may be lost, a number from 0, not {margin:g}")
    if options.by is not None:
        raise InputError("a gate is about all items; --by has no place in it")
    if any(block.group is not None for block in run.blocks):
        raise InputError("the runs are in parts (probe --shared); save them without")


def _line(comparison: Comparison, block: Block, place: int, options: Inference, margin: float) -> GateLine:
    name = str(block.systems[0].measures[place])
    before, after = (_result(comparison, s.system, name) for s in block.systems)
    test = next(t for t in comparison.tests if t.measure == name)
    if math.isnan(test.difference):
        lost = " and ".join(r.system for r in (before, after) if math.isnan(_judged(r, test.figure)))
        raise InputError(f"{name} has no value for {lost or after.system}; -m names the measures to hold to")
    lower = before.better == "lower" and test.figure == "value"
    sign = 1 if lower else -1  # a test is of the baseline less the candidate
    found = change(
        (test.difference, test.low, test.high, test.p),
        _units(block.systems, place, options),
        sign if test.first == before.system else -sign,
        1 - options.level,
    )
    items = _flipped(before, after)
    loss = _loss(block.systems[0], place, before, after, found, test, options)
    smallest = smallest_drop(found, loss, margin, options.level)
    if smallest > (all_lost := _to_lose(block.systems[0].measures[place], before, test.figure)):
        enough = (
            least_p(_losing(before, block.systems[0].measures[place], found.units)) < 1 - options.level
            and all_lost > margin
        )
        smallest = all_lost if enough else math.inf  # a candidate that is all wrong varies no more
    figures = (_judged(before, test.figure), _judged(after, test.figure))
    better = before.better or "higher"
    verdict = found.verdict(margin)
    error = max((r.corrected_error or 0.0 for r in (before, after)), default=None)
    return GateLine(name, test.figure, better, *figures, found, smallest, verdict, error, items)


def _result(comparison: Comparison, system: str, measure: str) -> Result:
    return next(r for r in comparison.results if (r.system, r.measure, r.group) == (system, measure, None))


def _judged(result: Result, figure: Figure) -> float:
    return result.value if figure == "value" or result.corrected is None else result.corrected


def _units(systems: Sequence[ItemStatistics], place: int, options: Inference) -> int:
    whole = all_with_corrected(systems)
    judged = judged_places(whole, options)[plain_places(whole[0]).index(place)]
    return min(units(s, judged, counted_items(s, judged), options) for s in whole)


def _loss(
    scored: ItemStatistics, place: int, before: Result, after: Result, found: Change, test: PairedTest,
    options: Inference,
) -> float:  # fmt: skip
    """Return how much of the judged figure, times the number of units, an item that is lost costs."""
    measure = scored.measures[place]
    values = [np.array([r.items[i] for i in scored.ids], dtype=np.float64) for r in (before, after)]
    room = 1.0
    if test.figure == "corrected" and before.corrected and before.chance is not None:
        room = (before.value - before.chance) / before.corrected
        if place in scored.net:
            room = mean_room(scored, place, before.chance)
    worst = measure.low if before.better == "higher" else measure.high
    if not math.isfinite(worst):
        worst = float(np.nanmax(np.abs(np.concatenate(values)), initial=0.0))
    spread = (
        abs(room)
        * (found.high - found.low)
        / (2 * t_quantile((1 + options.level) / 2, max(found.units - 1, 1)))
    )
    each = loss_size(values[0], values[1], spread, worst) / abs(room)
    return each * found.units / max(len(scored.ids), 1)


def _losing(before: Result, measure: Scorable, units: int) -> int:
    """Return how many units have something to lose in 80% of such samples, were this one a lucky one."""
    n, z = max(len(before.items), 1), NormalDist().inv_cdf(0.975)
    worst = measure.low if before.better == "higher" else measure.high
    seen = sum(v != worst for v in before.items.values()) / n
    width = z * math.sqrt(seen * (1 - seen) / n + (z / (2 * n)) ** 2)
    share = (seen + z**2 / (2 * n) - width) / (1 + z**2 / n)  # the lower end of Wilson's interval
    spread = math.sqrt(units * share * (1 - share))
    return math.floor(units * share - NormalDist().inv_cdf(POWER) * spread)


def _to_lose(measure: Scorable, before: Result, figure: Figure) -> float:
    """Return how much there is to lose from the baseline on; of what is corrected, all of it."""
    if figure == "corrected":
        return max(_judged(before, figure), 0.0)
    return abs(before.value - (measure.low if before.better == "higher" else measure.high))


def _flipped(before: Result, after: Result) -> tuple[FlippedItem, ...]:
    sign = -1 if before.better == "lower" else 1
    pairs = [(i, value, after.items.get(i, math.nan)) for i, value in before.items.items()]
    moved = [FlippedItem(i, a, b, sign * (b - a)) for i, a, b in pairs if abs(b - a) > 1e-12]
    return tuple(sorted(moved, key=lambda i: (i.change, i.item)))
