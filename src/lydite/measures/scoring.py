"""From items to statistics: the one place where measures are run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import SpecError
from lydite.matchers.base import Matcher
from lydite.measures.chance import Shuffles, chance
from lydite.progress import steps
from lydite.statistics import ItemStatistics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems


def score(
    items: PhraseItems, system: str, measures: Sequence[Measure], shuffles: Shuffles | None = None
) -> ItemStatistics:
    """Return the statistics of one system under several measures; shared work is done once.

    ``shuffles`` says how the chance level of soft measures is found.
    """
    for measure in measures:
        if measure.of != "phrases":
            raise SpecError(f"{measure} measures {measure.of}, not phrases")
    statistics = tuple(m.statistics(items) for m in steps(measures, f"{system}: measures"))
    coverage = {i: c for i, m in enumerate(measures) if (c := _coverage(items, m)) is not None}
    soft = [i for i, m in enumerate(measures) if m.soft]
    how = shuffles or Shuffles()
    found = chance(items, [measures[i] for i in soft], how)
    shuffled = dict(zip(soft, found, strict=False))  # nothing was found where nothing could be shuffled
    return ItemStatistics(
        system,
        items.ids,
        tuple(measures),
        statistics,
        items.columns,
        chance=shuffled,
        coverage=coverage,
        shuffles=(how.times, how.seed),
    )


def _known(items: PhraseItems, measure: Measure) -> NDArray[np.bool_] | None:
    """Return which phrases the matcher's source knows; nothing where it has no source."""
    match = getattr(measure, "match", None)
    if not isinstance(match, Matcher) or type(match).known is Matcher.known:
        return None
    return items.shared(("known", match), lambda: match.known(items.words.phrases))


def _coverage(items: PhraseItems, measure: Measure) -> NDArray[np.float64] | None:
    """Return for each item how many of its phrases the matcher's source knows, and how many there are."""
    known = _known(items, measure)
    if known is None:
        return None
    found = np.zeros((len(items), 2))
    items = items if getattr(measure, "part", "all") == "all" else measure.parted(items)  # type: ignore[attr-defined]
    for lists in (items.gold, items.predicted):
        owner = np.repeat(np.arange(len(items)), lists.sizes)
        found[:, 0] += np.bincount(owner, known[lists.codes], minlength=len(items))
        found[:, 1] += lists.sizes
    return found


def unknown(items: PhraseItems, system: str, measures: Sequence[Measure]) -> list[str]:
    """Say of which measures the source knows no gold phrase, or no predicted one: their zeros mean little."""
    lost: dict[str, list[Measure]] = {}
    for measure in measures:
        known = _known(items, measure)
        if known is None:
            continue
        sides = {"gold phrases": items.gold, "predicted phrases": items.predicted}
        none = [n for n, lists in sides.items() if len(lists.codes) and not known[lists.codes].any()]
        if none:
            lost.setdefault("phrases" if none[1:] else none[0], []).append(measure)
    named = {what: f"{of[0]} and {len(of) - 1:,} more" if of[1:] else of[0] for what, of in lost.items()}
    return [f"{system}: {of}: its source knows none of the {what}" for what, of in named.items()]
