"""Every file format gives the same words and numbers; gensim is the oracle where it can read them."""

from __future__ import annotations

import gzip
import io
import json
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inner import replace_inside
from lydite.core.errors import InputError, OutputError, StoreError
from lydite.vectors import Vectors, load_vectors, open_store, save

WORDS = ["the", "New York", '"quoted"', "don't", "日本", "❄\ufe0f", "1", ". . ."]
NUMBERS = np.array([[i + 0.5, -1e-7 * i, 3.25e-3] for i in range(len(WORDS))], np.float32)


def same(path: Path, words: list[str] = WORDS, **options: Any) -> Vectors:
    """Read a file without cache, with a fresh cache and from that cache: always the same."""
    for cache in (False, path.parent / "cache", path.parent / "cache"):
        found = load_vectors(path, cache=cache, **options)
        assert found.words.all == words
        assert np.array_equal(found.matrix, NUMBERS)
        assert found.find(words).tolist() == list(range(len(words)))
        assert found.digest == load_vectors(path, cache=False, **options).digest
    return found


def lines(words: list[str] = WORDS) -> bytes:
    return b"".join(
        f"{w} {' '.join(repr(float(x)) for x in row)}\n".encode()
        for w, row in zip(words, NUMBERS, strict=True)
    )


def binary(words: list[str] = WORDS) -> bytes:
    rows = (f"{w} ".encode() + row.tobytes() + b"\n" for w, row in zip(words, NUMBERS, strict=True))
    return f"{len(words)} 3\n".encode() + b"".join(rows)


def test_glove(tmp_path: Path) -> None:
    file = tmp_path / "glove.txt"
    file.write_bytes(lines())
    same(file)
    file.write_bytes(lines().rstrip(b"\n").replace(b"\n", b" \r\n"))
    same(file)


def test_word2vec_text_and_packed(tmp_path: Path) -> None:
    file = tmp_path / "w.vec"
    file.write_bytes(b"8 3\n" + lines())
    same(file)
    (tmp_path / "w.vec.gz").write_bytes(gzip.compress(b"8 3\n" + lines()))
    same(tmp_path / "w.vec.gz")


def test_word2vec_binary(tmp_path: Path) -> None:
    words = [w.replace(" ", "_") for w in WORDS]
    file = tmp_path / "w.bin"
    file.write_bytes(binary(words))
    same(file, words)


def test_wink_vectors_are_written_as_text(tmp_path: Path) -> None:
    vectors = {w: [*map(float, row), 1.0, i] for i, (w, row) in enumerate(zip(WORDS, NUMBERS, strict=True))}
    shuffled = dict(sorted(vectors.items()))  # keys like integers come first in what JavaScript writes
    content = {"l2NormIndex": 3, "wordIndex": 4, "dimensions": 3, "words": WORDS, "vectors": shuffled}
    (tmp_path / "wink.json").write_text(json.dumps(content, ensure_ascii=False), "utf-8")
    tool = Path(__file__).parents[2] / "tools" / "wink_vectors.py"
    subprocess.run([sys.executable, tool, tmp_path / "wink.json", tmp_path / "wink.vec"], check=True)
    same(tmp_path / "wink.vec")


def test_store(tmp_path: Path) -> None:
    made = Vectors.of(dict(zip(WORDS, NUMBERS, strict=True)))
    save(made, tmp_path / "store")
    found = open_store(tmp_path / "store")
    assert found.words.all == WORDS
    assert np.array_equal(found.matrix, NUMBERS)
    assert found.digest == made.digest == load_vectors(tmp_path / "store").digest
    (tmp_path / "store" / "norms.npy").write_bytes(b"no")
    with pytest.raises(StoreError, match=r"norms\.npy .*64 bytes"):
        open_store(tmp_path / "store")
    with pytest.raises(OutputError, match=r"\(store "):
        save(made, tmp_path)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "w.txt"
    file.write_text("a 1 2\nb 3 4\n")
    assert len(load_vectors(file, cache=tmp_path / "cache")) == 2
    file.write_text("a 1 2\nb 3 4\nc 5 6\n")
    assert len(load_vectors(file, cache=tmp_path / "cache")) == 3


