"""From gold and predictions to the statistics of every item, whatever is measured: where measures are run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError, SpecError, ensure_columns
from lydite.core.executors.base import place_of
from lydite.core.executors.here import Here
from lydite.core.spec import expand
from lydite.inference.statistics import ItemStatistics
from lydite.measures.chance import ShufflePlan
from lydite.measures.phrases.base import coverage_of, statistics_of, unknown_phrases
from lydite.measures.phrases.items import align_systems
from lydite.measures.tasks import find
from lydite.reading.documents import read_documents
from lydite.reading.fields import FieldNames
from lydite.reading.phrase_tables import read_all
from lydite.reading.phrases import by_line, with_label_note
from lydite.runs.asking import ask_ahead
from lydite.runs.request import SourceOptions
from lydite.runs.shard import Shard

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from lydite.core.executors.base import On
    from lydite.inference.statistics import ItemStatistics
    from lydite.matchers.base import Matcher
    from lydite.measures.base import Measure
    from lydite.measures.chance import GoldShuffles
    from lydite.measures.phrases.items import PhraseItems
    from lydite.reading.documents import Documents
    from lydite.reading.phrases import Phrases
    from lydite.runs.request import Source
    from lydite.runs.spreading import Spread


def score(
    gold: Source,
    systems: Mapping[str, Source],
    measures: str | Measure | Sequence[str | Measure],
    how: SourceOptions = SourceOptions(),  # noqa: B008, frozen
    *,
    shard: str | None = None,
    chance: int | None = None,
    seed: int = 0,
    on: On = "here",
    look: Callable[[str, PhraseItems], None] | None = None,
    say: Callable[[str], None] | None = None,
    columns: Sequence[str | None] = (),
    match: Matcher | None = None,
) -> tuple[list[ItemStatistics], tuple[str, ...]]:
    """Return the per-item statistics of systems, and what a reader must know of the data.

    ``how`` says how sources are read, ``on`` where phrases are scored (labels are counted here). ``look`` is
    called with each system's name and items once they are scored, ``say`` with one line on how each source
    was read. ``columns`` are those that will be asked for: where phrases have none such, nothing is scored.
    ``match`` is the matcher of measures that name none.
    """
    place = place_of(on)
    wanted = parse_measures(measures, how.let, match)
    part = None if shard is None else Shard.read(shard)
    if not systems:
        raise InputError("there is no system to score")
    kinds = {m.input_kind for m in wanted}
    if kinds == {"labels"}:
        from lydite.runs.label_scoring import score_labels

        return score_labels(gold, systems, wanted, how, part, say)
    _only_of_labels(how)

    if len(kinds) > 1:
        both = " and ".join(str(next(m for m in wanted if m.input_kind == kind)) for kind in sorted(kinds))
        raise SpecError(f"measures of labels and of phrases cannot be taken of the same files: {both}")
    how = replace(
        how,
        missing=how.missing or "zero",
        no_gold=how.no_gold or policies(measures).get("no_gold", "unscored"),
    )
    shuffles = ShufflePlan(chance, seed)
    if part is not None:
        if not isinstance(place, Here):
            raise InputError("a shard is scored where it is asked for; give --shard, or --on, not both")
        from lydite.runs.shard_scoring import score_shard

        return score_shard(gold, systems, wanted, how, part, shuffles, look, say, columns)
    aligned, said = put_side_by_side(gold, systems, wanted, how)
    if say is not None:
        for line in said:
            say(line)
    if any(columns):
        ensure_columns(next(iter(aligned.values())).columns, columns)
    statistics, notes = [], []
    workers: AbstractContextManager[Spread | None] = nullcontext()
    if not isinstance(place, Here):
        from lydite.runs.spreading import spread

        workers = spread(place, aligned, wanted)

    known: list[GoldShuffles] = []
    with workers as crew:
        ask_ahead(aligned, wanted, shuffles)
        for name, items in aligned.items():
            scored, told = score_items(items, name, wanted, shuffles, crew, known)
            statistics.append(signed(scored, items, how, *items.digests()))
            notes += [*notes_of(items), *unknown_phrases(items, name, wanted), *told]
            if look is not None:
                look(name, items)
    return statistics, tuple(dict.fromkeys(notes))


def put_side_by_side(
    gold: Source, systems: Mapping[str, Source], measures: Sequence[Measure], how: SourceOptions
) -> tuple[Mapping[str, PhraseItems], list[str]]:
    """Read gold and systems; return the items of each system, and a line on how each source was read."""
    tables, texts = _read_phrases(gold, systems, measures, how)
    tables = with_label_note(by_line(tables))
    said = [table.understanding() for table in tables] + ([] if texts is None else [texts.said])
    return _aligned(tables, list(systems), measures, how, texts), said


def _read_phrases(
    gold: Source,
    systems: Mapping[str, Source],
    measures: Sequence[Measure],
    how: SourceOptions,
) -> tuple[list[Phrases], Documents | None]:
    """Read gold, systems and documents; what is wrong with any of them is said at once."""
    every = (gold, *systems.values(), how.documents)
    if sum(isinstance(source, str) and source == "-" for source in every) > 1:
        raise InputError("standard input can be read once; give the others as files")
    texts, fault = _documents(measures, how)
    tables = read_all(
        [("gold", gold), *systems.items()],
        format=how.input_format, encoding=how.encoding, fields=field_names(how), skip_bad=how.skip_bad,
        faults=fault,
    )  # fmt: skip
    return tables, texts


def field_names(how: SourceOptions) -> FieldNames:
    """Return the names of fields, as readers are given them."""
    return FieldNames.of(
        how.id, how.phrases, how.scores, how.topic, how.separator, header=how.header, ties=how.ties,
        gold_phrases=how.gold_phrases, same=how.same, best=how.best,
    )  # fmt: skip


def _aligned(
    tables: list[Phrases],
    systems: list[str],
    measures: Sequence[Measure],
    how: SourceOptions,
    texts: Documents | None,
) -> Mapping[str, PhraseItems]:

    missing, empty = how.missing or "zero", how.no_gold or "unscored"
    return align_systems(tables, systems, missing, empty, texts, _common_identical(measures))


def _common_identical(measures: Sequence[Measure]) -> Any:
    """Return the matcher that all measures compare by where that is identical; else nothing."""
    matchers = [getattr(m, "match", None) for m in measures]
    return matchers[0] if all(getattr(m, "name", "") == "identical" for m in matchers) else None


def _documents(
    measures: Sequence[Measure], how: SourceOptions
) -> tuple[Documents | None, tuple[InputError, ...]]:
    """Read the documents, where measures ask for them and only there; or return what is wrong with them."""
    source = how.documents
    parted = [m for m in measures if getattr(m, "part", "all") != "all"]
    if source is None and parted:
        raise SpecError(f"{parted[0]} needs the documents: --documents FILE (documents= in Python)")
    if source is None:
        return None, ()
    if not parted:
        raise SpecError("documents are for measures with part=present or part=absent; none was asked")

    try:
        return read_documents(source, encoding=how.encoding, id=how.id, skip_bad=how.skip_bad), ()
    except InputError as error:
        return None, (error,)


def signed(
    scored: ItemStatistics, whole: PhraseItems, how: SourceOptions, gold: str, predictions: str
) -> ItemStatistics:
    """Return the statistics with policies and digests of all items."""
    held = {**scored.policies, **_policies_of(how)}
    if whole.documents is not None:
        held["documents"] = whole.documents.digest(whole.ids)
    return replace(scored, policies=held, gold=gold, predictions=predictions)


def notes_of(items: PhraseItems) -> tuple[str, ...]:
    """Return what a reader must know of documents and items."""
    unscored = items.no_gold == "unscored" and not len(items.gold.codes)
    nothing = "no item has a gold phrase, so none is scored; --no-gold zero counts them as 0"
    texts = items.documents.notes if items.documents is not None else ()
    return (*texts, *items.notes, *([nothing] if unscored else []))


def _only_of_labels(how: SourceOptions) -> None:
    """Refuse options that measures of phrases do not take."""
    if how.labels is not None or how.normalise or how.count or how.missing == "wrong":
        raise InputError(
            "labels, normalise, count and missing=wrong are for measures of labels, not of phrases"
        )


def _policies_of(how: SourceOptions) -> dict[str, str]:
    """Return the policies that are named in signatures: what is not as usual, and what becomes of items."""
    unusual: dict[str, tuple[str | None, str | None]] = {
        "no_gold": (how.no_gold, "unscored"),
        "ties": (how.ties, "order"),
    }
    if how.best in ("lowest", "order"):
        unusual["best"] = (how.best, None)
    return {"missing": str(how.missing)} | {k: str(v) for k, (v, usual) in unusual.items() if v != usual}


def score_items(
    items: PhraseItems,
    system: str,
    measures: Sequence[Measure],
    shuffles: ShufflePlan,
    spread: Spread | None = None,
    known: list[GoldShuffles] | None = None,
) -> tuple[ItemStatistics, tuple[str, ...]]:
    """Return the statistics of one system under several measures, and notes on chance.

    ``spread`` scores the items where that is not done here, ``known`` is what systems on the same gold share.
    """
    from lydite.measures.chance import chance

    for measure in measures:
        if measure.input_kind != "phrases":
            raise SpecError(f"{measure} measures {measure.input_kind}, not phrases")
    if spread is not None:
        statistics, coverage = spread.statistics(system)
    else:
        statistics = statistics_of(items, measures, f"{system}: measures")
        coverage = {i: c for i, m in enumerate(measures) if (c := coverage_of(m, items)) is not None}
    by_chance = chance(items, measures, shuffles, statistics, known)
    each = dict(enumerate(by_chance.measures))
    scored = ItemStatistics(
        system,
        items.ids,
        tuple(measures),
        tuple(statistics),
        items.columns,
        chance={i: c.means for i, c in each.items()},
        chance_sums={i: c.sums for i, c in each.items()},
        chance_spread={i: c.spread for i, c in each.items() if c.spread is not None},
        net={i: c.net for i, c in each.items() if c.net is not None},
        coverage=coverage,
        shuffles=(by_chance.times, shuffles.seed),
        policies=by_chance.policies,
    )
    return scored, by_chance.notes


def parse_measures(
    measures: str | Measure | Sequence[str | Measure],
    let: Mapping[str, str] | None = None,
    match: Matcher | None = None,
) -> list[Measure]:
    """Return measures from specs, sweeps and named sets, each once, in order.

    ``match`` is the matcher of those that name none.

    >>> [str(m) for m in parse_measures(["trec", "F1"])][:2]
    ['AP(match=identical)', 'AP(match=identical, divisor=gold)@10']
    """
    many = [measures] if not isinstance(measures, Sequence) or isinstance(measures, str) else measures
    specs = [spec for one in many for spec in _named(one)]
    parsed = [m for one in specs for m in _parsed(one, let, match)]
    for measure in parsed:
        if getattr(measure, "kind", None) != "measure":
            raise SpecError(f"a measure is a spec (F1@10) or what parse makes of one, not {measure!r}")
    if not parsed:
        raise SpecError("there is no measure to score by")
    if match is not None and all(getattr(m, "match", None) != match for m in parsed):
        raise SpecError(f"match: {parsed[0]} has a matcher of its own, or takes none; leave match out")
    different = list(dict.fromkeys(parsed))
    names = Counter(map(str, different))
    if twice := next((m for m in different if names[str(m)] > 1), None):
        raise SpecError(f"{twice}: two functions have this name; name them with lydite.custom(…, name=…)")
    return different


def _parsed(
    measure: str | Measure, let: Mapping[str, str] | None, match: Matcher | None
) -> Sequence[Measure]:
    if isinstance(measure, str):
        return expand(measure, let=let, defaults={} if match is None else {"match": match})
    known: Any = getattr(measure, "parameters", dict)()  # what is no measure is refused later
    taken = match is not None and "match" in known and measure.is_default("match")
    changed: Any = replace(measure, match=match) if taken else measure  # type: ignore[type-var]
    return [changed]


def _named(measure: str | Measure) -> Sequence[str | Measure]:
    if not isinstance(measure, str) or not measure.isidentifier():  # the name of a set is a bare word
        return [measure]

    known = find(measure)
    return [measure] if known is None else known.measures


def policies(measures: Any) -> Mapping[str, Any]:
    """Return the policies that come with named sets of measures."""
    many = [measures] if isinstance(measures, str) else measures if isinstance(measures, Sequence) else []
    words = [one for one in many if isinstance(one, str) and one.isidentifier()]
    if not words:
        return {}

    sets = [measure_set for word in words if (measure_set := find(word)) is not None]
    return {k: v for measure_set in sets for k, v in measure_set.policies.items()}
