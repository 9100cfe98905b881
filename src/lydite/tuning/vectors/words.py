"""Which words models are chosen by, which are held out, and the one vocabulary on which all are scored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.probes.testsets import TestSet

SMALLEST = 3  # words of a category on each side: odd_one_out puts three together


@dataclass(frozen=True)
class WordPart:
    """Half of the test words, and the vocabulary without the other half."""

    test: TestSet
    vocabulary: tuple[str, ...]


@dataclass(frozen=True)
class WordSplit:
    """Words to tune on and words held out. A word is on one side in all its categories."""

    tuning: WordPart
    held_out: WordPart
    vocabulary: int
    """How many words all models know."""
    known: int
    """How many words of the test set are among them."""
    asked: int
    skipped: tuple[str, ...]
    """Categories with fewer than three known words on a side."""

    @classmethod
    def of(cls, test: TestSet, vocabulary: Sequence[str], seed: int) -> WordSplit:
        """Split the words that all models know, within each category into two halves.

        The other half is taken out of the vocabulary: its words would be right answers that count as wrong.
        """
        common = set(vocabulary)
        known = {c: [w for w in dict.fromkeys(words) if w in common] for c, words in test.categories.items()}
        side: dict[str, int] = {}
        draw = np.random.default_rng([seed, 21])
        for category in sorted(known):
            words = sorted(known[category])
            counts = [sum(side.get(w) == s for w in words) for s in (0, 1)]
            for i in draw.permutation(len(words)).tolist():
                if words[i] not in side:
                    less = 0 if counts[0] <= counts[1] else 1
                    side[words[i]] = less
                    counts[less] += 1
        halves = [{c: tuple(w for w in words if side[w] == s) for c, words in known.items()} for s in (0, 1)]
        kept = [c for c in known if all(len(half[c]) >= SMALLEST for half in halves)]
        if not kept:
            most = max(map(len, known.values()), default=0)
            raise InputError(
                f"no category of {test.name} has {2 * SMALLEST} words that every model knows (the most is "
                f"{most} among {len(common):,} words): half of them are held out"
            )
        parts = []
        for s, name in ((0, "tuning"), (1, "held out")):
            used = {c: halves[s][c] for c in kept}
            own = replace(
                test, name=f"{test.name}, {name}", categories=used, analogies={}, pairs=(), outliers={}
            )
            parts.append(WordPart(own, tuple(w for w in vocabulary if side.get(w, s) == s)))
        asked = {w for words in test.categories.values() for w in words}
        missing = tuple(c for c in test.categories if c not in kept)
        return cls(parts[0], parts[1], len(common), len(asked & common), len(asked), missing)


def in_both(test: TestSet, lemma: Callable[[str], str]) -> TestSet:
    """Return the words that are lemmas of themselves: those that stand in a text and in its lemmas.

    Models of forms and of lemmas are then asked the same.
    """
    kept = {c: tuple(w for w in words if lemma(w) == w) for c, words in test.categories.items()}
    return replace(test, categories={c: words for c, words in kept.items() if words})
