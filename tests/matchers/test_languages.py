"""Matching in another language, and across two."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.stats import spearmanr

import lydite
from lydite.cli import main
from lydite.core.errors import InputError
from lydite.core.spec import REGISTRIES
from lydite.knowledge.wordnet import compile_languages, open_wordnet, read_languages
from lydite.probes.agreement import read_pairs
from tabfiles import build_languages

WordNetMatcher = REGISTRIES["matcher"]["wordnet"]
PathMatcher = REGISTRIES["matcher"]["path"]
Chooser = REGISTRIES["chooser"]["wordnet"]

TWINS = {
    "cane": "dog",
    "gatto": "cat",
    "animale": "animal",
    "insegnante": "teacher",
    "cibo": "food",
    "pane": "bread",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return str(build_languages(tmp_path_factory.mktemp("languages")))


@pytest.fixture(scope="module")
def italian(store):
    return WordNetMatcher(store=store, language="ita")


@pytest.fixture(scope="module")
def across(store):
    return WordNetMatcher(store=store, candidate="Italian", reference="eng")


def test_a_language_is_named_by_code_or_name(store):
    one, *others = (WordNetMatcher(store=store, language=name) for name in ("it", "ita", "Italian", "it-CH"))
    assert all(other == one for other in others)
    assert str(one).endswith(", language=it)")
    assert "language=it," in one.signature()
    assert "language" not in WordNetMatcher().signature()  # numbers of before stay comparable


def test_english_in_a_store_of_many_is_what_is_embedded(store):
    labels = open_wordnet().labels
    words = [labels.key(i) for i in np.random.default_rng(1).choice(len(labels), 300, replace=False)]
    one, two = words[::2], words[1::2]
    for options in ({}, {"language": "eng"}, {"candidate": "en", "reference": "English"}):
        np.testing.assert_array_equal(
            WordNetMatcher(store=store, **options).pairs(one, two), WordNetMatcher().pairs(one, two)
        )


def test_the_paths_are_those_of_the_synsets(store):
    plain = WordNetMatcher(prior="uniform")
    italian = WordNetMatcher(store=store, language="ita", prior="uniform")
    across = WordNetMatcher(store=store, candidate="ita", reference="eng", prior="uniform")
    for one in TWINS:
        for other, twin in TWINS.items():
            near, far = (italian.targets_of(word).sets[0] for word in (one, other))
            assert italian.score(one, other) == plain.search.best(near, far)
            far = plain.targets_of(twin).sets[0]
            assert across.score(one, twin) == plain.search.best(near, far)


def test_a_word_stands_for_its_translation(across, store):
    for word, twin in TWINS.items():
        assert across.score(word, twin) > 0.8
    back = WordNetMatcher(store=store, candidate="eng", reference="ita")
    assert back.score("dog", "cane") == across.score("cane", "dog")
    assert across.score("cani", "dogs") == across.score("cane", "dog")


def test_sides_are_not_mixed_up(across):
    assert across.score("dog", "cane") == 0
    assert across.score("animale", "dog") != across.score("cane", "animal")
    matrix = across.matrix(["cane", "gatto"], ["dog", "cat", "cane"])
    assert matrix.tolist() == [
        [across.score(a, b) for b in ("dog", "cat", "cane")] for a in ("cane", "gatto")
    ]
    coded = across.score_coded(["cane", "dog", "gatto", "cat"], np.array([0, 2, 1]), np.array([1, 3, 0]))
    assert coded.tolist() == [across.score("cane", "dog"), across.score("gatto", "cat"), 0]
    assert across.known(["cane", "dog", "qwertz"]).tolist() == [True, True, False]


def test_coverage_looks_up_predictions_and_gold_in_their_own_language(store):
    measure = f'F1(match=wordnet(store="{store}", candidate=ita, reference=eng))'
    gold, predictions = {"a": ["dog", "cat"]}, {"a": ["cane", "cat"]}
    found = lydite.evaluate(gold, predictions, [measure])[0]
    assert found.coverage == 0.75
    assert found.value > 0.9  # what is unknown and spelled alike is the same


def test_equal_spelling_counts_across_languages_where_a_word_is_unknown(store, across, italian):
    assert across.score("Zxqw", "zxqw") == 1  # a name
    assert across.score("pane", "pane") < 0.5  # bread, and a pane of glass
    assert italian.score("pane", "pane") == 1
    assert not across.identity
    assert italian.identity


def test_opposites_hold_in_other_languages(italian, across):
    assert italian.score("buono", "cattivo") == across.score("buono", "bad") == 0
    assert across.explain("buono", "bad").note == "buono and bad are opposites"
    assert across.pairs(["buono", "cattivo"], ["bad", "bad"])[1] > 0.8


def test_explanations_name_synsets_in_both_languages(across):
    found = across.explain("animale", "dog")
    assert found.path[0].source == "[animale]"
    assert found.path[-1].target == "[dog, domestic dog, Canis familiaris]"
    assert across.explain("dog", "cat").note.startswith("no targets for 'dog'")


def test_aspects_use_the_stop_words_and_stems_of_the_language(store, italian):
    assert italian.targets_of("il cibo dei gatti").aspects == ("cibo", "gatti")
    assert italian.targets_of("non cibo").note.startswith("no target")  # a denial is no stop word
    assert 'stopwords="it:' in italian.signature()
    for phrase in ("l'acqua del gatto", "dell’acqua del Gatto", "un'acqua ed il gatto"):
        assert italian.targets_of(phrase).sets == italian.targets_of("acqua gatto").sets != ()
    french = WordNetMatcher(store=store, language="fr")
    assert french.targets_of("de l'eau du professeur").sets == french.targets_of("eau professeur").sets
    japanese = WordNetMatcher(store=store, language="ja")
    assert japanese.targets_of("犬小屋").aspects == ("犬", "小屋")
    assert japanese.targets_of("猫").direct
    turkish = WordNetMatcher(store=store, language="tr")
    assert turkish.score("IŞIK", "ışık") == 1
    assert turkish.score("IŞIK", "işik") == 0


def test_relatedness_takes_languages_too(store):
    assert PathMatcher(store=store, language="ita").score("cane", "canide") == 0.5
    assert PathMatcher(store=store, candidate="ita", reference="eng").score("cane", "canine") == 0.5
    for name in ("wup", "lch", "hso"):
        spoken = lydite.matcher(f'{name}(store="{store}", candidate=ita, reference=eng)')
        plain = lydite.matcher(name)
        one, other = spoken.sides[0].targets_of("cane").sets[0], spoken.sides[1].targets_of("cat").sets[0]
        assert spoken.score("cane", "cat") == pytest.approx(plain.senses(one, other))


def test_the_chooser_of_hop_takes_a_language(store):
    near = Chooser(store=store, language="ita").compare(["cane", "gatto", "dog"], "animale")
    plain = Chooser().compare(["dog", "cat"], "animal")
    assert near[0] <= plain[0]  # words of fewer senses
    assert np.isnan(near[2])
    assert near[0] > 0


def test_a_missing_language_is_told(store, capsys):
    with pytest.raises(InputError, match=r"Finnish \(fi\).*Italian \(it\)"):
        WordNetMatcher(store=store, language="fin").score("koira", "kissa")
    assert (
        run("match", "koira", "dog", "--using", f'wordnet(store="{store}", candidate=fin, reference=eng)')
        == 2
    )
    assert "English (en), Arabic (ar)" in capsys.readouterr().err


def run(*args):
    with pytest.raises(SystemExit) as end:
        main([str(arg) for arg in args])
    return end.value.code


def test_build_and_senses_from_the_shell(tmp_path, capsys):
    build_languages(tmp_path, "ita", "fra")
    store = tmp_path / "s"
    assert run("build", "wordnet", tmp_path / "wn-ita.tab", tmp_path / "wn-fra.tab", "-o", store) == 0
    said = capsys.readouterr().out
    assert "English and 2 more" in said
    assert (
        "Italian (it): 12 of 13 lemmas in 11 synsets; left out: 1 marks of gaps\n  Piccolo, licence: CC0"
        in said
    )
    assert run("senses", "cani", "--store", store, "--language", "ita", "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["language"] == "it"
    assert found["aspects"][0]["targets"][0]["synset"] == "[cane, Canis familiaris]"


def test_several_sources_are_tab_files(tmp_path, capsys):
    (tmp_path / "a.xml").write_text("<LexicalResource/>", "utf-8")
    assert run("build", "wordnet", tmp_path / "a.xml", tmp_path / "a.xml", "-o", tmp_path / "s") == 2
    assert "tab files" in capsys.readouterr().err
    assert not (tmp_path / "s").exists()


def test_italian_and_english_italian_hyperlex(shared_data, tmp_path):
    compile_languages(read_languages([shared_data / "omw" / "wn-data-ita.tab"]), tmp_path / "it")
    store, folder = str(tmp_path / "it"), shared_data / "substitution"
    pairs = read_pairs(folder / "hyperlex-it.txt").pairs
    matcher = WordNetMatcher(store=store, language="ita")
    scores = matcher.pairs([p.candidate for p in pairs], [p.reference for p in pairs])
    gold = np.array([p.rating for p in pairs])
    both = matcher.known([p.candidate for p in pairs]) & matcher.known([p.reference for p in pairs])
    assert spearmanr(scores, gold)[0] > 0.60
    assert spearmanr(scores[both], gold[both])[0] > 0.62
    pairs = read_pairs(folder / "hyperlex-enit.txt").pairs
    for codes in (("en", "it"), ("it", "en")):
        some = [p for p in pairs if (p.candidate[:2], p.reference[:2]) == codes]
        across = WordNetMatcher(store=store, candidate=codes[0], reference=codes[1])
        scores = across.pairs([p.candidate[3:] for p in some], [p.reference[3:] for p in some])
        assert spearmanr(scores, [p.rating for p in some])[0] > 0.60
