"""Systems scored against gold, one or several side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, overload

from lydite.core.arguments import check_counts, check_texts, wrong
from lydite.core.errors import InputError
from lydite.runs.default_measures import default_measures
from lydite.runs.scoring import score
from lydite.runs.source_options import Source, SourceOptions

if TYPE_CHECKING:
    from lydite.api.matching import ScoreFunction
    from lydite.core.choices import Best, Interval, Judge, Missing, NoGold, TestName, Ties
    from lydite.inference import Comparison
    from lydite.inference.result import Results
    from lydite.inference.statistics import ItemStatistics
    from lydite.matchers.base import Matcher
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.places.base import Place
    from lydite.runs.run import Run

    Measures = str | Measure | Sequence[str | Measure]

DEFAULT = ("P", "R", "F1")
"""What is measured of phrases where nothing is named; of labels it is other measures."""
_FIRST = 100  # values by which a mapping is told from others


def evaluate(
    gold: Source,
    predictions: Source,
    measures: Measures = DEFAULT,
    *,
    match: str | Matcher | ScoreFunction | None = None,
    system: str = "system",
    missing: Missing | None = None,
    let: Mapping[str, str] | None = None,
    labels: Sequence[str] | None = None,
    normalise: bool = False,
    count: bool = False,
    id: str | None = None,
    phrases: str | Sequence[str] | None = None,
    scores: str | None = None,
    topic: str | None = None,
    separator: str | None = None,
    header: bool | None = None,
    skip_bad: bool = False,
    no_gold: NoGold | None = None,
    ties: Ties = "order",
    documents: Source | None = None,
    gold_phrases: str | Sequence[str] | None = None,
    same: bool = False,
    best: Best | None = None,
    bootstrap: int = 1_000,
    seed: int = 0,
    interval: Interval = "auto",
    level: float = 0.95,
    cluster: str | None = None,
    by: str | None = None,
    chance: int | None = None,
    judge: Judge = "auto",
    on: str | Place = "here",
) -> Results:
    """Score one system. ``gold`` and ``predictions`` are mappings, lists, paths or data frames.

    ``measures`` are P, R and F1 if not given or, where gold has one of a few labels for each item, those of
    labels; a note says so. ``match`` is the matcher of measures of phrases that name none: a matcher, its
    spec, or a function as :func:`lydite.custom` takes it.

    ``missing`` says what becomes of gold items without predictions: they count as ``zero`` (the default for
    phrases) or, for labels, as ``wrong``; ``skip`` leaves them out, ``error`` (the default for labels) stops.
    ``let`` names resources of specs. ``id``, ``phrases``, ``scores`` and ``topic`` name fields where names do
    not tell; ``gold_phrases`` names that of gold, ``phrases`` that of the predictions, or both where it is
    given alone; the same field of the same source on both sides needs ``same=True``. ``best`` says which
    score is the best: ``highest``, ``lowest``, or ``order`` (that of the list). ``separator`` parts the
    phrases of one string, ``header`` says whether a table begins with names, ``skip_bad`` goes on without
    rows that cannot be read. ``no_gold="zero"`` counts items without gold as 0, as trec_eval does, instead of
    leaving them unscored; ``ties="trec"`` ranks equal scores as it does.
    ``documents`` are the texts (by id) for measures of present and absent phrases, ``F1(part=present)``.

    ``labels`` are those of measures of labels, ascending where their order matters; ``normalise`` divides
    prevalences by their sum, ``count`` counts the labels of a run where gold has prevalences.

    Intervals are of ``bootstrap`` resamples (0 for none) at a ``level``, drawn with a ``seed``, of a kind
    (``interval``); ``cluster`` is a column whose values are drawn whole, ``by`` one to break results down by.
    ``chance`` is the number of shuffles behind the chance and corrected figures: by default 4, of fewer
    than 200 items 10; 0 for none. ``judge`` says what letters belong to.

    ``on`` is where phrases are scored: ``here``, ``processes(2)``, ``dask(workers=2)``; no digit depends on
    it.

    >>> results = evaluate({"d": ["cat", "dogs"]}, {"d": ["dog", "fish"]}, ["F1", "F1(match=stem)"])
    >>> [(r.measure, r.value) for r in results]
    [('F1', 0.0), ('F1(match=stem)', 0.5)]
    """
    from lydite.inference import Options, summarise
    from lydite.inference.result import Results

    check_texts(system=system, optional=False)
    _one_system(gold, predictions)
    how = SourceOptions(
        missing, let, labels, normalise, count, id, phrases, scores, topic, separator, header, skip_bad,
        no_gold, ties, documents, gold_phrases=gold_phrases, same=same, best=best,
    )  # fmt: skip
    options = Options(bootstrap, seed, interval, level, cluster, by, chance, judge)
    told: tuple[str, ...] = ()
    if measures is DEFAULT:
        measures, told = default_measures(gold, how, DEFAULT, phrases=match is not None)
    looked: dict[str, PhraseItems] = {}
    scored, notes = score(
        gold, {system: predictions}, measures, how,
        chance=chance, seed=seed, on=on, look=looked.__setitem__, columns=(by, cluster),
        match=_matcher(match, let),
    )  # fmt: skip
    results = summarise(scored, options)
    return Results(results.results, (*told, *notes, *results.notes), _run(scored, notes, looked))


@overload
def compare(
    gold: Run | Mapping[str, Run],
    *runs: Run,
    test: TestName | None = ...,
    times: int = ...,
    allow_different: bool = ...,
    bootstrap: int = ...,
    seed: int | None = ...,
    interval: Interval = ...,
    level: float = ...,
    cluster: str | None = ...,
    by: str | None = ...,
    chance: int | None = ...,
    judge: Judge = ...,
) -> Comparison: ...
@overload
def compare(
    gold: Source,
    systems: Mapping[str, Source],
    measures: Measures = ...,
    *,
    match: str | Matcher | ScoreFunction | None = ...,
    test: TestName | None = ...,
    times: int = ...,
    missing: Missing | None = ...,
    let: Mapping[str, str] | None = ...,
    labels: Sequence[str] | None = ...,
    normalise: bool = ...,
    count: bool = ...,
    id: str | None = ...,
    phrases: str | Sequence[str] | None = ...,
    scores: str | None = ...,
    topic: str | None = ...,
    separator: str | None = ...,
    header: bool | None = ...,
    skip_bad: bool = ...,
    no_gold: NoGold | None = ...,
    ties: Ties = ...,
    documents: Source | None = ...,
    gold_phrases: str | Sequence[str] | None = ...,
    same: bool = ...,
    best: Best | None = ...,
    bootstrap: int = ...,
    seed: int | None = ...,
    interval: Interval = ...,
    level: float = ...,
    cluster: str | None = ...,
    by: str | None = ...,
    chance: int | None = ...,
    judge: Judge = ...,
    on: str | Place = ...,
) -> Comparison: ...
def compare(
    gold: Source | Run | Mapping[str, Run],
    systems: Mapping[str, Source] | Run | None = None,
    measures: Measures | Run = DEFAULT,
    *more: Run,
    match: str | Matcher | ScoreFunction | None = None,
    test: TestName | None = None,
    times: int = 10_000,
    allow_different: bool = False,
    missing: Missing | None = None,
    let: Mapping[str, str] | None = None,
    labels: Sequence[str] | None = None,
    normalise: bool = False,
    count: bool = False,
    id: str | None = None,
    phrases: str | Sequence[str] | None = None,
    scores: str | None = None,
    topic: str | None = None,
    separator: str | None = None,
    header: bool | None = None,
    skip_bad: bool = False,
    no_gold: NoGold | None = None,
    ties: Ties = "order",
    documents: Source | None = None,
    gold_phrases: str | Sequence[str] | None = None,
    same: bool = False,
    best: Best | None = None,
    bootstrap: int = 1_000,
    seed: int | None = None,
    interval: Interval = "auto",
    level: float = 0.95,
    cluster: str | None = None,
    by: str | None = None,
    chance: int | None = None,
    judge: Judge = "auto",
    on: str | Place = "here",
) -> Comparison:
    """Score several systems on the same items and test all pairs, corrected for their number.

    ``systems`` are predictions by system; ``test`` is the paired test, ``times`` how many swaps it draws; p
    values are corrected within each measure (Holm). All else is as in :func:`evaluate`.

    Runs that were saved (:func:`read_run`), or a mapping of them by name, are compared without scoring again;
    ``allow_different`` also compares runs that were not made in the same way. Where
    no ``seed`` is given, it is theirs.

    >>> gold = {str(i): ["cat"] for i in range(20)}
    >>> both = compare(gold, {"good": gold, "bad": {str(i): ["dog"] for i in range(20)}}, "F1")
    >>> both.letters["F1"]
    {'good': 'a', 'bad': 'b'}
    """
    from dataclasses import replace

    from lydite.inference import Options
    from lydite.inference import compare as compare_scored
    from lydite.runs.compare import as_runs, side_by_side
    from lydite.runs.run import Run

    check_counts(times=times)
    check_counts(seed=seed, optional=True)
    if runs := as_runs(gold, systems, measures, *more):
        _only_runs(gold, systems, measures, more)
        if match is not None:
            raise InputError("match: saved runs are compared as they were scored; leave match out")
        both = side_by_side(runs, allow_different=allow_different, judge=judge)
        seed = both.seed if seed is None else seed
        return both.comparison(
            Options(bootstrap, seed, interval, level, cluster, by, chance, judge), test, times
        )
    if isinstance(gold, Run) or isinstance(systems, Run) or isinstance(measures, Run):
        raise InputError("compare takes saved runs, or gold and the predictions of systems, not both")
    answers = _several_systems(gold, systems)
    how = SourceOptions(
        missing, let, labels, normalise, count, id, phrases, scores, topic, separator, header, skip_bad,
        no_gold, ties, documents, gold_phrases=gold_phrases, same=same, best=best,
    )  # fmt: skip
    told: tuple[str, ...] = ()
    if measures is DEFAULT:
        measures, told = default_measures(cast("Source", gold), how, DEFAULT, phrases=match is not None)
    seed = seed or 0
    options = Options(bootstrap, seed, interval, level, cluster, by, chance, judge)
    looked: dict[str, PhraseItems] = {}
    scored, notes = score(
        cast("Source", gold), answers, measures, how,
        chance=chance, seed=seed, on=on, look=looked.__setitem__, columns=(by, cluster),
        match=_matcher(match, let),
    )  # fmt: skip
    comparison = compare_scored(scored, options, test or "randomisation", times)
    every = (*told, *notes, *comparison.results.notes)
    run = _run(scored, notes, looked)
    return replace(comparison, results=replace(comparison.results, notes=every, run=run))


def _matcher(match: Any, let: Mapping[str, str] | None) -> Matcher | None:
    from lydite.api.matching import as_matcher

    return None if match is None else as_matcher("match", match, let)


def _run(scored: Sequence[ItemStatistics], notes: Sequence[str], looked: Mapping[str, PhraseItems]) -> Run:
    """Return the run with its phrases; of what was worked out on the way, only answers of functions stay."""
    from dataclasses import replace

    from lydite.matchers.custom import Custom
    from lydite.runs.run import Run

    kept = {
        name: replace(
            items,
            pair_scores={m: s for m, s in items.pair_scores.items() if isinstance(m, Custom)},
            _memory={},
        )
        for name, items in looked.items()
    }
    return Run.of_scored(scored, notes, None, kept)


def _holds(given: Any, kind: Any) -> bool:
    """Whether a list or a mapping has something of a kind in it."""
    values = given.values() if isinstance(given, Mapping) else given if isinstance(given, list) else ()
    return any(isinstance(one, kind) for one in islice(values, _FIRST))


def _is_source(given: Any) -> bool:
    """Whether something can only be all answers of a system, and not one answer."""
    return isinstance(given, PathLike) or hasattr(given, "columns") or _is_table(given)


def _is_file(given: Any) -> bool:
    return isinstance(given, str) and Path(given).is_file()


def _is_table(given: Any) -> bool:
    """Whether something is a mapping from items to answers, and not one from phrases to scores."""
    return isinstance(given, Mapping) and any(not isinstance(v, Real) for v in islice(given.values(), _FIRST))


def _answers(given: Any, items: AbstractSet[Any]) -> bool:
    """Whether something in a list has all answers of a system, and is not the answer to one item."""
    if isinstance(given, Mapping):
        return not items.isdisjoint(given)
    return isinstance(given, PathLike) or hasattr(given, "columns")


def _one_system(gold: Any, predictions: Any) -> None:
    """Refuse saved runs, and several systems by name."""
    from lydite.runs.run import Run

    for name, side in (("gold", gold), ("predictions", predictions)):
        if isinstance(side, Run) or _holds(side, Run):
            raise wrong(name, "answers, not a saved run; lydite.compare takes saved runs", side)
    if not isinstance(predictions, Mapping | list) or not predictions:
        return
    items = gold.keys() if isinstance(gold, Mapping) else set()
    if isinstance(predictions, list):
        several = all(_answers(one, items) for one in predictions[:_FIRST])
        named = f"a list of {len(predictions):,}"
    else:
        several = items.isdisjoint(predictions) and (
            all(map(_is_source, predictions.values())) or all(map(_is_file, predictions.values()))
        )
        named = f"several by name ({', '.join(map(str, predictions)):.80})"
    if several:
        raise InputError(
            f"predictions: expected one system, not {named}; lydite.compare(gold, systems) takes several, as "
            '{"mine": predictions}'
        )


def _several_systems(gold: Any, systems: Any) -> Mapping[str, Source]:
    """Return predictions by the name of their system; refuse what is no such mapping."""
    from lydite.runs.run import Run

    if _holds(gold, Run) or _holds(systems, Run):
        raise InputError("systems: expected predictions; saved runs are compared alone: compare(run, run)")
    if not isinstance(systems, Mapping):
        expected = 'predictions by the name of their system, as {"mine": predictions}'
        raise wrong("systems", f"{expected} (read_run reads saved runs)", systems)
    answers = bool(systems) and isinstance(gold, Mapping) and systems.keys() <= gold.keys()
    if answers and not any(isinstance(one, str) or _is_source(one) for one in systems.values()):
        raise InputError(
            'systems: has the items of gold; expected predictions by the name of their system, as {"mine": '
            "predictions} (lydite.evaluate takes one system)"
        )
    return systems


def _only_runs(gold: Any, systems: Any, measures: Any, more: Sequence[Any]) -> None:
    """Refuse other things beside saved runs, which would be passed over."""
    from lydite.runs.run import Run

    given = [("systems", systems), ("measures", measures), *(("runs", one) for one in more)]
    for name, one in given:
        unset = one is None or (name == "measures" and one == DEFAULT)
        if not unset and (isinstance(gold, Mapping) or not isinstance(one, Run)):
            raise wrong(name, "saved runs only, one by one or all in one mapping", one)
