"""What corpora in several languages are about: categories in the vectors of each, side by side (section 4).

A category is the same in all languages by its name, an item by its id (Wikidata's Q142, CLDR's FR), or by its
word in sets that have no ids. Each category is scored on the items that the sets of all languages have, so
that no language is asked other things than the others, and on all that each language's own set has.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.errors import InputError, SpecError
from lydite.core.notes import Note
from lydite.core.spec import parse
from lydite.inference.options import Inference
from lydite.inference.result import Results
from lydite.probes.base import Probe
from lydite.probes.run import CATEGORY, ProbeRun, examine
from lydite.vectors.table import fold_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference.result import Result
    from lydite.probes.testsets import TestSet
    from lydite.vectors import Vectors

    Pairs = Mapping[str, tuple[Vectors, TestSet]]
    """By language: its vectors and its test set."""

Items = Literal["shared", "own"]
_LANGUAGE = re.compile(r"(.*\S)\s*\([a-z]{2,3}(-[\w-]+)?\)")


@dataclass(frozen=True)
class ContentFigure:
    """How well the vectors of a language have one category, by one probe."""

    category: str
    items: Items
    probe: str
    language: str
    result: Result
    right: int
    asked: int
    known: int
    words: int


@dataclass(frozen=True)
class Content:
    """All figures, category by category, and what must be known of them."""

    figures: tuple[ContentFigure, ...]
    vocabularies: Mapping[str, int]
    """How many words the vectors of each language have."""
    shared: Mapping[str, int]
    """How many items all languages have, by category."""
    notes: tuple[Note, ...] = ()

    def results(self) -> Results:
        """Return the figures as results: a group is a category, and which of its items."""
        return Results(
            tuple(replace(f.result, group=f"{f.category}, {f.items}") for f in self.figures), self.notes
        )


def examine_content(
    pairs: Pairs,
    probes: Sequence[str | Probe] = ("topk", "odd_one_out"),
    policies: Mapping[str, Mapping[str, str]] | None = None,
) -> Content:
    """Return how well the vectors of each language have each category; its ``policies`` go into signatures.

    Where shared items are asked about, other items of the categories are no answers: a language whose set has
    more is not punished for neighbours that belong there.

    >>> from lydite.probes.testsets import TestSet
    >>> from lydite.vectors import Vectors
    >>> english = Vectors.of({"karma": [1, 0], "yoga": [1, 0.1], "tax": [0, 1], "car": [0.1, 1]})
    >>> latin = Vectors.of({"carma": [1, 0], "lex": [1, 0.1], "ius": [0, 1], "ioga": [0.1, 1]})
    >>> sets = [{"Q1": "karma", "Q2": "yoga"}, {"Q1": "carma", "Q2": "ioga"}]
    >>> en, la = (TestSet.of_items({"hinduism": s}) for s in sets)
    >>> found = examine_content({"en": (english, en), "la": (latin, la)}, ["topk(k=1)"])
    >>> [(f.language, f.items, f.right, f.asked) for f in found.figures]
    [('en', 'shared', 2, 2), ('la', 'shared', 0, 2), ('en', 'own', 2, 2), ('la', 'own', 0, 2)]
    """
    wanted = [parse(p, "probe") if isinstance(p, str) else p for p in probes]
    for one in wanted:
        if one.needs != "categories" or one.best > 1:
            raise SpecError(f"{one} gives no rate for a category; topk and odd_one_out do")
    sets = {language: _by_category(test) for language, (_, test) in pairs.items()}
    categories = list(dict.fromkeys(c for named in sets.values() for c in named))
    if not categories:
        raise InputError("there is no category in these test sets")
    common = {c: _common([named[c] for named in sets.values() if c in named]) for c in categories}
    kinds: tuple[Items, ...] = ("shared", "own") if len(pairs) > 1 else ("own",)
    figures: list[ContentFigure] = []
    notes: list[Note] = []
    for items in kinds:
        for language, (vectors, test) in pairs.items():
            chosen = {
                c: tuple(w for w, key in named.items() if items == "own" or key in common[c])
                for c, named in sets[language].items()
            }
            asked = replace(test, categories=chosen, ids={})
            folds = [bool(getattr(one, "fold", False)) for one in wanted]
            known = {fold: _without(vectors, test.words, asked.words, fold=fold) for fold in set(folds)}
            for one, fold in zip(wanted, folds, strict=True) if any(chosen.values()) else ():
                named = {language: known[fold]}
                try:
                    run = examine(named, [one], asked, policies=(policies or {}).get(language))
                except InputError as error:  # too few usable words in all categories
                    notes.append(
                        Note("{source}, {items} items: {error}", language, items=items, error=str(error))
                    )
                else:
                    figures += _figures(run, items)
    figures, lacking = _usable(figures)
    notes += lacking
    if not figures:
        raise InputError("; ".join(notes))
    order = {str(one): place for place, one in enumerate(wanted)}
    figures.sort(key=lambda f: (categories.index(f.category), kinds.index(f.items), order[f.probe]))
    sizes = {language: len(vectors) for language, (vectors, _) in pairs.items()}
    notes += _about_sets(pairs, sets, common)
    return Content(tuple(figures), sizes, {c: len(k) for c, k in common.items()}, tuple(notes))


def _usable(figures: Sequence[ContentFigure]) -> tuple[list[ContentFigure], list[Note]]:
    """Return the figures of what was asked in any language, and notes of what was asked in none."""
    asked = {(f.category, f.items, f.probe) for f in figures if f.asked}
    kept = [f for f in figures if (f.category, f.items, f.probe) in asked]
    every = dict.fromkeys((f.category, f.items, f.probe) for f in figures)
    lost = [key for key in every if key not in asked]
    few = "{source}, {items} items: too few usable words for {probe}"
    return kept, [Note(few, c, items=items, probe=probe) for c, items, probe in lost]


def _about_sets(
    pairs: Pairs, sets: Mapping[str, Mapping[str, Mapping[str, str]]], common: Mapping[str, set[str]]
) -> list[Note]:
    """Say which categories are not in all sets, and which have no item in common."""
    notes = []
    for category, items in common.items():
        without = [language for language, named in sets.items() if category not in named]
        if without:
            notes.append(Note("not in the set of {languages}", category, languages=", ".join(without)))
        if not items and len(pairs) > 1:
            ids = "" if any(test.ids for _, test in pairs.values()) else " (they have no ids)"
            notes.append(Note(f"no item that all sets have{ids}", category))
    return notes


def _by_category(test: TestSet) -> dict[str, dict[str, str]]:
    """Return the key of each word by category; the code of a language after the name of one is left out."""
    found = {category: _LANGUAGE.fullmatch(category) for category in test.categories}
    bare = {category: plain[1] if plain else category for category, plain in found.items()}
    counts = Counter(bare.values())  # two categories stay two
    named = {}
    for category, words in test.categories.items():
        ids = test.ids.get(category, {})
        key = bare[category] if counts[bare[category]] == 1 else category
        named[key] = {w: ids.get(w, w) for w in words}
    return named


def _without(vectors: Vectors, every: Sequence[str], asked: Sequence[str], *, fold: bool) -> Vectors:
    """Return the vectors without the words of a set that are not asked about, however they are written."""
    dropped = set(every) - set(asked)
    if not dropped:
        return vectors
    words: Sequence[str] = vectors.words.all
    if fold:
        dropped = {*fold_words(list(dropped))} - {*fold_words(asked)}
        words = fold_words(words)
    return vectors.select(np.flatnonzero([word not in dropped for word in words]))


def _common(sets: Sequence[Mapping[str, str]]) -> set[str]:
    return set.intersection(*(set(one.values()) for one in sets))


def _figures(run: ProbeRun, items: Items) -> list[ContentFigure]:
    """Return the figures of one probe, a category each."""
    [[statistics]] = run.statistics
    figures = []
    for result in run.results(Inference(bootstrap=0, by=CATEGORY)):
        if result.group is not None:
            row = statistics.ids.index(result.group)
            counts = map(int, (*statistics.counts[row], *statistics.coverage[row]))
            figures.append(ContentFigure(result.group, items, result.measure, result.system, result, *counts))
    return figures
