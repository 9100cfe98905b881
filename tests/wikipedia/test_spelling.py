"""Accents, the letter i and stemmers of languages in stores of Wikipedias."""

from __future__ import annotations

import pytest

import lydite
from lydite.core.errors import InputError
from lydite.knowledge.wikipedia.build import BuildOptions, build

ARTICLES = {
    "Résumé": "[[Resume|resume]]",
    "Resume": "To go on with [[Job application|résumé]].",
    "Job application": "[[Isparta]] [[Beyoncé]]",
    "Isparta": "A city.",
    "Beyoncé": "A singer.",
}


def titles(wikipedia, phrase):
    return [wikipedia.title(n) for n in wikipedia.targets(phrase)]


def test_english_labels_are_found_as_written_then_without_accents(wiki):
    found = wiki(ARTICLES)
    assert titles(found, "Résumé") == ["Résumé", "Job application"]
    assert titles(found, "resume") == ["Resume"]
    assert titles(found, "Isparta") == titles(found, "Ispárta") == ["Isparta"]
    assert found.senses("Ispárta")[0].node == found.article("Isparta")


def test_labels_of_other_languages_are_found_as_written_alone(wiki):
    found = wiki(ARTICLES, language="Latgalian")
    assert found.store.notes["language"] == "ltg"
    assert titles(found, "Ispárta") == []
    assert titles(found, "beyoncé") == ["Beyoncé"]
    assert titles(found, "beyonce") == []


def test_capitals_are_those_of_the_language(wiki):
    found = wiki(ARTICLES, language="Turkish")
    assert titles(found, "ısparta") == titles(found, "ISPARTA") == ["Isparta"]
    assert titles(found, "isparta") == []


@pytest.mark.parametrize(
    ("said", "stemmer"), [("fr", "french"), ("fra", "french"), ("French", "french"), ("none", "none")]
)
def test_a_stemmer_goes_by_its_language(wiki, said, stemmer):
    assert wiki(ARTICLES, stemmer=said).labeller.stemmer == stemmer


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"stemmer": "frensh"}, "frensh.*french"),
        ({"stemmer": "ltg"}, "stemmer ltg"),
        ({"language": "Turkisch"}, "'Turkisch'.*turkish"),
    ],
)
def test_bad_languages(tmp_path, options, words):
    (tmp_path / "wiki.xml").write_text('<mediawiki xml:lang="en"></mediawiki>')
    with pytest.raises(InputError, match=words):
        build([tmp_path / "wiki.xml"], tmp_path / "store", BuildOptions(**options))


def test_english_wordnet_finds_words_as_written_then_without_accents():
    wordnet = lydite.matcher("wordnet")
    assert wordnet.score("naïve", "naive") == wordnet.score("Café", "cafe") == 1
    assert wordnet.targets_of("naïve").sets == wordnet.targets_of("naive").sets
