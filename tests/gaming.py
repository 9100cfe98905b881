"""Ways to game a soft score: lists that know no more about their items than before."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from importlib import resources
from typing import Any

import numpy as np

Lists = dict[str, list[str]]
GENERIC = [
    "entity", "object", "artifact", "activity", "method", "system", "thing", "abstraction", "group", "act",
    "concept", "process", "state", "property", "information", "change", "person", "physical entity",
]  # fmt: skip
NONSENSE = ["qwzrtk vblorp"]


def demo(name: str) -> Lists:
    """Return a file of the demonstration."""
    path = resources.files("lydite") / "data" / "demo" / f"{name}.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {str(row["id"]): row.get("phrases") or row.get("keyphrases") or [] for row in rows}


def additions(gold: Lists, match: Any, seed: int = 0) -> dict[str, Lists]:
    """Return what is added to lists, by name: the same for every item, or the gold of others."""
    draw, ids = random.Random(seed), sorted(gold)  # noqa: S311
    counts = Counter(p.casefold() for i in ids for p in gold[i])
    frequent = [p for p, _ in counts.most_common(150)]
    best = greedy(gold, list(dict.fromkeys([*GENERIC, *frequent])), match, 4)
    constant = {"entity": GENERIC[:1], "generic": GENERIC[:4], "frequent": frequent[:3], "greedy": best}
    constant |= {"greedy, one": best[:1], "nonsense": NONSENSE}
    added = {name: dict.fromkeys(ids, phrases) for name, phrases in constant.items()}
    others = {i: [p for j in draw.sample(ids, min(8, len(ids))) if j != i for p in gold[j]] for i in ids}
    return added | {"gold of others": {i: draw.sample(others[i], min(4, len(others[i]))) for i in ids}}


def attacks(gold: Lists, system: Lists, match: Any, seed: int = 0) -> dict[str, Lists]:
    """Return the lists of a system with phrases appended, put first, and filled into empty lists."""
    own = {i: list(system.get(i) or []) for i in gold}
    out = {}
    for name, more in additions(gold, match, seed).items():
        out[f"{name} appended"] = {i: own[i] + more[i] for i in gold}
        out[f"{name} first"] = {i: more[i] + own[i] for i in gold}
        if not all(own.values()):
            out[f"{name} in empty lists"] = {i: own[i] or more[i] for i in gold}
    return out


def greedy(gold: Lists, pool: list[str], match: Any, k: int, items: int = 60) -> list[str]:
    """Return the constant list that covers gold best by the matcher, phrase by phrase."""
    lists = [list(dict.fromkeys(gold[i])) for i in sorted(gold)[:items] if gold[i]]
    flat = [p for phrases in lists for p in phrases]
    starts = np.cumsum([0, *(len(phrases) for phrases in lists)])
    scores = match.matrix(pool, list(dict.fromkeys(flat)))
    places = {p: n for n, p in enumerate(dict.fromkeys(flat))}
    scores = scores[:, [places[p] for p in flat]].copy()
    chosen = []
    for _ in range(k):
        best = int(np.maximum.reduceat(scores, starts[:-1], axis=1).sum(1).argmax())
        chosen.append(pool[best])
        for a, b in itertools.pairwise(starts):
            scores[:, a + int(scores[best, a:b].argmax())] = 0  # one gold phrase each
        scores[best] = -1
    return chosen


def value(rows: Any) -> float:
    """Return a corrected value: the sum of net gains over the larger sum of room."""
    net, own, of_gold = np.asarray(rows).sum(0)
    return float(net / max(own, of_gold))


def error_of_rise(new: Any, old: Any) -> float:
    """Return the standard error over items of how much a corrected value rose."""
    moved = []
    for rows in (np.asarray(new), np.asarray(old)):
        room = rows[:, 1 + int(rows[:, 1:].sum(0).argmax())]
        moved.append((rows[:, 0] - value(rows) * room) / room.mean())
    return float(np.std(moved[0] - moved[1], ddof=1) / np.sqrt(len(new)))
