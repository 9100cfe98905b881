"""Parts of a run, each scored on a shard of the items, joined into what one run would have given."""

from __future__ import annotations

import functools
import itertools
import operator
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.errors import InputError
from lydite.runs.phrases import join_phrases
from lydite.runs.reading import read_run
from lydite.runs.run import Block, Run
from lydite.runs.shard import Shard

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.inference.statistics import ItemStatistics

_FEW = 8  # names of shards in a message


def _each(fact: Callable[[ItemStatistics], Any]) -> Callable[[Run], Any]:
    return lambda run: [fact(scored) for scored in run.blocks[0].systems]


_ALIKE: dict[str, Callable[[Run], Any]] = {
    "kind of scoring": lambda run: (run.kind, len(run.blocks)),
    "number of shards": lambda run: run.shard and run.shard.total,
    "system": _each(lambda s: s.system),
    "measure or source": _each(lambda s: ([str(m) for m in s.measures], s.signatures)),
    "gold": _each(lambda s: s.gold),
    "policy for missing items": _each(lambda s: dict(s.policies)),
    "file of predictions": _each(lambda s: s.predictions),
    "set of columns": _each(lambda s: (sorted(s.columns), s.cluster)),
    "set of statistics": _each(
        lambda s: (
            [(a.shape[1], [a is b for b in s.statistics]) for a in s.statistics],
            sorted(s.coverage),
            s.rows is None,
        )
    ),
    "way of drawing": _each(
        lambda s: s.sums and (s.sums.seed, s.sums.cluster, s.sums.resamples, sorted(s.sums.coverage))
    ),
    "choice of what is kept": lambda run: sorted(run.phrases),
}


def merge(paths: Sequence[str | Path]) -> Run:
    """Join shards into what one run would have given; a missing or repeated shard is an error."""
    if not paths:
        raise InputError("there are no parts to merge")
    runs = [read_run(path, sums=True) for path in paths]
    first = runs[0]
    seen: Counter[int] = Counter()
    for path, run in zip(paths, runs, strict=True):
        if run.shard is None:
            raise InputError("is a whole run, no part of one (lydite compare puts runs side by side)", path)
        for what, fact in _ALIKE.items():
            if fact(run) != fact(first):
                raise InputError(f"was made with another {what} than {paths[0]}", path)
        seen[run.shard.number] += 1
    total = first.shard.total if first.shard else 1
    absent = (str(k) for k in range(1, total + 1) if k not in seen)
    missing = list(itertools.islice(absent, _FEW + 1))
    twice = [str(k) for k, count in seen.items() if count > 1]
    if missing or twice:
        wrong = {"given twice": twice, "missing": missing}  # both, for the one may stand in the other's place
        what = "; ".join(f"{how}: {_few(which)}" for how, which in wrong.items() if which)
        raise InputError(f"of {total} shards, {what}")
    systems, phrases = [], {}
    for place, name in enumerate(first.systems):
        parts = [run.blocks[0].systems[place] for run in runs]
        if parts[0].sums is not None:
            systems.append(_added(parts))
            continue
        order = _order(paths, [run.shard or Shard(1, 1) for run in runs], [len(p.ids) for p in parts])
        joined = _join(parts, order)
        ascending = first.kind != "phrases" or all(map(operator.lt, joined.ids, joined.ids[1:]))
        if not ascending or len(set(joined.ids)) < len(joined.ids):
            raise InputError("the items of the parts do not fit each other; was gold the same?", paths[0])
        systems.append(joined)
        if name in first.phrases:
            phrases[name] = join_phrases([run.phrases[name] for run in runs], joined, order)
    notes = tuple(dict.fromkeys(note for run in runs for note in run.notes))
    return Run(first.kind, (Block(tuple(systems)),), notes, phrases=phrases)


def _added(parts: Sequence[ItemStatistics]) -> ItemStatistics:
    """Return the sums of all parts."""
    sums = functools.reduce(operator.add, [p.sums for p in parts if p.sums is not None])
    version = ", ".join(dict.fromkeys(p.version for p in parts))
    return replace(parts[0], sums=sums, chance={}, chance_sums={}, version=version)


def _order(paths: Sequence[str | Path], shards: Sequence[Shard], sizes: Sequence[int]) -> IntArray:
    """Return where each item of the whole stands in the parts one after the other."""
    whole = sum(sizes)
    order = np.empty(whole, np.int64)
    start = 0
    for path, shard, size in zip(paths, shards, sizes, strict=True):
        places = shard.places(whole)
        if len(places) != size:
            raise InputError("its items do not fit those of the other parts; was gold the same?", path)
        order[places] = np.arange(start, start + size)
        start += size
    return order


def _join(parts: Sequence[ItemStatistics], order: IntArray) -> ItemStatistics:
    first = parts[0]
    ids = [i for p in parts for i in p.ids]
    columns = {k: [v for p in parts for v in p.columns[k]] for k in first.columns}
    kept, rows = _rows(parts, order)

    def together(arrays: Sequence[FloatArray], places: IntArray = order) -> FloatArray:
        return np.concatenate(arrays)[places]

    tables: dict[int, FloatArray] = {}  # measures that share one table go on sharing it
    for place, table in enumerate(first.statistics):
        tables.setdefault(id(table), together([p.statistics[place] for p in parts], kept))
    return replace(
        first,
        ids=tuple(ids[i] for i in order),
        statistics=tuple(tables[id(table)] for table in first.statistics),
        columns={k: tuple(v[i] for i in order) for k, v in columns.items()},
        rows=rows,
        chance={},
        chance_sums={},
        chance_spread={},
        coverage={j: together([p.coverage[j] for p in parts]) for j in first.coverage},
        version=", ".join(dict.fromkeys(p.version for p in parts)),
        _codes={},
    )


def _rows(parts: Sequence[ItemStatistics], order: IntArray) -> tuple[IntArray, IntArray | None]:
    """Return which of the parts' rows are kept, and for each item its own where items share them."""
    codes = [p.rows for p in parts if p.rows is not None]
    if not codes:
        return order, None
    sizes = [len(p.statistics[0]) for p in parts]
    same = all(
        np.array_equal(a, b) for p in parts for a, b in zip(p.statistics, parts[0].statistics, strict=True)
    )
    starts = [0] * len(parts) if same else offsets(sizes)[:-1].tolist()
    rows = np.concatenate([c + start for c, start in zip(codes, starts, strict=True)])[order]
    return np.arange(sizes[0] if same else sum(sizes)), rows


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:_FEW]) + (", …" if len(names) > _FEW else "")
