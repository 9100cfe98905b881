"""Damaged vector files end in an error, soon; none crashes a compiled kernel, none is read for ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import types
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from lydite.errors import InputError
from lydite.sources.vectors import load_vectors


def _fuzzing() -> types.ModuleType:
    spec = spec_from_file_location("fuzzing", Path(__file__).with_name("fuzzing.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fuzzing = _fuzzing()


def lydite(cache: Path, *args: str, seconds: float = 60) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own, which may crash or hang."""
    command = [sys.executable, "-m", "lydite", *args]
    environment = os.environ | {"LYDITE_CACHE": str(cache)}
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds, env=environment)  # noqa: PLW1510


def large_fasttext(words: int, labels: int, kinds: list[int]) -> bytes:
    """Return a model whose dictionary is large enough for compiled kernels."""
    import struct

    head = struct.pack("<2i 12i d", 793712314, 12, 2, 5, 5, 1, 5, 1, 2, 2, 50, 3, 6, 100, 1e-4)
    counts = struct.pack("<3i 2q", len(kinds), words, labels, 99, -1)
    listed = b"".join(f"word{i}".encode() + b"\0" + struct.pack("<qb", 9, k) for i, k in enumerate(kinds))
    stored = np.ones((words + 50, 2), "<f4")
    return head + counts + listed + struct.pack("<?2q", False, *stored.shape) + stored.tobytes()


@pytest.mark.parametrize(
    ("words", "kinds"),
    [(300_000, [0] * 2_000 + [1] * 298_000), (100, [0] * 30_000), (15_000, [1] * 15_000 + [0] * 15_000)],
    ids=["more words than entries", "fewer words than entries", "labels first"],
)
def test_a_fasttext_dictionary_that_contradicts_its_header(
    tmp_path: Path, words: int, kinds: list[int]
) -> None:
    file = tmp_path / "model.bin"
    file.write_bytes(large_fasttext(words, len(kinds) - words, kinds))
    done = lydite(tmp_path / "cache", "probe", str(file), "-m", "topk", "--test-set", "google")
    assert done.returncode == 2, done.stderr
    assert f"{file}: the fastText model contradicts itself about its size" in done.stderr


def test_json_with_a_word_where_a_row_is_expected(tmp_path: Path) -> None:
    file = tmp_path / "wink.json"
    file.write_text('{"size":1,"dimensions":1,"wordIndex":1,"vectors":{"a":[1,x]}}')
    done = lydite(tmp_path / "cache", "probe", str(file), "-m", "topk", "--test-set", "google", seconds=20)
    assert done.returncode == 2
    assert "size is 1, but reading stopped after 0 vectors" in done.stderr


def wink(fields: str, vectors: str, tail: str = "}}") -> bytes:
    return f'{{{fields},"vectors":{{{vectors}{tail}'.encode()


