"""What ``import lydite`` offers: functions that fill in a request, have it performed, and return results.

Options are the fields of the request and of inference; the classes of keys repeat their types for type
checkers, and a test compares both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import islice
from numbers import Real
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

from lydite.core.arguments import check_counts, check_texts, wrong
from lydite.core.choices import DEFAULT_MATCHER
from lydite.core.errors import InputError
from lydite.core.options import fill, takes_options
from lydite.core.spec import expand, parse
from lydite.inference.options import Inference, Testing
from lydite.runs.request import Request, Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.core.choices import Best, Human, Interval, Judge, Missing, NoGold, TestName, Ties
    from lydite.core.executors.base import On
    from lydite.inference import Comparison
    from lydite.inference.result import Results
    from lydite.matchers.base import Match, Matcher
    from lydite.measures.base import Measure
    from lydite.measures.tasks.semeval.scoring import LabelRun
    from lydite.measures.tasks.semeval.subtasks import Subtask
    from lydite.probes.agreement.base import Agreement, Judgements
    from lydite.probes.base import Probe
    from lydite.probes.testsets import TestSet
    from lydite.runs.run import Run
    from lydite.vectors import Vectors

    Label = str | int | float
    Measures = str | Measure | Sequence[str | Measure]
    ScoreFunction = Callable[[list[str], list[str]], Any]

Instrument = TypeVar("Instrument", bound="Matcher | Probe | Agreement")
DEFAULT = ("P", "R", "F1")
"""What is measured of phrases where nothing is named; of labels it is other measures."""
_FIRST = 100  # values that are looked at to find out what a mapping is


class IntervalKeys(TypedDict, total=False):
    """Options of intervals, but for the seed."""

    bootstrap: int
    interval: Interval
    level: float
    cluster: str | None
    by: str | None
    chance: int | None
    judge: Judge


class InferenceKeys(IntervalKeys, total=False):
    """Options of intervals."""

    seed: int


class PairedTestKeys(TypedDict, total=False):
    """Options of tests."""

    test: TestName | None
    times: int


class RunKeys(IntervalKeys, PairedTestKeys, total=False):
    """Options of intervals and tests of saved runs, whose seed is their own if none is given."""

    seed: int | None


class ScoreKeys(InferenceKeys, total=False):
    """Options of scoring one system."""

    labels: Sequence[str] | None
    id: str | None
    phrases: str | Sequence[str] | None
    gold_phrases: str | Sequence[str] | None
    same: bool
    scores: str | None
    best: Best | None
    separator: str | None
    header: bool | None
    input_format: str | None
    encoding: str | None
    topic: str | None
    skip_bad: bool
    documents: Any
    normalise: bool
    count: bool
    missing: Missing | None
    no_gold: NoGold | None
    ties: Ties
    let: Mapping[str, str] | None


class CompareKeys(ScoreKeys, PairedTestKeys, total=False):
    """Options of scoring and testing several systems."""


@takes_options(Request, Inference)
def evaluate(
    gold: Source,
    predictions: Source,
    measures: Measures = DEFAULT,
    *,
    match: str | Matcher | ScoreFunction | None = None,
    system: str = "system",
    on: On = "here",
    **options: Unpack[ScoreKeys],
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
    score is the best: ``highest``, ``lowest``, or ``order`` (that of the list). ``separator`` is what
    separates the phrases of one string, ``header`` says whether the first row is a header, ``skip_bad``
    leaves out rows that cannot be read. ``no_gold="zero"`` counts items without gold as 0, as
    trec_eval does, instead of leaving them unscored; ``ties="trec"`` ranks equal scores as it does.
    ``documents`` are the texts (by id) for measures of present and absent phrases, ``F1(part=present)``.

    ``labels`` are those of measures of labels, ascending where their order matters; ``normalise`` divides
    prevalences by their sum, ``count`` counts the labels of a run where gold has prevalences.

    Intervals are of ``bootstrap`` resamples (0 for none) at a ``level``, drawn with a ``seed``, of a kind
    (``interval``); ``cluster`` is a column whose values are drawn whole, ``by`` one to break results down by.
    ``chance`` is the number of shuffles behind the chance and corrected figures: by default 4, of fewer
    than 200 items 10; 0 for none. ``judge`` says which figure the tests compare.

    ``on`` is where phrases are scored: ``here``, ``processes(2)``, ``dask(workers=2)``; no digit depends on
    it.

    >>> results = evaluate({"d": ["cat", "dogs"]}, {"d": ["dog", "fish"]}, ["F1", "F1(match=stem)"])
    >>> [(r.measure, r.value) for r in results]
    [('F1', 0.0), ('F1(match=stem)', 0.5)]
    """
    check_texts(system=system, optional=False)
    _one_system(gold, predictions)
    inference = fill(Inference, options)
    run = _run(gold, {system: predictions}, measures, match, on, options)
    return replace(run.results(inference), run=run)


