"""Lexical matchers against the thesis's worked examples, nltk and rouge-score."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lydite
from lydite.core.errors import InputError, SpecError
from lydite.core.text import stems
from lydite.matchers.surface import best_of, chunks_of, greedy, improve

ORACLES: dict[str, Any] = json.loads((Path(__file__).parent / "lexical_oracles.json").read_text("utf-8"))
PAIRS: list[dict[str, Any]] = ORACLES["pairs"]
X, Y = [p["x"] for p in PAIRS], [p["y"] for p in PAIRS]


def scores(spec: str) -> np.ndarray[Any, Any]:
    return lydite.matcher(spec).pairs(X, Y)


def repeats(phrase: str) -> bool:
    words = stems(phrase.split())
    return len(set(words)) < len(words)


def test_applied_science_and_natural_science() -> None:
    """Section 2.2, below Equation 2.8."""
    assert lydite.matcher("r_precision").score("applied science", "natural science") == 1 / 2
    assert lydite.matcher("modified_r_precision").score(
        "applied science", "natural science"
    ) == pytest.approx(2 / 3)


def test_red_and_white_wine_are_overvalued() -> None:
    """Section 2.2: R-precision pays for half a phrase whatever it means."""
    assert lydite.matcher("r_precision").score("red wine", "white wine") == 0.5
    assert lydite.matcher("morph").score("red wine", "white wine") == 0


def test_includes_and_part_of_are_each_other_turned_round() -> None:
    includes, part_of = lydite.matcher("includes"), lydite.matcher("part_of")
    assert (includes.score("red wine bottles", "wine bottle"), includes.score("wine", "red wine")) == (1, 0)
    assert (part_of.score("wine", "red wine"), part_of.score("red wine", "wine")) == (1, 0)
    assert includes.score("wine of red", "red wine") == 0  # in order, without a gap


def test_chair_and_management() -> None:
    """Section 3.1.1: inflections match, and stems are not morphological roots."""
    assert lydite.matcher("stem").score("chair", "chairs") == 1
    assert lydite.matcher("morph").score("chair", "chairs") == 1
    assert lydite.matcher("stem").score("management", "manage") == 1
    assert lydite.matcher("morph").score("management", "manage") == 0  # a derivation, not an inflection
    assert lydite.matcher("stem").score("unfinished", "finish") == 0
    assert lydite.matcher("morph").score("ran", "run") == 1
    assert all(lydite.matcher(m).score("run", "sprint") == 0 for m in ("stem", "morph", "r_precision"))


def test_fragmentation_of_two_chunks() -> None:
    """ABXY and ABCXY: four words mapped in two chunks."""
    found = lydite.matcher("meteor").explain("A B X Y", "A B C X Y")
    assert len(found.path) == 4
    assert found.note.endswith("y → y (exact); chunks: 2")
    mean = 0.8 / (0.81 + 0.19 * 0.8)
    assert found.score == pytest.approx((1 - 0.28 * 0.5**0.83) * mean)


def test_words_are_mapped_to_the_place_after_their_neighbour_s() -> None:
    """a b and b a b: b follows a, though it stands before it, too."""
    to = np.zeros(2, np.int64)
    greedy(np.array([0, 1, 0, 1, 0, 1]), 2, 3, to)
    assert to.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("spec", "one", "other"),
    [
        ("rouge", "a a", "a b"),  # a repeated word of the reference counts each time
        ("includes", "red wine", "wine"),
        ("modified_r_precision", "neural network model", "model of language"),
        ("nist(corpus={corpus})", "neural network", "language network"),
    ],
)
def test_what_is_not_symmetric_has_a_witness(tmp_path: Path, spec: str, one: str, other: str) -> None:
    (corpus := tmp_path / "corpus.txt").write_text(
        "neural network\nneural network model\nlanguage model\nmodel of language", "utf-8"
    )
    matcher = lydite.matcher(spec.format(corpus=json.dumps(str(corpus))))
    assert not matcher.symmetric
    assert matcher.score(one, other) != pytest.approx(matcher.score(other, one))


@pytest.mark.parametrize(
    ("spec", "other", "note"),
    [("exact", "CAT", "cat = cat"), ("stem", "cats", "cat = cat"), ("exact", "dog", "cat ≠ dog")],
)
def test_keys_are_shown(spec: str, other: str, note: str) -> None:
    assert lydite.matcher(spec).explain("cat", other).note == note


def test_identical_phrases_under_meteor() -> None:
    meteor = lydite.matcher("meteor")
    for phrase, score in (("cat", 0.72), ("black cat", 0.842), ("black cat food", 0.888)):
        assert meteor.score(phrase, phrase) == pytest.approx(score, abs=5e-4)


def test_meteor_maps_by_spelling_stem_and_synonym() -> None:
    found = lydite.matcher("meteor").explain("racing cars wine", "race automobile wine")
    assert [(s.source, s.target, s.transition) for s in found.path] == [
        ("racing", "race", "stem"), ("cars", "automobile", "synonym"), ("wine", "wine", "exact")
    ]  # fmt: skip
    assert lydite.matcher("meteor").score("cars", "automobile") == 0.72
    assert lydite.matcher("meteor").score("automobile", "cars") == 0.72  # nltk: 0, it inflects one side only


def test_meteor_equals_nltk_without_synonyms() -> None:
    """Equal wherever no stem is repeated; where one is, nltk's alignment may have more chunks than needed."""
    ours = scores("meteor(synonyms=no)")
    for pair, score in zip(PAIRS, ours, strict=True):
        assert score >= pair["meteor_without_synonyms"] - 1e-12
        if not repeats(pair["x"]) and not repeats(pair["y"]):
            assert score == pytest.approx(pair["meteor_without_synonyms"])
    assert (
        sum(s == pytest.approx(p["meteor_without_synonyms"]) for p, s in zip(PAIRS, ours, strict=True)) > 550
    )


