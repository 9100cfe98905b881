"""``meaning`` in another language of a store of several, and across two."""

from __future__ import annotations

import numpy as np
import pytest

import lydite
from lydite.core.errors import InputError, SpecError

ITALIAN = """# Piccolo\tita\thttps://example.org/\tCC0
00021265-n\tita:lemma\tcibo
07679356-n\tita:lemma\tpane
10624074-n\tita:lemma\tfiglio
09992837-n\tita:lemma\tfiglia
09917593-n\tita:lemma\tfiglio
10353355-n\tita:lemma\tnipote
10357613-n\tita:lemma\tnipote
02808440-n\tita:lemma\tvasca da bagno
"""


@pytest.fixture(scope="module")
def italian(tmp_path_factory):
    """A store of several languages: WordNet's English, and a few words of Italian."""
    from lydite.knowledge.wordnet import compile_languages, read_languages

    folder = tmp_path_factory.mktemp("italian")
    (folder / "it.tab").write_text(ITALIAN, "utf-8")
    compile_languages(read_languages([folder / "it.tab"]), folder / "store")
    return folder / "store"


def test_one_language_of_a_store_of_several_is_asked_for_by_name(italian):
    found = lydite.matcher(f'meaning(store="{italian}", language=ita)')
    assert found.spoken == "it"
    assert found.score("cibo", "pane") > 0.6 > found.score("pane", "cibo") > 0
    assert found.score("food", "bread") == 0  # words of English are none of Italian
    assert "cibo → food product" not in found.explain("pane", "cibo").note
    assert "] (en)" not in found.explain("cibo", "pane").note
    assert lydite.matcher(f'meaning(store="{italian}", ask=kind)').score("food", "bread") > 0.6
    with pytest.raises(InputError, match="Finnish .*English .en., Italian .it."):
        lydite.matcher(f'meaning(store="{italian}", language=fin)').score("koira", "kissa")


def test_opposites_are_not_one_word_by_their_stem_but_forms_of_one_word_are(italian):
    found = lydite.matcher(f'meaning(store="{italian}", language=ita)')
    assert found.score("figlia", "figlio") == 0
    assert "are opposites" in found.explain("figlia", "figlio").note
    assert found.score("nipoti", "nipote") == found.score("nipote", "nipote") == 1  # nephew and niece


def test_phrases_of_another_language_are_known_by_their_stems(italian):
    found = lydite.matcher(f'meaning(store="{italian}", language=ita)')
    assert found.known_as(["vasche da bagno", "vasca da bagno"]) == ["direct", "direct"]


def test_stop_words_of_another_language_weigh_little(italian):
    found = lydite.matcher(f'meaning(store="{italian}", language=ita)')
    assert found.score("il pane", "pane") > found.score("buon pane", "pane")
    assert found.score("casa di legno", "casa legno") > 0.9


@pytest.fixture(scope="module")
def across(italian):
    return lydite.matcher(f'meaning(store="{italian}", candidate=ita, reference=eng)')


def test_words_of_two_languages_are_compared_by_what_they_mean(across, italian):
    assert across.score("cibo", "bread") > 0.6 > across.score("pane", "food") > 0
    assert across.score("figlio", "daughter") == 0  # opposites by their synsets
    assert "are opposites" in across.explain("figlio", "daughter").note
    assert across.score("bread", "cibo") == 0  # each side has its own language
    turned = lydite.matcher(f'meaning(store="{italian}", candidate=eng, reference=ita)')
    assert turned.score("food", "pane") > 0.6
    path = across.explain("cibo", "bread").path
    assert path[0].source.startswith("[cibo]")
    assert path[-1].target.startswith("[bread")
    assert across.acceptance(["cibo"], ["bread"])[0] == across.explain("cibo", "bread").acceptance > 0.6


def test_spelled_alike_is_one_word_across_languages_only_where_one_is_unknown(across):
    assert across.score("pane", "pane") < 0.1  # bread, and a sheet of glass
    assert across.score("machine learning", "Machine-Learning") == 1
    assert across.score("", "") == 1
    assert across.identity is False