@takes_options(Request, Inference, Testing)
def compare(
    gold: Source,
    systems: Mapping[str, Source],
    measures: Measures = DEFAULT,
    *,
    match: str | Matcher | ScoreFunction | None = None,
    on: On = "here",
    **options: Unpack[CompareKeys],
) -> Comparison:
    """Score several systems on the same items and test all pairs, corrected for their number.

    ``systems`` are predictions by system; ``test`` is the paired test, ``times`` how many swaps it draws; p
    values are corrected within each measure (Holm). All else is as in :func:`evaluate`. Saved runs are
    compared by :func:`compare_runs`.

    >>> gold = {str(i): ["cat"] for i in range(20)}
    >>> both = compare(gold, {"good": gold, "bad": {str(i): ["dog"] for i in range(20)}}, "F1")
    >>> both.letters["F1"]
    {'good': 'a', 'bad': 'b'}
    """
    inference, testing = fill(Inference, options), fill(Testing, options)
    run = _run(gold, _several_systems(gold, systems), measures, match, on, options)
    comparison = run.comparison(inference, testing.test or "randomisation", testing.times)
    return replace(comparison, results=replace(comparison.results, run=run))


@takes_options(Inference, Testing, seed=None)
def compare_runs(
    *runs: Run | Mapping[str, Run], allow_different: bool = False, **options: Unpack[RunKeys]
) -> Comparison:
    """Compare saved runs (:func:`read_run`), or a mapping of them by name, without scoring again.

    ``allow_different`` also compares runs that were not made in the same way. Where no ``seed`` is given, it
    is theirs. Intervals and tests are as in :func:`compare`.

    >>> gold = {str(i): ["cat"] for i in range(20)}
    >>> monday, tuesday = (evaluate(gold, gold, "F1", system=name).run for name in ("monday", "tuesday"))
    >>> compare_runs(monday, tuesday).letters["F1"]
    {'monday': 'a', 'tuesday': 'a'}
    """
    from lydite.runs.compare import as_runs, side_by_side
    from lydite.runs.run import Run

    given = runs[0].values() if len(runs) == 1 and isinstance(runs[0], Mapping) else runs
    if not given:
        raise InputError("runs: no runs were given (read_run reads them)")
    for one in given:
        if not isinstance(one, Run):
            raise wrong("runs", "saved runs (read_run reads them), one by one or all in one mapping", one)
    seed = options.get("seed")
    inference = fill(Inference, {**options, "seed": 0 if seed is None else seed})
    testing = fill(Testing, options)
    both = side_by_side(as_runs(*runs), allow_different=allow_different, judge=inference.judge)
    inference = replace(inference, seed=both.seed if seed is None else seed)
    return both.comparison(inference, testing.test, testing.times)


@takes_options(Inference)
def semeval(
    task: str,
    gold: Source,
    predictions: Source,
    *,
    labels: Sequence[Label] | None = None,
    missing: Missing | None = None,
    topics: Sequence[Label] | None = None,
    system: str = "system",
    **options: Unpack[InferenceKeys],
) -> Results:
    """Score one run of subtask A, B, C, D or E of SemEval-2016 Task 4, or of a task shaped like it.

    Gold and predictions are paths, mappings, lists or data frames. ``labels`` puts other classes in the
    place of the task's (ascending on an ordinal scale); ``topics`` is a column beside lists; ``missing`` is
    as in :func:`lydite.evaluate`, and so is what intervals and chance are made by.

    >>> results = semeval("C", {"1": ("x", -2), "2": ("x", 0)}, {"1": ("x", 0), "2": ("x", 0)})
    >>> float(results["macro_MAE"])
    1.0
    """
    from lydite.measures.tasks.semeval.scoring import score as score_run

    chosen, (run,) = _subtask(task, gold, {system: predictions}, labels, missing, topics)
    return score_run(chosen, run, fill(Inference, options))


