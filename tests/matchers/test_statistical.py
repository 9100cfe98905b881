"""Matchers that count documents, compress, or compare vectors."""

from __future__ import annotations

import gzip
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lydite
from inner import replace_inside
from lydite.core.errors import InputError, MissingExtra, SpecError, StoreError
from lydite.vectors.corpus import open_index, word_vectors

LINES = [
    "the cat sat on the mat", "a dog chased the cat", "the black cat and the dog", "stocks fell sharply",
    "the market and stocks rose", "black market goods", "", "cats and dogs",
]  # fmt: skip


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "corpus.txt"
    file.write_text("\n".join(LINES), "utf-8")
    return file


def ask(name: str, corpus: Path, *pair: str) -> float:
    return lydite.matcher(f'{name}(corpus="{corpus}")').score(*pair)


def test_documents_that_hold_a_phrase(corpus: Path) -> None:
    index = open_index(corpus, "one")
    assert index.n == 7  # the blank line is no document
    assert index.holding(["cat"]).tolist() == [0, 1, 2]
    assert index.holding(["black", "cat"]).tolist() == [2]
    assert index.holding(["mat", "a"]).tolist() == []  # over the end of a document
    assert index.holding(["the", "unicorn"]).tolist() == []
    assert index.holding([]).tolist() == []


