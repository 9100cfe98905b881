"""The score of a part: rows of statistics of its items under each measure, with chance, or their sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import content_digest
from lydite.core.errors import InputError, ensure_columns
from lydite.core.executors.sent import SentSpec
from lydite.core.notes import Note
from lydite.inference.item_sums import sum_items
from lydite.inference.poisson import unit_keys
from lydite.inference.statistics import TOPIC, ItemStatistics
from lydite.measures.chance import SHUFFLES, GoldShuffles, ShufflePlan, chance, chance_notes
from lydite.measures.labels.scoring import LabelSourceOptions, score_sources
from lydite.measures.phrases.base import coverage_of, statistics_of, unknown_phrases
from lydite.runs.asking import ask_ahead
from lydite.runs.files import FilePart
from lydite.runs.parts import FileFacts, Part, PartResult, add_all_blocks
from lydite.runs.sources import field_names, read_items

if TYPE_CHECKING:
    from lydite.core.array_types import IntArray
    from lydite.inference import Inference
    from lydite.inference.item_sums import ItemSums
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.reading.fields import Detected
    from lydite.runs.request import Request


@dataclass(frozen=True, eq=False)
class Work:
    """What all parts of a run need."""

    request: Request
    measures: Sequence[Measure | SentSpec]
    """As specs where other processes work: they must have the same sources."""
    items: Mapping[str, PhraseItems]
    """By system; none where parts are files, which are read where they are scored."""
    digests: Mapping[str, tuple[str, str]]
    """By system: of gold and of the predictions; none where parts are files."""
    orders: Sequence[IntArray] = ()
    """Whose gold each item gets, in each shuffle, where that was drawn beforehand."""
    columns: Sequence[str | None] = ()
    """Columns that will be asked for: where items have none such, nothing is scored."""
    sums: Inference | None = None
    """Keep sums alone, of resamples drawn like this; None keeps the rows."""

    def __getstate__(self) -> dict[str, Any]:
        """Send items without scores of pairs, and no source: parts name theirs."""
        scores: dict[Any, Any] = {}  # which all systems share; what else is known of one, no other may have
        items = {
            n: replace(i, pair_scores=scores, extra=(), left_out=(), _memory={})
            for n, i in self.items.items()
        }
        bare = replace(self.request, gold="", systems={}, match=(), measures=None)
        return vars(self) | {"request": bare, "items": items}

    def sent(self) -> Work:
        """Return the same for other processes: with measures as specs, and what all would find out again."""
        measures = [m for m in self.measures if not isinstance(m, SentSpec)]
        for items in self.items.values():
            for measure in measures:
                items.keys(getattr(measure, "match", None))
        orders: Sequence[IntArray] = ()
        if self.items and all(getattr(m, "part", "all") == "all" for m in measures):
            first, chance = next(iter(self.items.values())), self.request.chance
            count = int(np.count_nonzero(first.gold.sizes))
            if count > 1:
                orders = ShufflePlan(chance.chance, chance.seed).orders(first, count)
        return replace(self, measures=[SentSpec.of(m) for m in measures], orders=orders)


class PartScorer:
    """What a worker has loaded to score parts."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.measures: list[Measure] = [m.received() if isinstance(m, SentSpec) else m for m in work.measures]
        asked = work.request.chance
        times = SHUFFLES if asked.chance is None and not work.items else asked.chance
        self.plan = ShufflePlan(times, asked.seed)  # as many in all files
        self._known = [GoldShuffles(next(iter(work.items.values())), work.orders)] if work.orders else []

    def result(self, part: Part | FilePart) -> PartResult:
        """Return what is found in a part."""
        if isinstance(part, FilePart):
            return self._of_files(part)
        items = self.work.items
        within = part.places(len(next(iter(items.values()))))
        if part.of == 1:
            ask_ahead(items, self.measures, self.plan)
        rows = [
            score_slice(one, n, self.measures, self.plan, within, self._known) for n, one in items.items()
        ]
        for gold in self._known:
            gold.forget()
        return self._result(part, rows)

    def _of_files(self, part: FilePart) -> PartResult:
        request = replace(self.work.request, gold=part.gold, systems=dict(part.systems))
        if self.measures[0].input_kind == "labels":
            scored, notes, detected = score_labels(request, self.measures)
            answers = tuple(s.predictions for s in scored)
            facts = FileFacts(part.gold, np.sort(unit_keys(scored[0].ids)), scored[0].gold, answers)
            return self._result(part, scored, facts, notes, detected)
        items, detected = read_items(request, self.measures)
        first = next(iter(items.values()))
        ensure_columns(first.columns, self.work.columns)
        if self.plan.times != 0 and np.count_nonzero(first.gold.sizes) < 2:
            why = "has fewer than two items with gold phrases, so that there is no chance; --no-chance"
            raise InputError(why, part.gold)
        ask_ahead(items, self.measures, self.plan)
        known: list[GoldShuffles] = []
        whole = slice(0, len(first))
        rows = [score_slice(one, n, self.measures, self.plan, whole, known) for n, one in items.items()]
        digests = [one.digests() for one in items.values()]
        extra = {item for one in items.values() for item in one.extra}
        left_out = {item for one in items.values() for item in one.left_out}
        facts = FileFacts(
            part.gold,
            np.sort(unit_keys((*first.ids, *left_out))),
            digests[0][0],
            tuple(predictions for _, predictions in digests),
            topics_of(first) if self.plan.times != 0 else "",
            unit_keys(sorted(extra)),
        )
        told = [
            n for name, one in items.items() for n in notes_of(one, name, self.measures, self.plan, part.gold)
        ]
        return self._result(part, [_one_block(one) for one in rows], facts, told, detected)

    def _result(
        self,
        part: Part | FilePart,
        rows: Sequence[ItemStatistics],
        facts: FileFacts | None = None,
        notes: Sequence[Note] = (),
        detected: Sequence[Detected] = (),
    ) -> PartResult:
        asked, drawn = self.work.request, self.work.sums
        made = {
            "systems": [one.system for one in rows],
            "measures": [m.signature() for m in self.measures],
            "gold and predictions": [*self.work.digests.items()],
            "reading": asked.reading,
            "policy": [asked.policy.missing, asked.policy.no_gold, asked.policy.ties],
            "columns": [sorted(one.columns) for one in rows],
            "labels": [one.policies.get("labels") for one in rows],
            "chance": [asked.chance, *(one.shuffles for one in rows)],
            "resamples": drawn and [drawn.seed, drawn.bootstrap, drawn.cluster],
        }
        sums: tuple[ItemSums, ...] = ()
        if drawn is not None:
            rows = [sum_items(one, drawn) for one in rows]
            sums = tuple(one.sums for one in rows if one.sums is not None)
            rows = [replace(one, sums=None) for one in rows]
        elif facts is None:  # those of the whole, which are there
            rows = [replace(one, ids=(), columns={}) for one in rows]
        bare = tuple(replace(one, measures=(), _codes={}) for one in rows)
        number = part.number
        files = {} if facts is None else {number: facts}
        told = {number: tuple(dict.fromkeys(notes))}
        return PartResult(part.of, made, {number: bare}, sums, files, told, {number: tuple(detected)})


