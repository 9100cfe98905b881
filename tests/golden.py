"""One number for every declared object, on small input that never changes: what golden values are of."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import lydite
from hopwiki import PAGES, build_store
from lydite import metrics
from lydite.core.spec import REGISTRIES, Declaration
from lydite.core.text import tokens
from lydite.hashtags import clean_tweet
from lydite.knowledge.wikipedia import Wikipedia
from lydite.probes.agreement import PairScores, SubstituteScores
from lydite.probes.agreement.comparisons import ComparisonSet, JudgedComparison
from lydite.probes.agreement.pairs import Pair
from lydite.probes.agreement.questions import Question, Substitute
from lydite.probes.hop import LinkGraph, PhraseChooser
from lydite.probes.testsets import TestSet
from lydite.reading import RawTweet
from lydite.tuning import Space
from lydite.vectors import Vectors

WordNetMatcher = REGISTRIES["matcher"]["wordnet"]

PAIRS = [
    ("cat", "dog"), ("dog", "cat"), ("cats", "cat"), ("cat", "cats"), ("#cat", "#dogs"), ("#dogs", "#tag"),
    ("neural network", "neural network"), ("neural networks", "network of neurons"), ("food", "cake"),
    ("Naïve Bayes", "naive bayes"), ("cake", "food"), ("admire", "appreciation"), ("big cat", "large dog"),
    ("the state of the art", "state-of-the-art model"), ("children's literature", "literature of children"),
    ("natural science", "organic chemistry"), ("organic chemistry", "natural science"), ("dog", "animal"),
    ("keystone state", "university of pennsylvania"), ("orange", "fruit"), ("enclose", "birdcage"),
    ("language model", "model of language"), ("running quickly", "ran quick"), ("mice", "mouse"),
    ("cat model dog", "dog neural cat"), ("qwxzk", "zzkkv"), ("qwxzk", "qwxzks"), ("baby cat", "kittens"),
    ("red planet", "mars"), ("red planet", "planet"), ("animal", "poodle"), ("poodle", "canine"),
]  # fmt: skip
HEBREW = [
    ("צ׳ילה", "ילה"), ("צה״ל", "צה"), ("cat׳", "cat"), ("hot׳dog", "hot dog"), ("hot״dog", "food"),
    ("red׳planet", "red planet"), ("logic׳", "logic"), ("neural׳ network", "network"), ("big cat׳", "cat"),
]  # fmt: skip
GOLD = {
    "a": ["cat", "dog", "neural network"], "b": ["#dogs", "#cat"], "c": ["big cat"], "e": [],
    "d": ["art", "state", "tag"], "f": ["cats", "Cats", "model"], "g": ["#naive", "#tag", "#cat", "#dog"],
    "h": ["state fruit"], "i": ["#犬"],
}  # fmt: skip
RUNS = [
    {
        "a": ["dog", "fish", "cat", "Dog", "neural networks"], "b": ["#cats", "#dog", "#tag", "#naive"],
        "c": [], "d": ["tag", "state art"], "e": ["dog"], "f": ["model", "cat"],
        "g": ["#cats", "#dogs", "#naive"], "h": ["car", "fruit", "fruit state"],
    },
    {
        "a": ["fish"], "b": ["#tag"], "c": ["big dog", "cat"], "d": [], "f": ["model of cats", "cat model"],
        "g": ["#犬", "#naive"], "h": ["state"], "i": ["#naive", "#tag"],
    },
]  # fmt: skip
LABELS = ["negative", "neutral", "positive"]
TRUE = [2, 2, 2, 1, 2, 1, 2, 0, 0, 1, 2, 2, 1, 1, 2, 2, 0]
SAID = [2, 1, 2, 1, 1, 2, 2, 0, 2, 1, 2, 0, 1, 0, 2, 2, 1]
TOPICS = list("aaaaaabbbbbcccccc")
TEXTS = [
    "ebola outbreak in liberia worsens #ebola #liberia", "flu season arrives early this winter #flu",
    "ebola vaccine trial begins in liberia #ebola #vaccine", "flu vaccine shortage this winter #flu #vaccine",
    "healthy breakfast recipes with quinoa #recipes #quinoa", "easy dinner recipes #recipes",
    "ten quinoa recipes for a healthy dinner #quinoa", "dinner in liberia #quinoa",
]  # fmt: skip
ANCHORS = ["logic", "stone logic", "philosophy of logic", "natural science", "qwxzk", "stones", "qwxzk logic"]
CLOSE, SINGLE, LEARNED = 1e-9, 1e-5, 1e-3
"""How far a number may be off: in double precision, in single precision, and after learning in single."""


def tolerance(one: Declaration) -> float:
    """Return how far a number may be off, relatively, on another machine."""
    single = "encoder" in (one.kind, one.name)
    learned = getattr(one, "learns", False) or hasattr(one, "encoder")
    return LEARNED if learned else SINGLE if single else CLOSE


def number(one: Declaration, folder: Path) -> float:
    """Return the number of an object."""
    kind = f"{one.kind} of {one.input_kind}" if one.kind == "measure" else one.kind  # type: ignore[attr-defined]
    return float(_KINDS[kind](one, folder))


def hebrew(one: Any) -> float | None:
    """Return the number of an object on words with geresh and gershayim; None where it reads no words."""
    if one.kind == "matcher":
        left, right = zip(*HEBREW, strict=True)
        return _weighed(one.pairs(left, right))
    if isinstance(one, PhraseChooser):
        return _weighed(one.compare([left for left, _ in HEBREW], "philosophy"))
    return None


def words() -> set[str]:
    """Return all words that a model has to read."""
    return {word for text in [*TEXTS, *PAGES.values()] for word in tokens(text)}


def _weighed(values: Any) -> float:
    """Return a mean in which every place has a weight of its own; what has no value counts as -1."""
    flat = np.nan_to_num(np.asarray(values, np.float64).ravel(), nan=-1.0)
    weights = 1 + np.arange(len(flat)) * 0.618033988749895 % 1  # two that are swapped are noticed
    return float(flat @ weights / weights.sum())


def _matcher(one: Any, _: Path) -> float:
    left, right = zip(*PAIRS, strict=True)
    return _weighed(one.pairs(left, right))


def _phrases(one: Any, _: Path) -> float:
    """Return a mean of values and values of items; graded matches as well as those by key."""
    forms = [one, replace(one, match="r_precision")] if "match" in one.parameters() else [one]
    parted = getattr(one, "part", "all") != "all"
    texts = dict.fromkeys(GOLD, "cats and dogs, a neural network; the model of a big cat") if parted else None
    found = [lydite.evaluate(GOLD, r, forms, bootstrap=0, chance=0, documents=texts) for r in RUNS]
    return _weighed([v for results in found for r in results for v in (r.value, *r.items.values())])


def _labels(one: Any, _: Path) -> float:
    name = one.name.lower()
    score = getattr(metrics, f"{name}_of_labels" if f"{name}_of_labels" in dir(metrics) else name)
    true, said = ([LABELS[i] for i in column] for column in (TRUE, SAID))
    found: float = score(true, said, labels=LABELS, topics=TOPICS, **one.arguments())
    return found


@functools.cache
def _vectors() -> Vectors:
    """Vectors that mean something: words of a category lie near each other, and some of them near others."""
    rows = {}
    for c, category in enumerate(_CATEGORIES.values()):
        for w, word in enumerate(category):
            turn = 0.9 * c + 0.35 * w * (1 + w % 3)
            rows[word] = [
                np.cos(turn),
                np.sin(turn),
                np.cos(2.3 * turn),
                np.sin(5.1 * turn + c),
                0.3 * c - 0.1 * w,
            ]
    return Vectors.of(rows)


_CATEGORIES = {
    "pets": ("cat", "dog", "Hamster", "goldfish", "parrot", "rabbit"),
    "colours": ("red", "blue", "green", "yellow", "crimson"),
    "capitals": ("Paris", "Rome", "Athens", "Cairo", "Lima", "Oslo", "Bern"),
    "countries": ("France", "Italy", "Greece", "Egypt", "Peru", "Norway", "Switzerland"),
}


def _test_set() -> TestSet:
    """Categories, analogies, pairs and outliers: some words are unknown, some are in capitals."""
    known = {k: (*v[:-1], v[-1].upper(), "unheard-of") for k, v in _CATEGORIES.items()}
    towns = list(zip(known["capitals"], known["countries"], strict=True))
    every = [w for words in known.values() for w in words]
    return TestSet(
        "golden",
        known,
        {
            "capital": tuple((*one, *two) for one in towns for two in towns if one != two),
            "odd": (tuple(every[:4]),),
        },
        tuple((a, b, float((i * 7) % 11)) for i, (a, b) in enumerate(zip(every, every[3:], strict=False))),
        {k: (v[2:], tuple(w for w in every[::3] if w not in v)) for k, v in known.items()},
    )


def _probe(one: Any, _: Path) -> float:
    return lydite.probe(_vectors(), [one], _test_set(), bootstrap=0)[0].value


def _chooser(one: Any, folder: Path) -> float:
    """Return a mean of the rates of links, each on several ways, and of phrases where only words count."""
    web = LinkGraph.of(Wikipedia.open(build_store(folder)), "Philosophy", 20)
    articles = np.setdiff1d(np.arange(web.wikipedia.articles), [web.target])
    trails = np.concatenate([np.stack([np.roll(articles, i), articles], axis=1) for i in range(1, 5)])
    rates = one.rates(web.links(trails[:, -1], trails), web)
    said = one.compare(ANCHORS, "philosophy") if isinstance(one, PhraseChooser) else []
    return _weighed([*rates, *said])


def _encoder(one: Any, _: Path) -> float:
    """Return a mean of cosines: whether an axis is turned round says nothing."""
    model = one.fit(TEXTS)
    parts = [model.encode(TEXTS), model.tags(["#ebola", "#quinoa", "#quinoas"])]
    rows = np.concatenate([p for p in parts if p is not None]).astype(np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit = rows / np.where(lengths > 0, lengths, 1)
    return _weighed([*(unit @ unit.T).ravel(), *lengths.ravel()])


def _recommender(one: Any, _: Path) -> float:
    """Return a mean of the scores of all tags for all texts, from what was learned of all but the last."""
    tweets = [clean_tweet(RawTweet(str(i), text)) for i, text in enumerate(TEXTS)]
    model = one.fit(tweets[:-1])
    answers = model.recommend([t.text for t in tweets], 4)
    tags = sorted({tag for t in tweets for tag in t.tags})
    return _weighed([[dict(answer).get(tag, 0.0) for tag in tags] for answer in answers])


def _agreement(one: Any, _: Path) -> float:
    """Return a mean of the value and the values of items, on made-up answers and grades."""
    judged: Any
    if one.needs == "comparisons":
        told = [(PAIRS[n % 9], PAIRS[n * 7 % 23 + 9], n % 3 - 1) for n in range(200)]
        compared = ComparisonSet("x", tuple(JudgedComparison(*t) for t in told))
        judged = compared.judge(lydite.matcher("r_precision"))
    else:
        judged = _judged() if one.needs == "questions" else _rated()
    rows = one.statistics(judged)
    value = one.value(rows.sum(0)[None] if one.summable else rows)
    return _weighed([value, *(one.value(rows[:, None, :]) if one.summable else ())])


def _judged() -> SubstituteScores:
    """Fifty questions with two to sixteen substitutes, judged by up to twenty people."""
    spread = _Spread()
    questions = []
    for number in range(50):
        those = []
        for place in range(2 + number % 15):
            coverage = 3 + int(18 * spread())
            circled = int((coverage + 1) * spread())
            crossed = int((coverage + 1 - circled) * spread())
            those.append(Substitute(f"{place}", circled - crossed, coverage, circled))
        questions.append(Question(f"{number}", "x", tuple(those)))
    scores = np.array([spread() if i % 3 else round(spread(), 1) for i in range(2_000)])
    return SubstituteScores.of(questions, scores[: sum(len(q.substitutes) for q in questions)])


def _rated() -> PairScores:
    """Eighty graded pairs, some of which have a relation and votes."""
    spread = _Spread()
    names = ("hyp-1", "r-hyp-1", "cohyp", "syn", "no-rel")
    pairs = [
        Pair("a", "b", round(6 * spread()), (), round(spread(), 1), {"relation": names[i % 5]})
        for i in range(80)
    ]
    scores, _, expected = (np.array([round(spread(), 1) for _ in pairs]) for _ in range(3))
    return replace(PairScores.of(pairs, scores), accept=lambda: expected)


class _Spread:
    """Numbers from 0 to 1 that look random and never change (Knuth's congruential generator)."""

    def __init__(self) -> None:
        self.at = 1

    def __call__(self) -> float:
        self.at = (self.at * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.at >> 33) / 2**31


def _tuner(one: Any, _: Path) -> float:
    """Return a mean of the first points that a method asks about."""
    space = Space.of(WordNetMatcher())
    asking = one.search(space, np.random.default_rng(0))
    asked = [next(asking)]
    for _n in range(3):
        try:
            asked.append(asking.send(-((asked[-1] - 0.6) ** 2).sum(axis=1)))
        except StopIteration:
            break
    return _weighed(np.concatenate(asked)[:500])


def _model(one: Any, _: Path) -> float:
    """Return a mean of the first numbers of the vectors of a planted corpus."""
    from planted import planted

    vectors = one.train(planted(lines=60).prepared(), 0)
    return _weighed(np.round(vectors.matrix[:20].astype(np.float64), 3))


_KINDS = {
    "agreement": _agreement, "matcher": _matcher, "measure of phrases": _phrases,
    "measure of labels": _labels, "probe": _probe, "chooser": _chooser, "encoder": _encoder,
    "recommender": _recommender,
    "tuner": _tuner, "model": _model,
}  # fmt: skip