@takes_options(Inference)
def semeval_leaderboard(
    task: str,
    gold: Source,
    systems: Mapping[str, Source],
    *,
    labels: Sequence[Label] | None = None,
    missing: Missing | None = None,
    topics: Sequence[Label] | None = None,
    **options: Unpack[InferenceKeys],
) -> Comparison:
    """Score several runs of a subtask, test all pairs of them, and group those that are tied.

    >>> gold = ["positive", "negative"] * 20
    >>> board = semeval_leaderboard("B", gold, {"perfect": gold, "constant": ["positive"] * 40})
    >>> board.letters["macro_recall"]
    {'perfect': 'a', 'constant': 'b'}
    """
    from lydite.measures.tasks.semeval.scoring import leaderboard

    chosen, answers = _subtask(task, gold, systems, labels, missing, topics)
    return leaderboard(chosen, answers, fill(Inference, options))


@takes_options(Inference)
def probe(
    vectors: Vectors | str | Path | Mapping[str, Vectors | str | Path],
    probes: str | Probe | Sequence[str | Probe] = ("topk", "odd_one_out"),
    test_set: str | Path | TestSet | Mapping[str, Sequence[str]] = "google",
    *,
    subwords: bool = False,
    shared: bool = False,
    **options: Unpack[InferenceKeys],
) -> Results:
    """Test word vectors (one, or several by name) on a test set; intervals are over its categories.

    ``vectors`` are what :func:`load_vectors` returns, or paths; ``test_set`` is an embedded one, a path or a
    mapping of categories to words; ``subwords`` composes vectors of unknown words where a model can, to be
    asked about; ``shared`` adds results on the words that all vectors know. Intervals are made as in
    :func:`lydite.evaluate`.

    >>> v = {"cat": [1, 0], "dog": [1, 0.1], "red": [0, 1], "blue": [0.1, 1]}
    >>> from lydite.vectors import Vectors
    >>> probe(Vectors.of(v), "topk(k=1)", {"pets": ["cat", "dog"], "colours": ["red", "blue"]})[0].value
    1.0
    """
    from lydite.probes import examine
    from lydite.probes.testsets import TestSet

    inference = fill(Inference, options)
    given: Any = test_set
    if not isinstance(given, str | PathLike | Mapping | TestSet):
        expected = "the name of a test set, a path, or a mapping of categories to words"
        raise wrong("test_set", expected, given)
    wanted = _objects("probes", probes, "probe")
    return examine(vectors, wanted, test_set, subwords=subwords, shared=shared).results(inference)


@takes_options(Inference)
def agree(
    judgements: str | PathLike[str] | Judgements,
    using: str | Matcher | Sequence[str | Matcher] = DEFAULT_MATCHER,
    metrics: str | Agreement | Sequence[str | Agreement] = (),
    *,
    sample: int | None = None,
    human: Human = "questions",
    baselines: bool = True,
    let: Mapping[str, str] | None = None,
    **options: Unpack[InferenceKeys],
) -> Results:
    """Compare matchers with people: one row for each, people above, baselines below.

    ``judgements`` are questions or graded pairs: a path, ``"thesis"`` (the embedded questions), or what
    :func:`lydite.probes.agreement.read_judgements` returns. ``sample`` draws
    this number of substitutes of each question that has more. ``human`` says how people are scored: over
    questions, over single answers, or not at all. Intervals are made as in :func:`lydite.evaluate`.

    >>> rows = agree("thesis", ["wordnet", "exact"], "SR", baselines=False, bootstrap=0)
    >>> [(r.system, round(r.value, 3)) for r in rows]
    [('wordnet', 0.762), ('exact', 0.262)]
    """
    from lydite.probes.agreement import QuestionSet, read_judgements
    from lydite.probes.agreement import agree as against
    from lydite.probes.agreement import sample as draw

    inference = fill(Inference, options)
    check_counts(sample=sample, optional=True)
    if not isinstance(judgements, str | PathLike) and not hasattr(judgements, "defaults"):
        raise wrong("judgements", "a path, thesis, or what read_judgements returns", judgements)
    data = read_judgements(judgements) if isinstance(judgements, str | PathLike) else judgements
    if sample is not None and isinstance(data, QuestionSet):
        data = draw(data, sample, inference.seed)
    matchers = _objects("using", using, "matcher", let)
    wanted = _objects("metrics", metrics, "agreement", let)
    return against(data, matchers, wanted, human=human, baselines=baselines).results(inference)