def score_part(scorer: PartScorer, part: Part | FilePart) -> PartResult:
    """Return what is found in a part."""
    return scorer.result(part)


def score_slice(
    items: PhraseItems,
    system: str,
    measures: Sequence[Measure],
    plan: ShufflePlan,
    within: slice,
    known: list[GoldShuffles],
) -> ItemStatistics:
    """Return the statistics of some of the items; chance, of other items' gold, is by block of items.

    ``known`` is what systems on the same gold share.
    """
    statistics = statistics_of(items, measures, f"{system}: measures", within)
    found = chance(items, measures, plan, statistics, known, within)
    piece = items.piece(within)
    each = dict(enumerate(found.measures))
    return ItemStatistics(
        system,
        piece.ids,
        tuple(measures),
        tuple(statistics),
        piece.columns,
        chance={i: c.means for i, c in each.items()},
        chance_sums={i: c.sums for i, c in each.items()},
        chance_spread={i: c.spread for i, c in each.items() if c.spread is not None},
        net={i: c.net for i, c in each.items() if c.net is not None},
        coverage={i: c for i, m in enumerate(measures) if (c := coverage_of(m, piece)) is not None},
        shuffles=(found.times, plan.seed),
    )


def score_items(
    items: PhraseItems,
    system: str,
    measures: Sequence[Measure],
    plan: ShufflePlan,
    known: list[GoldShuffles] | None = None,
) -> ItemStatistics:
    """Return the statistics of all items of one system."""
    found = score_slice(items, system, measures, plan, slice(0, len(items)), [] if known is None else known)
    return add_all_blocks(found)


