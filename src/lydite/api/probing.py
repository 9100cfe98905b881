"""Sources of meaning put to the test: word vectors by probes, matchers by what people said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

from lydite.core.arguments import check_counts, wrong
from lydite.core.choices import DEFAULT_MATCHER
from lydite.core.spec import expand

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.core.choices import Human, Interval, Judge
    from lydite.inference.result import Results
    from lydite.matchers.base import Matcher
    from lydite.probes.agreement.base import Agreement, Judgements
    from lydite.probes.base import Probe
    from lydite.probes.testsets import TestSet
    from lydite.vectors import Vectors

Instrument = TypeVar("Instrument", bound="Matcher | Probe | Agreement")


def probe(
    vectors: Vectors | str | Path | Mapping[str, Vectors | str | Path],
    probes: str | Probe | Sequence[str | Probe] = ("topk", "odd_one_out"),
    test_set: str | Path | TestSet | Mapping[str, Sequence[str]] = "google",
    *,
    subwords: bool = False,
    shared: bool = False,
    bootstrap: int = 1_000,
    seed: int = 0,
    interval: Interval = "auto",
    level: float = 0.95,
    cluster: str | None = None,
    by: str | None = None,
    chance: int | None = None,
    judge: Judge = "auto",
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
    from lydite.inference import Options
    from lydite.probes import examine
    from lydite.probes.testsets import TestSet

    options = Options(bootstrap, seed, interval, level, cluster, by, chance, judge)
    given: Any = test_set
    if not isinstance(given, str | PathLike | Mapping | TestSet):
        expected = "the name of a test set, a path, or a mapping of categories to words"
        raise wrong("test_set", expected, given)
    wanted = _objects("probes", probes, "probe")
    return examine(vectors, wanted, test_set, subwords=subwords, shared=shared).results(options)


def agree(
    judgements: str | PathLike[str] | Judgements,
    using: str | Matcher | Sequence[str | Matcher] = DEFAULT_MATCHER,
    metrics: str | Agreement | Sequence[str | Agreement] = (),
    *,
    sample: int | None = None,
    human: Human = "questions",
    baselines: bool = True,
    let: Mapping[str, str] | None = None,
    bootstrap: int = 1_000,
    seed: int = 0,
    interval: Interval = "auto",
    level: float = 0.95,
    cluster: str | None = None,
    by: str | None = None,
    chance: int | None = None,
    judge: Judge = "auto",
) -> Results:
    """Compare matchers with people: one row for each, people above, baselines below.

    ``judgements`` are questions or graded pairs: a path, ``"thesis"`` (the embedded questions), or what
    :func:`lydite.probes.agreement.read_judgements` returns. ``sample`` draws questions
    of so many substitutes from longer ones. ``human`` says how rows of people are taken: over questions, over
    single answers, or not at all. Intervals are made as in :func:`lydite.evaluate`.

    >>> rows = agree("thesis", ["wordnet", "exact"], "SR", baselines=False, bootstrap=0)
    >>> [(r.system, round(r.value, 3)) for r in rows]
    [('wordnet', 0.762), ('exact', 0.262)]
    """
    from lydite.inference import Options
    from lydite.probes.agreement import QuestionSet, read_judgements
    from lydite.probes.agreement import agree as against
    from lydite.probes.agreement import sample as draw

    options = Options(bootstrap, seed, interval, level, cluster, by, chance, judge)
    check_counts(sample=sample, optional=True)
    if not isinstance(judgements, str | PathLike) and not hasattr(judgements, "defaults"):
        raise wrong("judgements", "a path, thesis, or what read_judgements returns", judgements)
    data = read_judgements(judgements) if isinstance(judgements, str | PathLike) else judgements
    if sample is not None and isinstance(data, QuestionSet):
        data = draw(data, sample, seed)
    matchers = _objects("using", using, "matcher", let)
    wanted = _objects("metrics", metrics, "agreement", let)
    return against(data, matchers, wanted, human=human, baselines=baselines).results(options)


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
