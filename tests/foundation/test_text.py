"""Folding, stems and hashtags."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.core.text import (
    _ONE_BY_ONE,
    _any_word,
    fold,
    fold_all,
    hashtag,
    stem,
    stem_each,
    stem_fold,
    stems,
    stop_words,
    tokens,
)
from lydite.reading import hashtags_of


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("#Covid19...Don't", "#covid19"),
        ("#Covid19:", "#covid19"),
        ("#coron...", "#coron"),
        ("＃Tag", "#tag"),
        ("Tag", "#tag"),
    ],
)
def test_hashtags_of_the_paper(raw: str, clean: str) -> None:
    # #REval, Section 1: typed onto other words or punctuation
    assert hashtag(raw) == clean


def test_the_four_tweets_of_the_paper() -> None:
    text = "Please list #covid19 helpline numbers various states in the U.S. #covid2019 #corona #coron..."
    assert hashtags_of(text) == ["#covid19", "#covid2019", "#corona", "#coron"]


@pytest.mark.parametrize(
    ("word", "root"),
    # from the examples in Porter 1980, steps 1a to 5b
    [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("relational", "relat"),
        ("hopefulness", "hope"),
        ("controll", "control"),
    ],
)
def test_porter(word: str, root: str) -> None:
    assert stem(word) == root


def test_stem_fold() -> None:
    assert stem_fold("Résumés  of STUDIES", accents="fold") == "resum of studi"
    assert stem_fold("Résumés  of STUDIES") == "résumé of studi"
    assert stem_fold("!!!") == "!!!"


def test_accents_and_compatibility_forms() -> None:
    assert fold("Ｃａｆé ﬁne") == fold("CAFE\u0301 fine") == "café fine"
    assert fold("Café", accents="fold") == "cafe"
    assert hashtag("#Año") == hashtag("#An\u0303o") == "#año" != hashtag("#ano")
    assert fold("Straße") == "strasse"
    assert fold("हिन्दी") == "हिन्दी"  # marks of other scripts are letters, not accents


@pytest.mark.parametrize("word", ["हिन्दी", "தமிழ்", "עִבְרִית", "বাংলা", "ភាសាខ្មែរ", "မြန်မာ", "ශ්‍රී", "𞤆𞤵𞤤𞤢𞥄𞤪"])
def test_words_of_all_scripts_stay_whole(word: str) -> None:
    assert tokens(f"({word}, {word}-{word}।)") == [fold(word)] * 3
    assert hashtags_of(f"#{word} x") == [f"#{fold(word)}"]
    assert hashtag(word) == f"#{fold(word)}"


def test_words_that_differ_in_a_vowel_sign_differ() -> None:
    assert stem_fold("दिन") != stem_fold("दान")  # day, gift
    assert tokens("𖼀𖽑𖽔 𖼀𖽑") == ["𖼀𖽑𖽔", "𖼀𖽑"]  # Miao writes its vowels so, too


def test_stop_words_are_folded_words() -> None:
    assert {"the", "of", "and"} <= stop_words()
    assert all(w == fold(w) and tokens(w) == [w] for w in stop_words())


def test_no_word_of_negation_is_a_stop_word() -> None:
    assert not {"no", "not", "nor", "without", "neither", "none", "cannot", "against"} & stop_words()
    assert not {w for w in stop_words() if w.endswith("n't")}


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert fold(fold(text, accents="fold"), accents="fold") == fold(text, accents="fold")
    assert fold(fold(text, language="tr"), language="tr") == fold(text, language="tr")
    assert hashtag(hashtag(text)) == hashtag(text)
    assert all(hashtag(h) == h for h in hashtags_of(text))


def test_letters_that_are_folded_one_by_one() -> None:
    """The short way for plain letters of European and Hebrew scripts gives what the definition gives."""
    letters = [chr(code) for code in range(0x80, 0x600) if _ONE_BY_ONE.fullmatch(chr(code))]
    assert {"É", "ž", "Ё", "Ω", "ա", "א"} < {*letters}
    assert not {"ß", "ς", "Σ", "İ", "ŉ", "ſ", "և"} & {*letters}
    for text in (*letters, *(f"a{one} B{one}c" for one in letters), "".join(letters)):
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", text).casefold()).casefold()
        assert fold(text) == " ".join(unicodedata.normalize("NFKC", folded).split())


@given(st.lists(st.text() | st.text(" -ab'É", max_size=6), max_size=5))
def test_stemming_many_is_stemming_each(phrases: list[str]) -> None:
    folded = [fold(p) for p in phrases]
    assert stem_each(folded, "french") == [" ".join(stems(tokens(p), "french")) for p in folded]


@given(st.text(" -ab'É_1٣", max_size=6))
def test_tokens_of_plain_words_are_what_the_pattern_finds(text: str) -> None:
    assert tokens(text) == _any_word().findall(fold(text))


@given(st.lists(st.text() | st.text(" \t\nAbc\x1c", max_size=4), max_size=5))
def test_folding_many_is_folding_each(phrases: list[str]) -> None:
    assert fold_all(phrases) == [fold(p) for p in phrases]
    assert fold_all(phrases, accents="fold") == [fold(p, accents="fold") for p in phrases]
    assert fold_all(phrases, language="tr") == [fold(p, language="tr") for p in phrases]


def test_turkish_letters() -> None:
    assert fold("ISPARTA İZMİR", language="tr") == fold("ısparta izmir", language="tr") == "ısparta izmir"
    assert fold("I\u0307zmir", language="az") == fold("İzmir") == fold("IZMIR") == "izmir"
