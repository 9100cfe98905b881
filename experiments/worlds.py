"""Worlds whose truth is known: items with graded gold, and systems that know a part of it.

Words belong to topics, and their vectors lie around those of their topics: cosines are graded. An item is
about two topics; its gold are words of these. A system gives some gold words, some other words of the same
topics, and some from anywhere. Some items are harder than others, for all systems.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

Lists = dict[str, list[str]]
WORDS, TOPICS, DIMENSIONS = 400, 40, 20


def vectors(folder: str, seed: int = 0) -> tuple[str, np.ndarray]:
    """Write vectors of words into a folder; return the matcher that reads them, and each word's topic."""
    rng = np.random.default_rng(seed)
    topic = rng.integers(0, TOPICS, WORDS)
    rows = rng.normal(size=(TOPICS, DIMENSIONS))[topic] * 0.8 + rng.normal(size=(WORDS, DIMENSIONS)) + 0.3
    path = Path(folder) / "graded.txt"
    lines = (f"w{i} {' '.join(f'{x:.4f}' for x in row)}\n" for i, row in enumerate(rows))
    path.write_text("".join(lines), "utf-8")
    return f'cosine(vectors="{path}")', topic


def thesaurus(folder: str, seed: int = 0) -> str:
    """Write a thesaurus of the same words, each with ten others as its synonyms, and return its path."""
    rng = np.random.default_rng(seed)
    path = Path(folder) / "thesaurus.tsv"
    synonyms = (rng.choice(WORDS, 10, replace=False) for _ in range(WORDS))
    lines = ("\t".join([f"#w{i}", *(f"#w{w}" for w in row if w != i)]) for i, row in enumerate(synonyms))
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


def softened(measure: str, matcher: str) -> str:
    """Return a measure with a matcher."""
    name, _, rest = measure.partition("(")
    return f"{name}(match={matcher}{', ' + rest if rest else ')'}"


def documents(
    rng: np.random.Generator, topic: np.ndarray, items: int, systems: int = 1
) -> tuple[Lists, dict[str, Lists]]:
    """Return gold of one to nine words an item, and systems of one quality."""
    odds = 1 / np.arange(5, WORDS + 5)  # some words are popular
    odds /= odds.sum()
    members = [np.flatnonzero(topic == t) for t in range(TOPICS)]
    gold: Lists = {}
    runs: dict[str, Lists] = {f"s{s:02d}": {} for s in range(systems)}
    for item in range(items):
        near = np.concatenate([members[t] for t in rng.choice(TOPICS, 2, replace=False)])
        true = rng.choice(near, min(int(rng.integers(1, 10)), len(near)), replace=False)
        known = rng.beta(1, 2)
        gold[f"{item:05d}"] = [f"w{w}" for w in true]
        for run in runs.values():
            count = max(1, round(len(true) * rng.uniform(0.5, 1.5)))
            luck = rng.random(count)
            said = np.where(
                luck < 0.3 + 0.7 * known, rng.choice(near, count), rng.choice(WORDS, count, p=odds)
            )
            said = np.where(luck < known, rng.choice(true, count), said)
            run[f"{item:05d}"] = [f"w{w}" for w in said]
    return gold, runs


def temporary() -> tempfile.TemporaryDirectory[str]:
    """Return a folder that goes when it is left."""
    return tempfile.TemporaryDirectory(prefix="lydite-world-")