PAIR = '"a":[1,2,0],"b":[3,4,1]'
FIELDS = '"size":2,"dimensions":2,"wordIndex":2'
BAD = {
    "no comma": (wink(FIELDS, PAIR.replace("],", "]")), "after 1 vectors"),
    "comma first": (wink(FIELDS, "," + PAIR), "after 0 vectors"),
    "comma last": (wink(FIELDS, PAIR + ","), "after 2 vectors"),
    "no end": (wink(FIELDS, PAIR, "}"), "not JSON"),
    "goes on": (wink(FIELDS, PAIR, "}}}"), "not JSON"),
    "row twice": (wink(FIELDS, PAIR.replace(",1]", ",0]")), "after 1 vectors"),
    "row in between": (wink(FIELDS, PAIR.replace(",1]", ",0.5]")), "after 1 vectors"),
    "row below": (wink(FIELDS, PAIR.replace(",1]", ",-1]")), "after 1 vectors"),
    "row far away": (wink(FIELDS, PAIR.replace(",1]", ",99999999999999999999]")), "after 1 vectors"),
    "no row": (wink(FIELDS, PAIR.replace(",1]", "]")), "after 1 vectors"),
    "empty": (wink(FIELDS, '"a":[],"b":[]'), "after 0 vectors"),
    "open word": (wink(FIELDS, '"a":[1,2,0],"b\\'), "after 1 vectors"),
    "line feed": (wink(FIELDS, PAIR.replace("b", "b\n")), "after 1 vectors"),
    "bad escape": (wink(FIELDS, PAIR.replace("b", "\\x")), "not JSON"),
    "half a character": (wink(FIELDS, PAIR.replace("b", "\\ud800")), "half a character"),
    "row within": (wink(FIELDS.replace('Index":2', 'Index":1'), PAIR), "wordIndex is 1"),
    "size not whole": (wink(FIELDS.replace('"size":2', '"size":2.5'), PAIR), "expected JSON with"),
    "huge": (wink(FIELDS.replace('"size":2', '"size":999999999999'), PAIR), "room for"),
    "deep": (b'{"a":' + b"[" * 100_000 + b'"vectors":{', "not JSON"),
    "long token": (wink(FIELDS, PAIR.replace("3", "3" * 100_000)), "after 1 vectors"),
    "wide text": (b"1 99999999999999999999\na 1 2\n", "room for 0"),
    "wide text of none": (b"0 99999999999999999999\n", "no vectors"),
    "one byte": (b"\x80", "expected"),
    "long word": (b"1 2\n" + b"w" * 70_000 + b" 1 2\n", "word 1 has 70,000 bytes"),
    "n-gram not finite": (
        fuzzing.fasttext().replace(fuzzing.BUCKETS[4].tobytes(), b"\xff" * 12),
        "has a number that is not finite",
    ),
    "pruned fastText": (fuzzing.fasttext(pruned=0), "quantised"),
    "long n-grams": (
        fuzzing.fasttext().replace(b"\2\0\0\0\4\0\0\0", b"\2\0\0\0\4\4\0\0"),
        "n-grams of 2 to 1028",
    ),
    "pickle of an object that was made and never filled": (
        b"\x80\x04\x8c\x0fgensim.stand_in\x94\x8c\x05Keyed\x94\x93\x94)\x81.",
        "no words and vectors",
    ),
    "pickle of an array that was made and never filled": (
        (
            b"\x80\x04\x8c\x06gensim\x8c\x05Keyed\x93)\x81}(\x8c\x0cindex_to_key]\x8c\x07vectors"
            b"\x8c\x05numpy\x8c\x0c_reconstruct\x93)\x81ub."
        ),
        "no words and vectors",
    ),
    "pickle that fills the memory": (b"\x80\x02Nr\xff\xff\xff\x7f.", "no sense at byte 3"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_said(tmp_path: Path, name: str) -> None:
    content, message = BAD[name]
    file = tmp_path / "bad.file"
    file.write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        load_vectors(file, cache=tmp_path / "cache")
    assert str(file) in str(caught.value)


def test_the_start_of_json_is_never_taken_for_the_whole(tmp_path: Path) -> None:
    whole = fuzzing.wink()
    for size in range(len(whole)):
        with pytest.raises(InputError):
            fuzzing.read(tmp_path, "wink", whole[:size])


def test_json_that_is_read_says_what_was_read(tmp_path: Path) -> None:
    """Whatever is changed, what lydite reads is what Python's own reader finds there."""
    changed = zip(range(600), fuzzing.damages(fuzzing.wink(), np.random.default_rng(1)), strict=False)
    read = 0
    for _, content in changed:
        try:
            found = fuzzing.read(tmp_path, "wink", content)
        except InputError:
            continue
        try:
            expected = json.loads(content, object_pairs_hook=lambda pairs: pairs)
        except ValueError:  # such as .5, a number for lydite alone
            continue
        fields = dict(expected)
        rows = {row[fields["wordIndex"]]: (word, row) for word, row in fields["vectors"]}
        assert len(rows) == fields["size"]
        unique = dict(reversed([rows[i] for i in range(len(rows))]))
        assert set(found.words.all) == set(unique)
        for word, row in unique.items():
            assert np.array_equal(found[word], np.array(row[: fields["dimensions"]], np.float32))
        read += 1
    assert read > 50


def test_any_damage_ends_in_an_error_or_sound_vectors() -> None:
    """Some thousand more were tried by hand, with other seeds and compiled kernels that check bounds."""
    program = str(Path(fuzzing.__file__))
    done = subprocess.run(
        [sys.executable, program, "0", "60"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