def test_phrases_are_translated_word_by_word(across):
    assert across.score("vasca da bagno", "bathtub") > 0.6
    assert across.score("pane zzqx", "bread zzqx") > across.score("pane zzqx", "food zzqx")
    assert across.score("non pane", "bread") <= 0.15  # denied in Italian
    assert across.score("pane", "no bread") <= 0.15  # and in English
    (bread, _) = across.explain("pane zzqx", "bread zzqx").parts[::-1]
    assert bread.why.startswith("same meaning in common senses")


def test_what_is_known_is_known_in_either_language(across):
    assert across.known(["pane", "bread", "zzqx"]).tolist() == [True, True, False]
    assert across.known_as(["pane", "pane zzqx", "zzqx"]) == ["direct", "aspects", "none"]
    one, other = across.sides
    assert (one.spoken, other.spoken) == ("it", "en")
    assert one.known(["pane", "breads"]).tolist() == [True, False]


def test_the_same_language_twice_is_one(italian):
    twice = lydite.matcher(f'meaning(store="{italian}", candidate=ita, reference=it)')
    once = lydite.matcher(f'meaning(store="{italian}", language=ita)')
    assert len(twice.languages) == 1
    assert (
        twice.pairs(["cibo", "figlia"], ["pane", "nipoti"]).tolist()
        == once.pairs(["cibo", "figlia"], ["pane", "nipoti"]).tolist()
    )


def test_one_batch_and_one_by_one_agree_across(across):
    ones, others = ["pane", "cibo", "vasca da bagno", ""], ["bread", "food", "bathtub", "pane"]
    table = across.matrix(ones, others)
    assert table.tolist() == [[across.score(a, b) for b in others] for a in ones]
    assert np.diag(table).tolist() == across.pairs(ones, others).tolist()


def test_a_sense_that_a_language_has_no_word_for_is_taken_over_from_translations(italian):
    """Cibo is listed as nutriment only; solid food, which has no Italian word, is food in English too."""
    found = lydite.matcher(f'meaning(store="{italian}", language=ita)')
    translations = found.languages[0].translations
    english = translations.english
    listed = found.languages[0].base.match(["cibo"])
    solid = next(s for s in english.match(["food"]) if english.name(s) == "[food, solid food]")
    assert solid not in listed
    assert solid in translations.borrowed(listed)
    senses = {synset: weight for synset, weight, _ in found.languages[0].senses("cibo")}
    assert 0 < senses[solid] < senses[listed[0]]
    assert all(not translations.words[s] for s in translations.borrowed(listed))


def test_words_are_as_common_as_their_translations(italian):
    found = lydite.matcher(f'meaning(store="{italian}", language=ita)').languages[0]
    common, rare, stop, unknown = found.zipf(["figlio", "vasca da bagno", "il", "zzqx"]).tolist()
    assert common > rare
    assert (stop, unknown) == (7, 3)
    english = lydite.matcher("meaning(ask=kind)").languages[0]
    assert english.translations is None
    assert "stopwords" not in lydite.matcher("meaning(ask=kind)").signature()


def test_frequencies_are_of_the_language_that_is_not_english(italian, tmp_path):
    (tmp_path / "it.tsv").write_text("pane\t90\ncibo\t5\n", "utf-8")
    spec = f'meaning(store="{italian}", candidate=ita, reference=eng, frequencies="{tmp_path / "it.tsv"}")'
    one, other = lydite.matcher(spec).languages
    assert one.frequencies.identity.startswith("it.tsv:")
    assert other.frequencies.identity.startswith("english:")
    spec = f'meaning(candidate=de, reference=en, frequencies="{tmp_path / "it.tsv"}")'
    one, other = lydite.matcher(spec).languages
    assert one.frequencies.identity.startswith("it.tsv:")
    assert other.frequencies.identity.startswith("english:")
    neither = lydite.matcher(f'meaning(candidate=deu, reference=fra, frequencies="{tmp_path / "it.tsv"}")')
    with pytest.raises(SpecError, match="frequencies .*English"):
        neither.score("Haus", "maison")


def test_a_language_without_a_wordnet_goes_by_spelling_across_and_says_so(across):
    found = lydite.matcher("meaning(candidate=deu, reference=eng)")
    assert found.score("Radio Zürich", "radio zürich") == 1
    assert "no wordnet for the language de: overlap only" in found.explain("Haus", "house").note
    with pytest.raises(InputError, match=r"French \(fr\).*Italian"):
        lydite.matcher(f'meaning(store="{across.store.file}", candidate=fra, reference=eng)').score("a", "b")
