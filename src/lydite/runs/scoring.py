"""From gold and predictions to the statistics of every item, whatever is measured: where measures are run."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol

from lydite.choices import ChanceLists, Missing, NoGold, Ties
from lydite.errors import InputError, SpecError
from lydite.spec import expand

if TYPE_CHECKING:
    from lydite.array_types import BoolArray, FloatArray
    from lydite.measures.base import Measure
    from lydite.measures.chance import ShufflePlan
    from lydite.measures.phrases.items import PhraseItems
    from lydite.reading.documents import Documents
    from lydite.statistics import ItemStatistics


class DataFrame(Protocol):
    """A data frame of pandas, polars or Arrow."""

    @property
    def columns(self) -> Any:
        """The columns, or their names."""


Source = str | PathLike[str] | Mapping[Any, Any] | Sequence[Any] | DataFrame
"""Gold or predictions: a path, a mapping from item to answer, a list of labels, a data frame."""


def score(
    gold: Source,
    systems: Mapping[str, Source],
    measures: str | Measure | Sequence[str | Measure],
    *,
    missing: Missing | None = None,
    let: Mapping[str, str] | None = None,
    labels: Sequence[str] | None = None,
    normalise: bool = False,
    count: bool = False,
    shard: str | None = None,
    format: str | None = None,
    encoding: str | None = None,
    chance: int | None = None,
    seed: int = 0,
    lists: ChanceLists = "cut",
    id: str | None = None,
    phrases: str | Sequence[str] | None = None,
    scores: str | None = None,
    topic: str | None = None,
    separator: str | None = None,
    header: bool | None = None,
    skip_bad: bool = False,
    look: Callable[[str, PhraseItems], None] | None = None,
    say: Callable[[str], None] | None = None,
    no_gold: NoGold | None = None,
    ties: Ties = "order",
    documents: Source | None = None,
) -> tuple[list[ItemStatistics], tuple[str, ...]]:
    """Return the per-item statistics of systems, and what a reader must know of the data.

    ``look`` is called with each system's name and items once they are scored, ``say`` with one line on how
    each source was read. ``missing`` is zero for phrases and error for labels where nothing is said. For
    measures of labels are ``labels`` (the scale, in its order), ``normalise`` (prevalences are divided by
    their sum) and ``count`` (the labels of a run are counted where gold has prevalences). ``documents`` are
    what phrases are present in or absent from.
    """
    from dataclasses import replace

    from lydite.measures.chance import ShufflePlan
    from lydite.measures.phrases.items import align_systems
    from lydite.reading.fields import FieldNames
    from lydite.reading.phrase_tables import read_all
    from lydite.runs.shard import Shard

    wanted = parse_measures(measures, let)
    if not systems:
        raise InputError("there is no system to score")
    kinds = {m.input_kind for m in wanted}
    if kinds == {"labels"}:
        from lydite.measures.labels.scoring import LabelSourceOptions, score_sources

        _only_of_phrases(
            scores=scores, separator=separator, no_gold=no_gold, documents=documents, ties=ties != "order"
        )  # fmt: skip
        fields = FieldNames.of(id, phrases, None, topic, None, header=header)
        how = LabelSourceOptions(labels, missing, normalise, count, format, encoding, fields, say, skip_bad)
        return score_sources(gold, systems, wanted, how, None if shard is None else Shard.read(shard))
    if labels is not None or normalise or count or missing == "wrong":
        raise InputError(
            "labels, normalise, count and missing=wrong are for measures of labels, not of phrases"
        )
    if len(kinds) > 1:
        both = " and ".join(str(next(m for m in wanted if m.input_kind == kind)) for kind in sorted(kinds))
        raise SpecError(f"measures of labels and of phrases cannot be taken of the same files: {both}")
    if sum(isinstance(source, str) and source == "-" for source in (gold, *systems.values(), documents)) > 1:
        raise InputError("standard input can be read once; give the others as files")
    fields = FieldNames.of(id, phrases, scores, topic, separator, header=header, ties=ties)
    sources = [("gold", gold), *systems.items()]
    texts, fault = _documents(documents, wanted, encoding, id, skip_bad=skip_bad)
    tables = read_all(
        sources, format=format, encoding=encoding, fields=fields, skip_bad=skip_bad, faults=fault
    )
    if say is not None:
        for table in tables:
            say(table.understanding())
        if texts is not None:
            say(texts.said)
    empty: Any = no_gold or policies(measures).get("no_gold", "unscored")
    missing = missing or "zero"
    statistics = []
    notes: list[str] = [] if texts is None else [*texts.notes]
    for name, items in align_systems(
        tables, list(systems), missing, empty, texts, _common_identical(wanted)
    ).items():
        notes += items.notes
        shuffles, digests = ShufflePlan(chance, seed, lists=lists), items.digests()
        read = {} if texts is None else {"documents": texts.digest(items.ids)}
        if shard is not None:
            places = Shard.read(shard).places(len(items))
            shuffles = ShufflePlan(chance, seed, items, places, lists)
            items = items.select(places)  # noqa: PLW2901
        scored = score_items(items, name, wanted, shuffles)
        held = {**scored.policies, "missing": missing} | ({} if empty == "unscored" else {"no_gold": empty})
        held |= read | ({} if ties == "order" else {"ties": ties})
        statistics.append(replace(scored, policies=held, gold=digests[0], predictions=digests[1]))
        notes += _unknown(items, name, wanted)
        if look is not None:
            look(name, items)
    return statistics, tuple(dict.fromkeys(notes))


def _common_identical(measures: Sequence[Measure]) -> Any:
    """Return the matcher that all measures compare by where that is identical; else nothing."""
    matchers = [getattr(m, "match", None) for m in measures]
    return matchers[0] if all(getattr(m, "name", "") == "identical" for m in matchers) else None


def _only_of_phrases(**given: Any) -> None:
    """Refuse what means nothing where labels are scored."""
    names = [name for name, value in given.items() if value is not None and value is not False]
    if names:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in names)
        raise InputError(f"{options}: for measures of phrases, not of labels")


def _documents(
    source: Source | None,
    measures: Sequence[Measure],
    encoding: str | None,
    id: str | None,
    *,
    skip_bad: bool,
) -> tuple[Documents | None, tuple[InputError, ...]]:
    """Read the documents, where measures ask for them and only there; or return what is wrong with them."""
    parted = [m for m in measures if getattr(m, "part", "all") != "all"]
    if source is None and parted:
        raise SpecError(f"{parted[0]} needs the documents: --documents FILE (documents= in Python)")
    if source is None:
        return None, ()
    if not parted:
        raise SpecError("documents are for measures with part=present or part=absent; none was asked")
    from lydite.reading.documents import read_documents

    try:
        return read_documents(source, encoding=encoding, id=id, skip_bad=skip_bad), ()
    except InputError as error:
        return None, (error,)


def score_items(
    items: PhraseItems, system: str, measures: Sequence[Measure], shuffles: ShufflePlan | None = None
) -> ItemStatistics:
    """Return the statistics of one system under several measures; shared work is done once.

    ``shuffles`` says how chance is found.
    """
    import numpy as np

    from lydite.measures.chance import ShufflePlan, chance
    from lydite.progress import track
    from lydite.statistics import ItemStatistics

    for measure in measures:
        if measure.input_kind != "phrases":
            raise SpecError(f"{measure} measures {measure.input_kind}, not phrases")
    statistics = tuple(m.statistics(items) for m in track(measures, f"{system}: measures"))
    coverage = {i: c for i, m in enumerate(measures) if (c := _coverage(items, m)) is not None}
    how = shuffles or ShufflePlan()
    by_chance = chance(items, measures, how)
    return ItemStatistics(
        system,
        items.ids,
        tuple(measures),
        statistics,
        items.columns,
        chance={} if by_chance is None else dict(enumerate(by_chance.means)),
        chance_sums={} if by_chance is None else {i: np.array(s) for i, s in enumerate(by_chance.each)},
        chance_spread={} if by_chance is None else dict(enumerate(by_chance.spread)),
        coverage=coverage,
        shuffles=(0 if by_chance is None else by_chance.times, how.seed),
        policies={} if by_chance is None else how.policies(items),
    )


def _known(items: PhraseItems, measure: Measure) -> list[BoolArray] | None:
    """Return which phrases the matcher's source knows as gold and as predictions; None where it has none."""
    from lydite.matchers.base import Matcher

    match = getattr(measure, "match", None)
    if not isinstance(match, Matcher) or type(match).known is Matcher.known:
        return None
    candidates, references = match.sides
    return [
        items.shared(("known", side), functools.partial(side.known, items.words.phrases))
        for side in (references, candidates)
    ]


