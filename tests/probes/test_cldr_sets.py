"""Test sets from CLDR: sizes, and words that were looked up by hand (Babel 2.18)."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from lydite.cli import main
from lydite.core.errors import InputError, MissingExtra
from lydite.core.text import words_as_written
from lydite.probes import examine
from lydite.probes.testsets import KINDS, build_cldr, find_locale, languages, load_test_set
from lydite.vectors import Vectors

pytest.importorskip("babel")

SIZES = {  # as Babel 2.18 has them, with names of several words; the least that later ones may have
    "la": (239, 127, 17, 12, 7, 0),
    "te": (256, 543, 168, 12, 7, 167),
    "he": (256, 553, 233, 12, 7, 169),
    "tr": (256, 624, 281, 12, 7, 159),
    "ltg": (1, 3, 3, 12, 7, 0),
}
WORDS = {
    "la": [
        ("countries", "IT", "italia"), ("countries", "GR", "graecia"), ("countries", "EG", "aegyptus"),
        ("countries", "ES", "hispania"), ("countries", "CH", "helvetia"), ("languages", "el", "graeca"),
        ("languages", "he", "hebraica"), ("months", "1", "ianuarius"), ("months", "8", "augustus"),
        ("currencies", "XAU", "aurum"), ("weekdays", "sun", "dominica"),
    ],
    "te": [
        ("countries", "IN", "భారతదేశం"), ("countries", "FR", "ఫ్రాన్స్\u200c"), ("countries", "JP", "జపాన్"),
        ("countries", "CN", "చైనా"), ("languages", "te", "తెలుగు"), ("languages", "hi", "హిందీ"),
        ("months", "3", "మార్చి"), ("months", "12", "డిసెంబర్"), ("weekdays", "mon", "సోమవారం"),
        ("currencies", "XAU", "బంగారం"),
    ],
    "he": [
        ("countries", "IL", "ישראל"), ("countries", "EG", "מצרים"), ("countries", "FR", "צרפת"),
        ("countries", "GR", "יוון"), ("languages", "he", "עברית"), ("languages", "ar", "ערבית"),
        ("months", "1", "ינואר"), ("months", "5", "מאי"), ("currencies", "XAU", "זהב"),
        ("currencies", "XAG", "כסף"),
    ],
    "tr": [
        ("countries", "TR", "türkiye"), ("countries", "DE", "almanya"), ("countries", "GR", "yunanistan"),
        ("countries", "IE", "irlanda"), ("countries", "HR", "hırvatistan"), ("languages", "en", "ingilizce"),
        ("months", "1", "ocak"), ("months", "11", "kasım"), ("weekdays", "tue", "salı"),
        ("currencies", "XAU", "altın"), ("units", "length-meter", "metre"),
    ],
    "ltg": [
        ("countries", "LV", "latveja"), ("languages", "ltg", "latgalīšu"), ("languages", "lv", "latvīšu"),
        ("currencies", "EUR", "eiro"), ("months", "1", "janvars"), ("months", "4", "apreļs"),
        ("months", "12", "decembris"), ("weekdays", "mon", "pyrmūdīne"), ("weekdays", "thu", "catūrtdīne"),
        ("weekdays", "sun", "svātdīne"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("language", SIZES)
def test_sizes_by_hand(language):
    made = build_cldr(language, spaces="keep")
    sizes = tuple(len(set(made.test.ids[kind].values())) for kind in KINDS)
    assert all(a >= b for a, b in zip(sizes, SIZES[language], strict=True)), sizes
    assert sizes[3:5] == (12, 7)


@pytest.mark.parametrize("language", WORDS)
def test_ten_words_by_hand(language):
    assert len(WORDS[language]) >= 10
    ids = build_cldr(language).test.ids
    for category, code, word in WORDS[language]:
        assert ids[category].get(word) == code, (category, code, word)


def test_latgalian_has_months_and_weekdays_and_little_else():
    made = build_cldr("ltg")
    assert {k: len(v) for k, v in made.test.categories.items()} == {
        "countries": 1, "languages": 3, "currencies": 1, "months": 12, "weekdays": 7, "units": 0,
    }  # fmt: skip
    assert any(note.startswith("ltg: units: ") for note in made.notes)


def run(*args):
    with pytest.raises(SystemExit) as ended:
        main(["build", "testset", "cldr", *args])
    return ended.value.code


def test_nothing_falls_back_to_the_root_locale():
    """Root has months M01 to M12, and codes for names; no language may have them among its words."""
    for language in languages():
        try:
            words = set(build_cldr(language, spaces="keep").test.words)
        except InputError as error:
            assert "CLDR" in str(error)  # noqa: PT017
            continue
        assert not {"m01", "m12", "jan", "usd", "chf"} & words, language


def test_there_are_hundreds_of_languages():
    large = 0
    for language in languages():
        try:
            large += len(build_cldr(language, ["countries"], spaces="keep").test.words) > 100
        except InputError:
            continue
    assert len(languages()) >= 312
    assert large >= 224


def test_names_of_one_word_are_one_word_of_a_corpus():
    """Hebrew writes ch and j with a geresh: Chile and Azerbaijan fell to pieces where text was split."""
    for language in ("la", "te", "he", "tr", "ltg"):
        split = [w for w in build_cldr(language).test.words if words_as_written(w) != [w]]
        assert all(re.search(r"[-/־]|’$", w) for w in split), split


def test_codes_align_languages():
    latin, hindi = (build_cldr(c, ["countries"]).test.ids["countries"] for c in ("la", "hi"))
    of = {code: word for word, code in hindi.items()}
    assert (latin["italia"], of[latin["italia"]]) == ("IT", "इटली")


def test_variants_of_a_language():
    assert [find_locale(n) for n in ("Latin", "zh-hant", "pt-PT", "nor", "Hebrew")] == [
        "la", "zh_Hant", "pt_PT", "no", "he",
    ]  # fmt: skip
    assert "arménia" in build_cldr("pt-PT").test.words  # Brazil: armênia
    assert "china" in build_cldr("pt-PT").test.words  # inherited from Portuguese, and not from the root


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("lattin", "'lattin'.*latin"),
        ("got", r"CLDR .*Gothic \(got\)"),
        ("", "no language"),
    ],
)
def test_an_unknown_language_names_the_nearest(name, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("--language", f"la,{name}" if name else name) == 2
    assert re.search(message, capsys.readouterr().err)
    assert list(tmp_path.iterdir()) == []  # neither is the set of Latin written


def test_an_unknown_kind_names_the_nearest():
    with pytest.raises(InputError, match="'month'.*months"):
        build_cldr("la", ["month"])


def test_from_the_shell(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("--language", "la,te,hi,ltg") == 0
    assert "cldr.ltg.json: 6 categories, 24 words (ltg)" in capsys.readouterr().out
    assert sorted(p.name for p in tmp_path.iterdir()) == [f"cldr.{c}.json" for c in ("hi", "la", "ltg", "te")]
    content = json.loads((tmp_path / "cldr.la.json").read_text("utf-8"))
    assert content["countries"]["FR"] == "francia"
    assert load_test_set("cldr.la.json").ids["months"]["maius"] == "5"
    assert run("--language", "ltg", "--kind", "months", "-o", "m.txt") == 0
    assert (tmp_path / "m.txt").read_text("utf-8").startswith(":months\njanvars februars")


def test_without_babel_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "babel", None)
    with pytest.raises(MissingExtra, match=r"babel.*cldr"):
        languages()


@pytest.mark.parametrize("language", SIZES)
def test_random_vectors_are_at_chance(language):
    """Corrected scores of random vectors: their mean over seeds is 0 within four standard errors."""
    test = build_cldr(language, spaces="keep").test
    corrected: dict[str, list[float]] = {}
    for seed in range(6):
        rows = np.random.default_rng(seed).normal(size=(len(test.words), 12)).astype(np.float32)
        found = examine(
            Vectors.of(dict(zip(test.words, rows, strict=True))),
            ["topk(k=3)", "odd_one_out(samples=200)"],
            test,
        )
        for result in found.results():
            corrected.setdefault(result.measure, []).append(result.corrected)
    for values in corrected.values():
        error = np.std(values, ddof=1) / np.sqrt(len(values))
        assert abs(np.mean(values)) < max(4 * error, 0.02)
