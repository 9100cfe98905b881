"""One table of languages: codes and names in, one form out."""

from __future__ import annotations

import hashlib
import lzma
from importlib import resources

import pytest

import lydite
from lydite.core.errors import InputError, SpecError
from lydite.core.languages import STEMMERS, code_of, names, stemmer_of
from lydite.core.text import stemmers
from lydite.knowledge.wikipedia.dumps import recognise


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("en", "en"), ("eng", "en"), ("English", "en"), ("en-US", "en"), ("simple", "en"), ("enm", "enm"),
        ("de", "de"), ("deu", "de"), ("ger", "de"), ("GERMAN", "de"), ("Greek", "el"), ("ell", "el"),
        ("ltg", "ltg"), ("Latgalian", "ltg"), ("nob", "nb"), ("Norwegian Bokmål", "nb"), ("cmn", "zh"),
        ("zh_Hans", "zh"), ("Swahili", "sw"), ("Nepali", "ne"), ("Malay", "ms"), ("Azerbaijani", "az"),
    ],
)  # fmt: skip
def test_codes_and_names_have_one_form(said: str, code: str) -> None:
    assert code_of(said) == code
    assert code_of(code) == code


def test_the_nearest_is_named() -> None:
    with pytest.raises(InputError, match="'Turkisch'.*turkish"):
        code_of("Turkisch")


def test_every_form_of_every_language_has_itself_as_form() -> None:
    forms = set(names().values())
    assert len(forms) > 7_000
    assert all(names()[form] == form for form in forms)


def test_stemmers_are_those_there_are() -> None:
    assert set(STEMMERS.values()) <= set(stemmers())
    assert stemmer_of("pes") == "persian"


@pytest.mark.parametrize("said", ["fr", "fra", "French", "french"])
def test_a_stemmer_goes_by_any_name_of_its_language(said: str) -> None:
    assert str(lydite.matcher(f"stem(language={said})")) == "stem(language=french)"


def test_turkish_words_are_folded_as_turkish() -> None:
    assert lydite.matcher("stem(language=tr)").score("ISPARTA", "ısparta") == 1
    assert lydite.matcher("stem(language=tr)").score("ISPARTA", "isparta") == 0
    assert lydite.matcher("exact(language=tr)").score("İZMİR", "izmir") == 1
    assert str(lydite.matcher("exact(language=Turkish)")) == "exact(language=tr)"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("stem(language=ltg)", "yiddish.*'ltg'"),
        ("stem(language=frensh)", "'frensh'.*french"),
        ("exact(language=Turkisch)", "'Turkisch'.*turkish"),
    ],
)
def test_bad_languages(spec: str, words: str) -> None:
    with pytest.raises((SpecError, InputError), match=words):
        lydite.matcher(spec)


def test_an_unknown_language_of_a_dump(tmp_path) -> None:
    file = tmp_path / "page.sql"
    file.write_text("CREATE TABLE page\n")
    with pytest.raises(InputError, match="turkish"):
        recognise([file], language="Turkisch")


def test_the_table_is_the_one_that_its_tool_writes() -> None:
    folder = resources.files("lydite").joinpath("data/languages")
    text = lzma.decompress(folder.joinpath("languages.tsv.xz").read_bytes())
    assert hashlib.sha256(text).hexdigest().startswith("de10aac6e18c3ba9")
    licence = folder.joinpath("languages-LICENSE.txt").read_text("utf-8")
    assert "CC0 1.0" in licence
    assert "UNICODE LICENSE V3" in licence
