"""Plain relatedness: equal to what nltk gives on the same database (tools/relatedness.py)."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path

import numpy as np
import pytest

import lydite
from full_size import size
from lydite.core.errors import StoreError
from lydite.knowledge import TransitionKind
from lydite.knowledge.wordnet import (
    NOUN,
    VERB,
    Lexicon,
    Taxonomy,
    TurningPaths,
    compile_lexicon,
    open_wordnet,
    relations_of,
)

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


@pytest.fixture(scope="module")
def paths(taxonomy):
    return TurningPaths(taxonomy)


def test_hso_by_hand(taxonomy, paths):
    def weight(one, two):
        return paths.weight((one,), (two,))

    desk, table = sense(taxonomy, "[desk]"), sense(taxonomy, "[table]")
    dirty, nasty = sense(taxonomy, "[dirty, filthy, lousy]"), sense(taxonomy, "[nasty, awful]")
    assert weight(desk, desk) == 16
    assert weight(nasty, dirty) == 16  # similar to: one link sideways
    assert weight(desk, table) == weight(table, desk) == 7  # one link, no turn
    furniture = sense(taxonomy, "[furniture, piece of furniture, article of furniture]")
    assert weight(desk, furniture) == 6
    grotty = sense(taxonomy, "[grotty]")
    assert weight(dirty, grotty) == 6  # two links sideways
    wardrobe = sense(taxonomy, "[wardrobe, closet, press]")
    assert weight(desk, wardrobe) == 4  # two up, one down, one turn
    bicycle, wheel = sense(taxonomy, "[bicycle, bike, wheel, cycle]"), sense(taxonomy, "[bicycle wheel]")
    spoke = sense(taxonomy, "[spoke, wheel spoke, radius]")
    assert weight(bicycle, wheel) == 7  # a part: one link up
    victory, defeat = sense(taxonomy, "[victory, triumph]"), sense(taxonomy, "[defeat, licking]")
    assert weight(victory, defeat) == 16  # antonyms
    assert weight(bicycle, spoke) == 6  # a part of a part
    abridged, short = sense(taxonomy, "[abridged]"), taxonomy.wordnet.match(["short"])
    assert (
        paths.weight((abridged,), short) == paths.weight(short, (abridged,)) == 16
    )  # see also, one way only


@pytest.mark.parametrize(
    ("one", "other", "strong"),
    [
        ("school", "private school", True),
        ("private school", "school", True),
        ("private school", "public school", False),
        ("school", "scholar", False),
        ("school", "school of thought", False),  # held, but no link
        ("school", "high school student", False),  # held, but no link
    ],
)
def test_hso_of_a_phrase_and_one_that_holds_it(one, other, strong):
    scores = lydite.matcher("hso").matrix([one], [other])
    assert (scores[0, 0] == 1) == strong, scores


def test_hso_wants_stores_with_parts(tmp_path, taxonomy):
    from lydite.core.errors import StoreError
    from lydite.core.store import save
    from lydite.knowledge.wordnet import VERSION

    store = taxonomy.wordnet.store
    arrays = {**store.arrays, "graph_neighbours": store["graph_neighbours"][::-1].copy()}
    save(tmp_path / "old", "wordnet", VERSION, arrays, store.notes)
    with pytest.raises(StoreError, match="lydite build wordnet"):
        lydite.matcher(f"hso(store={tmp_path / 'old'})").score("desk", "table")


def walked(taxonomy, start, rng):
    """Return a synset some links away."""
    for _ in range(rng.integers(0, 6)):
        links = [s for s, _ in links_of(taxonomy, start)]
        start = int(rng.choice(links)) if links else start
    return start


WAYS = {
    TransitionKind.GENERALISATION: "u",
    TransitionKind.SPECIALISATION: "d",
    TransitionKind.SIMILAR: "h",
    TransitionKind.SEE_ALSO: "h",
}
NEXT = {"": "uhd", "u": "uhd", "uh": "hd", "h": "hd", "d": "dh", "dh": "h", "ud": "d", "uhd": "d", "hd": "d"}


def links_of(taxonomy, synset):
    """Yield where links of all kinds lead, and which way."""
    for other, kind, _ in taxonomy.wordnet.graph.transitions(synset):
        if kind in WAYS:
            yield other, WAYS[kind]
    tables = relations_of(taxonomy.wordnet.store)
    parts, beside = tables["parts"], tables["beside"]
    yield from ((t, "u") for t in parts[parts[:, 0] == synset, 1].tolist())
    yield from ((t, "d") for t in parts[parts[:, 1] == synset, 0].tolist())
    yield from ((t, "h") for t in beside[beside[:, 0] == synset, 1].tolist())


def searched(taxonomy, one, two):
    """Return Hirst and St-Onge's weight by going along every allowed path of five links."""
    best = 0
    for start, end in ((one, two), (two, one)):
        level = {(start, "")}
        for links in range(6):
            shapes = [shape for s, shape in level if s == end]
            best = max([best, *(8 - links - max(len(shape) - 1, 0) for shape in shapes)])
            level = {
                (t, shape if shape.endswith(way) else shape + way)
                for s, shape in level
                for t, way in links_of(taxonomy, s)
                if way in NEXT[shape]
            }
    return best


def test_hso_of_sets_is_the_best_over_all_paths_of_all_pairs(taxonomy, paths):
    rng = np.random.default_rng(0)
    parts = [np.flatnonzero(taxonomy.wordnet.pos == p) for p in range(4)]
    seen = set()
    for _ in range(size(30, 60)):
        left = tuple(rng.choice(parts[rng.integers(4)], 2, replace=False).tolist())
        right = tuple(dict.fromkeys(walked(taxonomy, s, rng) for s in left))
        found = paths.weight(left, right)
        if found < 16:
            assert found == max(searched(taxonomy, a, b) for a in left for b in right), (left, right)
            seen.add(found)
    assert len(seen) > size(2, 3)


def test_the_nearest_of_two_sets_is_that_of_all_pairs(taxonomy):
    rng = np.random.default_rng(1)
    pos = taxonomy.wordnet.pos
    for _ in range(100):
        left = rng.choice(len(pos), 3).tolist()
        right = [walked(taxonomy, s, rng) for s in left]
        by_pair: dict[int, float] = {}
        for a in left:
            for b in right:
                steps = taxonomy.distance(a, b) if pos[a] == pos[b] else math.inf
                by_pair[int(pos[a])] = min(steps, by_pair.get(int(pos[a]), math.inf))
        assert taxonomy.nearest(left, right) == {p: d for p, d in by_pair.items() if d < math.inf}


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


def test_a_store_of_before_parts_is_named() -> None:
    store = open_wordnet().store
    old = dataclasses.replace(store, notes={"name": "Old WordNet"}, digests={})
    with pytest.raises(StoreError, match="Old WordNet .*parts and wholes"):
        relations_of(old)
