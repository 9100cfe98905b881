"""The script that holds matchers by meaning to their figures: swaps, folds, and what is known of others."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lydite
from lydite.probes.agreement.pairs import Pair

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def scripts() -> Iterator[tuple[Any, Any, Any]]:
    """The scripts that make the figures, the swaps and the folds."""
    sys.path.insert(0, str(ROOT / "experiments"))
    yield tuple(importlib.import_module(name) for name in ("meaning", "swaps", "folds"))
    sys.path.remove(str(ROOT / "experiments"))


def test_one_word_is_swapped_in_both_directions(scripts: Any) -> None:
    _, swaps, _ = scripts
    known = [("public", "key"), ("public", "private", "sector"), ("private", "key"), ("colour", "video")]
    made = {(s.phrase, s.swapped) for s in swaps.opposites(known)}
    assert made == {("public key", "private key"), ("private key", "public key")}
    assert [(s.phrase, s.swapped) for s in swaps.synonyms(known)] == [("colour video", "color video")]


def test_siblings_are_other_types_of_the_same_thing(scripts: Any) -> None:
    _, swaps, _ = scripts
    known = [(word, word) for word in ("dog", "car", "king", "summer")]
    made = swaps.siblings(known)
    assert len(made) >= 3
    matcher = lydite.matcher("wup")
    assert all(s.word != s.other and 0 < matcher.score(s.other, s.word) < 1 for s in made)
    assert made == swaps.siblings(known)


def test_a_fold_is_the_same_whichever_way_round(scripts: Any) -> None:
    _, _, folds = scripts
    assert folds.pair_key("Cat", "ape") == folds.pair_key("ape", "cat") == "ape\tcat"
    places = [folds.fold(f"word{i}") for i in range(1_000)]
    assert np.bincount(places, minlength=folds.FOLDS).min() > 150
    halves = [folds.fitted_half(Pair(f"a{i}", f"b{i}", 1.0)) for i in range(1_000)]
    assert 400 < sum(halves) < 600
    assert folds.fold("ape\tcat") == 1
    assert folds.fitted_half(Pair("cat", "ape", 1.0)) == folds.fitted_half(Pair("ape", "cat", 1.0))


def test_each_fold_is_scored_by_the_matcher_that_was_not_fitted_on_it(scripts: Any) -> None:
    _, _, folds = scripts
    of_folds = folds.Folded(spec="constant(value=0.{fold})", by="reference")
    references = [f"word{i}" for i in range(50)]
    expected = [folds.fold(r) / 10 for r in references]
    assert of_folds.pairs(["x"] * 50, references).tolist() == pytest.approx(expected)


def test_figures_that_are_known_from_elsewhere(scripts: Any, shared_data: Path) -> None:
    """METEOR agrees with people on BiRD at .44; all near misses of r_precision are at 0.5 or more."""
    meaning, _, _ = scripts
    sets = meaning.Sets(shared_data)
    bird = meaning.read_pairs(sets.data / "BiRD.txt")
    assert meaning.value(bird, lydite.matcher("meteor"), "spearman") == pytest.approx(0.436, abs=5e-4)
    found = dict(meaning.misses(sets, meaning.matchers("r_precision")))
    assert found["swapped for opposites: at 0.5 or more"] == 1.0
    assert dict(meaning.everyday(sets, meaning.matchers("exact"))) == {
        "everyday comparisons, right of 100": 0.0
    }
