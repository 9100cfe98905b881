"""What ``import lydite`` offers; heavy parts are imported where they are used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, TypeVar, Unpack, cast, overload

from lydite.choices import DEFAULT_MATCHER, SourceOptions
from lydite.errors import InputError, SpecError
from lydite.runs.scoring import Source, score
from lydite.spec import expand, parse

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.choices import Human, InferenceOptions, Missing, ScoringOptions, TestName
    from lydite.inference import Comparison, Options
    from lydite.matchers.base import Match, Matcher
    from lydite.measures.base import Measure
    from lydite.probes.agreement.base import Agreement, Judgements
    from lydite.probes.base import Probe
    from lydite.probes.testsets import TestSet
    from lydite.result import Results
    from lydite.runs.run import Run
    from lydite.sources.vectors import Vectors
    from lydite.statistics import ItemStatistics

    Label = str | int | float
    Measures = str | Measure | Sequence[str | Measure]

Instrument = TypeVar("Instrument", bound="Matcher | Probe | Agreement")


def matcher(spec: str | Matcher, *, let: Mapping[str, str] | None = None) -> Matcher:
    """Return a matcher by its spec; a matcher is returned as it is.

    ``let`` names resources: with ``let={"wp": "en.wikipedia"}`` the spec may say ``wikipedia(store=wp)``.
    SpecError where the spec names no matcher, or parameters that it does not have.

    >>> matcher("stem").score("neural networks", "neural network")
    1.0
    """
    from lydite.matchers.base import Matcher

    one: Matcher = spec if isinstance(spec, Matcher) else parse(spec, "matcher", let)
    return one


def match(candidate: str, reference: str, using: str | Matcher = DEFAULT_MATCHER) -> Match:
    """Return how well one phrase stands for another, from 0 to 1, with what led to the score.

    ``candidate`` is the phrase that is to stand for ``reference``; the other way round the score may differ.
    ``using`` is a matcher or its spec (``lydite list matchers``). ``float(m)`` is the score, ``m.path`` the
    transitions behind it, ``m.signature`` says how it was made.

    >>> round(float(match("food", "cake")), 2), round(float(match("cake", "food")), 2)
    (0.74, 0.13)
    """
    return matcher(using).explain(candidate, reference)


def evaluate(
    gold: Source,
    predictions: Source,
    measures: Measures = ("P", "R", "F1"),
    *,
    system: str = "system",
    **options: Unpack[ScoringOptions],
) -> Results:
    """Score one system. ``gold`` and ``predictions`` are mappings, lists, paths or data frames.

    ``missing`` says what becomes of gold items without predictions: they count as ``zero`` (the default for
    phrases) or, for labels, as ``wrong``; ``skip`` leaves them out, ``error`` (the default for labels) stops.
    ``let`` names resources of specs. ``id``, ``phrases``, ``scores`` and ``topic`` name fields where names do
    not tell, ``separator`` parts the phrases of one string, ``header`` says whether a table begins with
    names, ``skip_bad`` goes on without rows that cannot be read. ``no_gold="zero"`` counts items without gold
    as 0, as trec_eval does, instead of leaving them unscored; ``ties="trec"`` ranks equal scores as it does.
    ``documents`` are the texts (by id) for measures of present and absent phrases, ``F1(part=present)``.

    ``labels`` are those of measures of labels, ascending where their order matters; ``normalise`` divides
    prevalences by their sum, ``count`` counts the labels of a run where gold has prevalences.
    ``options`` are those of intervals: ``bootstrap``, ``seed``, ``interval``, ``level``, ``by``, ``cluster``;
    and ``chance``, the number of shuffles behind the chance and corrected figures (0 for none; as many as
    make chance exact, where it is not given); ``lists="whole"`` shuffles lists of predictions whole.
    ``judge`` says what letters belong to.

    >>> results = evaluate({"d": ["cat", "dogs"]}, {"d": ["dog", "fish"]}, ["F1", "F1(match=stem)"])
    >>> [(r.measure, r.value) for r in results]
    [('F1', 0.0), ('F1(match=stem)', 0.5)]
    """
    from lydite.inference import summarise
    from lydite.result import Results

    chosen, scored, notes = _score(gold, {system: predictions}, measures, options)
    results = summarise(scored, chosen)
    return Results(results.results, (*notes, *results.notes))


@overload
def compare(
    gold: Run | Mapping[str, Run],
    *runs: Run,
    test: TestName | None = ...,
    times: int = ...,
    allow_different: bool = ...,
    **options: Unpack[InferenceOptions],
) -> Comparison: ...
@overload
def compare(
    gold: Source,
    systems: Mapping[str, Source],
    measures: Measures = ...,
    *,
    test: TestName | None = ...,
    times: int = ...,
    **options: Unpack[ScoringOptions],
) -> Comparison: ...
def compare(
    gold: Source | Run | Mapping[str, Run],
    systems: Mapping[str, Source] | Run | None = None,
    measures: Measures | Run = ("P", "R", "F1"),
    *more: Run,
    test: TestName | None = None,
    times: int = 10_000,
    allow_different: bool = False,
    **options: Unpack[ScoringOptions],
) -> Comparison:
    """Score several systems on the same items and test all pairs, corrected for their number.

    ``systems`` are predictions by system; ``test`` is the paired test, ``times`` how many swaps it draws; p
    values are corrected within each measure (Holm). Other options are those of :func:`evaluate`.

    Runs that were saved (:func:`read_run`), or a mapping of them by name, are compared without scoring again;
    ``allow_different`` also compares runs that were not made in the same way.

    >>> gold = {str(i): ["cat"] for i in range(20)}
    >>> found = compare(gold, {"good": gold, "bad": {str(i): ["dog"] for i in range(20)}}, "F1")
    >>> found.letters["F1"]
    {'good': 'a', 'bad': 'b'}
    """
    from dataclasses import replace

    from lydite.inference import compare as compare_scored
    from lydite.runs.compare import as_runs, side_by_side
    from lydite.runs.run import Run

    if runs := as_runs(gold, systems, measures, *more):
        both = side_by_side(runs, allow_different=allow_different, judge=options.get("judge", "auto"))
        return both.comparison(_options(cast("InferenceOptions", {"seed": both.seed} | options)), test, times)
    if isinstance(gold, Run) or isinstance(systems, Run) or isinstance(measures, Run):
        raise InputError("compare takes saved runs, or gold and the predictions of systems, not both")
    chosen, scored, notes = _score(gold, systems or {}, measures, options)
    comparison = compare_scored(scored, chosen, test or "randomisation", times)
    return replace(comparison, results=replace(comparison.results, notes=(*notes, *comparison.results.notes)))


def semeval(
    task: str,
    gold: Source,
    predictions: Source,
    *,
    labels: Sequence[Label] | None = None,
    missing: Missing | None = None,
    topics: Sequence[Label] | None = None,
    system: str = "system",
    **options: Unpack[InferenceOptions],
) -> Results:
    """Score one run of subtask A, B, C, D or E of SemEval-2016 Task 4, or of a task shaped like it.

    Gold and predictions are paths, mappings, lists or data frames. ``labels`` puts other classes in the
    place of the task's (ascending on an ordinal scale); ``topics`` is a column beside lists; ``missing`` is
    as in :func:`evaluate`.

    >>> results = semeval("C", {"1": ("x", -2), "2": ("x", 0)}, {"1": ("x", 0), "2": ("x", 0)})
    >>> float(results["macro_MAE"])
    1.0
    """
    from lydite.tasks.semeval.scoring import score as score_run
    from lydite.tasks.semeval.task import runs

    chosen, (run,) = runs(task, gold, {system: predictions}, labels=labels, topics=topics, missing=missing)
    return score_run(chosen, run, _options(options))


def semeval_leaderboard(
    task: str,
    gold: Source,
    systems: Mapping[str, Source],
    *,
    labels: Sequence[Label] | None = None,
    missing: Missing | None = None,
    topics: Sequence[Label] | None = None,
    **options: Unpack[InferenceOptions],
) -> Comparison:
    """Score several runs of a subtask, test all pairs of them, and group those that are tied.

    >>> gold = ["positive", "negative"] * 20
    >>> found = semeval_leaderboard("B", gold, {"perfect": gold, "constant": ["positive"] * 40})
    >>> found.letters["macro_recall"]
    {'perfect': 'a', 'constant': 'b'}
    """
    from lydite.tasks.semeval.scoring import leaderboard
    from lydite.tasks.semeval.task import runs

    chosen, answers = runs(task, gold, systems, labels=labels, topics=topics, missing=missing)
    return leaderboard(chosen, answers, _options(options))


def probe(
    vectors: Vectors | str | Path | Mapping[str, Vectors | str | Path],
    probes: str | Probe | Sequence[str | Probe] = ("topk", "odd_one_out"),
    test_set: str | Path | TestSet | Mapping[str, Sequence[str]] = "google",
    *,
    subwords: bool = False,
    shared: bool = False,
    **options: Unpack[InferenceOptions],
) -> Results:
    """Test word vectors (one, or several by name) on a test set; intervals are over its categories.

    ``vectors`` are what :func:`load_vectors` returns, or paths; ``test_set`` is an embedded one, a path or a
    mapping of categories to words; ``subwords`` composes vectors of unknown words where a model can, to be
    asked about; ``shared`` adds results on the words that all vectors know.

    >>> v = {"cat": [1, 0], "dog": [1, 0.1], "red": [0, 1], "blue": [0.1, 1]}
    >>> from lydite.sources.vectors import Vectors
    >>> probe(Vectors.of(v), "topk(k=1)", {"pets": ["cat", "dog"], "colours": ["red", "blue"]})[0].value
    1.0
    """
    from lydite.probes import examine

    wanted = _objects(probes, "probe")
    return examine(vectors, wanted, test_set, subwords=subwords, shared=shared).results(_options(options))


def agree(
    judgements: str | PathLike[str] | Judgements,
    using: str | Matcher | Sequence[str | Matcher] = DEFAULT_MATCHER,
    metrics: str | Agreement | Sequence[str | Agreement] = (),
    *,
    sample: int | None = None,
    human: Human = "questions",
    baselines: bool = True,
    let: Mapping[str, str] | None = None,
    **options: Unpack[InferenceOptions],
) -> Results:
    """Compare matchers with people: one row for each, people above, baselines below.

    ``judgements`` are questions or graded pairs: a path, ``"thesis"`` (the embedded questions), or what
    :func:`lydite.probes.agreement.read_judgements` and ``read_documents`` return. ``sample`` draws questions
    of so many substitutes from longer ones. ``human`` says how rows of people are taken: over questions, over
    single answers, or not at all. ``options`` are those of intervals.

    >>> found = agree("thesis", ["wordnet", "exact"], "SR", baselines=False, bootstrap=0)
    >>> [(r.system, round(r.value, 3)) for r in found]
    [('wordnet', 0.762), ('exact', 0.262)]
    """
    from lydite.probes.agreement import QuestionSet, read_judgements
    from lydite.probes.agreement import agree as against
    from lydite.probes.agreement import sample as draw

    chosen = _options(options)
    data = read_judgements(judgements) if isinstance(judgements, str | PathLike) else judgements
    if sample is not None and isinstance(data, QuestionSet):
        data = draw(data, sample, chosen.seed)
    matchers, wanted = _objects(using, "matcher", let), _objects(metrics, "agreement", let)
    return against(data, matchers, wanted, human=human, baselines=baselines).results(chosen)


def _objects(
    given: str | Instrument | Sequence[str | Instrument], kind: str, let: Mapping[str, str] | None = None
) -> list[Instrument]:
    """Return the objects of one or several specs and sweeps; objects stay as they are."""
    several = [given] if isinstance(given, str) or not isinstance(given, Sequence) else given
    return [o for one in several for o in (expand(one, kind, let) if isinstance(one, str) else [one])]


def _score(
    gold: Source, systems: Mapping[str, Source], measures: Measures, options: ScoringOptions
) -> tuple[Options, list[ItemStatistics], tuple[str, ...]]:
    own = SourceOptions.__annotations__.keys()
    how = cast("SourceOptions", {k: v for k, v in options.items() if k in own})
    chosen = _options(cast("InferenceOptions", {k: v for k, v in options.items() if k not in own}), own)
    chance, seed, lists = chosen.chance, chosen.seed, chosen.lists
    return chosen, *score(gold, systems, measures, chance=chance, seed=seed, lists=lists, **how)


def _options(options: InferenceOptions, others: Iterable[str] = ()) -> Options:
    from dataclasses import fields

    from lydite.errors import did_you_mean
    from lydite.inference import Options

    known = [*(f.name for f in fields(Options)), *sorted(others)]
    for name in options:
        if name not in known:
            raise SpecError(
                f"there is no option {name!r}{did_you_mean(name, known)} (options: {', '.join(known)})"
            )
    return Options(**options)