def gensim_data() -> Path:
    gensim = pytest.importorskip("gensim")
    return Path(gensim.__file__).parent / "test" / "test_data"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # gensim leaves a file open
def test_gensim_files_as_gensim_reads_them(tmp_path: Path) -> None:
    folder = gensim_data()
    from gensim.models import KeyedVectors

    for name, is_binary, header in [
        ("euclidean_vectors.bin", True, True),
        ("high_precision.kv.bin", True, True),
        ("high_precision.kv.txt", False, True),
        ("test_glove.txt", False, False),
        ("toy-model.vec", False, True),
        ("lee_fasttext.vec", False, True),
    ]:
        theirs = KeyedVectors.load_word2vec_format(str(folder / name), binary=is_binary, no_header=not header)
        ours = load_vectors(folder / name, cache=False)
        assert ours.words.all == theirs.index_to_key, name
        assert np.array_equal(ours.matrix, theirs.vectors), name


def test_fasttext_models_with_subwords() -> None:
    folder = gensim_data()
    from gensim.models.fasttext import load_facebook_vectors

    for name in ("lee_fasttext_new.bin", "toy-model.bin", "crime-and-punishment.bin"):
        theirs = load_facebook_vectors(str(folder / name))
        ours = load_vectors(folder / name, cache=False)
        assert ours.words.all == theirs.index_to_key, name
        ends = np.array(ours.words.all) != "</s>"  # fastText itself gives the end of sentence no n-grams
        assert np.allclose(ours.matrix[ends], theirs.vectors[ends], atol=1e-6), name
        for word in ("nightingale", "日本語", "x"):
            assert np.allclose(ours[word], theirs[word], atol=1e-6), (name, word)
        assert "nightingale" in ours.extended(["nightingale"])


NUMBER = st.one_of(
    st.floats(width=32, allow_nan=False, allow_infinity=False).map(repr),
    st.floats(min_value=-1e30, max_value=1e30).map(repr),
    st.decimals(-1000, 1000, allow_nan=False, places=25).map(str),
    st.sampled_from(
        ["0", "-0.0", "+1", "1.", ".5", "1e5", "1E-7", "16777217", "9007199254740993", "1e-44", "5e-324"]
    ),
)


@given(st.lists(st.lists(NUMBER, min_size=2, max_size=2), min_size=1, max_size=5))
def test_numbers_are_rounded_as_float_rounds(tmp_path_factory: pytest.TempPathFactory, rows: Any) -> None:
    file = tmp_path_factory.mktemp("numbers") / "w.txt"
    file.write_text("".join(f"w{i} {' '.join(row)}\n" for i, row in enumerate(rows)))
    expected = np.array([[float(x) for x in row] for row in rows]).astype(np.float32)
    assert np.array_equal(load_vectors(file, cache=False).matrix, expected)


@given(st.lists(st.text(max_size=12).filter(lambda w: "\n" not in w), unique=True, min_size=1, max_size=30))
def test_any_word_is_found(words: list[str]) -> None:
    words = [w.encode("utf-8", "ignore").decode() for w in words]
    words = list(dict.fromkeys(words))
    vectors = Vectors.of({w: [1.0, float(i)] for i, w in enumerate(words)})
    assert vectors.find(words).tolist() == list(range(len(words)))
    assert vectors.words.all == words
    assert vectors.find(["nothing like this"]).tolist() == [-1]
    assert vectors.first(1).words.all == words[:1]