def matcher(spec: str | Matcher, *, let: Mapping[str, str] | None = None) -> Matcher:
    """Return a matcher by its spec; a matcher is returned as it is.

    ``let`` names resources: with ``let={"wp": "en.wikipedia"}`` the spec may say ``wikipedia(store=wp)``.
    SpecError where the spec names no matcher, or parameters that it does not have.

    >>> matcher("stem").score("neural networks", "neural network")
    1.0
    """
    from lydite.matchers.base import Matcher

    if not isinstance(spec, str | Matcher):
        raise wrong("spec", "a matcher or its spec, such as stem", spec)
    one: Matcher = spec if isinstance(spec, Matcher) else parse(spec, "matcher", let)
    return one


def as_matcher(argument: str, given: Any, let: Mapping[str, str] | None = None) -> Matcher:
    """Return the matcher that an argument is, spells, or calls: a function is wrapped under its own name."""
    from lydite.matchers.base import Matcher

    if isinstance(given, str | Matcher):
        return matcher(given, let=let)
    if isinstance(given, type) or not callable(given):
        expected = "a matcher, its spec, such as stem, or a function of (candidates, references)"
        raise wrong(argument, expected, given)
    return custom(given)


def custom(function: ScoreFunction, *, name: str | None = None, version: str | None = None) -> Matcher:
    """Return a function of your own as a matcher: it returns the scores, from 0 to 1, of lists of pairs.

    ``function(candidates, references)`` takes two lists of phrases of the same length, with no pair twice,
    and returns a list, an array, or a generator. ``name`` is what tables and signatures call it (default: its
    qualified name), ``version`` stands in signatures: raise it when the scores change.

    >>> def same_length(candidates, references):
    ...     return [len(c) == len(r) for c, r in zip(candidates, references)]
    >>> custom(same_length, version="1").signature()
    'custom(function="same_length:1")'
    >>> float(match("cat", "dog", same_length))
    1.0
    """
    from lydite.core.spec.values import Function
    from lydite.matchers.custom import Custom

    return Custom(Function.of("function", function, name, version))


def cached(
    function: ScoreFunction, path: str | PathLike[str], *, version: str, name: str | None = None
) -> Matcher:
    """Return a function as :func:`custom` does, and keep what it says in a file (SQLite).

    A pair is asked for once, also over runs: scores are kept by name, version and pair, call by call. Where a
    function raises or is stopped, a list loses the scores of that call (about two seconds); a generator
    loses none that it yielded. Several functions and processes may share a file; two that run at the same
    time may both ask for a pair of the last seconds. ``version`` must be another when the scores change.
    """
    from lydite.core.errors import InputError, is_remote
    from lydite.core.io.files import user_path
    from lydite.core.spec.values import Function
    from lydite.matchers.custom import Custom
    from lydite.matchers.score_file import CachedFunction, ScoreFile

    if not isinstance(path, str | PathLike) or is_remote(path):
        raise wrong("path", "the path of a file on this machine", path)
    if version is None:
        raise wrong("version", "a text on one line", version)
    known = Function.of("function", function, name, version)
    if name is None and (known.name.endswith("<lambda>") or not hasattr(function, "__qualname__")):
        kind = "lambda" if known.name.endswith("<lambda>") else known.name
        raise InputError(f"name: a {kind} has none, and others would share its scores; pass name=")
    call = CachedFunction(function, ScoreFile(user_path(fspath(path)), known.name, version))
    return Custom(Function(known.name, version, call))