def _coverage(items: PhraseItems, measure: Measure) -> FloatArray | None:
    """Return for each item how many of its phrases the matcher's source knows, and how many there are."""
    known = _known(items, measure)
    if known is None:
        return None
    import numpy as np

    counts = np.zeros((len(items), 2))
    items = measure.parted(items) if getattr(measure, "part", "all") != "all" else items  # type: ignore[attr-defined]
    for lists, there in zip((items.gold, items.predicted), known, strict=True):
        counts[:, 0] += np.bincount(lists.owners, there[lists.codes], minlength=len(items))
        counts[:, 1] += lists.sizes
    return counts


def _unknown(items: PhraseItems, system: str, measures: Sequence[Measure]) -> list[str]:
    """Return notes on measures whose source knows no gold, or no predicted phrase: zeros mean little."""
    lost: dict[str, list[Measure]] = {}
    for measure in measures:
        known = _known(items, measure)
        if known is None:
            continue
        sides = {"gold phrases": items.gold, "predicted phrases": items.predicted}
        pairs = zip(sides.items(), known, strict=True)
        none = [n for (n, lists), there in pairs if len(lists.codes) and not there[lists.codes].any()]
        if none:
            lost.setdefault("phrases" if none[1:] else none[0], []).append(measure)
    named = {what: f"{of[0]} and {len(of) - 1:,} more" if of[1:] else of[0] for what, of in lost.items()}
    return [f"{system}: {of}: its source knows none of the {what}" for what, of in named.items()]


