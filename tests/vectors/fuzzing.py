"""Small files of every vector format, damaged at random: each ends in an error or in sound vectors.

    python tests/vectors/fuzzing.py SEED DAMAGES [FORMAT …]

Run as a program of its own, since a reader that goes wrong may crash or never end.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import struct
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from lydite.core.errors import LyditeError
from lydite.vectors import Vectors, find_neighbours, load_vectors

WORDS = ["the", "New_York", "日本", 'don"t', "1", "x"]
NUMBERS = np.array([[i + 0.5, -1e-7 * i, 3.25e-3] for i in range(len(WORDS))], np.float32)
BUCKETS = np.arange(15, dtype=np.float32).reshape(5, 3) / 7
_NASTY = [0, 1, -1, 2, 7, 127, 255, 2**31 - 1, -(2**31), 2**32 - 1, 2**63 - 1, -(2**63)]
_TOKENS = [b"9" * 30, b"-1", b"0", b"1e400", b"nan", b'"', b"{", b"}", b"[", b"]", b",", b"\\", b"\\ud800"]
_TOKENS += [b"\n", b" ", b"\0", b"\xff", b"x" * 70_000, b"[" * 5000, b"1" * 5000]


def text() -> bytes:
    """word2vec's text."""
    rows = zip(WORDS, NUMBERS.tolist(), strict=True)
    return f"{len(WORDS)} 3\n".encode() + "".join(f"{w} {' '.join(map(str, r))}\n" for w, r in rows).encode()


def glove() -> bytes:
    """Text without a header."""
    return text().partition(b"\n")[2]


def binary() -> bytes:
    """word2vec's binary format."""
    rows = zip(WORDS, NUMBERS, strict=True)
    return f"{len(WORDS)} 3\n".encode() + b"".join(f"{w} ".encode() + r.tobytes() + b"\n" for w, r in rows)


def fasttext(words: int = 5, labels: int = 1, kinds: bytes = b"\0\0\0\0\0\1", pruned: int = -1) -> bytes:
    """fastText's model: five words, a label, five buckets of n-grams."""
    head = struct.pack("<2i 12i d", 793712314, 12, 3, 5, 5, 1, 5, 1, 2, 2, 5, 2, 4, 100, 1e-4)
    counts = struct.pack("<3i 2q", len(kinds), words, labels, 99, pruned)
    listed = b"".join(
        w.encode() + b"\0" + struct.pack("<qb", 9, k) for w, k in zip(WORDS, kinds, strict=True)
    )
    stored = np.concatenate([NUMBERS[:5], BUCKETS])
    return head + counts + listed + struct.pack("<?2q", False, *stored.shape) + stored.tobytes()


FORMATS: dict[str, Callable[[], bytes]] = {
    "text": text, "glove": glove, "binary": binary, "fasttext": fasttext,
    "gzip": lambda: gzip.compress(text(), mtime=0), "bzip2": lambda: bz2.compress(binary()),
    "xz": lambda: lzma.compress(text()),
}  # fmt: skip


def damages(whole: bytes, draw: np.random.Generator) -> Iterator[bytes]:
    """Yield damaged copies without end: bits, bytes, counts and tokens changed, parts cut out or repeated."""
    while True:
        made = bytearray(whole)
        for _ in range(int(draw.integers(1, 4))):
            at = int(draw.integers(len(made) + 1))
            end = at + int(draw.geometric(0.2))
            kind = draw.integers(9)
            if kind == 0 and at < len(made):
                made[at] ^= 1 << int(draw.integers(8))
            elif kind == 1 and at < len(made):
                made[at] = int(draw.integers(256))
            elif kind == 2:
                del made[at:]
            elif kind == 3:
                del made[at:end]
            elif kind == 4:
                made[at:at] = made[at:end]
            elif kind == 5:
                size = int(draw.choice([4, 8]))
                number = int(draw.choice(np.array(_NASTY, object))) & (256**size - 1)
                made[at : at + size] = number.to_bytes(size, "little")
            elif kind == 6:
                made[at : at + int(draw.integers(3))] = _TOKENS[int(draw.integers(len(_TOKENS)))]
            elif kind == 7:  # digits are counts in the formats of text
                digits = [i for i, c in enumerate(made[:400]) if chr(c).isdigit()]
                if digits:
                    made[digits[int(draw.integers(len(digits)))]] = int(draw.choice(list(b"0123456789")))
            else:
                other = int(draw.integers(len(made) + 1))
                made[at:end] = made[other : other + end - at]
        yield bytes(made)


def read(folder: Path, name: str, content: bytes) -> Vectors:
    """Read a file of one format."""
    file = folder / f"{name}.vec"
    file.write_bytes(content)
    return load_vectors(file, cache=False)


def check(vectors: Vectors) -> None:
    """Fail unless the vectors can be used."""
    count = len(vectors.words.all)
    assert vectors.matrix.shape == (count, vectors.dimensions)
    assert count * vectors.dimensions > 0
    assert np.isfinite(vectors.matrix).all()
    assert vectors.find(vectors.words.all).tolist() == list(range(count))
    rows, _ = find_neighbours(vectors, vectors.unit(slice(0, 2)), 2)
    assert rows.min() >= 0
    assert rows.max() < count
    if vectors.subwords is not None:
        assert np.isfinite(vectors.extended(["unknown", "語"]).matrix).all()


def main(seed: int, count: int, *names: str) -> None:
    """Damage each format so many times; the first fault ends in a traceback, with the file kept."""
    warnings.simplefilter("error")
    with tempfile.TemporaryDirectory() as folder:
        for name in names or FORMATS:
            whole = FORMATS[name]()
            check(read(Path(folder), name, whole))
            draw = np.random.default_rng([seed, *name.encode()])
            sound = 0
            for number, content in zip(range(count), damages(whole, draw), strict=False):
                try:
                    check(read(Path(folder), name, content))
                    sound += 1
                except LyditeError:
                    pass
                except BaseException:
                    print(f"{name}, seed {seed}, damage {number}: {content!r}", file=sys.stderr)
                    raise
            print(f"{name}: {count} damages, {sound} of them harmless")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