def test_an_index_that_another_process_replaces_meanwhile_does_no_harm(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes that make the same index: what one has written may be gone when it opens it."""

    def gone(folder: Path, *_: object) -> None:
        raise StoreError("not a store: manifest.json cannot be read", folder)

    replace_inside(monkeypatch, "lydite.core.store", "open_store", gone)
    index = open_index(corpus, "three")
    assert index.holding(["cat"]).tolist() == [0, 1, 2]
    whole = open_index(corpus, "one")
    away = replace(whole, folder=corpus.parent / "gone")
    assert word_vectors(away, 2).shape == word_vectors(whole, 2).shape


def test_pmi_equals_its_equation(corpus: Path) -> None:
    pmi = math.log((2 / 7) / ((3 / 7) * (2 / 7)))
    assert ask("pmi", corpus, "cat", "dog") == pytest.approx(1 / (1 + math.exp(-pmi)))
    assert ask("pmi", corpus, "cat", "stocks") == 0
    assert ask("pmi", corpus, "cat", "unicorn") == 0


def test_ngd_equals_its_equation(corpus: Path) -> None:
    ngd = (math.log(3) - math.log(2)) / (math.log(7) - math.log(2))
    assert ask("ngd", corpus, "cat", "dog") == pytest.approx(1 - ngd)
    assert ask("ngd", corpus, "cat", "cat") == 1
    assert ask("ngd", corpus, "unicorn", "unicorn") == 0


def test_a_word_in_every_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "all.txt"
    file.write_text("a b\na c", "utf-8")
    assert ask("ngd", file, "a", "a") == 1
    assert ask("pmi", file, "a", "a") == 0.5


def test_lsa_finds_what_stands_together(corpus: Path) -> None:
    lsa = lydite.matcher(f'lsa(corpus="{corpus}", dimensions=3)')
    assert lsa.score("cat", "mat") > lsa.score("cat", "stocks")
    assert lsa.score("cat", "cat") == pytest.approx(1)
    assert lsa.score("cat", "unicorn") == 0
    again = lydite.matcher(f'lsa(corpus="{corpus}", dimensions=3)')  # from the file beside the index
    assert again.score("cat", "dog") == lsa.score("cat", "dog")


def test_kept_vectors_that_are_damaged_are_made_anew(corpus: Path) -> None:
    lsa = lydite.matcher(f'lsa(corpus="{corpus}", dimensions=3)')
    score = lsa.score("cat", "dog")
    file = lsa.index.folder / "lsa-3" / "vectors.bin"
    whole = file.read_bytes()
    file.write_bytes(bytes(len(whole)))
    assert lydite.matcher(f'lsa(corpus="{corpus}", dimensions=3)').score("cat", "dog") == score
    assert file.read_bytes() == whole


def test_lsa_equals_a_dense_decomposition(corpus: Path) -> None:
    from lydite.vectors.corpus import word_vectors

    index = open_index(corpus, "two")
    some, every = word_vectors(index, 3), word_vectors(index, 100)
    order = np.argsort(-np.linalg.norm(every, axis=0))[:3]
    assert some @ some.T == pytest.approx(every[:, order] @ every[:, order].T)


def test_the_index_is_built_once_and_again_when_damaged(corpus: Path, tmp_path: Path) -> None:
    ask("pmi", corpus, "cat", "dog")
    (folder,) = (tmp_path / "cache" / "corpora").iterdir()
    stamp = (folder / "manifest.json").stat().st_mtime_ns
    ask("pmi", corpus, "cat", "dog")
    assert (folder / "manifest.json").stat().st_mtime_ns == stamp
    (folder / "text.bin").write_bytes(b"")
    assert ask("pmi", corpus, "cat", "dog") > 0.5
    corpus.write_text("other words", "utf-8")
    assert ask("pmi", corpus, "cat", "dog") == 0


def test_without_a_folder_to_write_to(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.core.store", "cache_folder", lambda: None)
    assert ask("ngd", corpus, "cat", "dog") > 0
    assert ask("lsa", corpus, "cat", "dog") > 0


def test_a_folder_is_a_corpus_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "texts"
    (folder / "deeper").mkdir(parents=True)
    (folder / "one.txt").write_text("cat\ndog", "utf-8")
    (folder / "deeper" / "two.txt").write_text("cat\nstocks", "utf-8")
    (folder / ".hidden").write_bytes(b"\0\1")
    pmi = lydite.matcher(f'pmi(corpus="{folder}")')
    assert pmi.explain("cat", "dog").note == "documents: 2 and 1, both 1, of 2"
    before = pmi.signature()
    (folder / "one.txt").write_text("cat\nfish", "utf-8")
    assert lydite.matcher(f'pmi(corpus="{folder}")').signature() != before


@pytest.mark.parametrize("name", ["pmi", "lsa", "nist"])
@pytest.mark.parametrize(
    ("file", "content", "what"),
    [
        ("x.parquet", b"PAR1\x15\x04\xb5", r": .*Parquet"),
        ("x.gz", gzip.compress(b"a\n\xb5\0"), r":2: .*UTF-8 \(byte 0xb5\)"),
        ("x.txt", b"caf\xe9", r":1: .*UTF-8 \(byte 0xe9\)"),
        ("x.bin", b"a\0", r":1: .*NUL"),
    ],
    ids=["parquet", "compressed", "another encoding", "zero bytes"],
)
def test_what_is_no_text_is_told_what_a_corpus_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, file: str, content: bytes, what: str
) -> None:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    (tmp_path / file).write_bytes(content)
    with pytest.raises(InputError) as told:
        ask(name, tmp_path / file, "a", "b")
    assert re.match(f"{re.escape(str(tmp_path / file))}{what}.*corpus", str(told.value))


def test_bad_corpora(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "texts"
    folder.mkdir()
    with pytest.raises(InputError, match="texts: .*files.*corpus"):
        ask("pmi", folder, "a", "b")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    with pytest.raises(InputError, match=r"picture\.png:1: .*UTF-8"):
        ask("pmi", folder, "a", "b")
    with pytest.raises(InputError, match=r"none\.txt: .*No such file"):
        ask("pmi", tmp_path / "none.txt", "a", "b")
    (tmp_path / "empty.txt").write_text(" \n\n", "utf-8")
    with pytest.raises(InputError, match=r"empty\.txt: .*no words"):
        ask("lsa", tmp_path / "empty.txt", "a", "b")
    with pytest.raises(SpecError, match="pmi .*corpus="):
        lydite.matcher("pmi")


def test_ncd_equals_its_equation() -> None:
    import zlib

    def size(text: str) -> int:
        return len(zlib.compress(text.encode(), 9, wbits=-15))

    x, y = "neural network models of language", "neural language models"
    ncd = (size(x + y) - min(size(x), size(y))) / max(size(x), size(y))
    assert lydite.matcher("ncd").score(x, y) == pytest.approx(1 - ncd)
    assert 0 < lydite.matcher("ncd").score(x, x) < 1  # no compressor sees a repetition for nothing


@pytest.fixture
def vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "vectors.txt"
    file.write_text("red 1 0 0\nwine 0 1 0\nwhite 0.6 0 0.8\nanti -1 0 0\n", "utf-8")
    return file


def test_cosine_of_the_mean_of_words(vectors: Path) -> None:
    cosine = lydite.matcher(f'cosine(vectors="{vectors}")')
    assert cosine.score("red wine", "white wine") == pytest.approx((0.6 + 1) / 2)
    assert cosine.score("red unicorn", "red") == pytest.approx(1)  # unknown words are left out
    assert cosine.score("red", "anti") == 0
    assert cosine.score("unicorn", "red") == 0
    assert cosine.score("unicorn", "Unicorn") == 1
    assert cosine.explain("unicorn", "red").note == "no vector for 'unicorn'"
    assert cosine.known(["red", "unicorn"]).tolist() == [True, False]


def test_words_are_looked_up_without_marks_and_marks_where_there_are_no_words(tmp_path: Path) -> None:
    (tmp_path / "marks.txt").write_text("red 1 0\npink 0.8 0.6\n++ 0.6 0.8\n", "utf-8")
    cosine = lydite.matcher(f'cosine(vectors="{tmp_path}/marks.txt")')
    assert cosine.score("red!", "pink") == pytest.approx(0.8)
    assert cosine.score("++", "red") == pytest.approx(0.6)


def test_rescaling_puts_random_pairs_at_zero(vectors: Path) -> None:
    raw, scaled = (lydite.matcher(f'cosine(vectors="{vectors}", rescale={r})') for r in ("no", "yes"))
    base = scaled.baseline  # type: ignore[attr-defined]
    expected = np.clip((raw.matrix(["red"], ["white", "wine"]) - base) / (1 - base), 0, 1)
    assert scaled.matrix(["red"], ["white", "wine"]) == pytest.approx(expected)
    assert raw.signature() != scaled.signature()


def test_rescaling_never_pays_for_unknown_phrases(vectors: Path) -> None:
    scaled: Any = lydite.matcher(f'cosine(vectors="{vectors}", rescale=yes)')
    scaled.__dict__["baseline"] = -0.5  # phrases that are less alike than chance
    assert scaled.score("red", "wine") == pytest.approx(0.5 / 1.5)
    assert scaled.score("unicorn", "red") == 0
    assert scaled.matrix(["unicorn"], ["red"])[0, 0] == 0


def test_an_encoder_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match=r"wordllama.*encoders"):
        lydite.matcher("cosine(vectors=wordllama)").score("a", "b")
    assert "weights=absent" in lydite.matcher("cosine(vectors=wordllama)").signature()


def test_vectors_that_lack_every_word(vectors: Path) -> None:
    gold, run = {"a": ["cat"], "b": ["dog"]}, {"a": ["dogs"], "b": ["cats"]}
    results = lydite.evaluate(gold, run, f'F1(match=cosine(vectors="{vectors}"))')
    assert results[0].coverage == 0
    assert any("cosine" in note for note in results.notes)


def test_vectors_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.bin: no such file"):
        lydite.matcher(f'cosine(vectors="{tmp_path}/none.bin")').score("a", "b")
    with pytest.raises(SpecError, match="cosine .*vectors="):
        lydite.matcher("cosine")


@pytest.mark.extra
def test_the_static_sentence_encoder() -> None:
    pytest.importorskip("wordllama", reason="needs the extra encoders")
    cosine: Any = lydite.matcher("cosine(vectors=wordllama)")
    assert cosine.score("car", "automobile") > 0.5 > cosine.score("car", "banana bread")
    assert 'weights="l2_supercat_256.safetensors:' in cosine.signature()
    assert abs(cosine.baseline) < 0.1