def cosine(
    encode: Any, *, name: str | None = None, version: str | None = None, rescale: bool = False
) -> Matcher:
    """Return the matcher of the cosines of vectors that a function gives for texts.

    ``encode`` is a model of sentence-transformers, its ``encode``, or any function from a list of texts to a
    vector for each; each distinct phrase is encoded once. ``name`` and ``version`` are as in :func:`custom`;
    ``rescale`` puts the mean cosine of random phrases at 0. Files: ``matcher("cosine(vectors=FILE)")``.

    >>> def letters(texts):
    ...     return [[text.count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts]
    >>> by_letter = cosine(encode=letters)
    >>> str(by_letter), round(by_letter.score("dog food", "good"), 2)
    ('cosine(encode=letters)', 0.95)
    """
    from lydite.core.spec.values import Function
    from lydite.matchers.vectors.cosine import Cosine

    function = encode if isinstance(encode, str) else getattr(encode, "encode", encode)
    return Cosine(encode=Function.of("encode", function, name, version), rescale=rescale)


def match(candidate: str, reference: str, using: str | Matcher | ScoreFunction = DEFAULT_MATCHER) -> Match:
    """Return how well one phrase stands for another, from 0 to 1, with what led to the score.

    ``candidate`` is the phrase that is to stand for ``reference``; the other way round the score may differ.
    ``using`` is a matcher, its spec (``lydite list matchers``), or a function as :func:`custom` takes it.
    ``float(m)`` is the score, ``m.path`` the transitions behind it, ``m.signature`` says how it was made.

    >>> round(float(match("food", "cake")), 2), round(float(match("cake", "food")), 2)
    (0.17, 0.23)
    """
    check_texts(candidate=candidate, reference=reference, optional=False)
    return as_matcher("using", using).explain(candidate, reference)


def _run(gold: Source, systems: Mapping[str, Source], measures: Any, match: Any, on: On, options: Any) -> Run:
    """Return the run of systems, with its phrases."""
    from lydite.core.executors.base import executor_of
    from lydite.runs.performing import perform

    named = None if measures is DEFAULT else measures
    asked = fill(Request, {**options, "gold": gold, "systems": systems, "measures": named})
    matchers = () if match is None else (as_matcher("match", match, asked.policy.let),)
    request = replace(asked, match=matchers, usual=DEFAULT, keep=True)
    with executor_of(on) as executor:
        return perform(request, executor, fill(Inference, options))


def _subtask(
    task: str, gold: Source, systems: Mapping[str, Source], labels: Any, missing: Missing | None, topics: Any
) -> tuple[Subtask, list[LabelRun]]:
    """Return a subtask of SemEval-2016 Task 4, and its runs beside gold."""
    from lydite.runs.performing import perform
    from lydite.runs.request import Policy, Reading

    reading, policy = Reading(labels=labels), Policy(missing=missing)
    asked = Request(gold=gold, systems=systems, task=task, topics=topics, reading=reading, policy=policy)
    found = perform(asked).evidence.subtask()
    return found.task, list(found.runs)


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
            raise wrong(name, "answers, not a saved run; lydite.compare_runs takes saved runs", side)
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
    """Return predictions by the name of their system; refuse anything else."""
    from lydite.runs.run import Run

    if any(isinstance(side, Run) or _holds(side, Run) for side in (gold, systems)):
        raise InputError("systems: expected predictions; lydite.compare_runs(run, run) compares saved runs")
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


def _objects(
    argument: str,
    given: str | Instrument | Sequence[str | Instrument],
    kind: str,
    let: Mapping[str, str] | None = None,
) -> list[Instrument]:
    """Return the objects of one or several specs and sweeps; objects stay as they are."""
    several = [given] if isinstance(given, str) or not isinstance(given, Sequence) else given
    for one in several:
        if not isinstance(one, str) and getattr(one, "kind", None) != kind:
            raise wrong(argument, f"a {kind} or its spec, or a list of them", one)
    return [o for one in several for o in (expand(one, kind, let) if isinstance(one, str) else [one])]
