"""Parts of a run, each scored on a shard of the items, joined into what one run would have given."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.runs.phrases import join_phrases
from lydite.runs.reading import read_run
from lydite.runs.run import Block, Run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from lydite.result import ItemStatistics

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]


def _each(fact: Callable[[ItemStatistics], Any]) -> Callable[[Run], Any]:
    return lambda run: [fact(scored) for scored in run.blocks[0].systems]


_ALIKE: dict[str, Callable[[Run], Any]] = {
    "kind of scoring": lambda run: (run.kind, len(run.blocks)),
    "number of shards": lambda run: run.shard and run.shard.of,
    "seed or number of shuffles": _each(lambda s: s.shuffles),
    "system": _each(lambda s: s.system),
    "measure or source": _each(lambda s: ([str(m) for m in s.measures], s.signatures)),
    "policy for missing items": _each(lambda s: dict(s.policies)),
    "gold": _each(lambda s: s.gold),
    "file of predictions": _each(lambda s: s.predictions),
    "set of columns": _each(lambda s: (sorted(s.columns), s.cluster)),
    "set of statistics": _each(
        lambda s: ([a.shape[1] for a in s.statistics], sorted(s.chance), sorted(s.coverage), s.rows is None)
    ),
    "choice of what is kept": lambda run: sorted(run.phrases),
}


def merge(paths: Sequence[str | Path]) -> Run:
    """Join shards into what one run would have given; a missing or repeated shard is an error."""
    if not paths:
        raise InputError("there are no parts to merge")
    runs = [read_run(path) for path in paths]
    first = runs[0]
    seen: Counter[int] = Counter()
    for path, run in zip(paths, runs, strict=True):
        if run.shard is None:
            raise InputError("is a whole run, no part of one (lydite compare puts runs side by side)", path)
        for what, fact in _ALIKE.items():
            if fact(run) != fact(first):
                raise InputError(f"was made with another {what} than {paths[0]}", path)
        seen[run.shard.number] += 1
    of = first.shard.of if first.shard else 1
    missing = [str(k) for k in range(1, of + 1) if k not in seen]
    twice = [str(k) for k, count in seen.items() if count > 1]
    if missing or twice:
        what = f"missing: {_few(missing)}" if missing else f"given twice: {_few(twice)}"
        raise InputError(f"of {of} shards, {what}")
    systems = []
    for place in range(len(first.blocks[0].systems)):
        parts = [run.blocks[0].systems[place] for run in runs]
        order = sorted(
            range(sum(len(p.ids) for p in parts)), key=[i for p in parts for i in p.ids].__getitem__
        )
        joined = _join(parts, np.array(order, np.int64))
        for path, run, part in zip(paths, runs, parts, strict=True):
            mine = [joined.ids[i] for i in run.shard.places(len(joined.ids))] if run.shard else []
            if mine != list(part.ids) or len(set(joined.ids)) < len(joined.ids):
                raise InputError("its items do not fit those of the other parts; was gold the same?", path)
        systems.append(joined)
    phrases = {
        s.system: join_phrases([r.phrases[s.system] for r in runs], s) for s in systems if first.phrases
    }
    notes = tuple(dict.fromkeys(note for run in runs for note in run.notes))
    return Run(first.kind, (Block(tuple(systems)),), notes, phrases=phrases)


def _join(parts: Sequence[ItemStatistics], order: IntArray) -> ItemStatistics:
    first = parts[0]
    ids = [i for p in parts for i in p.ids]
    columns = {k: [v for p in parts for v in p.columns[k]] for k in first.columns}
    moved, rows = _rows(parts, order)

    def together(arrays: Sequence[FloatArray]) -> FloatArray:
        return np.concatenate(arrays)[moved]

    return replace(
        first,
        ids=tuple(ids[i] for i in order),
        statistics=tuple(together([p.statistics[j] for p in parts]) for j in range(len(first.measures))),
        columns={k: tuple(v[i] for i in order) for k, v in columns.items()},
        rows=rows,
        chance={j: together([p.chance[j] for p in parts]) for j in first.chance},
        coverage={j: together([p.coverage[j] for p in parts]) for j in first.coverage},
        version=", ".join(dict.fromkeys(p.version for p in parts)),
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
    starts = [0] * len(parts) if same else np.cumsum([0, *sizes])[:-1].tolist()
    rows = np.concatenate([c + start for c, start in zip(codes, starts, strict=True)])[order]
    return np.arange(sizes[0] if same else sum(sizes)), rows


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
