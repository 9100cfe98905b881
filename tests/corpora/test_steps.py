"""Tokenisers, normalisers and lemmatisers."""

from __future__ import annotations

import importlib.util
import unicodedata
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.errors import InputError, LyditeError, MissingExtra, SpecError
from lydite.sources.corpus.preparing import TextPreparation
from lydite.sources.corpus.steps import Tokeniser
from lydite.spec import REGISTRIES, Registry, parse

NORMALISERS = [o() for o in REGISTRIES["normaliser"].all().values()]
SCRIPTS = st.text(
    st.one_of(
        st.characters(codec="utf-8"),
        st.sampled_from("vVjJāĂİIıµſéἐᾳῆὖϋ\u0301\u0342\u0345\u0313ـًٰٓٔبְּשׁׂ\u200c\u200d\u00ad\ufb2a\ufb4b"),
    )
)


@pytest.mark.parametrize("one", NORMALISERS, ids=str)
@given(text=SCRIPTS)
def test_to_normalise_twice_changes_nothing(one, text):
    once = one.normalise(text)
    assert one.normalise(once) == once


@pytest.mark.parametrize(
    ("spec", "text", "expected"),
    [
        ("nfc", "Cafe\u0301", "Café"),
        ("lower(language=tr)", "IĞDIR İzmir", "ığdır izmir"),
        ("lower", "IĞDIR", "iğdir"),
        ("arabic", "مُحَمَّد", "محمد"),
        ("arabic", "العـــربية", "العربية"),
        ("arabic", "آدم سأل", "آدم سأل"),  # madda and hamza are letters' own
        ("hebrew", "שָׁלוֹם", "שלום"),
        ("hebrew", "\ufb2aלום", "שלום"),  # a presentation form
        ("hebrew", "בן־גוריון", "בן־גוריון"),  # the maqaf is no point
        ("joiners", "क्\u200dष", "क्ष"),
        ("joiners", "می\u200cرود", "میرود"),
        ("latin", "Vergilius ejus jam", "Uergilius eius iam"),
        ("latin", "vēnērunt", "uenerunt"),
        ("greek", "ᾧ δ' ὑπὸ χεῖρας", "ώ δ' υπό χείρας"),
        ("greek", "Ἀχαιοῖς προϊέναι café", "Αχαιοίς προϊέναι café"),
        ("greek(accents=none)", "προΐημι λόγος", "προϊημι λογος"),
    ],
)
def test_normalisers_by_hand(spec, text, expected):
    assert parse(spec, "normaliser").normalise(text) == unicodedata.normalize("NFC", expected)


def test_tokenisers_by_hand():
    assert parse("words", "tokeniser").split("Gallia est omnis, divisa…") == [
        "Gallia",
        "est",
        "omnis",
        "divisa",
    ]
    assert parse("words", "tokeniser").split("తెలుగు భాష") == ["తెలుగు", "భాష"]
    assert parse("spaces", "tokeniser").split("divisa , in") == ["divisa", ",", "in"]


BEHIND = {
    "cltk(lat)": ("cltk", "Cenavin ego mecum?", ["Cenavi", "-ne", "ego", "cum", "me", "?"]),
    "indic(hi)": ("indicnlp", "सत्य की जीत।", ["सत्य", "की", "जीत", "।"]),
}


@pytest.mark.parametrize("spec", BEHIND)
def test_tokenisers_behind_extras(spec):
    module, text, words = BEHIND[spec]
    if importlib.util.find_spec(module) is None:
        with pytest.raises(MissingExtra, match=rf"extra {spec[: spec.index('(')]}"):
            parse(spec, "tokeniser").split(text)
    else:
        assert parse(spec, "tokeniser").split(text) == words


@pytest.mark.parametrize("spec", ["lower(language=turkisch)", "indic(hindy)", "cltk(latin1)"])
def test_an_unknown_language_names_the_nearest(spec):
    kind = "normaliser" if spec.startswith("lower") else "tokeniser"
    with pytest.raises(LyditeError, match="did you mean"):
        parse(spec, kind)


@dataclass(frozen=True)
class Letters(Tokeniser):
    """Every letter a word."""

    name = "letters"
    reference = "this test"

    def split(self, text):
        return list(text)


