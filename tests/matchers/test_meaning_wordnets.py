"""Meaning by a wordnet of another language: its words, heads of phrases, frequencies, and what is refused."""

from __future__ import annotations

import itertools

import pytest

import lydite
from lydite.core.errors import InputError


def test_another_language_goes_by_overlap_and_says_so():
    german = lydite.matcher("meaning(language=de)")
    assert german.score("rote Häuser", "rotes Haus") > german.score("rote Häuser", "blaues Haus") > 0
    assert german.score("ohne Zucker", "Zucker") == 0.1
    assert "no wordnet for the language de: overlap only" in german.explain("rotes Haus", "Haus").note
    assert "wordnet" not in german.signature().partition("store=")[2][:6]


FRENCH = """<?xml version="1.0" encoding="UTF-8"?>
<LexicalResource><Lexicon id="petit" label="Petit" language="fr" email="x" license="x" version="1.0">
{entries}
  <Synset id="y1" ili="" partOfSpeech="n"/>
  <Synset id="y2" ili="" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y1"/></Synset>
  <Synset id="y3" ili="" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y2"/></Synset>
  <Synset id="y4" ili="" partOfSpeech="a"/>
  <Synset id="y5" ili="" partOfSpeech="a"/>
  <Synset id="y6" ili="" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y3"/></Synset>
</Lexicon></LexicalResource>
"""


ENTRIES = {
    "aliment": ("n", "y1"), "dessert": ("n", "y2"), "gâteau": ("n", "y3"), "public": ("a", "y4"),
    "privé": ("a", "y5"), "forêt noire": ("n", "y6"),
}  # fmt: skip


def build_french(folder, words):
    """Return a store of a French wordnet of six words, by hand."""
    from lydite.knowledge.wordnet import compile_lexicon, read_lmf

    opposite = '<SenseRelation relType="antonym" target="s-y5"/>'
    entries = [
        f'<LexicalEntry id="e-{synset}"><Lemma writtenForm="{word}" partOfSpeech="{pos}"/>'
        f'<Sense id="s-{synset}" synset="{synset}">{opposite if word == "public" else ""}</Sense>'
        "</LexicalEntry>"
        for word, (pos, synset) in words.items()
    ]
    (folder / "fr.xml").write_text(FRENCH.format(entries="\n".join(entries)), "utf-8")
    compile_lexicon(read_lmf(folder / "fr.xml"), folder / "store")
    return folder / "store"


@pytest.fixture(scope="module")
def french(tmp_path_factory):
    return build_french(tmp_path_factory.mktemp("french"), ENTRIES)


@pytest.mark.parametrize(
    ("phrase", "opaque"),
    [("public privé gâteau", False), ("gâteau public privé", False), ("public gâteau privé", True)],
)
def test_the_head_of_a_phrase_is_its_last_or_its_first_word(tmp_path, phrase, opaque):
    """What lies below gâteau is one, wherever French puts the noun; but not between two adjectives."""
    words = {phrase if word == "forêt noire" else word: entry for word, entry in ENTRIES.items()}
    found = lydite.matcher(f'meaning(store="{build_french(tmp_path, words)}")')
    assert found.engine.units([phrase])[0].opaque is opaque


def test_a_wordnet_of_another_language_is_used_as_that_of_english_is(french):
    found = lydite.matcher(f'meaning(store="{french}")')
    assert found.spoken == "fr"
    assert found.score("aliment", "gâteau") > 0.6
    assert 0 < found.score("gâteau", "aliment") < 0.5
    assert [step.transition for step in found.explain("aliment", "gâteau").path] == ["specialisation"] * 2
    assert found.score("aliment", "forêt noire") > 0.6  # a phrase of the wordnet
    assert found.score("clés publiques", "clé publique") == 1  # by the stemmer of the language
    assert found.score("gâteau sans sucre", "gâteau au sucre") < 0.15 < found.score("gâteau", "dessert sucré")
    assert "public and privé are opposites" in found.explain("jardin public", "jardin privé").note
    assert "no wordnet" not in found.explain("jardin", "parc").note
    assert "french" not in found.signature()
    assert "petit-1.0:" in found.signature()


def test_a_hierarchy_that_goes_round_in_a_circle_is_climbed_once(tmp_path):
    from lydite.knowledge.wordnet import compile_lexicon, read_lmf

    entries = [
        f'<LexicalEntry id="e-{synset}"><Lemma writtenForm="{word}" partOfSpeech="{pos}"/>'
        f'<Sense id="s-{synset}" synset="{synset}"/></LexicalEntry>'
        for word, (pos, synset) in ENTRIES.items()
    ]
    round_again = (
        '<Synset id="y1" ili="" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y6"/></Synset>'
    )
    text = FRENCH.replace('<Synset id="y1" ili="" partOfSpeech="n"/>', round_again)
    (tmp_path / "fr.xml").write_text(text.format(entries="\n".join(entries)), "utf-8")
    compile_lexicon(read_lmf(tmp_path / "fr.xml"), tmp_path / "store")
    found = lydite.matcher(f'meaning(store="{tmp_path / "store"}")')
    for one, other in itertools.permutations(["aliment", "dessert", "gâteau", "forêt noire"], 2):
        match = found.explain(one, other)
        assert 0 < match.score < 1
        assert 0 < len(match.path) <= 3


def test_words_of_another_language_weigh_the_same_until_it_is_said_how_often_they_are_used(tmp_path, french):
    plain = lydite.matcher(f'meaning(store="{french}")')
    assert plain.engine.units(["le gâteau"])[0].words
    assert plain.engine.zipf().tolist() == [7, 4]  # but for stop words, which are common in every language
    assert 'stopwords="fr:' in plain.signature()
    (tmp_path / "fr.tsv").write_text("le\t90000\nparc\t10\ngâteau\t9\n", "utf-8")
    counted = lydite.matcher(f'meaning(store="{french}", frequencies="{tmp_path / "fr.tsv"}")')
    assert counted.score("gâteau parc", "gâteau") != plain.score("gâteau parc", "gâteau")
    assert 'frequencies="fr.tsv:' in counted.signature()
    assert "stopwords" not in counted.signature()


def test_a_store_of_another_language_than_that_asked_for_is_refused(french):
    assert lydite.matcher(f'meaning(store="{french}", language=fr)').score("gâteau", "gâteau") == 1
    with pytest.raises(InputError, match=r"German \(de\).*French"):
        lydite.matcher(f'meaning(store="{french}", language=de)').score("Kuchen", "Torte")


def test_without_a_wordnet_or_beyond_its_longest_phrase_none_is_known():
    (german,) = lydite.matcher("meaning(language=de)").engine.sides
    assert not german.knows_phrase(["rotes", "Haus"])
    (english,) = lydite.matcher("meaning(ask=kind)").engine.sides
    assert english.knows_phrase(["hot", "dogs"])
    assert not english.knows_phrase(["hot"] * 50)
