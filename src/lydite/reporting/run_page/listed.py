"""Which measure's matches are listed item by item, and its counterpart by spelling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, LyditeError
from lydite.core.spec.signed import is_signed, resources
from lydite.inference.resampling_plan import item_values
from lydite.matchers.base import Matcher
from lydite.matchers.surface.exact import Exact
from lydite.measures.chance import ShufflePlan
from lydite.runs.scoring import score_items

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.inference.statistics import ItemStatistics
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.runs.run import Run


@dataclass(frozen=True)
class ListedRun:
    """The systems of a run whose phrases were saved, under one measure that matches phrases."""

    run: Run
    measure: Measure
    systems: tuple[str, ...]
    asked: bool = False
    """Whether users named the measure, and with it its sources."""

    @property
    def by_meaning(self) -> bool:
        """Whether matches come from a source that knows phrases, not from their letters."""
        return knows(self.measure)

    def statistics(self, system: str) -> ItemStatistics:
        """Return the statistics of a system."""
        return next(s for s in self.run.blocks[0].systems if s.system == system)

    def items(self, system: str) -> PhraseItems:
        """Return the phrases of a system."""
        return self.run.evidence.phrases[system]

    def scores(self, system: str) -> FloatArray:
        """Return the score of every item."""
        scored = self.statistics(system)
        return item_values(scored, list(map(str, scored.measures)).index(str(self.measure)))

    def spelling_scores(self, system: str) -> FloatArray | None:
        """Return the score of every item with phrases compared by spelling; None for other measures."""
        known: Any = self.measure
        try:
            spelled = replace(known, match=Exact())
        except (LyditeError, TypeError, ValueError):
            return None
        scored = self.statistics(system)
        names = list(map(str, scored.measures))
        if str(spelled) in names:
            return item_values(scored, names.index(str(spelled)))
        return item_values(score_items(self.items(system), system, [spelled], ShufflePlan(0)), 0)

    @property
    def one_gold(self) -> bool:
        """Whether all of them were scored against the same gold."""
        return len({self.statistics(s).gold for s in self.systems}) == 1

    def lacking(self) -> str:
        """Say which systems have no items, where others have."""
        names = [s for s in self.run.systems if s not in self.run.evidence.phrases]
        return f"Saved without items, so not among them: {', '.join(names)}." if names else ""

    def unsigned(self) -> str:
        """Return the path of a source that is not what the run was scored with, unless users named it."""
        scored = self.statistics(self.systems[0])
        if self.asked or not scored.signatures:  # scored here, by the measures of this command
            return ""
        saved = scored.signed(list(map(str, scored.measures)).index(str(self.measure)))
        known: Any = self.measure
        return next((one.path for one in resources(known) if not is_signed(one, saved)), "")

    def changed(self) -> str:
        """Return a note where the source is not the one that the run was scored with."""
        scored = self.statistics(self.systems[0])
        saved = scored.signed(list(map(str, scored.measures)).index(str(self.measure)))
        try:
            same = saved == self.measure.signature()
        except LyditeError:
            return ""
        told = "matches and paths of items are those of a source that differs from the one it was scored with"
        return "" if same else f"{self.measure}: {told}"


def listed_run(run: Run, asked: str | None, order: tuple[str, ...]) -> ListedRun | None:
    """Return what is listed: the measure asked for, or the first by meaning, else the first that matches.

    None where no phrases were saved; ``order`` is that of the systems.
    """
    measure = listed_measure(run, asked)
    systems = tuple(s for s in order if s in run.evidence.phrases)
    return None if measure is None or not systems else ListedRun(run, measure, systems, asked is not None)


def listed_measure(run: Run, asked: str | None) -> Measure | None:
    """Return the measure whose matches are listed; None where none has any and none was asked for."""
    known = run.blocks[0].systems[0].measures
    measures: list[Any] = [m for m in known if _matches(m)] if run.kind == "phrases" else []
    if asked is None:
        return next((m for m in measures if knows(m)), measures[0] if measures else None)
    from lydite.runs.pairing import spelled

    named = {str(m): m for m in known}
    chosen: Any = named[spelled(asked, named)]
    if chosen not in measures:
        raise InputError(f"{chosen} has no matches of phrases to list")
    return chosen  # type: ignore[no-any-return]  # a run of phrases has measures


def knows(measure: Any) -> bool:
    """Whether a measure's matcher has a source that knows phrases."""
    match = getattr(measure, "match", None)
    return isinstance(match, Matcher) and type(match).known is not Matcher.known


def _matches(measure: Any) -> bool:
    return isinstance(getattr(measure, "match", None), Matcher) and getattr(measure, "part", "all") == "all"


def rounded(values: FloatArray) -> list[float | None]:
    """Return scores with four digits; None for what is unscored."""
    return [None if np.isnan(v) else round(float(v), 4) for v in values]
