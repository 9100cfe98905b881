"""What ``import lydite`` offers; heavy parts are imported where they are used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from lydite.choices import Missing, TestName
from lydite.errors import InputError, SpecError
from lydite.spec import expand, parse

if TYPE_CHECKING:
    from lydite.inference import Comparison, Options
    from lydite.matchers.base import Match, Matcher
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.probes.base import Probe
    from lydite.result import ItemStatistics, Results
    from lydite.runs.run import Run


def matcher(spec: str | Matcher, *, let: Mapping[str, str] | None = None) -> Matcher:
    """Return a matcher by its spec.

    >>> matcher("stem").score("neural networks", "neural network")
    1.0
    """
    from lydite.matchers.base import Matcher

    found: Matcher = spec if isinstance(spec, Matcher) else parse(spec, "matcher", let)
    return found


def match(candidate: str, reference: str, using: str | Matcher = "wordnet") -> Match:
    """Return how well one phrase stands for another, with what led to the score.

    >>> round(float(match("food", "cake")), 3), float(match("cake", "food"))
    (0.655, 0.0)
    """
    return matcher(using).explain(candidate, reference)


def evaluate(
    gold: Any,
    predictions: Any,
    measures: str | Measure | Sequence[str | Measure] = ("P", "R", "F1"),
    *,
    system: str = "system",
    missing: Missing = "zero",
    let: Mapping[str, str] | None = None,
    **options: Any,
) -> Results:
    """Score one system. ``gold`` and ``predictions`` are mappings, paths or data frames.

    ``options`` are those of intervals: ``bootstrap``, ``seed``, ``interval``, ``level``, ``by``, ``cluster``;
    and ``chance``, the number of shuffles behind the chance and corrected figures (0 for none).

    >>> results = evaluate({"d": ["cat", "dogs"]}, {"d": ["dog", "fish"]}, ["F1", "F1(match=stem)"])
    >>> [(r.measure, r.value) for r in results]
    [('F1', 0.0), ('F1(match=stem)', 0.5)]
    """
    from lydite.inference import summarise
    from lydite.result import Results

    chosen = _options(options)
    scored, notes = score(
        gold,
        {system: predictions},
        measures,
        missing=missing,
        let=let,
        chance=chosen.chance,
        seed=chosen.seed,
    )
    return Results(summarise(scored, chosen).results, notes)


@overload
def compare(
    gold: Run | Mapping[str, Run],
    *runs: Run,
    test: TestName = ...,
    times: int = ...,
    allow_different: bool = ...,
    **options: Any,
) -> Comparison: ...
@overload
def compare(
    gold: Any,
    systems: Mapping[str, Any],
    measures: str | Measure | Sequence[str | Measure] = ...,
    *,
    test: TestName = ...,
    times: int = ...,
    missing: Missing = ...,
    let: Mapping[str, str] | None = ...,
    **options: Any,
) -> Comparison: ...
def compare(
    gold: Any,
    systems: Any = None,
    measures: Any = ("P", "R", "F1"),
    *more: Any,
    test: TestName = "randomisation",
    times: int = 10_000,
    missing: Missing = "zero",
    let: Mapping[str, str] | None = None,
    allow_different: bool = False,
    **options: Any,
) -> Comparison:
    """Score several systems on the same items and test all pairs, corrected for their number.

    Runs that were saved (:func:`read_run`), or a mapping of them by name, are compared without scoring again;
    ``allow_different`` also compares runs that were not made in the same way.

    >>> gold = {str(i): ["cat"] for i in range(20)}
    >>> found = compare(gold, {"good": gold, "bad": {str(i): ["dog"] for i in range(20)}}, "F1")
    >>> found.letters["F1"]
    {'good': 'a', 'bad': 'b'}
    """
    from dataclasses import replace

    from lydite.inference import compare as compare_scored
    from lydite.runs.compare import beside, given_runs

    if runs := given_runs(gold, systems, measures, *more):
        both = beside(runs, allow_different=allow_different)
        return both.comparison(_options({"seed": both.seed} | options), test, times)
    chosen = _options(options)
    scored, notes = score(
        gold, systems or {}, measures, missing=missing, let=let, chance=chosen.chance, seed=chosen.seed
    )
    found = compare_scored(scored, chosen, test, times)
    return replace(found, results=replace(found.results, notes=notes))


def semeval(
    task: str,
    gold: Any,
    predictions: Any,
    *,
    labels: Sequence[Any] | None = None,
    topics: Sequence[Any] | None = None,
    system: str = "system",
    **options: Any,
) -> Results:
    """Score one run of subtask A, B, C, D or E of SemEval-2016 Task 4, or of a task shaped like it.

    Gold and predictions are paths, mappings, lists or data frames. ``labels`` puts other classes in the
    place of the task's (ascending on an ordinal scale); ``topics`` is a column beside lists.

    >>> results = semeval("C", {"1": ("x", -2), "2": ("x", 0)}, {"1": ("x", 0), "2": ("x", 0)})
    >>> float(results["macro_MAE"])
    1.0
    """
    from lydite.measures.labels.semeval.scoring import score as score_run
    from lydite.measures.labels.semeval.task import runs

    chosen, (run,) = runs(task, gold, {system: predictions}, labels=labels, topics=topics)
    return score_run(chosen, run, _options(options))


def semeval_leaderboard(
    task: str,
    gold: Any,
    systems: Mapping[str, Any],
    *,
    labels: Sequence[Any] | None = None,
    topics: Sequence[Any] | None = None,
    **options: Any,
) -> Comparison:
    """Score several runs of a subtask, test all pairs of them, and group those that are tied.

    >>> gold = ["positive", "negative"] * 20
    >>> found = semeval_leaderboard("B", gold, {"perfect": gold, "constant": ["positive"] * 40})
    >>> found.letters["macro_recall"]
    {'perfect': 'a', 'constant': 'b'}
    """
    from lydite.measures.labels.semeval.scoring import leaderboard
    from lydite.measures.labels.semeval.task import runs

    chosen, found = runs(task, gold, systems, labels=labels, topics=topics)
    return leaderboard(chosen, found, _options(options))


def score(
    gold: Any,
    systems: Mapping[str, Any],
    measures: str | Measure | Sequence[str | Measure],
    *,
    missing: Missing = "zero",
    let: Mapping[str, str] | None = None,
    labels: Sequence[str] | None = None,
    normalise: bool = False,
    shard: str | None = None,
    format: str | None = None,
    encoding: str | None = None,
    chance: int = 10,
    seed: int = 0,
    look: Callable[[str, PhraseItems], None] | None = None,
) -> tuple[list[ItemStatistics], tuple[str, ...]]:
    """Return the per-item statistics of systems, and what a reader must know of the data.

    ``look`` is called with each system's name and items once they are scored. ``labels`` (the scale, in its
    order) and ``normalise`` (prevalences are divided by their sum) are for measures of labels.
    """
    from dataclasses import replace

    import numpy as np

    from lydite.measures.chance import Shuffles
    from lydite.measures.phrases.gains import duplicates
    from lydite.measures.phrases.items import align
    from lydite.measures.scoring import score as score_items
    from lydite.measures.scoring import unknown
    from lydite.reading import read_all
    from lydite.runs.shard import Shard

    asked = declared(measures, let)
    if not systems:
        raise InputError("there is no system to score")
    kinds = {m.of for m in asked}
    if kinds == {"labels"}:
        from lydite.measures.labels.scoring import score_sources

        rows = score_sources(
            gold, systems, asked, labels=labels, normalise=normalise, format=format, encoding=encoding
        )
        part = None if shard is None else Shard.read(shard)
        return [s if part is None else s.select(part.places(len(s.ids))) for s in rows], ()
    if labels is not None or normalise:
        raise InputError("labels and normalise are for measures of labels; those asked for take phrases")
    if len(kinds) > 1:
        named = " and ".join(str(next(m for m in asked if m.of == kind)) for kind in sorted(kinds))
        raise SpecError(f"measures of labels and of phrases cannot be taken of the same files: {named}")
    if sum(isinstance(source, str) and source == "-" for source in (gold, *systems.values())) > 1:
        raise InputError("standard input can be read once; give the others as files")
    answers, *runs = read_all([("gold", gold), *systems.items()], format=format, encoding=encoding)
    aligned = {n: align(answers, run, missing=missing) for n, run in zip(systems, runs, strict=True)}
    common = set.intersection(*(set(items.ids) for items in aligned.values()))
    found = []
    notes: list[str] = []
    for name, items in aligned.items():
        notes += [*items.notes, *duplicates(items, name)]
        if len(common) < len(items):  # missing=skip: all systems on the items that all of them answered
            items = items.select(np.array([i for i, item in enumerate(items.ids) if item in common]))  # noqa: PLW2901
        shuffles, digests = Shuffles(chance, seed), items.digests()
        if shard is not None:
            places = Shard.read(shard).places(len(items))
            shuffles = Shuffles(chance, seed, items, places)
            items = items.select(places)  # noqa: PLW2901
        scored = score_items(items, name, asked, shuffles)
        policies, (answered, predicted) = {"missing": missing}, digests
        found.append(replace(scored, policies=policies, gold=answered, predictions=predicted))
        notes += unknown(items, name, asked)
        if look is not None:
            look(name, items)
    return found, tuple(dict.fromkeys(notes))


def probe(
    vectors: Any,
    probes: str | Probe | Sequence[str | Probe] = ("topk", "odd_one_out"),
    test_set: Any = "google",
    *,
    subwords: bool = False,
    **options: Any,
) -> Results:
    """Test word vectors (one, or several by name) on a test set; intervals are over its categories.

    ``vectors`` are what :func:`load_vectors` returns, or paths; ``test_set`` is an embedded one, a path or a
    mapping of categories to words; ``subwords`` composes vectors of unknown words where a model can.

    >>> v = {"cat": [1, 0], "dog": [1, 0.1], "red": [0, 1], "blue": [0.1, 1]}
    >>> from lydite.sources.vectors import Vectors
    >>> probe(Vectors.of(v), "topk(k=1)", {"pets": ["cat", "dog"], "colours": ["red", "blue"]})[0].value
    1.0
    """
    from lydite.probes import examine

    many = [probes] if not isinstance(probes, Sequence) or isinstance(probes, str) else probes
    asked = [p for one in many for p in (expand(one, "probe") if isinstance(one, str) else [one])]
    return examine(vectors, asked, test_set, subwords=subwords).results(_options(options))


def declared(
    measures: str | Measure | Sequence[str | Measure], let: Mapping[str, str] | None = None
) -> list[Measure]:
    """Return measures from specs and sweeps, each once, in order."""
    many = [measures] if not isinstance(measures, Sequence) or isinstance(measures, str) else measures
    found = [m for one in many for m in (expand(one, let=let) if isinstance(one, str) else [one])]
    for measure in found:
        if getattr(measure, "kind", None) != "measure":
            raise SpecError(f"a measure is a spec (F1@10) or what parse makes of one, not {measure!r}")
    if not found:
        raise SpecError("there is no measure to score by")
    return list(dict.fromkeys(found))


def _options(options: Mapping[str, Any]) -> Options:
    from dataclasses import fields

    from lydite.errors import nearest
    from lydite.inference import Options

    known = [f.name for f in fields(Options)]
    for name in options:
        if name not in known:
            raise SpecError(
                f"there is no option {name!r}{nearest(name, known)} (options: {', '.join(known)})"
            )
    return Options(**options)
