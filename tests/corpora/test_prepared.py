"""Text prepared for training: its words, their counts, and lemmas."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inner import replace_inside
from lydite.core.errors import InputError, OutputError
from lydite.core.spec import Resource
from lydite.vectors.corpus import PreparedText, TextPreparation, prepare_text

WORDS = ["Añil", "cat", "dog", "mouse", "東京", "ना"]


@pytest.fixture
def corpus(tmp_path: Path) -> tuple[Path, list[list[str]]]:
    generator = np.random.default_rng(5)
    lines = [" ".join(generator.choice(WORDS, generator.integers(0, 9))) for _ in range(700)]
    (tmp_path / "c.txt").write_text("\n".join(lines), "utf-8")
    return tmp_path / "c.txt", [line.lower().split() for line in lines if line]


def sentences(text: PreparedText) -> list[list[str]]:
    return [line.split(" ") for line in Path(text.file.path).read_text("utf-8").splitlines()]


def test_words_counts_and_lines_are_those_of_the_text(corpus: tuple[Path, list[list[str]]]) -> None:
    path, lines = corpus
    found = prepare_text([path], TextPreparation())
    counted = Counter(w for line in lines for w in line)
    assert list(found.counts.items()) == sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    assert sentences(found) == lines
    assert found.lines == len(lines)
    assert found.file.digest == prepare_text([path], TextPreparation()).file.digest


def test_lemmas_take_the_place_of_words(corpus: tuple[Path, list[list[str]]], tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("dog\tcat\nmouse\tmus\n", "utf-8")
    found = prepare_text([corpus[0]], TextPreparation(lemmas=Resource(str(tmp_path / "t.tsv"))))
    lemmas = {"dog": "cat", "mouse": "mus"}
    assert sentences(found) == [[lemmas.get(w, w) for w in line] for line in corpus[1]]
    assert next(iter(found.counts)) == "cat"


def test_words_that_are_too_long_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_text(f"cat {'x' * 251} dog {'y' * 250}\n{'z' * 300}\n", "utf-8")
    found = prepare_text([tmp_path / "c.txt"], TextPreparation())
    assert sentences(found) == [["cat", "dog", "y" * 250]]
    [note] = found.notes
    assert re.search("2 words .*250 characters", note)


def test_several_files_are_one_corpus(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text(f"{name} cat\n", "utf-8")
    found = prepare_text([tmp_path / "a.txt", tmp_path / "b.txt"], TextPreparation())
    assert dict(found.counts) == {"cat": 2, "a": 1, "b": 1}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_no_space_is_left_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "c.txt").write_text("one two\n")
    (tmp_path / "full.txt").symlink_to("/dev/full")
    replace_inside(monkeypatch, "lydite.vectors.corpus", "_new_file", lambda: tmp_path / "full.txt")
    with pytest.raises(OutputError, match="No space left"):
        prepare_text([tmp_path / "c.txt"], TextPreparation())


@given(text=st.text())
def test_words_contain_no_white_space(text: str) -> None:
    for tokeniser in ("words", "spaces"):
        words = TextPreparation(tokeniser).words(text)  # type: ignore[arg-type]
        assert " ".join(words).split() == words


def test_lemmas_from_a_table(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text(
        "# Latin\npuellae\tpuella\nPuellam\tPuella\nest\tedo\nest\tsum\nest\tsum\n", "utf-8"
    )
    how = TextPreparation(lemmas=Resource(str(tmp_path / "t.tsv")))
    assert how.words("Puellam est puellae nauta") == ["puella", "sum", "puella", "nauta"]
    assert how.word("PUELLAE est") == "puella sum"
    assert how.policies()["lemmas"].startswith("t.tsv:")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\tb\nc\n", "t.tsv:2: .*form TAB lemma.* 1 "),
        ("a\tb\tc\n", "t.tsv:1: .*form TAB lemma.* 3 "),
        ("# only a comment\n", "t.tsv: .*no lemmas"),
    ],
)
def test_a_bad_table_is_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        TextPreparation(lemmas=Resource(str(tmp_path / "t.tsv"))).words("a")


def test_normalisers_sign_in_their_order() -> None:
    assert TextPreparation().policies() == {"normaliser": "nfc+lower"}
    assert TextPreparation(normalisers=()).policies() == {}
    assert TextPreparation().words("Cafe\u0301, L'ÉTAT") == ["café", "l'état"]