def score_labels(
    request: Request, measures: Sequence[Measure]
) -> tuple[list[ItemStatistics], tuple[Note, ...], tuple[Detected, ...]]:
    """Return the statistics of systems under measures of labels, notes, and how each source was read."""
    how, policy = request.reading, request.policy
    given: dict[str, Any] = {
        "scores": how.scores, "separator": how.separator, "no_gold": policy.no_gold,
        "documents": how.documents, "ties": policy.ties != "order", "best": how.best,
    }  # fmt: skip
    if names := [name for name, value in given.items() if value is not None and value is not False]:
        typed = ", ".join(f"--{name.replace('_', '-')}" for name in names)
        raise InputError(f"{typed}: for measures of phrases, not of labels")
    options = LabelSourceOptions(
        how.labels, policy.missing, how.normalise, how.count, how.input_format, how.encoding,
        field_names(request), how.skip_bad,
    )  # fmt: skip
    return score_sources(request.gold, request.systems, measures, options)


def policies_of(request: Request) -> dict[str, str]:
    """Return the policies that signatures name: what is not as usual, and what becomes of missing items."""
    policy, best = request.policy, request.reading.best
    unusual: dict[str, tuple[str | None, str | None]] = {
        "no_gold": (policy.no_gold or "unscored", "unscored"),
        "ties": (policy.ties, "order"),
        "best": (best if best in ("lowest", "order") else None, None),
    }
    known = {k: str(v) for k, (v, usual) in unusual.items() if v != usual}
    return {"missing": policy.missing or "zero", **known}


def topics_of(items: PhraseItems) -> str:
    """Return the digest of the topics within which gold is shuffled; nothing where there are none."""
    topics = items.columns.get(TOPIC)
    return "" if topics is None else content_digest(items.ids, topics)


def notes_of(
    items: PhraseItems, system: str, measures: Sequence[Measure], plan: ShufflePlan, source: str = ""
) -> tuple[Note, ...]:
    """Return what a reader must know of documents and items, of what sources do not know, and of chance.

    ``source`` is the file that these are all items of, where there are others.
    """
    unscored = items.no_gold == "unscored" and not len(items.gold.codes)
    nothing = Note("no item has a gold phrase, so none is scored; --no-gold zero counts them as 0", source)
    texts = items.documents.notes if items.documents is not None else ()
    by_chance = chance_notes(items, plan, source) if any(m.soft for m in measures) else ()
    told = [*texts, *items.notes, *([nothing] if unscored else [])]
    of = f"{system}, {source}" if source else system
    return (*told, *unknown_phrases(items, of, measures), *by_chance)


def _one_block(scored: ItemStatistics) -> ItemStatistics:
    """Return the same with sums over shuffles of all items of a file as one block."""
    summed = add_all_blocks(scored)
    return replace(
        summed,
        chance_sums={k: sums[None] for k, sums in summed.chance_sums.items()},
        net={k: net._replace(sums=net.sums[None]) for k, net in summed.net.items()},
    )
