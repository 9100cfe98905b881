"""Substitutability by WordNet: published numbers, laws, and Algorithm 4 as the oracle."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import lydite
from full_size import size
from lydite.cli import main
from lydite.core.spec import REGISTRIES
from lydite.knowledge import generalisation, specialisation, substitutability
from lydite.knowledge.wordnet import open_wordnet
from lydite.matchers.knowledge import EntityMatcher

WordNetMatcher = REGISTRIES["matcher"]["wordnet"]

THESIS = WordNetMatcher(preset="thesis")


def hops(candidate, reference, matcher=THESIS):
    return [round(step.score, 3) for step in matcher.explain(candidate, reference).path]


def test_admire_for_appreciation():
    assert THESIS.score("admire", "appreciation") == pytest.approx(0.7)
    (step,) = THESIS.explain("admire", "appreciation").path
    assert (step.source, step.target) == ("[admire, look up to]", "[admiration, appreciation]")
    assert step.transition == "derivation"
    sense = WordNetMatcher(preset="thesis", derivation="sense")
    assert sense.score("admire", "appreciation") == pytest.approx(0.152, abs=5e-4)


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"sim": 0.1},
        {"prior": "tags", "power": 0.5},
        {"sim": 0.1, "der": 0.2, "sp_min": 0.3, "sp_max": 0.4, "gn_max": 0.5, "gn_min": 0.0, "clip": True}
        | {"threshold": 0.1, "below": "thesis", "derivation": "lemma", "preset": "tuned", "pos": "noun"},
    ],
    ids=lambda other: ",".join(other) or "the same",
)
def test_pairs_that_are_prepared_score_as_those_that_are_not(other):
    """Whatever differs: nothing, what transitions are worth, how senses weigh, or all and the targets."""
    candidates, references = ["food", "enclose", "happy", "walk"], ["cake", "birdcage", "glad", "stroll"]
    scores_of = WordNetMatcher().prepare(candidates, references)
    matcher = WordNetMatcher(**other)
    assert scores_of(matcher).tolist() == WordNetMatcher(**other).pairs(candidates, references).tolist()


def test_enclose_for_birdcage():
    assert THESIS.score("enclose", "birdcage") == pytest.approx(0.2655, abs=5e-5)
    assert hops("enclose", "birdcage") == [0.7, 0.507, 0.748]
    names = [step.target for step in THESIS.explain("enclose", "birdcage").path]
    assert names == ["[enclosure]", "[cage, coop]", "[birdcage]"]  # the first entity is a tie


def test_scores_worked_in_section_3_1_3():
    assert [round(float(specialisation(b)), 2) for b in (1, 2, 9, 50)] == [0.99, 0.83, 0.58, 0.41]
    assert round(float(generalisation(2)), 2) == 0.29
    assert [float(generalisation(b)) for b in (5, 9, 50)] == [0, 0, 0]
    assert float(generalisation(4)) > 0


def test_food_for_cake_but_not_cake_for_food():
    assert THESIS.score("food", "cake") > 0.3
    assert WordNetMatcher(preset="thesis", below="zero").score("cake", "food") == 0
    assert WordNetMatcher().score("cake", "food") == 0


class Letters:
    """A knowledge base of which every word is a label."""

    longest = 1
    english = True
    language, accents = "en", "fold"

    def targets(self, words):
        return (ord(words[0][0]),)

    def pieces(self, phrase):
        return phrase.split()[:0]


def given(*table):
    """Return the code that scores real phrases, with scores between targets that are given."""
    known = {(ord(a[0]), ord(b[0])): score for a, b, score in table}

    @dataclass(frozen=True)
    class Given(EntityMatcher):
        knowledge = Letters()
        by_surface = False

        def score_sets(self, sets, left, right):
            return np.array([known[sets[i][0], sets[j][0]] for i, j in zip(left, right, strict=True)], float)

    return Given()


def test_aspects_worked_in_section_3_1_2():
    worked = given(
        ("bb", "xx", 1.0), ("cc", "xx", 0.85), ("cc", "yy", 0.8),
        ("aa", "yy", 0.6), ("bb", "yy", 0.35), ("aa", "xx", 0.1),
    )  # fmt: skip
    assert round(worked.score("aa bb cc", "xx yy"), 2) == 0.79
    stationery = given(("stationery", "biro", 0.5), ("stationery", "paper", 0.3))
    assert stationery.score("stationery", "biro and paper") == 0.375
    assert substitutability(np.array([[1.0, 0.0], [0.0, 0.0]])) == 0


def one_directional(matcher, sources):
    """Algorithm 4, line 16 corrected, run on until the fringe is empty: the score of every entity."""
    search = matcher.search
    graph, table = search.graph, search.tables.ahead
    fringe = [(-1.0, t) for t in sources]
    heapq.heapify(fringe)
    visited = {}
    while fringe:
        minus, entity = heapq.heappop(fringe)
        if entity in visited:
            continue
        visited[entity] = score = -minus
        if score < search.threshold or score <= 0:
            continue
        for i in range(int(graph.offsets[entity]), int(graph.offsets[entity + 1])):
            worth = float(table[graph.classes[i]])
            if worth > 0 and int(graph.neighbours[i]) not in visited:
                heapq.heappush(fringe, (-score * worth, int(graph.neighbours[i])))
    return visited


@pytest.mark.parametrize("derivation", ["lemma", "sense"])
@pytest.mark.parametrize("threshold", [0.08, 0.16, 0.3])
def test_many_pairs_equal_algorithm_4(derivation, threshold):
    """A third nouns, verbs and adjectives each; half the targets near the source, half anywhere."""
    wordnet = open_wordnet()
    rng = np.random.default_rng(5)
    sources, phrases = [], {}
    for code in (0, 1, 2):
        places = np.flatnonzero(wordnet.pos[wordnet.labels.entities] == code)
        owners = np.unique(np.searchsorted(wordnet.labels.starts, rng.choice(places, 400), "right") - 1)
        phrases[code] = [wordnet.labels.key(int(i)) for i in rng.permutation(owners)]
        sources += phrases[code][: size(3, 14)]
    thesis = WordNetMatcher(preset="thesis", derivation=derivation, threshold=threshold)
    zero = WordNetMatcher(preset="thesis", derivation=derivation, threshold=threshold, below="zero")
    everything = [p for many in phrases.values() for p in many]
    compared = found = 0
    for source in sources:
        visited = one_directional(thesis, thesis.targets_of(source).sets[0])
        near = [
            wordnet.words(e)[0].lower()
            for e in rng.choice(list(visited), min(24, len(visited)), replace=False)
        ]
        goals = [*near, *rng.choice(everything, 48 - len(near)).tolist()]
        expected = []
        for goal in goals:
            (ts,) = thesis.targets_of(goal).sets
            expected.append(max((visited.get(t, 0.0) for t in ts), default=0.0))
        expected = np.array(expected)
        assert thesis.pairs([source] * len(goals), goals) == pytest.approx(expected, abs=1e-9)
        cut = np.where(expected < threshold, 0, expected)
        assert zero.pairs([source] * len(goals), goals) == pytest.approx(cut, abs=1e-9)
        compared += len(goals)
        found += int((expected > 0).sum())
    assert compared >= size(400, 2_000)
    assert found >= size(60, 300)


def test_the_tuned_preset_equals_algorithm_4():
    matcher = WordNetMatcher(preset="tuned")
    goals = ["cake", "bread", "dog", "entity", "run", "joy", "happy", "furniture", "birdcage", "appreciation"]
    for source in ("food", "good", "move", "animal"):
        visited = one_directional(matcher, matcher.targets_of(source).sets[0])
        expected = [max(visited.get(t, 0.0) for t in matcher.targets_of(g).sets[0]) for g in goals]
        cut = [e if e >= 0.08 else 0 for e in expected]
        assert matcher.pairs([source] * len(goals), goals) == pytest.approx(cut, abs=1e-9)


def test_every_lemma_stands_for_itself():
    labels = open_wordnet().labels
    lemmas = [labels.key(i) for i in range(0, len(labels), size(50, 1))]
    assert (WordNetMatcher(surface=False).pairs(lemmas, lemmas) == 1).all()


def test_by_surface_any_phrase_stands_for_itself():
    odd = ["", "zzqx", "the of", "犬", "😀 party", "\x00", "word " * 10_000]
    assert (WordNetMatcher().pairs(odd, odd) == 1).all()
    assert WordNetMatcher().score("zzqx models", "Zzqx  Model") == 1
    assert THESIS.score("zzqx", "zzqx") == 0


def test_order_and_caches_change_nothing():
    words = ["food", "cake", "dog", "dogs", "good", "enclose", "birdcage", "pen-and-paper"]
    pairs = [(a, b) for a in words for b in words]
    together = THESIS.pairs(*zip(*pairs, strict=True))
    fresh = WordNetMatcher(preset="thesis")
    for i in np.random.default_rng(2).permutation(len(pairs)).tolist():
        assert fresh.score(*pairs[i]) == together[i]
    assert (THESIS.pairs(*zip(*pairs, strict=True)) == together).all()
    assert (THESIS.matrix(words, words).ravel() == together).all()


def test_perfect_targets_lift_derivations_that_touch_them():
    perfect = WordNetMatcher(preset="thesis", targets="perfect")
    assert perfect.score("admire", "appreciation") == 1
    assert perfect.score("enclose", "birdcage") == pytest.approx(0.2655 / 0.7, abs=1e-4)


def test_pos_restricts_targets():
    assert WordNetMatcher(pos="noun").targets_of("admire").sets == ()
    assert WordNetMatcher(pos="verb").score("run", "sprint") > 0
    assert WordNetMatcher(pos="adverb").score("dog", "dog") == 1  # by surface


@pytest.mark.parametrize(
    ("phrase", "why"),
    [
        ("", "an empty phrase"),
        ("the of", "only stop words"),
        ("word " * 10_000, "10,000"),
        ("犬", "no target"),
    ],
)
def test_an_explained_zero(phrase, why):
    match = lydite.match(phrase, "cake", "wordnet")
    assert match.score == 0
    assert why in match.note
    assert len(match.note) < 200


def test_agrees_with_people_on_hyperlex(shared_data):
    from scipy.stats import spearmanr

    rows = [
        line.split()
        for name in ("training", "dev")
        for line in (shared_data / f"substitution/hyperlex_{name}_all_random.txt")
        .read_text()
        .splitlines()[1:]
    ]
    special, general = [r[0] for r in rows], [r[1] for r in rows]
    below = np.array([r[3].startswith("hyp-") for r in rows])
    for preset, least in (("default", 0.66), ("tuned", 0.60)):
        matcher = WordNetMatcher(preset=preset)
        scores, turned = matcher.pairs(general, special), matcher.pairs(special, general)
        assert spearmanr(scores, [float(r[4]) for r in rows]).statistic >= least
        assert (scores > turned)[below].mean() >= 0.90


@pytest.mark.parametrize("preset", ["default", "thesis"])
@pytest.mark.parametrize(
    ("negated", "plain"),
    [
        ("not good", "good"),
        ("no smoking", "smoking"),
        ("without sugar", "sugar"),
        ("cannot swim", "swim"),
        ("against war", "war"),
        ("don't smoke", "smoke"),
    ],
)
def test_what_is_negated_does_not_stand_for_what_it_negates(preset, negated, plain):
    match = lydite.matcher(f"wordnet(preset={preset})")
    assert match.score(negated, plain) == match.score(plain, negated) == 0
    assert match.score(f"the {plain}", plain) == 1  # other stop words still go


@pytest.mark.parametrize(
    ("candidate", "reference", "blamed"),
    [
        ("car crash", "automobile accident", ["from 'crash' to 'accident'"]),
        ("big dog", "small fish", ["from 'big' to 'small'"]),
        (
            "big red dog",
            "animal",
            ["from 'big' to 'animal'", "from 'red' to 'animal'", "from 'dog' to 'animal'"],
        ),
    ],
)
def test_the_aspect_that_is_blamed_is_the_one_without_a_path(
    candidate: str, reference: str, blamed: list[str]
) -> None:
    matcher = WordNetMatcher(preset="tuned")
    found = matcher.explain(candidate, reference)
    assert found.score == 0
    assert found.note == f"no path {', nor '.join(blamed)} within the threshold"
    for leg in matcher.aspect_paths(candidate, reference):
        assert leg.score > 0 or not leg.steps


def test_the_picture_is_titled_with_the_total(tmp_path: Path) -> None:
    file = tmp_path / "path.svg"
    with pytest.raises(SystemExit, match="^0$"):
        main(["match", "good dog", "bad dog", "--using", "wordnet(preset=tuned)", "--svg", str(file)])
    text = file.read_text("utf-8")
    assert "<title>good dog → bad dog: 0.1797</title>" in text
    assert ">good dog → bad dog: 0.1797</text>" in text
    assert ">dog → dog: 1.0000</text>" in text