def test_meteor_equals_nltk_with_synonyms() -> None:
    """nltk looks for synonyms of stems ("automobil"), so they coincide where words are their own stems."""
    some = 0
    for pair, score in zip(PAIRS, scores("meteor"), strict=True):
        assert score >= pair["meteor"] - 1e-12
        words = [*pair["x"].split(), *pair["y"].split()]
        if stems(words) == words and not repeats(pair["x"]) and not repeats(pair["y"]):
            assert score == pytest.approx(pair["meteor"])
            some += 1
    assert some > 50


@pytest.mark.parametrize("n", [1, 2])
def test_bleu_equals_nltk(n: int) -> None:
    for pair, score in zip(PAIRS, scores(f"bleu(n={n}, stem=no)"), strict=True):
        if str(n) in pair["bleu"]:
            assert score == pytest.approx(pair["bleu"][str(n)], abs=1e-9)


def test_bleu_of_all_orders_equals_nltk() -> None:
    for pair, score in zip(PAIRS, scores("bleu(stem=no)"), strict=True):
        assert score == pytest.approx(pair["bleu"][str(len(pair["x"].split()))], abs=1e-9)


def test_bleu_of_all_orders_is_the_brevity_penalty_or_nothing() -> None:
    bleu = lydite.matcher("bleu")
    assert bleu.score("computer science", "applied computer science") == pytest.approx(math.exp(-0.5))
    assert bleu.score("applied science", "applied computer science") == 0


def test_rouge_equals_rouge_score() -> None:
    """Equal where the longer phrase repeats no word: Equation 2.12 counts a repeated one each time."""
    for n in (1, 2):
        for pair, score in zip(PAIRS, scores(f"rouge(n={n}, stem=no)"), strict=True):
            theirs, words = pair[f"rouge{n}_recall"], pair["y"].split()
            assert score >= theirs
            if len(set(words)) == len(words) >= n:
                assert score == pytest.approx(theirs)
    assert lydite.matcher("rouge").score("a b", "a a b") == 1  # rouge-score: 2/3
    assert lydite.matcher("rouge(n=2)").score("wine", "wine") == 1  # no bigrams at all; rouge-score: 0


