"""Runs of gold and systems in one line, for tests of what is made of them."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from lydite.core.executors import executor_of
from lydite.inference import Inference
from lydite.runs import (
    Block,
    Chance,
    Evidence,
    Part,
    PartScorer,
    Policy,
    Reading,
    Request,
    Run,
    Work,
    complete,
    join,
    parse_measures,
    perform,
    read_items,
)


def request_of(gold: Any, systems: Any, measures: Any, **options: Any) -> Request:
    """Return the request whose options are given by name."""
    groups = {
        name: kind(**{f.name: options.pop(f.name) for f in fields(kind) if f.name in options})
        for name, kind in (("reading", Reading), ("policy", Policy), ("chance", Chance))
    }
    return Request(gold=gold, systems=systems, measures=measures, **groups, **options)


def parts_of(
    gold: Any, systems: Any, measures: Any, of: int, sums: Inference | None = None, **options: Any
) -> list[Any]:
    """Return the results of so many parts, each scored by a worker of its own."""
    request = request_of(gold, systems, measures, **options)
    parsed = parse_measures(request.measures)
    items, _ = read_items(request, parsed)
    work = Work(request, parsed, items, {name: one.digests() for name, one in items.items()}, sums=sums)
    return [PartScorer(work).result(Part(number, of)) for number in range(1, of + 1)]


def joined(results: Any, measures: Any) -> list[Any]:
    """Return the statistics of each system of all parts."""
    parsed = tuple(parse_measures(measures))
    return [replace(one, measures=parsed) for one in complete(join(results))]


def run_of(gold: Any, systems: Any, measures: Any, on: Any = "here", **options: Any) -> Run:
    """Perform a request whose options are given by name."""
    columns = {k: options.pop(k) for k in ("by", "cluster", "interval") if k in options}
    request = request_of(gold, systems, measures, **options)
    with executor_of(on) as executor:
        return perform(request, executor, Inference(**columns))


def score(gold: Any, systems: Any, measures: Any, how: Any = None, on: Any = "here", **options: Any) -> Any:
    """Return the statistics of each system, and the notes."""
    run = run_of(gold, systems, measures, on, **(how or {}), **options)
    return [*run.blocks[0].systems], run.notes


def scored_run(systems: Any, notes: Any = (), phrases: Any = None) -> Run:
    """Return the run of statistics that are there."""
    kind: Any = getattr(systems[0].measures[0], "input_kind", "phrases")
    return Run(kind, (Block(tuple(systems)),), tuple(notes), Evidence(phrases or {}))