def parse_measures(
    measures: str | Measure | Sequence[str | Measure], let: Mapping[str, str] | None = None
) -> list[Measure]:
    """Return measures from specs, sweeps and named sets, each once, in order.

    >>> [str(m) for m in parse_measures(["trec", "F1"])][:2]
    ['AP(match=identical)', 'AP(match=identical, divisor=gold)@10']
    """
    many = [measures] if not isinstance(measures, Sequence) or isinstance(measures, str) else measures
    specs = [spec for one in many for spec in _named(one)]
    parsed = [m for one in specs for m in (expand(one, let=let) if isinstance(one, str) else [one])]
    for measure in parsed:
        if getattr(measure, "kind", None) != "measure":
            raise SpecError(f"a measure is a spec (F1@10) or what parse makes of one, not {measure!r}")
    if not parsed:
        raise SpecError("there is no measure to score by")
    return list(dict.fromkeys(parsed))


def _named(measure: str | Measure) -> Sequence[str | Measure]:
    if not isinstance(measure, str) or not measure.isidentifier():  # the name of a set is a bare word
        return [measure]
    from lydite.tasks import find

    known = find(measure)
    return [measure] if known is None else known.measures


def policies(measures: Any) -> Mapping[str, str]:
    """Return the policies that come with named sets of measures."""
    many = [measures] if isinstance(measures, str) else measures if isinstance(measures, Sequence) else []
    words = [one for one in many if isinstance(one, str) and one.isidentifier()]
    if not words:
        return {}
    from lydite.tasks import find

    sets = [measure_set for word in words if (measure_set := find(word)) is not None]
    return {k: v for measure_set in sets for k, v in measure_set.policies.items()}
