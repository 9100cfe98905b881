"""Plain relatedness: equal to what nltk gives on the same database (tools/relatedness.py)."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import lydite
from lydite.sources.wordnet import open_wordnet
from lydite.sources.wordnet.compiling import compile_lexicon
from lydite.sources.wordnet.lexicon import Lexicon
from lydite.sources.wordnet.taxonomy import NOUN, VERB, Taxonomy

ROWS = json.loads((Path(__file__).parent / "relatedness.json").read_text())["rows"]


@pytest.fixture(scope="module")
def taxonomy():
    return Taxonomy(open_wordnet())


def test_path_wup_and_lch_equal_nltk(taxonomy):
    first = {"n": 0, "v": int((taxonomy.wordnet.pos == NOUN).sum())}
    for pos, a, b, path, wup, lch in ROWS:
        one, two = first[pos] + a, first[pos] + b
        steps = taxonomy.distance(one, two)
        height = taxonomy.height[NOUN if pos == "n" else VERB]
        assert 1 / (1 + steps) == pytest.approx(path, abs=1e-9)
        assert taxonomy.wup(one, two) == pytest.approx(wup, abs=1e-9)
        assert -math.log((steps + 1) / (2 * height)) == pytest.approx(lch, abs=1e-9)


@pytest.mark.parametrize("name", ["path", "wup", "lch", "hso"])
def test_phrases_without_senses_match_by_their_surface_where_that_is_asked(name):
    assert lydite.matcher(f"{name}(surface=yes)").score("zzqx", "zzqx") == 1
    assert lydite.matcher(f"{name}(surface=no)").score("zzqx", "zzqx") == 0
    assert lydite.matcher(f"{name}(surface=no)").score("dog", "dogs") == 1


def sense(taxonomy, name):
    return next(
        s
        for s in taxonomy.wordnet.match([name.strip("[]").split(", ")[0]])
        if taxonomy.wordnet.name(s) == name
    )


def test_hso_by_hand(taxonomy):
    desk, table = sense(taxonomy, "[desk]"), sense(taxonomy, "[table]")
    dirty, nasty = sense(taxonomy, "[dirty, filthy, lousy]"), sense(taxonomy, "[nasty, awful]")
    assert taxonomy.hso(desk, desk) == 16
    assert taxonomy.hso(nasty, dirty) == 16  # similar to: one link sideways
    assert taxonomy.hso(desk, table) == taxonomy.hso(table, desk) == 7  # one link, no turn
    furniture = sense(taxonomy, "[furniture, piece of furniture, article of furniture]")
    assert taxonomy.hso(desk, furniture) == 6
    grotty = sense(taxonomy, "[grotty]")
    assert taxonomy.hso(dirty, grotty) == 6  # two links sideways
    wardrobe = sense(taxonomy, "[wardrobe, closet, press]")
    assert taxonomy.hso(desk, wardrobe) == 4  # two up, one down, one turn


def test_nothing_relates_parts_of_speech(taxonomy):
    run = taxonomy.wordnet.match(["admire"])[0]
    assert taxonomy.distance(run, sense(taxonomy, "[desk]")) == math.inf
    assert taxonomy.wup(run, sense(taxonomy, "[desk]")) == 0


def test_a_cycle_ends(tmp_path):
    """As in WordNet 3.0, where two verbs are each other's hypernym."""
    lexicon = Lexicon(pos=["v", "v", "v"], words=[["inhibit"], ["restrain"], ["curb"]])
    lexicon.hypernyms = [(0, 1), (1, 0), (2, 1)]
    compile_lexicon(lexicon, tmp_path / "cycle")
    taxonomy = Taxonomy(open_wordnet(tmp_path / "cycle"))
    assert taxonomy.distance(2, 0) == 2
    assert 0 < taxonomy.wup(2, 0) <= 1
    assert taxonomy.height[VERB] > 0


def test_synsets_without_words(tmp_path):
    """As in a wordnet that takes its relations from another language, which has words where it has none."""
    lexicon = Lexicon(language="fr", pos=["n"] * 4, words=[[], [], ["gâteau"], ["pain"]])
    lexicon.hypernyms = [(2, 0), (3, 0), (2, 1), (3, 1)]
    compile_lexicon(lexicon, tmp_path / "french")
    wordnet = open_wordnet(tmp_path / "french")
    assert Taxonomy(wordnet).wup(2, 3) == 0.5  # one of two subsumers, equally deep
    assert [wordnet.name(s) for s in range(3)] == ["[no word]", "[no word]", "[gâteau]"]