def test_nist_weighs_rare_words_more(tmp_path: Path) -> None:
    corpus = tmp_path / "phrases.txt"
    corpus.write_text("neural model\nlanguage model\nneural network model\nmodel", "utf-8")
    nist = lydite.matcher(f"nist(corpus={corpus}, n=1)")
    rare, common = nist.score("network card", "network x"), nist.score("model card", "model x")
    total, unseen = 8, math.log2(8)
    assert rare == pytest.approx(math.log2(total / 1) / (math.log2(total / 1) + unseen))
    assert common == pytest.approx(math.log2(total / 4) / (math.log2(total / 4) + unseen))
    assert nist.score("neural network", "neural network") == 1
    with pytest.raises(InputError, match=r"none\.txt: .*No such file"):
        lydite.matcher(f"nist(corpus={tmp_path / 'none.txt'})").score("a", "b")


def best_by_force(levels: np.ndarray[Any, Any]) -> tuple[list[int], int]:
    """All alignments: most exact, then stem, then synonym mappings, then fewest chunks."""
    n, m = levels.shape
    best: tuple[int, int, int, int] = (-1, 0, 0, 0)
    for to in itertools.product(range(-1, m), repeat=n):
        places = [j for j in to if j >= 0]
        if len(set(places)) < len(places) or any(j >= 0 and not levels[i, j] for i, j in enumerate(to)):
            continue
        counts = [sum(levels[i, j] == level for i, j in enumerate(to) if j >= 0) for level in (1, 2, 3)]
        best = max(best, (*counts, -int(chunks_of(n, to))))
    return list(best[:3]), -best[3]


@settings(max_examples=150)
@given(data=st.data(), n=st.integers(1, 4), m=st.integers(1, 4))
def test_alignment_is_the_best_there_is(data: Any, n: int, m: int) -> None:
    cells = st.sampled_from([0, 0, 1, 2, 3])
    levels = np.array(data.draw(st.lists(cells, min_size=n * m, max_size=n * m)), dtype=np.int8)
    levels = _transitive(levels.reshape(n, m))
    to = best_of(levels.ravel(), n, m)
    counts = [sum(int(levels[i, j]) == level for i, j in enumerate(to) if j >= 0) for level in (1, 2, 3)]
    assert (counts, chunks_of(n, to)) == best_by_force(levels)


def _transitive(levels: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Make level 1 what equality of words can be: rows that share an exact column are equal."""
    found = levels.copy()
    for _ in range(4):
        for i, h in itertools.combinations(range(len(found)), 2):
            if ((found[i] == 1) & (found[h] == 1)).any():
                found[i] = found[h] = np.where((found[i] == 1) | (found[h] == 1), 1, found[i])
    return found


def test_compiled_and_plain_alignment_agree() -> None:
    generator = np.random.default_rng(3)
    words = [" ".join(generator.choice(list("abcde"), generator.integers(1, 7))) for _ in range(60)]
    matcher = lydite.matcher("meteor(synonyms=no)")
    one_by_one = [matcher.score(a, b) for a, b in zip(words, reversed(words), strict=True)]
    together = matcher.matrix(words, words)
    assert improve.for_work(10**6) is improve.compiled
    assert [together[i, len(words) - 1 - i] for i in range(len(words))] == pytest.approx(one_by_one)


@pytest.mark.parametrize(
    "spec",
    [
        "r_precision",
        "modified_r_precision",
        "includes",
        "part_of",
        "morph",
        "bleu",
        "bleu(n=2)",
        "rouge",
        "ncd",
    ],
)
def test_long_and_empty_phrases(spec: str) -> None:
    matcher = lydite.matcher(spec)
    long = " ".join(f"word{i}" for i in range(10_000))
    assert 0 <= matcher.score(long, f"{long} more") <= 1
    assert matcher.score("", "cat") < 1
    assert matcher.score("cat", "") < 1


def test_a_text_of_thousands_of_repeated_words_under_meteor() -> None:
    matcher = lydite.matcher("meteor(synonyms=no)")
    assert matcher.score("a b " * 500, "b a c " * 500) > 0


@pytest.mark.parametrize(
    "spec", ["meteor(alpha=2)", "meteor(gamma=-1)", "bleu(n=0)", "rouge(n=x)", "F1(threshold=2)"]
)
def test_parameters_out_of_range(spec: str) -> None:
    with pytest.raises(SpecError, match="(alpha|gamma|n|threshold) .*not "):
        lydite.parse(spec, "measure" if spec.startswith("F1") else "matcher")
