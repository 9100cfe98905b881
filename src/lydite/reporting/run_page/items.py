"""Items for the page: phrases and paths are numbered, so that each is said once."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.progress import track
from lydite.inference.statistics import TOPIC
from lydite.measures.phrases.explanation import explain
from lydite.reporting.run_page.accounts import PairAccounts
from lydite.reporting.run_page.listed import rounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.array_types import IntArray
    from lydite.measures.phrases.explanation import ItemMatch
    from lydite.reporting.run_page.listed import ListedRun

Lines = dict[str, list["ItemMatch"]]
"""By item, its lines."""
_TOGETHER = 2_000
"""Items that are looked at together: what is known of pairs is kept so long."""
_LISTS = 20_000
"""Lists of predictions, one an item and system, whose lines are in memory at once."""


def first_items(listed: ListedRun, most: int) -> dict[str, Any]:
    """Return the first items, in the order of their ids."""
    total = len(listed.items(listed.systems[0]))
    scores = [rounded(listed.scores(s)) for s in listed.systems]
    known: Any = listed.measure
    return _Block(listed, PairAccounts(known.match)).filled(np.arange(min(most, total)), scores)


def lines_of(listed: ListedRun, system: str, places: IntArray) -> Lines:
    """Return what matched what in some items of a system, without an account of it."""
    by_item: Lines = {}
    told = f"{system}: items"
    for few in track(np.array_split(places, max(1, len(places) // _TOGETHER)), told):
        items = listed.items(system).select(few)
        lines = explain(items, system, [listed.measure], why=False)
        by_item |= {item: list(group) for item, group in itertools.groupby(lines, lambda one: one.item)}
    return by_item


class _Block:
    """Numbers phrases and paths."""

    def __init__(self, listed: ListedRun, accounts: PairAccounts) -> None:
        self.listed = listed
        self.accounts = accounts
        self.words: dict[str, int] = {}
        self.paths: dict[str, int] = {}

    def filled(self, places: IntArray, scores: Sequence[Sequence[float | None]]) -> dict[str, Any]:
        parts = -(-len(places) * len(self.listed.systems) // _LISTS)
        rows = [row for few in np.array_split(places, max(1, parts)) for row in self._rows(few, scores)]
        return {"words": list(self.words), "paths": list(self.paths), "items": rows}

    def _rows(self, places: IntArray, scores: Sequence[Sequence[float | None]]) -> Iterator[list[Any]]:
        items = self.listed.items(self.listed.systems[0])
        topics = items.columns.get(TOPIC)
        answers = [lines_of(self.listed, s, places) for s in self.listed.systems]
        every = (line for of in answers for lines in of.values() for line in lines)
        self.accounts.ask((x.prediction, x.gold) for x in every if x.status == "matched")
        for place in places.tolist():
            item = items.ids[place]
            lines = [of.get(item, []) for of in answers]
            gold = self._gold(lines)
            sides = [[score[place], self._side(own, gold)] for own, score in zip(lines, scores, strict=True)]
            topic = None if topics is None else topics[place]
            yield [item, topic, [self._word(text) for text in gold.values()], sides]

    def _gold(self, lines: Sequence[Sequence[ItemMatch]]) -> dict[int, str]:
        """Return a phrase for each gold concept: the variant that a system missed is its first."""
        known: dict[int, str] = {}
        for line in sorted((x for own in lines for x in own), key=lambda x: x.status != "missed"):
            if line.concept is not None:
                known.setdefault(line.concept, line.gold)
        return dict(sorted(known.items()))

    def _side(self, lines: Sequence[ItemMatch], gold: dict[int, str]) -> list[list[float]]:
        """Return prediction by prediction: phrase, place of gold or -1, score, path, gold as it matched."""
        order = {concept: n for n, concept in enumerate(gold)}
        side: list[list[float]] = []
        for line in lines:
            if line.concept is None:
                side.append([self._word(line.prediction), -1])
            elif line.status == "matched":
                path = self.paths.setdefault(self.accounts.text(line.prediction, line.gold), len(self.paths))
                at = [self._word(line.prediction), order[line.concept], round(line.score, 3), path]
                side.append([*at, self._word(line.gold)])
        return side

    def _word(self, text: str) -> int:
        return self.words.setdefault(text, len(self.words))
