"""What the measures of phrases have in common: matcher, assignment, cutoff and averaging."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from lydite.core.notes import Note
from lydite.core.progress import track
from lydite.core.spec import param
from lydite.inference.statistics import ratio
from lydite.matchers.base import KeyMatcher, Matcher
from lydite.measures.base import Measure
from lydite.measures.phrases.gains import Cut, Gains, gains
from lydite.measures.phrases.net import share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.measures.phrases.items import PhraseItems
    from lydite.measures.phrases.net import NetGains

_BLOCK = 65_536  # phrases that are looked at together


@dataclass(frozen=True)
class PhraseMeasure(Measure):
    """A measure of ranked predicted phrases. Items without gold phrases are unscored.

    Statistics are (numerator, denominator) for each item; the value is the quotient of their sums. A
    macro average has the item's own value as numerator and 1 as denominator.
    """

    input_kind = "phrases"
    undefined = "items without gold phrases are unscored"
    one_hit: ClassVar[bool] = False
    """Whether one match is enough, so that each prediction takes its best match whatever others took."""
    nets: ClassVar[bool] = False
    """Whether its corrected value sums net gains (:meth:`net`), not values above chance."""
    clips: ClassVar[bool] = True
    """Whether the gains of a list are never more than the gold phrases, where two may match one."""

    by_grade: ClassVar[bool] = False
    """Whether a match is worth the grade of the gold phrase, where gold has grades."""

    match: Matcher = param(
        "exact", help="the matcher that says how well a prediction stands for a gold phrase"
    )
    assign: Literal["one_to_one", "max"] = param(
        "one_to_one",
        help="match each gold phrase with one prediction at most, or each prediction with its best",
    )
    threshold: float | None = param(
        None, help="turns graded matches into yes (at least this) or no", low=0, high=1
    )
    part: Literal["all", "present", "absent"] = param(
        "all",
        help="all phrases, or only those that stand in their document (by stems), or only those that do not",
        later=True,
    )
    cut: Cut = None

    @property
    def soft(self) -> bool:
        """Whether more than equal keys count as a match."""
        return not isinstance(self.match, KeyMatcher)

    @property
    def mean(self) -> bool:
        """Whether the value is Σ numerator / Σ denominator; what has another value says so itself."""
        return type(self).value is PhraseMeasure.value

    def value(self, sums: FloatArray) -> FloatArray:
        """Return Σ numerator / Σ denominator."""
        return ratio(sums[..., 0], sums[..., 1])

    @property
    def assigned(self) -> str:
        """How predictions are given to gold phrases: ``assign``, unless that makes no difference."""
        return "max" if self.one_hit else self.assign

    def parted(self, items: PhraseItems) -> PhraseItems:
        """Return the items with the part of their phrases that is measured."""
        stemmer: Any = getattr(self.match, "language", "porter") if self.match.name == "stem" else "porter"
        return items if self.part == "all" else items.part(self.part, stemmer)

    def gains(self, items: PhraseItems) -> Gains:
        """Return the gain of each prediction under this measure's matcher."""
        return gains(self.parted(items), self.match, self.assigned, self.threshold)

    def net_key(self, items: PhraseItems) -> tuple[Any, ...]:  # noqa: ARG002
        """Return what decides net gains: measures with equal keys share them."""
        return self.match, self.assigned, self.threshold, self.clips and self.assigned == "max"

    def net_gains(self, items: PhraseItems) -> Gains:
        """Return the gains that net gains are made of."""
        found = self.gains(items)
        return found.clipped() if self.clips and self.assigned == "max" else found

    def net(self, lists: NetGains, gold_room: FloatArray) -> FloatArray:
        """Return (net gain, room, room of gold) for each item; the corrected value sums them over items."""
        raise NotImplementedError

    def gold_room(self, gold: NetGains) -> FloatArray:
        """Return the mean room of gold phrases in each item, as if the gold list had been predicted."""
        return share(gold.total(gold.room), gold.sizes)

    @staticmethod
    def _scored(items: PhraseItems, gold: IntArray) -> BoolArray:
        """Return which items count in sums: those with gold phrases, or all where the policy says so."""
        return np.ones(len(gold), np.bool_) if items.no_gold == "zero" else gold > 0

    def _macro(
        self, items: PhraseItems, values: FloatArray, gold: IntArray, scored: BoolArray | None = None
    ) -> FloatArray:
        """Return (value, 1) for scored items; those the system did not answer at all have the value 0.

        So have items without gold phrases, where the policy says so.
        """
        known = gold > 0
        scored = known if scored is None else known & (scored | items.absent)
        worth = scored & ~items.absent
        if items.no_gold == "zero":
            scored = scored | ~known
        return np.stack([np.where(worth, values, 0.0), scored.astype(np.float64)], axis=1)


def known_phrases(measure: Measure, items: PhraseItems) -> list[FloatArray] | None:
    """Return how much of each phrase the source knows as gold and as prediction; None where it has none."""
    match = getattr(measure, "match", None)
    if not isinstance(match, Matcher) or type(match).known is Matcher.known:
        return None
    candidates, references = match.sides
    return [
        items.shared(("known", side), functools.partial(side.known_shares, items.words.phrases))
        for side in (references, candidates)
    ]


def statistics_of(
    items: PhraseItems, measures: Sequence[Measure], told: str, within: slice | None = None
) -> list[FloatArray]:
    """Return the statistics of each measure, of all items or of a slice; those of many in pieces."""
    parts = items.parts(within)
    if len(parts) == 1:  # what measures share is found once for all
        piece = items.piece(parts[0])
        return [m.statistics(piece) for m in track(measures, told)]
    pieces = (items.piece(part) for part in track(parts, told))
    rows = [[m.statistics(piece) for m in measures] for piece in pieces]
    return [np.concatenate(each) for each in zip(*rows, strict=True)]


def coverage_of(measure: Measure, items: PhraseItems) -> FloatArray | None:
    """Return for each item how many of its phrases the matcher's source knows, and how many there are."""
    known = known_phrases(measure, items)
    if known is None:
        return None
    counts = np.zeros((len(items), 2))
    measured = measure.parted(items) if isinstance(measure, PhraseMeasure) else items
    for lists, there in zip((measured.gold, measured.predicted), known, strict=True):
        counts[:, 0] += np.bincount(lists.owners, there[lists.codes], minlength=len(items))
        counts[:, 1] += lists.sizes
    return counts


def unknown_phrases(items: PhraseItems, system: str, measures: Sequence[Measure]) -> list[Note]:
    """Return notes on measures whose source knows no gold, or no predicted phrase: zeros mean little."""
    lost: dict[str, list[Measure]] = {}
    for measure in measures:
        known = known_phrases(measure, items)
        if known is None:
            continue
        sides = {"gold phrases": items.gold.codes, "predicted phrases": items.predicted.codes}
        pairs = zip(sides.items(), known, strict=True)
        none = [name for (name, codes), there in pairs if len(codes) and not _any_known(there, codes)]
        if none:
            lost.setdefault("phrases" if none[1:] else none[0], []).append(measure)
    named = {what: f"{of[0]} and {len(of) - 1:,} more" if of[1:] else of[0] for what, of in lost.items()}
    sentence = "{measure}: its source knows none of the {what}"
    return [Note(sentence, system, measure=str(of), what=what) for what, of in named.items()]


def _any_known(there: FloatArray, codes: IntArray) -> bool:
    """Whether one is known; mostly one of the first is."""
    return any(there[codes[a : a + _BLOCK]].any() for a in range(0, len(codes), _BLOCK))
