"""Senses, opposites and negation in `wordnet`: against a slow search, and what must hold of single pairs."""

from __future__ import annotations

import heapq

import numpy as np
import pytest

from full_size import size
from lydite.core.spec import REGISTRIES
from lydite.matchers.knowledge import PRESETS

WordNetMatcher = REGISTRIES["matcher"]["wordnet"]

WORDS = (
    "dog cat animal food cake bread run walk good nice happy king queen appreciation admire enclose birdcage "
    "time water house paper science biology red colour quickly toad frog red_wine hot_dog thing entity"
).replace("_", "-").split()  # fmt: skip
SETTINGS = [
    {"prior": "none"}, {"prior": "tags"}, {"prior": "tags", "power": 0.5},
    {"prior": "tags", "clip": True}, {"prior": "tags", "pos": "noun"},
    {"preset": "tuned"}, {"preset": "tuned", "prior": "tags", "power": 0.5}, {"prior": "tags", "power": 0},
    {"preset": "thesis"}, {"preset": "thesis", "prior": "tags"},
]  # fmt: skip


def reached(search, sources):
    """Return the best score of every synset from some sources: one way only, nothing below expanded."""
    graph, table, least = search.graph, search.tables.ahead, search.threshold * (1 - 1e-12)
    fringe = [(-weight, synset) for synset, weight in sources.items()]
    heapq.heapify(fringe)
    found = {}
    while fringe:
        minus, synset = heapq.heappop(fringe)
        if synset in found:
            continue
        found[synset] = -minus
        if -minus >= least:
            here = slice(int(graph.offsets[synset]), int(graph.offsets[synset + 1]))
            steps = table[graph.classes[here]]
            for there, step in zip(
                graph.neighbours[here][steps > 0].tolist(), steps[steps > 0].tolist(), strict=True
            ):
                if -minus * step >= least or search.below == "thesis":
                    heapq.heappush(fringe, (minus * step, there))
    return found


@pytest.mark.parametrize("given", size(SETTINGS[2::4], SETTINGS), ids=str)
def test_words_score_what_a_slow_search_finds(given):
    matcher = WordNetMatcher(**given)
    rng = np.random.default_rng(3)
    left, right = rng.integers(0, len(WORDS), (2, size(4, 8)))
    found = matcher.both(WORDS, left, right)
    prior, search = matcher.settings["prior"], matcher.search
    for row, i, j in zip(found, left, right, strict=True):
        for score, one, other in ((row[0], i, j), (row[1], j, i)):
            ends = [matcher.targets_of(WORDS[k]) for k in (one, other)]
            if not all(t.direct for t in ends):
                assert score == 0
                continue
            sets = [t.sets[0] for t in ends]
            if one == other:
                assert score == 1
                continue
            if prior == "tags":
                power = matcher.settings["power"]
                weights = [{s: p**power for s, p in zip(t.sets[0], t.priors[0], strict=True)} for t in ends]
                most = [max(w.values()) for w in weights]
                ways = reached(search, {s: w / most[0] for s, w in weights[0].items()})
                best = max(ways.get(s, 0.0) * w / most[1] for s, w in weights[1].items())
                assert score == pytest.approx(best * most[0] * most[1] if kept(search, best) else 0, abs=1e-9)
                continue
            ways = reached(search, dict.fromkeys(sets[0], 1.0))
            best = max(ways.get(s, 0.0) for s in sets[1])
            assert score == pytest.approx(best if kept(search, best) else 0.0, abs=1e-9)


def kept(search, score):
    return search.below == "thesis" or score >= search.threshold * (1 - 1e-12)


@pytest.mark.parametrize("prior", ["none", "tags"])
def test_both_ways_are_the_scores_of_single_words(prior):
    matcher = WordNetMatcher(prior=prior, antonyms=False, surface=False)
    known = [word for word in WORDS if matcher.targets_of(word).direct]
    left, right = (i.ravel() for i in np.indices((len(known), len(known))))
    both = matcher.both(known, left, right)
    table = matcher.matrix(known, known)
    assert (both[:, 0].reshape(table.shape) == table).all()
    assert (both[:, 1].reshape(table.shape) == table.T).all()
    few = np.array([matcher.both(known, left[i : i + 1], right[i : i + 1])[0] for i in range(60)])
    assert (few == both[:60]).all()


def test_words_without_a_target_of_their_own_have_no_way():
    matcher = WordNetMatcher()
    words = ["qwxzk", "good cake", "", "cake"]
    assert (matcher.both(words, np.array([0, 1, 2, 3]), np.array([3, 3, 3, 0])) == 0).all()
    assert matcher.both([], np.zeros(0, np.int64), np.zeros(0, np.int64)).shape == (0, 2)


def test_a_word_of_one_sense_keeps_the_score():
    """What is meant only one way weighs 1, whatever the power."""
    matcher = WordNetMatcher(power=3, surface=False)
    assert matcher.score("birdcage", "birdcage") == 1
    assert matcher.score("cage", "birdcage") < WordNetMatcher(power=0).score("cage", "birdcage")


def test_rare_senses_no_longer_decide():
    for pair in [("queen", "king"), ("father", "mother"), ("hot dog", "dog"), ("television", "video")]:
        assert WordNetMatcher(preset="tuned").score(*pair) == 1
        assert WordNetMatcher().score(*pair) < 1


@pytest.mark.parametrize("given", [{}, {"preset": "tuned"}, {"clip": True}], ids=str)
@pytest.mark.parametrize(
    "negated", ["not good", "no smoking", "without sugar", "never happy", "non violence"]
)
def test_a_negated_phrase_does_not_stand_for_the_plain_one(given, negated):
    matcher, plain = WordNetMatcher(**given), negated.partition(" ")[2]
    assert matcher.score(negated, plain) <= 0.15
    assert matcher.score(plain, negated) <= 0.15


def test_opposites_score_0_and_it_is_said():
    on, off = WordNetMatcher(), WordNetMatcher(antonyms=False)
    for pair in [
        ("good", "bad"),
        ("better", "worse"),
        ("public key", "private key"),
        ("good dog", "bad dog"),
    ]:
        assert on.score(*pair) == on.score(*reversed(pair)) == 0
        assert on.explain(*pair).path == ()
    assert off.score("good dog", "bad dog") > 0
    assert on.explain("public key", "private key").note == "public and private are opposites"
    assert on.score("men and women", "women and men") == 1  # each stands on both sides
    assert on.score("good", "good") == 1
    assert WordNetMatcher(preset="thesis").score("good dog", "bad dog") > 0


@pytest.mark.parametrize(
    "pair", [("food", "cake"), ("car", "automobile"), ("science", "biology"), ("cat", "red")]
)
def test_the_explanation_gives_the_score(pair):
    matcher = WordNetMatcher()
    (leg,) = matcher.aspect_paths(*pair)
    product = np.prod([leg.weights[0], *(step.score for step in leg.steps), leg.weights[1]])
    assert product == pytest.approx(matcher.score(*pair)) or matcher.score(*pair) == leg.score == 0
    for aspect in matcher.aspect_paths(f"red {pair[0]}", f"red {pair[1]}"):
        whole = np.prod([*aspect.weights, *(step.score for step in aspect.steps)])
        assert aspect.score in (0, pytest.approx(whole))


def test_every_preset_gives_every_value():
    known = set(PRESETS["thesis"])
    assert all(set(values) == known for values in PRESETS.values())