BAD = {
    "header says more": (b"9 3\n" + lines(), "bad.vec:1: .* 9 vectors.* 8"),
    "header says less": (b"7 3\n" + lines(), "bad.vec:1: .* 7 vectors.* 8"),
    "binary too short": (binary()[:-9], "vector 8 of 8"),
    "binary goes on": (binary() + b"more", "8 vectors"),
    "short row": (b"a 1 2 3\nb 1 2\nc 1 2 3\n", ":2: .*3 numbers.* 2"),
    "short row under a header": (b"2 3\na 1 2 3\nb 1 2\n", ":3: .*3 numbers.* 2"),
    "long row": (b"2 2\na 1 2\nb 1 2 3\n", ":3: .*2 numbers.* 3"),
    "not a number": (b"2 2\na 1 2\nb 1 x\n", ":3: .*2 numbers.*b'x'"),
    "nan": (b"a 1 2\nb nan 2\n", ":2: .*'b'.*finite"),
    "nan after blank lines": (b"a 1 2\n\n\nb nan 2\n\n", ":4: .*'b'.*finite"),
    "not UTF-8 after a blank line": (b"1 2\n\n\xff 1 2\n", r":3: word 1, b'\\xff', .*UTF-8"),
    "too large": (b"a 1 2\nb 1e39 2\n", ":2: .*'b'.*finite"),
    "not UTF-8": (b"a 1 2\n\xff\xfe 1 2\n", r":2: word 2, b'\\xff\\xfe', .*UTF-8"),
    "empty": (b"", "empty"),
    "only blank": (b"\n\n", "empty|expected"),
    "no numbers": (b"hello\nworld\n", ":1: .*word .*numbers"),
    "zero vectors promised": (b"0 5\n", "no vectors"),
    "fastText cut off": (struct.pack("<ii", 793712314, 12) + b"\x01" * 9, "header"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_say_what_is_wrong(tmp_path: Path, name: str) -> None:
    content, message = BAD[name]
    file = tmp_path / "bad.vec"
    file.write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        load_vectors(file, cache=tmp_path / "cache")
    assert "bad.vec" in str(caught.value)
    assert not list((tmp_path / "cache").rglob("*.npy"))


def test_a_full_disk_keeps_nobody_from_their_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No room for the matrix, for the rest of the store, or for its folder: then there is no store."""
    import errno

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = tmp_path / "words.vec"
    file.write_bytes(lines())
    for target in ("os.posix_fallocate", "numpy.save", "tempfile.mkdtemp"):
        with monkeypatch.context() as patch:
            patch.setattr(target, full, raising=False)
            found = load_vectors(file, cache=tmp_path / target)
        assert np.array_equal(found.matrix, NUMBERS), target
        assert not list((tmp_path / target).rglob("*.part")), target
        assert isinstance(load_vectors(file, cache=tmp_path / target).matrix.base, np.memmap)


@pytest.mark.parametrize("head", [b"", b"3 2\n"])
def test_a_first_word_with_spaces_is_no_binary_file(tmp_path: Path, head: bytes) -> None:
    file = tmp_path / "places.vec"
    file.write_bytes(head + b'new york 1 2\n"rio" de 3 4\nroute 5 6\n')
    found = load_vectors(file, cache=False)
    assert found.words.all == ["new york", '"rio" de', "route"]
    assert found.matrix.tolist() == [[1, 2], [3, 4], [5, 6]]


def test_what_is_odd_is_noted(tmp_path: Path) -> None:
    file = tmp_path / "odd.txt"
    file.write_bytes(b"a 1 2\nb 0 0\na 3 4\n\xff 1 1\n")
    found = load_vectors(file, cache=False, undecodable="replace")
    assert found.words.all == ["a", "b", "\ufffd"]
    assert found["a"].tolist() == [1, 2]
    assert "1 repeated word" in found.notes[0]
    assert "1 zero vector" in found.notes[1]
    assert found.directed().words.all == ["a", "\ufffd"]


def test_words_with_their_matrix() -> None:
    found = load_vectors(WORDS, NUMBERS)
    assert found.words.all == WORDS
    assert np.array_equal(found.matrix, NUMBERS)
    assert found.digest == Vectors.of(dict(zip(WORDS, NUMBERS, strict=True))).digest
    assert load_vectors(WORDS, NUMBERS, first=2).words.all == WORDS[:2]
    twice = load_vectors(["a", "b", "a"], [[1, 2], [0, 0], [3, 4]])
    assert (twice.words.all, twice["a"].tolist(), len(twice.notes)) == (["a", "b"], [1, 2], 2)


@pytest.mark.parametrize(
    ("words", "matrix", "message"),
    [
        (["a", "b"], [[1, 2]], r"2 words.*\(1, 2\)"),
        (["a", "b"], [1, 2], r"2 words.*\(2,\)"),
        (["a"], [["x"]], "matrix .*'x'"),
        (["a", "b"], [[1], [float("nan")]], "'b'.*finite"),
        (["a"], [[1e39]], "'a'.*finite"),
        ([], np.empty((0, 3)), "no vectors"),
        (["a"], None, "gensim's KeyedVectors"),
    ],
)
def test_matrices_that_do_not_fit_their_words(words: list[str], matrix: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_vectors(words, matrix)


def test_gensim_keyed_vectors_and_the_line_that_converts_their_file(tmp_path: Path) -> None:
    pytest.importorskip("gensim")
    from gensim.models import KeyedVectors

    words = [w.replace(" ", "_") for w in WORDS]
    kv = KeyedVectors(3)
    kv.add_vectors(words, NUMBERS)
    found = load_vectors(kv)
    assert found.words.all == words
    assert np.array_equal(found.matrix, NUMBERS)
    file = tmp_path / "small.kv"
    kv.save(str(file))
    with pytest.raises(InputError, match=r"small\.kv: .*pickle") as caught:
        load_vectors(file)
    line = str(caught.value).rpartition(": ")[2]
    assert line == 'KeyedVectors.load("small.kv").save_word2vec_format("small.vec")'
    KeyedVectors.load(str(file)).save_word2vec_format(str(tmp_path / "small.vec"))
    same(tmp_path / "small.vec", words)


def _npy() -> bytes:
    file = io.BytesIO()
    np.save(file, NUMBERS)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("m.npy", _npy(), "NumPy"),
        ("m.npy.gz", gzip.compress(_npy()), "NumPy"),
        ("m.npz", b"PK", "NumPy"),
        ("m.safetensors", struct.pack("<Q", 12) + b'{"a": {}}   ', "safetensors"),
        ("m.json", b'{"size": 1, "vectors": {}}', "JSON"),
        ("m.jsonl", b'{"word": "a", "vector": [1]}', "JSON"),
        ("m.json", b'[["a", [1]]]', "JSON"),
    ],
)
def test_other_formats_are_refused_by_name(tmp_path: Path, name: str, content: bytes, kind: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=f"{name}: .*{kind}.*word2vec"):
        load_vectors(tmp_path / name, cache=tmp_path)


def test_no_file() -> None:
    with pytest.raises(InputError, match=r"none\.bin: no such file"):
        load_vectors("none.bin")
    with pytest.raises(InputError, match="'quean' .*vectors.*queen"):
        Vectors.of({"queen": [1], "king": [2]})["quean"]


@given(
    st.lists(st.text(st.sampled_from("aB é\t\nſ❄\ufe0fz"), max_size=4), unique=True, min_size=1, max_size=12)
)
def test_folding_skips_no_word_that_it_would_change(words: list[str]) -> None:
    from lydite.vectors import fold_word

    vectors = Vectors.of({w: [float(i)] for i, w in enumerate(words)})
    expected: dict[str, int] = {}
    for i, word in enumerate(words):
        expected.setdefault(fold_word(word), i)
    folded = vectors.folded()
    assert folded.words.all == list(expected)
    assert folded.matrix[:, 0].tolist() == list(expected.values())


@pytest.mark.parametrize("spread", [0.0, 2.0])
def test_neighbours_are_those_of_all_cosines(monkeypatch: pytest.MonkeyPatch, spread: float) -> None:
    """Flat and steep spectra, with and without words ruled out by a bound."""
    from lydite.vectors import find_neighbours

    draw = np.random.default_rng(0)
    scale = np.exp(-spread * np.linspace(0, 1, 24))
    matrix = (draw.normal(size=(3000, 24)) * scale).astype(np.float32)
    vectors = Vectors.of({f"w{i}": row for i, row in enumerate(matrix)})
    queries = vectors.unit(np.arange(200))
    unit = vectors.unit(slice(0, 3000))
    expected = np.argsort(-(queries @ unit.T), axis=1, kind="stable")[:, :6]
    for large in (0, 10**12):
        replace_inside(monkeypatch, "lydite.vectors", "_LARGE", large)
        for likely in (None, np.arange(3), np.repeat(np.arange(200), 2), np.arange(3000)):
            assert np.array_equal(find_neighbours(vectors, queries, 6, likely)[0], expected)
