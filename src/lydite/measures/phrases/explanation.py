"""What matched what: for each item its predictions with the gold phrases assigned to them."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.arrays import RaggedArray, offsets
from lydite.matchers.base import Matcher
from lydite.measures.phrases.gains import key_of, scores_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lydite.array_types import FloatArray, IntArray
    from lydite.matchers.base import Match
    from lydite.measures.base import Measure
    from lydite.measures.phrases.gains import Cut
    from lydite.measures.phrases.items import PhraseItems

    Account = Callable[[str, str], Match | None]


_TOGETHER = 500
"""Items whose pairs are matched together."""


@dataclass(frozen=True, slots=True)
class ItemMatch:
    """One line of an item: a prediction that matched, a spurious one, or a gold phrase that was missed."""

    system: str
    item: str
    measure: str
    status: Literal["matched", "spurious", "missed"]
    rank: int | None
    prediction: str
    gold: str
    score: float
    why: Match | None = None
    """The matcher's own account of a match."""
    concept: int | None = None
    """Which of the item's gold concepts it is about: variants of a phrase are one."""


@dataclass(frozen=True)
class _MatchView:
    """How a measure looks at an item: measures with equal views would give the same lines."""

    match: Matcher
    assign: str
    threshold: float | None
    cut: Cut
    part: str


def explain(
    items: PhraseItems, system: str, measures: Sequence[Measure], why: Account | None = None
) -> Iterator[ItemMatch]:
    """Yield what matched what, item by item, once for each matcher, assignment, threshold and cutoff.

    ``why`` accounts for a match, where that is not to be asked of the matcher.
    """
    views: dict[_MatchView, Any] = {}
    for measure in measures:
        match = getattr(measure, "match", None)
        if isinstance(match, Matcher):
            known: Any = measure
            view = _MatchView(
                match,
                getattr(known, "assigned", "max"),
                getattr(known, "threshold", None),
                getattr(known, "cut", None),
                getattr(known, "part", "all"),
            )
            views.setdefault(view, known)
    for view, measure in views.items():
        parted = items if view.part == "all" else measure.parted(items)
        yield from _explain(parted, system, str(measure), view, why)


def _explain(
    items: PhraseItems, system: str, name: str, view: _MatchView, given: Account | None
) -> Iterator[ItemMatch]:
    text = items.words.phrases
    account = given or functools.cache(view.match.explain)  # the same pair matches in many items
    for item, (rows, columns, concepts, scores) in zip(items.ids, _score_tables(items, view), strict=True):
        taken = set()
        for row, column in enumerate(_assign(scores, concepts, view)):
            prediction = text[rows[row]]
            if column < 0:
                yield ItemMatch(system, item, name, "spurious", row + 1, prediction, "", 0.0)
                continue
            taken.add(int(concepts[column]))
            why = account(prediction, text[columns[column]])
            score = float(scores[row, column])
            yield ItemMatch(
                system, item, name, "matched", row + 1, prediction, text[columns[column]], score, why,
                int(concepts[column]),
            )  # fmt: skip
        for concept in sorted(set(concepts.tolist()) - taken):
            first = text[columns[int(np.argmax(concepts == concept))]]
            yield ItemMatch(system, item, name, "missed", None, "", first, 0.0, None, concept)


def _score_tables(
    items: PhraseItems, view: _MatchView
) -> Iterator[tuple[IntArray, IntArray, IntArray, FloatArray]]:
    """Yield for each item its predictions, its gold phrases, their concepts, and the scores of all pairs.

    Pairs of many items are matched together.
    """
    keys = items.keys(key_of(view.match))
    kept, gold = items.predicted.distinct(keys), items.gold.distinct(keys)
    known = scores_of(items, view.match)
    for start in range(0, len(items), _TOGETHER):
        lists = []
        for i in range(start, min(start + _TOGETHER, len(items))):
            columns = gold.codes[gold.starts[i] : gold.starts[i + 1]]
            concepts = (
                np.arange(len(columns))
                if gold.concepts is None
                else gold.concepts[gold.starts[i] : gold.starts[i + 1]]
            )
            most = int(concepts.max(initial=-1)) + 1 if view.cut == "O" else view.cut
            lists.append((kept.codes[kept.starts[i] : kept.starts[i + 1]][:most], columns, concepts))
        rows_of, columns_of = (
            RaggedArray(np.concatenate(side), offsets([*map(len, side)]))
            for side in ([one[k] for one in lists] for k in (0, 1))
        )
        scores = known.score(items.words, view.match, rows_of, columns_of)
        ends = np.cumsum([len(rows) * len(columns) for rows, columns, _ in lists])
        for (rows, columns, concepts), flat in zip(lists, np.split(scores, ends[:-1]), strict=True):
            yield rows, columns, concepts, flat.reshape(len(rows), len(columns))


def _assign(scores: FloatArray, concepts: IntArray, view: _MatchView) -> list[int]:
    """Return for each prediction the gold variant assigned to it, or -1."""
    rows, columns = scores.shape
    worth = scores
    if view.threshold is not None:  # as many as possible; of equally many, those with the highest scores
        worth = (scores >= view.threshold) * (1 + scores / (rows + 1))
    if not columns:
        return [-1] * rows
    if view.assign != "one_to_one":
        best = worth.argmax(axis=1)
        return [int(c) if worth[r, c] > 0 else -1 for r, c in enumerate(best)]
    from scipy.optimize import linear_sum_assignment

    count = int(concepts.max()) + 1
    narrow = np.zeros((rows, count))
    variant = np.zeros((rows, count), dtype=np.int64)
    alone = len(set(concepts.tolist())) == columns  # no phrase has variants
    if alone:
        narrow[:, concepts], variant[:, concepts] = worth, np.arange(columns)
    for column in () if alone else range(columns):
        concept = concepts[column]
        better = (worth[:, column] > narrow[:, concept]) | (concepts[:column] != concept).all()
        narrow[better, concept] = worth[better, column]
        variant[better, concept] = column
    assigned = [-1] * rows
    for row, concept in zip(*linear_sum_assignment(-narrow), strict=True):
        if narrow[row, concept] > 0:
            assigned[int(row)] = int(variant[row, concept])
    return assigned
