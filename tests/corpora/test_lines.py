"""Lines of corpora: plain text and the articles of a Wikipedia."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lydite.core.errors import InputError
from lydite.core.text import words_as_written
from lydite.knowledge.wikipedia import build_example, export_text
from lydite.vectors.corpus import TextPreparation, prepare_text, read_lines

LINES = ["In principio erat Verbum", "et Verbum erat apud Deum"]


def read(path: Path) -> list[str]:
    return [line for line in read_lines(path, None, []) if line]


def test_text_alone_and_in_a_folder(tmp_path: Path) -> None:
    for name in ("a.txt", "b"):
        (tmp_path / name).write_text("\n".join(LINES), "utf-8")
        assert read(tmp_path / name) == LINES
    assert read(tmp_path) == LINES * 2


def test_rendered_articles_alone_in_a_folder_and_in_an_archive(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    for name, text in (("Cat", "A cat is a pet."), ("Dog", "A dog barks.")):
        table = "<table><tr><td>left out</td></tr></table>"
        page = f"<html><title>{name}</title><body><p>{text}</p>{table}</body></html>"
        (pages / f"{name}.html").write_text(page, "utf-8")
    with zipfile.ZipFile(tmp_path / "pages.zip", "w") as archive:
        for file in pages.iterdir():
            archive.write(file, file.name)
    assert read(pages / "Cat.html") == ["A cat is a pet."]
    for whole in (pages, tmp_path / "pages.zip"):
        assert sorted(read(whole)) == ["A cat is a pet.", "A dog barks."]


def test_wikipedia_as_dump_and_as_store(tmp_path: Path) -> None:
    (tmp_path / "dump.xml").write_text(export_text(), "utf-8")
    both = [
        [words_as_written(line) for line in read(p)] for p in (tmp_path / "dump.xml", build_example(tmp_path))
    ]
    dump, store = (sorted(filter(None, lines)) for lines in both)
    assert dump == store  # its articles have a lead, and nothing below
    assert sum(map(len, dump)) > 100


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_compressed_corpora_are_equal(suffix: str, tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    packers = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}
    packers[".zst"] = zstandard.ZstdCompressor().compress
    (tmp_path / f"a.txt{suffix}").write_bytes(packers[suffix]("\n".join(LINES).encode()))
    assert read(tmp_path / f"a.txt{suffix}") == LINES


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"caf\xe9 noir\n", r"a.txt:1: .*UTF-8 \(byte 0xe9\)"),
        ("a.txt", b"one\ntwo\0\n", "a.txt:2: .*NUL"),
        ("a.txt", b" \n\n", "a.txt: .*no words"),
        ("a.jsonl", b'{"text": "x"}\n', "a.jsonl: .*plain text"),
        ("a", b"PAR1 and more PAR1", "a: .*plain text"),
    ],
)
def test_bad_corpora_are_refused_by_file_and_line(
    name: str, content: bytes, message: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        prepare_text([tmp_path / name], TextPreparation())


def test_a_named_encoding_is_used(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("café Dvořák".encode("iso8859-2", "replace"))
    found = prepare_text([tmp_path / "a.txt"], TextPreparation(encoding="iso8859-2"))
    assert list(found.counts) == ["caf\xe9", "dvořák"]


@pytest.mark.parametrize("blank", [" ", ""])
def test_an_endless_line_stays_within_memory(blank: str, tmp_path: Path) -> None:
    """80 MB without a line end, with and without white space, take no more memory than a few lines."""
    words = ["añoñueva", "cat", "日本語"] + ["dog"] * 7
    generator = random.Random(1)  # noqa: S311
    with (tmp_path / "long.txt").open("w", encoding="utf-8") as out:
        block = blank.join(generator.choices(words, k=200_000)) + blank
        for _ in range(100):
            out.write(block)
    code = (
        "import sys, tracemalloc; from pathlib import Path\n"
        "from lydite.vectors.corpus import read_lines\n"
        "notes = []; tracemalloc.start()\n"
        "sizes = [len(x) for x in read_lines(Path(sys.argv[1]), None, notes)]\n"
        "print(sum(sizes), max(sizes), tracemalloc.get_traced_memory()[1], notes[0])\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "long.txt")], capture_output=True, text=True, check=True
    )
    total, longest, memory, note = run.stdout.split(maxsplit=3)
    assert int(total) == 100 * len(block)
    assert int(longest) < 2 << 20
    assert int(memory) < 16 << 20
    assert "1 MiB" in note


def test_a_pipe_or_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for paths, message in (
        ([tmp_path / "none.txt"], "none.txt"),
        ([], "corpus"),
        ([tmp_path / "empty"], "empty: .*files"),
        ([Path("-")], "standard input.*once"),
    ):
        with pytest.raises(InputError, match=message):
            prepare_text(paths, TextPreparation())
