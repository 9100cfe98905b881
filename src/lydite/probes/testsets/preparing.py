"""A test set in the form that a corpus was given: the same normalisers, the same lemmas."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.probes.scripts import script

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from lydite.probes.testsets.testset import TestSet, Words


def prepare_test_set(test: TestSet, word: Callable[[str], str]) -> TestSet:
    """Return a set whose words went through ``word``; words of a category that become one are one.

    >>> from lydite.probes.testsets import TestSet
    >>> prepare_test_set(TestSet.of({"gods": ["Iuppiter", "IVPPITER", "Venus"]}), str.lower).categories
    {'gods': ('iuppiter', 'ivppiter', 'venus')}
    """

    def each(words: Iterable[str]) -> Words:
        return tuple(map(word, words))

    def once(words: Iterable[str]) -> Words:
        return tuple(dict.fromkeys(each(words)))

    return replace(
        test,
        categories={k: once(v) for k, v in test.categories.items()},
        analogies={k: tuple(dict.fromkeys(each(q) for q in v)) for k, v in test.analogies.items()},
        pairs=tuple((word(a), word(b), score) for a, b, score in test.pairs),
        outliers={k: (once(a), once(b)) for k, (a, b) in test.outliers.items()},
        ids={k: {word(w): i for w, i in reversed(tuple(v.items()))} for k, v in test.ids.items()},
    )


def ensure_known(test: TestSet, words: Collection[str], source: str) -> None:
    """Refuse a vocabulary that has no word of a test set; where they are of two scripts, say so."""
    known = set(words)
    if any(word in known for word in test.words):
        return
    asked, there = script(test.words), script(list(words))
    if asked and there and asked != there:
        why = f"most of its words are in {asked} script, those of {source} in {there}"
    else:
        why = f"it asks for {', '.join(test.words[:3])}, …; perhaps another normaliser is needed"
    raise InputError(f"no word of the test set {test.name} is in {source}: {why}")