def test_other_packages_add_theirs(monkeypatch):
    """By entry point, as any declared object; found by name, named in signatures."""

    class Entry:
        name = "letters"

        def load(self):
            return Letters

    mine = "lydite.tokenisers"
    monkeypatch.setattr(metadata, "entry_points", lambda group: [Entry()] if group == mine else [])
    monkeypatch.setitem(REGISTRIES, "tokeniser", Registry("tokeniser", "lydite.sources.corpus.tokenisers"))
    Registry.all.cache_clear()
    how = TextPreparation.of("letters", [])
    assert how.words("cat") == ["c", "a", "t"]
    assert how.policies()["tokeniser"] == "letters"
    assert REGISTRIES["tokeniser"].group == mine
    Registry.all.cache_clear()


def test_simplemma_has_lemmas():
    simplemma = pytest.importorskip("simplemma")
    assert simplemma is not None
    lemma = parse("simplemma(language=German)", "lemmatiser").lookup(str)
    assert [lemma("Häuser"), lemma("ging"), lemma("qwxz")] == ["Haus", "gehen", "qwxz"]
    with pytest.raises(InputError, match="simplemma has no language 'te'"):
        parse("simplemma(language=te)", "lemmatiser").lookup(str)


def test_simplemma_knows_words_as_normalisers_write_them():
    """Its Latin has viros and amavit; without length and with u for v they were no words of it."""
    pytest.importorskip("simplemma")
    latin = TextPreparation.of(normalisers=["nfc", "lower", "latin"], lemmatiser="simplemma(language=la)")
    assert latin.words("Viros amavit CIVITATIS venit") == ["uir", "amo", "ciuitas", "uenio"]
    assert latin.word("qwxz") == "qwxz"
    plain = parse("simplemma(language=la)", "lemmatiser").lookup(str.lower)
    assert plain("uiros") == "uiros"


TABLES = {
    "plain.tsv": "puellae\tpuella\nPuellam\tpuella\nest\tsum\n",
    "unimorph": "puella\tpuellae\tN;NOM;PL\npuella\tpuellam\tN;ACC;SG\nsum\test\tV;IND;PRS;3;SG\n",
    "x.conllu": (
        "# sent_id = 1\n"
        "1\tPuellae\tpuella\tNOUN\t_\t_\t0\troot\t_\t_\n"
        "2\tpuellam\tpuella\tNOUN\t_\t_\t0\troot\t_\t_\n"
        "3\test\tedo\tVERB\t_\t_\t0\troot\t_\t_\n\n"
        "1\test\tsum\tAUX\t_\t_\t0\troot\t_\t_\n"
        "2\test\tsum\tAUX\t_\t_\t0\troot\t_\t_\n"
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_lemmas_from_a_table(name, tmp_path):
    (tmp_path / name).write_text(TABLES[name], "utf-8")
    how = TextPreparation.of(lemmatiser=f'table(file="{tmp_path / name}")')
    assert how.words("Puellam est puellae nauta") == ["puella", "sum", "puella", "nauta"]
    assert how.word("PUELLAE") == "puella"
    assert name in how.identity
    assert str(tmp_path) not in how.identity


def test_lemmas_are_normalised_as_the_corpus_is(tmp_path):
    (tmp_path / "t.tsv").write_text("Vēnit\tvenio\n", "utf-8")
    how = TextPreparation.of("words", ["nfc", "lower", "latin"], f'table(file="{tmp_path / "t.tsv"}")')
    assert how.words("VENIT uenit") == ["uenio", "uenio"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\tb\nc\n", "t.tsv:2: expected 2 columns, found 1"),
        ("word\n", "expected form TAB lemma"),
        ("a\tb\tnot features at all\n", "expected form TAB lemma"),
        ("# only a comment\n", "found 1 columns"),
    ],
)
def test_a_bad_table_is_refused(text, message, tmp_path):
    path = Path(tmp_path / "t.tsv")
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        parse(f'table(file="{path}")', "lemmatiser").lookup(str)


def test_the_same_normaliser_signs_and_another_signs_differently():
    plain, latin = TextPreparation.of(), TextPreparation.of(normalisers=["nfc", "lower", "latin"])
    assert plain.identity != latin.identity
    assert latin.policies()["normaliser"] == "nfc+lower(language=any)+latin"
    assert TextPreparation.of(normalisers=[]).policies()["normaliser"] == "none"
    with pytest.raises(SpecError, match="unknown normaliser 'latim'; did you mean latin"):
        TextPreparation.of(normalisers=["latim"])
