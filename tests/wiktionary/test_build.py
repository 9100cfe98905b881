"""Files as they come: compressed, broken, of many languages; and the same store by one process or two."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from inner import replace_inside
from lydite.core.errors import InputError
from lydite.core.spec import REGISTRIES
from lydite.knowledge.wiktionary import Wiktionary, build_wiktionary, lines

Matcher = REGISTRIES["matcher"]["wiktionary"]

NOT = b'{"word": "half'


def _manifest(store: Path) -> bytes:
    return (store / "manifest.json").read_bytes()


def test_compressed_in_blocks_and_by_processes_give_the_same_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, packed = tmp_path / "a.jsonl", tmp_path / "a.jsonl.gz"
    plain.write_text(lines(), "utf-8")
    packed.write_bytes(gzip.compress(lines().encode()))
    build_wiktionary(plain, tmp_path / "one")
    build_wiktionary(packed, tmp_path / "two", on="processes(2)")
    replace_inside(monkeypatch, "lydite.knowledge.wiktionary", "BLOCK", 300)
    build_wiktionary(plain, tmp_path / "three")
    assert _manifest(tmp_path / "one") == _manifest(tmp_path / "two") == _manifest(tmp_path / "three")


def test_one_language_of_a_file(tmp_path: Path, dictionary: Path) -> None:
    build_wiktionary(dictionary.parent / "dictionary.jsonl", tmp_path / "latin", "Latin")
    base = Wiktionary.open(tmp_path / "latin")
    assert (base.language, list(base.languages)) == ("la", ["la"])
    assert not base.targets(["cat"])
    with pytest.raises(InputError, match=r"dictionary\.jsonl: .*Finnish.* en, la"):
        build_wiktionary(dictionary.parent / "dictionary.jsonl", tmp_path / "none", "Finnish")
    assert not (tmp_path / "none").exists()


def test_a_language_that_the_store_does_not_have(dictionary: Path) -> None:
    with pytest.raises(InputError, match="dictionary: .*Finnish.* en, la"):
        Matcher(store=str(dictionary), language="fi").score("a", "b")
    with pytest.raises(InputError, match=r"\(en, la\).*language=la"):
        Wiktionary.open(dictionary)


def test_broken_lines_are_counted_up_to_a_limit(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    broken = [NOT, b"[1]", b"{}", b'{"word": 3}', b"\xff\xfe", b'{"senses": 1}']
    file.write_bytes(b"\n".join([*broken, lines().encode()]))
    notes = build_wiktionary(file, tmp_path / "store")
    assert (notes["counts"]["broken"], notes["first_broken"]) == (6, 1)
    assert notes["counts"]["entries without senses"] == 1
    assert notes["counts"]["redirects"] == 1
    file.write_bytes(b"\n".join([lines().encode().rstrip(), *[NOT] * 11]))
    with pytest.raises(InputError, match=r"a\.jsonl:16: .*11 of 26 lines.* 10 ") as caught:
        build_wiktionary(file, tmp_path / "other")
    assert ":16" in str(caught.value)
    assert not (tmp_path / "other").exists()


def test_one_broken_line_in_a_hundred_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    entry = b'{"word": "cat", "lang_code": "en", "senses": [{"glosses": ["x"]}]}\n'
    file.write_bytes(entry * 1980 + (NOT + b"\n") * 20)
    assert build_wiktionary(file, tmp_path / "store")["counts"]["broken"] == 20


@pytest.mark.parametrize("text", ["", "\n\n", "no json\n", '{"word": "x", "lang_code": "en"}\n'])
def test_files_without_a_sense(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(text)
    with pytest.raises(InputError, match="wiktextract"):
        build_wiktionary(file, tmp_path / "store")
    assert [p.name for p in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_truncated_file(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl.gz"
    file.write_bytes(gzip.compress(lines().encode())[:-20])
    for processes in (1, 2):
        with pytest.raises(InputError, match=r"a\.jsonl\.gz"):
            build_wiktionary(file, tmp_path / "store", on=f"processes({processes})")
    assert [p.name for p in tmp_path.iterdir()] == ["a.jsonl.gz"]
