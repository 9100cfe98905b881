"""The one opening itself: lines, sizes, standard input, and what is held in memory."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import sys
import threading
import tracemalloc
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from lydite.core.errors import InputError
from lydite.core.io.decoding import decode
from lydite.core.io.opening import beginning, binary, lines, map_file, read_bytes, text
from lydite.core.io.unpacking import unpack

PACK = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress, ".zst": zstandard.compress}


TEXT = st.text(st.characters(exclude_characters="\r\n\0\ufeff", exclude_categories=["Cs"]))


@given(rows=st.lists(TEXT, min_size=1), ended=st.booleans())
def test_lines_are_those_of_the_text(
    tmp_path_factory: pytest.TempPathFactory, rows: list[str], *, ended: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / "lines.txt"
    path.write_bytes(("\n".join(rows) + "\n" * ended).encode())
    wanted = rows if ended or rows[-1] else rows[:-1]
    assert list(lines(path)) == list(enumerate(wanted, 1))


def test_ends_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"a\r\nb\rc\n\nd\r\r\n\r\ne")
    assert list(lines(path)) == [(1, "a"), (2, "b\rc"), (3, ""), (4, "d"), (5, ""), (6, "e")]
    mixed = [line for _, line in lines(path, otherwise="cp1252")]
    assert mixed == ["a", "b", "c", "", "d", "", "", "e"]
    assert text(path) == "a\nb\nc\n\nd\n\n\ne"


def test_each_line_may_be_of_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("café\n".encode() + "café\n".encode("cp1252") + b"\x81\n")
    assert [line for _, line in lines(path, otherwise="cp1252")] == ["café", "café", "\ufffd"]
    with pytest.raises(InputError, match=r"a\.txt:2: .*UTF-8 \(byte 0xe9\)"):
        list(lines(path))
    path.write_bytes("café\nthé\n".encode("cp1252"))
    assert list(lines(path, "cp1252")) == [(1, "café"), (2, "thé")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("at", [1, 5_000, 60_000])
def test_the_line_of_an_error_is_told_wherever_the_pieces_end(tmp_path: Path, at: int, encoding: str) -> None:
    rows = [f"line {i} with a ü" for i in range(70_000)]
    rows[at - 1] += "\0"
    path = tmp_path / "a.txt"
    path.write_bytes("\n".join(rows).encode(encoding))
    with pytest.raises(InputError, match=rf"a\.txt:{at}: .*NUL"):
        list(lines(path))


@pytest.mark.parametrize("kind", PACK)
def test_a_small_file_that_hides_a_large_line_is_refused_in_little_memory(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a.txt{kind}"
    path.write_bytes(PACK[kind](b"first\n") + PACK[kind](b"x" * (1 << 24)) * 32)
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match=":2: .*16 million .*LYDITE_MAX_LINE"):
            list(lines(path))
        assert tracemalloc.get_traced_memory()[1] < 250 << 20
    finally:
        tracemalloc.stop()


@given(st.binary(max_size=3000), st.integers(1, 500), st.sampled_from(list(PACK)))
def test_pieces_of_any_size_unpack_to_the_whole(content: bytes, size: int, kind: str) -> None:
    half = len(content) // 2
    packed = PACK[kind](content[:half]) + PACK[kind](content[half:])
    pieces = (packed[i : i + size] for i in range(0, len(packed), size))
    assert b"".join(unpack(pieces, kind, "x")) == content
    with pytest.raises(InputError, match=r"x: .*truncated"):
        list(unpack(iter([packed[:-1]]), kind, "x"))


def test_standard_input_may_be_looked_at_and_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    content = gzip.compress(b"one\ntwo\n" * 100_000)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert beginning("-", 3) == b"one"
    assert beginning("-", 7, text=True) == b"one\ntwo"
    assert len(list(lines("-"))) == 200_000
    with pytest.raises(InputError, match="standard input .*once"):
        read_bytes("-")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    with pytest.raises(InputError, match=r"^standard input:1: .*UTF-8 \(byte 0xff\)"):
        text("-")
    monkeypatch.setattr(sys, "stdin", io.StringIO("no bytes"))
    with pytest.raises(InputError, match="no standard input"):
        text("-")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_named_pipes(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    threading.Thread(target=lambda: path.write_bytes(gzip.compress(b"a\nb\n")), daemon=True).start()
    assert list(lines(path)) == [(1, "a"), (2, "b")]
    threading.Thread(target=lambda: path.write_bytes(b"a\nb\nc\nd\ne\nf\ng\nh\n"), daemon=True).start()
    with pytest.raises(InputError, match="pipe: .*pipe"):
        beginning(path, 1)


def test_sizes_and_reached(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"x" * 10_000_000))
    with binary(path) as file:
        assert (file.size, file.compression) == (path.stat().st_size, ".gz")
        assert len(file.read(3_000_001)) == file.tell() == 3_000_001
        assert [len(b) for b in file.blocks(4_000_000)] == [4_000_000, 2_999_999]
        assert file.reached == file.size
    assert bytes(map_file(path)) == b"x" * 10_000_000


def test_a_mark_that_is_not_kept_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("a\nb".encode("utf-16") + b"\x00\xd8")
    with pytest.raises(InputError, match=r":2: .*utf-16"):
        list(lines(path))
    with pytest.raises(InputError, match="encoding 'utf-9'"):
        list(lines(path, "utf-9"))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le"])
def test_a_named_encoding_drops_its_mark(encoding: str) -> None:
    data = ("\ufeff" if encoding.endswith("le") else "") + "é"
    assert decode(data.encode(encoding), "x", encoding) == "é"
