"""A corpus as numbers: equal to a plain count in Python, kept, opened again, and lemmatised."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from lydite.errors import StoreError
from lydite.sources.corpus import encoding
from lydite.sources.corpus.encoded import KIND, VERSION, open_corpus
from lydite.sources.corpus.preparing import TextPreparation
from lydite.sources.store import open_store

WORDS = ["Añil", "cat", "dog", "mouse", "東京", "ना"]


@pytest.fixture
def corpus(tmp_path):
    generator = np.random.default_rng(5)
    lines = [" ".join(generator.choice(WORDS, generator.integers(0, 9))) for _ in range(700)]
    (tmp_path / "c.txt").write_text("\n".join(lines), "utf-8")
    return tmp_path / "c.txt", [line.lower().split() for line in lines if line]


@pytest.mark.parametrize("block", [1, 7, 1 << 20])
def test_words_counts_and_lines_are_those_of_the_text(corpus, block, monkeypatch, tmp_path):
    monkeypatch.setattr(encoding, "_BLOCK", block)
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    path, lines = corpus
    found = open_corpus([path])
    counted = Counter(w for line in lines for w in line)
    expected = sorted(counted, key=lambda w: (-counted[w], w))
    assert found.words == expected
    assert found.counts.tolist() == [counted[w] for w in expected]
    assert list(found.sentences()) == lines
    assert (len(found), found.tokens) == (len(lines), sum(map(len, lines)))
    order = np.random.default_rng(1).permutation(len(lines))
    shuffled = found.sentences(order)
    assert list(shuffled) == [lines[i] for i in order] == list(shuffled)
    assert [found.words[c] for c in found.line(3)] == lines[3]
    assert not found.codes.flags.writeable


def test_it_is_encoded_once(corpus, monkeypatch, tmp_path):
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    first = open_corpus([corpus[0]])
    monkeypatch.setattr("lydite.sources.corpus.encoded.encode", None)  # not called again
    assert open_corpus([corpus[0]]).digest == first.digest
    with pytest.raises(TypeError):
        open_corpus([corpus[0]], TextPreparation.of(normalisers=[]))


def test_what_lies_in_the_cache_is_not_believed(corpus, monkeypatch, tmp_path):
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    first = open_corpus([corpus[0]])
    (folder,) = (tmp_path / "cache" / "corpora").iterdir()
    codes = np.fromfile(folder / "codes.bin", "<i4")
    (codes + 1).tofile(folder / "codes.bin")
    with pytest.raises(StoreError, match="damaged"):
        open_store(folder, KIND, VERSION)
    assert open_corpus([corpus[0]]).digest == first.digest  # made again


def test_without_a_cache_it_still_works(corpus, monkeypatch):
    monkeypatch.setattr("lydite.sources.corpus.encoded.cache_folder", lambda: None)
    assert list(open_corpus([corpus[0]]).sentences()) == corpus[1]


def test_lemmas_take_the_place_of_words(corpus, tmp_path):
    (tmp_path / "t.tsv").write_text("dog\tcat\nmouse\tmus\n", "utf-8")
    how = TextPreparation.of(lemmatiser=f'table(file="{tmp_path / "t.tsv"}")')
    found = open_corpus([corpus[0]], how)
    lemmas = {"dog": "cat", "mouse": "mus"}
    assert list(found.sentences()) == [[lemmas.get(w, w) for w in line] for line in corpus[1]]
    assert found.words[0] == "cat"
    assert found.counts.sum() == found.tokens
    assert found.digest != open_corpus([corpus[0]]).digest


def test_words_that_are_too_long_are_left_out(tmp_path):
    (tmp_path / "c.txt").write_text(f"cat {'x' * 251} dog {'y' * 250}\n{'z' * 300}\n", "utf-8")
    found = open_corpus([tmp_path / "c.txt"])
    assert list(found.sentences()) == [["cat", "dog", "y" * 250]]
    assert found.notes == ("2 words of more than 250 characters, or of none, were left out",)


def test_several_files_are_one_corpus(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text(f"{name} cat\n", "utf-8")
    assert open_corpus([tmp_path / "a.txt", tmp_path / "b.txt"]).words == ["cat", "a", "b"]
