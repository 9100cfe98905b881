"""Test sets from wordnets and Wiktionaries: what lies below a sense."""

from __future__ import annotations

import json

import numpy as np
import pytest

from lydite.cli import main
from lydite.errors import InputError
from lydite.probes import examine
from lydite.probes.testsets import load_test_set
from lydite.probes.testsets.hyponyms import SenseCategory, below, build_hyponyms
from lydite.sources.vectors import Vectors
from lydite.sources.wiktionary.example import build_example
from lydite.sources.wordnet import open_wordnet
from lydite.sources.wordnet.taxonomy import Taxonomy

TABS = {  # offsets of WordNet 3.0
    "fra": {"02084071": "chien", "02121620": "chat", "02113335": "caniche", "00015388": "animal"},
    "ita": {"02084071": "cane", "02121620": "gatto", "04962784": "rosso"},
}


@pytest.fixture(scope="module")
def omw(tmp_path_factory):
    folder = tmp_path_factory.mktemp("omw")
    for code, words in TABS.items():
        rows = "".join(f"{offset}-n\tlemma\t{word}\n" for offset, word in words.items())
        (folder / f"wn-data-{code}.tab").write_text(f"# test\t{code}\thttp://x\tCC0\n{rows}", "utf-8")
    files = [str(folder / f"wn-data-{code}.tab") for code in TABS]
    with pytest.raises(SystemExit) as ended:
        main(["build", "wordnet", *files, "-o", str(folder / "omw")])
    assert ended.value.code == 0
    return folder / "omw"


def test_below_is_all_that_has_the_sense_above():
    wordnet = open_wordnet()
    taxonomy = Taxonomy(wordnet)
    for word in ("color", "fruit", "weekday", "planet"):
        [root, *_], _ = wordnet.ranked([word], 0)
        expected = [s for s in range(len(wordnet.graph)) if s != root and root in taxonomy.above(s)]
        assert below(wordnet.graph, root) == expected


def test_words_of_the_embedded_wordnet():
    wanted = [SenseCategory.read(t) for t in ("days=weekday.n", "gem.n.2", "metals=metallic element.n.1")]
    [made] = build_hyponyms(None, wanted)
    assert set(made.test.categories) == {"days", "gem", "metals"}
    assert {"monday", "friday"} <= set(made.test.categories["days"])
    assert {"iron", "mercury", "gold"} <= set(made.test.categories["metals"])
    [more] = build_hyponyms(None, wanted[:1], synonyms=True)
    assert set(made.test.categories["days"]) <= set(more.test.categories["days"])
    assert more.test.ids["days"]["monday"] == more.test.ids["days"]["mon"]


def test_languages_of_a_store_align(omw):
    animals = [SenseCategory.read("animals=animal.n.1"), SenseCategory.read("colours=color.n.1")]
    english, french, italian = build_hyponyms(omw, animals, ["en", "French", "ita"])
    assert french.test.categories == {"animals": ("chien", "caniche", "chat"), "colours": ()}
    assert set(italian.test.ids["animals"]) == {"cane", "gatto"}
    assert italian.test.categories["colours"] == ("rosso",)
    ids = [made.test.ids["animals"] for made in (english, french, italian)]
    assert ids[0]["dog"] == ids[1]["chien"] == ids[2]["cane"]
    assert french.notes == ("fr: colours: no word at all",)


def test_a_wiktionary(tmp_path):
    store = build_example(tmp_path)
    [made] = build_hyponyms(store, [SenseCategory.read("animal.n")], ["en"], spaces="keep")
    assert set(made.test.categories["animal"]) == {"cat", "dog", "bird", "tabby", "poodle", "pug"}
    assert made.test.ids["animal"]["cat"] == "Q146"  # linked with Wikidata: aligns with sets from there
    [more] = build_hyponyms(store, [SenseCategory.read("animal")], ["en"], synonyms=True)
    assert "hound" in more.test.categories["animal"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("animals=anmial.n", "category animals: anmial \\(noun\\) is not in this store"),
        ("animals=animal.n.9", "animal \\(noun\\) has 1 sense "),
        ("animal.n.0", "a category is written animals=animal.n.1"),
        ("=", "a category is written"),
        ("poodles=standard poodle.n.1", "no word in this set \\(en: poodles: no word at all\\)"),
    ],
)
def test_bad_categories(text, message):
    with pytest.raises(InputError, match=message):
        build_hyponyms(None, [SenseCategory.read(text)])


def test_from_the_shell(omw, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = ["--category", "animals=animal.n.1", "--store", str(omw), "--language", "fr,it"]
    with pytest.raises(SystemExit) as ended:
        main(["build", "testset", "hyponyms", *options])
    assert ended.value.code == 0
    assert "hyponyms.fr.json: 1 categories, 3 words (fr)" in capsys.readouterr().out
    italian = json.loads((tmp_path / "hyponyms.it.json").read_text("utf-8"))["animals"]
    [dog] = [key for key, word in italian.items() if word == "cane"]
    assert load_test_set("hyponyms.fr.json").ids["animals"]["chien"] == dog
    with pytest.raises(SystemExit) as ended:
        main(["build", "testset", "hyponyms", *options[:-1], "fr,hindi"])
    assert ended.value.code == 2
    assert "no Hindi (hi) in this wordnet, which has" in capsys.readouterr().err


def test_random_vectors_are_at_chance():
    [made] = build_hyponyms(None, [SenseCategory.read(t) for t in ("fruit.n.1", "colours=color.n.1")])
    corrected = []
    for seed in range(8):
        rows = np.random.default_rng(seed).normal(size=(len(made.test.words), 12)).astype(np.float32)
        vectors = Vectors.of(dict(zip(made.test.words, rows, strict=True)))
        results = examine(vectors, ["topk(k=3)", "odd_one_out(samples=200)"], made.test).results()
        corrected += [r.corrected for r in results]
    assert abs(np.mean(corrected)) < max(4 * np.std(corrected) / np.sqrt(len(corrected)), 0.01)
