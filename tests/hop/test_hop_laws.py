"""Walks over random webs are those of a plain loop, link by link."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lydite.core.spec import parse
from lydite.probes.hop import LinkCache, LinkGraph, WalkEnd, walk

Rows = list[list[int]]
SIZE = 7
webs = st.lists(st.lists(st.integers(0, SIZE - 1), max_size=5), min_size=SIZE, max_size=SIZE)


def web_of(rows: Rows, width: int) -> LinkGraph:
    """Return a web to article 0 with these links."""
    leads = [
        SimpleNamespace(links=[SimpleNamespace(in_running_text=True, target=t, anchor=f"a{t}") for t in row])
        for row in rows
    ]
    arrays = {
        "lead_starts": np.cumsum([0, *map(len, rows)]),
        "lead_targets": np.array([t for row in rows for t in row], np.int64),
        "lead_flags": np.zeros(sum(map(len, rows)), np.uint8),
    }
    store: Any = SimpleNamespace(
        articles=SIZE, lead=leads.__getitem__, store=arrays, title=lambda article: f"a{article}"
    )
    return LinkGraph(LinkCache(store, width), 0)


def plain(
    web: LinkGraph, rows: Rows, start: int, n: int, most: int, *, skip: bool
) -> tuple[WalkEnd, list[int]]:
    """Follow always the n-th link, as one reads it."""
    trail = [start]
    while len(trail) <= most:
        here = trail[-1]
        links = [t for t in rows[here] if t != here][: web.cache.width]
        links = [t for t in links if not (skip and t in trail)]
        if len(links) < n:
            return WalkEnd.DEAD_END, trail
        seen = links[n - 1] in trail
        trail.append(links[n - 1])
        if trail[-1] == web.target or seen:
            return WalkEnd.REACHED if trail[-1] == web.target else WalkEnd.CYCLED, trail
    return WalkEnd.TIMED_OUT, trail


@given(webs, st.integers(1, 5), st.integers(1, 3), st.integers(1, 6), st.booleans())
def test_walks_are_those_of_a_plain_loop(
    rows: Rows, width: int, n: int, most: int, skip: bool  # noqa: FBT001
) -> None:  # fmt: skip
    web = web_of(rows, width)
    walks = walk(web, parse(f"nth(n={n})", "chooser"), np.arange(1, SIZE), most=most, skip_visited=skip)
    for i, start in enumerate(range(1, SIZE)):
        end, trail = plain(web, rows, start, n, most, skip=skip)
        assert (WalkEnd(int(walks.ends[i])), walks.trail(i)) == (end, trail)
        assert walks.hops[i] == len(trail) - 1


@given(webs, st.integers(1, 5), st.booleans())
def test_nobody_needs_fewer_hops_than_the_shortest_way(rows: Rows, width: int, skip: bool) -> None:  # noqa: FBT001
    web = web_of(rows, width)
    starts = np.arange(1, SIZE)
    fewest = web.distances[starts]
    best = walk(web, parse("shortest", "chooser"), starts, skip_visited=skip)
    assert ((best.ends == WalkEnd.REACHED) == (fewest > 0)).all()
    assert (best.hops == np.maximum(fewest, 0)).all()
    for spec in ("first", "second", "random", "match(using=exact)"):
        walks = walk(web, parse(spec, "chooser"), starts, skip_visited=skip)
        reached = walks.ends == WalkEnd.REACHED
        assert (walks.hops[reached] >= fewest[reached]).all()
        assert (fewest[reached] > 0).all()
