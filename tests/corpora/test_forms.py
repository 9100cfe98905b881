"""Forms of corpora: each is told from the others, and its lines are read."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from lydite.errors import InputError
from lydite.sources.corpus.encoded import open_corpus
from lydite.sources.corpus.forms.detecting import form_of, read_lines
from lydite.sources.wikipedia.example import build_example, export_text

LINES = ["In principio erat Verbum", "et Verbum erat apud Deum"]
CONLLU = (
    "# sent_id = 1\n# text = Vámonos al mar\n"
    "1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tVamos\tir\tVERB\t_\t_\t0\troot\t_\t_\n"
    "2\tnos\tnosotros\tPRON\t_\t_\t1\tobj\t_\t_\n"
    "3\tal\tal\tADP\t_\t_\t4\tcase\t_\t_\n"
    "3.1\tvoy\tir\tVERB\t_\t_\t_\t_\t_\t_\n"
    "4\tmar\tmar\tNOUN\t_\t_\t1\tobl\t_\t_\n"
    "\n"
    "1\tSí\tsí\tINTJ\t_\t_\t0\troot\t_\t_\n"
)
TEI = """<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><title>not this</title></teiHeader>
<text><body><head>De bello</head><p>Gallia est om-<lb break="no"/>
nis <note>a note</note>divisa<lb/>in partes</p>
<lg><l>Arma <choice><sic>virmuque</sic><corr>virumque</corr></choice> cano</l>
<l><w>Troiae</w><w>qui</w> &lt;primus&gt;</l></lg></body></text></TEI>
"""
TEI_LINES = ["De bello", "Gallia est omnis divisa in partes", "Arma virumque cano", "Troiae qui <primus>"]


def read(path, field=None, encoding=None):
    notes: list[str] = []
    return [line for line in read_lines(path, encoding, field, notes) if line], notes


def test_each_form_is_told_and_read(tmp_path):
    made = {
        "a.txt": ("\n".join(LINES), "text", LINES),
        "a.jsonl": ("".join(json.dumps({"id": 1, "text": t}) + "\n" for t in LINES), "jsonl", LINES),
        "a": ("".join(json.dumps({"text": t}) + "\n" for t in LINES), "jsonl", LINES),
        "b.conllu": (CONLLU, "conllu", [["Vámonos", "al", "mar"], ["Sí"]]),
        "b": (CONLLU, "conllu", [["Vámonos", "al", "mar"], ["Sí"]]),
        "c.xml": (TEI, "tei", TEI_LINES),
    }
    for name, (text, form, lines) in made.items():
        (tmp_path / name).write_text(text, "utf-8")
        assert form_of(tmp_path / name) == form
        assert read(tmp_path / name) == (lines, [])
    pl.DataFrame({"id": [1, 2], "text": LINES}).write_parquet(tmp_path / "d.parquet")
    assert read(tmp_path / "d.parquet") == (LINES, [])
    assert len(read(tmp_path)[0]) == 4 * 2 + 2 * 2 + 4  # a folder of all of them


def test_rendered_articles_alone_in_a_folder_and_in_an_archive(tmp_path):
    pages = tmp_path / "pages"
    pages.mkdir()
    for name, text in (("Cat", "A cat is a pet."), ("Dog", "A dog barks.")):
        table = "<table><tr><td>left out</td></tr></table>"
        page = f"<html><title>{name}</title><body><p>{text}</p>{table}</body></html>"
        (pages / f"{name}.html").write_text(page, "utf-8")
    with zipfile.ZipFile(tmp_path / "pages.zip", "w") as archive:
        for page in pages.iterdir():
            archive.write(page, page.name)
    assert read(pages / "Cat.html")[0] == ["A cat is a pet."]
    for whole in (pages, tmp_path / "pages.zip"):
        assert sorted(read(whole)[0]) == ["A cat is a pet.", "A dog barks."]


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_compressed_corpora_are_equal(suffix, tmp_path):
    zstandard = pytest.importorskip("zstandard")
    packers = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}
    packers[".zst"] = zstandard.ZstdCompressor().compress
    for name, text in (("a.txt", "\n".join(LINES)), ("b.conllu", CONLLU), ("c.xml", TEI)):
        (tmp_path / name).write_text(text, "utf-8")
        (tmp_path / f"{name}{suffix}").write_bytes(packers[suffix](text.encode()))
        assert read(tmp_path / f"{name}{suffix}") == read(tmp_path / name)


def test_named_fields_and_lists_of_words(tmp_path):
    rows = [{"id": 1, "lyrics": "la la\nda", "tokens": ["x", "y"]}, {"id": 2, "lyrics": None, "tokens": None}]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    pl.DataFrame(rows).write_parquet(tmp_path / "a.parquet")
    for name in ("a.jsonl", "a.parquet"):
        assert read(tmp_path / name, "lyrics")[0] == ["la la", "da"]
        assert read(tmp_path / name)[0] == ["x y"]
        with pytest.raises(InputError, match="no field 'lyric'; did you mean lyrics"):
            read(tmp_path / name, "lyric")


def test_wikipedia_as_dump_and_as_store(tmp_path):
    (tmp_path / "dump.xml").write_text(export_text(), "utf-8")
    assert form_of(tmp_path / "dump.xml") == "wikipedia"
    dump = open_corpus([tmp_path / "dump.xml"])
    store = open_corpus([build_example(tmp_path)])
    assert dump.tokens == store.tokens > 100  # its articles have a lead, and nothing below
    assert sorted(dump.sentences()) == sorted(store.sentences())


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"caf\xe9 noir\n", r"a.txt:1: not UTF-8 \(byte 0xe9\); name its encoding"),
        ("a.txt", b"one\ntwo\0\n", "a.txt:2: there is a NUL byte"),
        ("a.txt", b" \n\n", "there is no word in this corpus"),
        ("a.jsonl", b'{"text": "x"}\n{"text": 3}\n', "a.jsonl:2: text: expected a text"),
        ("a.jsonl", b'{"id": 3}\n', "a.jsonl:1: no text"),
        ("a.jsonl", b"{\n", "a.jsonl:1"),
        ("a.conllu", b"1\tx\n", "a.conllu:1: expected the 10 columns"),
        ("a.conllu", b"2-1\tx" + b"\t_" * 8, "a.conllu:1: expected a place in CoNLL-U"),
        (
            "a.conllu",
            b"1-2\tx" + b"\t_" * 8 + b"\n1\tx" + b"\t_" * 8 + b"\n\n",
            "a.conllu:3: a range ends at 2",
        ),
        ("a.conllu", b"1-2\tx" + b"\t_" * 8 + b"\n1\tx" + b"\t_" * 8, "a.conllu: a range ends at 2"),
        ("a.xml", b"<TEI><text><p>x</text></TEI>", "a.xml:1: not well-formed XML"),
        ("a.xml", b'<!DOCTYPE TEI [<!ENTITY a "b">]><TEI>&a;</TEI>', "declares an entity"),
        ("a.parquet", b"PAR1 and nothing else", "no Parquet file"),
    ],
)
def test_bad_corpora_are_refused_by_file_and_line(name, content, message, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        open_corpus([tmp_path / name])


def damaged(content, generator):
    """Change, insert, leave out or repeat some bytes."""
    data = bytearray(content)
    for _ in range(generator.integers(1, 7)):
        at, many = int(generator.integers(0, len(data) + 1)), int(generator.integers(1, 40))
        kind = generator.integers(0, 4)
        if kind == 0 and at < len(data):
            data[at] = int(generator.integers(0, 256))
        elif kind == 1:
            data[at:at] = generator.bytes(many % 5 + 1)
        elif kind == 2:
            del data[at : at + many]
        else:
            data[at:at] = data[many : many + 5 * many]
    return bytes(data)


@pytest.mark.parametrize("seed", range(3))
def test_damaged_corpora_are_read_or_refused_by_name(seed, tmp_path):
    pl.DataFrame({"id": [1, 2], "text": LINES}).write_parquet(tmp_path / "whole.parquet")
    whole = {
        "a.txt": "\n".join(LINES).encode(),
        "a.jsonl": b"".join(json.dumps({"text": t}).encode() + b"\n" for t in LINES),
        "a.conllu": CONLLU.encode(),
        "a.xml": TEI.encode(),
        "b.xml": export_text().encode(),
        "a.txt.gz": gzip.compress(b"hello world\n"),
        "a.parquet": (tmp_path / "whole.parquet").read_bytes(),
    }
    generator = np.random.default_rng(seed)
    for name, content in whole.items():
        for _ in range(40):
            (tmp_path / name).write_bytes(damaged(content, generator))
            try:
                read(tmp_path / name)
            except InputError as error:
                assert name in str(error)  # noqa: PT017


def test_a_named_encoding_is_used(tmp_path):
    (tmp_path / "a.txt").write_bytes("café Dvořák".encode("iso8859-2", "replace"))
    assert open_corpus([tmp_path / "a.txt"], encoding="iso8859-2").words == ["caf\xe9", "dvořák"]


@pytest.mark.parametrize("blank", [" ", ""])
def test_an_endless_line_stays_within_memory(blank, tmp_path):
    """80 MB without a line end, with and without white space, take no more memory than a few lines."""
    words = ["añoñueva", "cat", "日本語"] + ["dog"] * 7
    generator = random.Random(1)  # noqa: S311
    with (tmp_path / "long.txt").open("w", encoding="utf-8") as out:
        block = blank.join(generator.choices(words, k=200_000)) + blank
        for _ in range(100):
            out.write(block)
    code = (
        "import sys, tracemalloc; from pathlib import Path\n"
        "from lydite.sources.corpus.forms.plain import lines\n"
        "notes = []; tracemalloc.start()\n"
        "sizes = [len(x) for x in lines(Path(sys.argv[1]), None, notes)]\n"
        "print(sum(sizes), max(sizes), tracemalloc.get_traced_memory()[1], notes[0])\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "long.txt")], capture_output=True, text=True, check=True
    )
    total, longest, memory, note = run.stdout.split(maxsplit=3)
    assert int(total) == 100 * len(block)
    assert int(longest) < 2 << 20
    assert int(memory) < 16 << 20
    assert "lines of more than 1 MiB were cut" in note


def test_a_pipe_or_nothing_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        open_corpus([tmp_path / "none.txt"])
    with pytest.raises(InputError, match="no corpus was named"):
        open_corpus([])
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="holds no files"):
        open_corpus([tmp_path / "empty"])
    with pytest.raises(InputError, match="read more than once"):
        open_corpus([Path("-")])
