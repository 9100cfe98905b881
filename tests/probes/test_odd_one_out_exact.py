"""The exact count against the literal definition: explicit mean, arg max over S ∪ {w}."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite.core.compiled import Kernel
from lydite.core.errors import InputError
from lydite.probes import Category, count_exactly, odd_last, probe
from lydite.vectors import Vectors

DISTANCES = ("unit", "raw", "cosine")


def literal(matrix: Any, s: tuple[int, ...], w: int, distance: str) -> bool:
    """Equations 3 to 5 as they stand; w must be the only arg max."""
    x = matrix[[*s, w]].astype(np.float64)
    if distance == "unit":
        x = x / np.sqrt((x * x).sum(1))[:, None]
    mean = x.sum(0) / len(x)
    if distance == "cosine":
        far = [1 - v @ mean / np.sqrt(v @ v) / np.sqrt(mean @ mean) for v in x]
    else:
        far = [np.sqrt((v - mean) @ (v - mean)) for v in x]
    return all(far[-1] > f for f in far[:-1])


def all_pairs(matrix: Any, members: int, k: int, distance: str, odd: str) -> tuple[int, int]:
    right = asked = 0
    for s in itertools.combinations(range(members), k):
        for w in range(len(matrix)):
            if w in s or (odd == "outside_category" and w < members):
                continue
            asked += 1
            right += literal(matrix, s, w, distance)
    return right, asked


def counted(matrix: Any, members: int, spec: str) -> tuple[float, float]:
    vectors = Vectors.of({f"w{i}": row for i, row in enumerate(matrix)})
    found = probe(vectors, [spec], {"c": [f"w{i}" for i in range(members)]})
    right, asked = found.notes[0].partition(": ")[2].split(" right")[0].split(" of ")
    return float(right.replace(",", "")), float(asked.replace(",", ""))


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from(DISTANCES), st.integers(2, 5), st.booleans(), st.booleans())
def test_equals_the_definition(seed: int, distance: str, k: int, outside: Any, compiled: Any) -> None:
    draw = np.random.default_rng(seed)
    members = int(draw.integers(k, k + 5))
    matrix = draw.normal(size=(members + int(draw.integers(1, 12)), int(draw.integers(2, 6))))
    matrix = (matrix * draw.uniform(0.2, 3, len(matrix))[:, None]).astype(np.float32)
    odd = "outside_category" if outside else "outside_sample"
    spec = f"odd_one_out(k={k}, distance={distance}, odd={odd})"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernel, "for_work", lambda self, work: self.compiled if compiled else self.plain)
        assert counted(matrix, members, spec) == all_pairs(matrix, members, k, distance, odd)


@settings(max_examples=40)
@given(st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=6, max_size=9, unique=True), st.integers(2, 4))
def test_ties_are_not_odd(rows: list[tuple[int, ...]], k: int) -> None:
    """Whole numbers tie often; fractions decide without rounding."""
    rows = [r for r in rows if any(r)]
    if len(rows) < k + 1:
        return
    members = len(rows) - 1
    right = 0
    for s in itertools.combinations(range(members), k):
        x = [[Fraction(v) for v in rows[i]] for i in (*s, members)]
        mean = [sum(c) / len(x) for c in zip(*x, strict=True)]
        far = [sum((a - b) ** 2 for a, b in zip(v, mean, strict=True)) for v in x]
        right += all(far[-1] > f for f in far[:-1])
    assert counted(np.array(rows, np.float32), members, f"odd_one_out(k={k}, distance=raw)")[0] == right


@pytest.mark.parametrize("distance", DISTANCES)
def test_large_blocks_and_wide_ranks(distance: str) -> None:
    """More than 255 words in a category, more words than a block: against the vectorised definition."""
    draw = np.random.default_rng(7)
    matrix = draw.normal(size=(1500, 8)).astype(np.float32)
    vectors = Vectors.of({f"w{i}": row for i, row in enumerate(matrix)})
    members = 270
    pairs = np.array([(a, b) for a, b in itertools.combinations(range(members), 2)])
    right = 0
    for w in range(members, 1500, 41):
        rows = np.concatenate([pairs, np.full((len(pairs), 1), w)], axis=1)
        right += int(odd_last(vectors, rows, distance).sum())  # type: ignore[arg-type]
    kept = Vectors.of({f"w{i}": matrix[i] for i in [*range(members), *range(members, 1500, 41)]})
    found = probe(
        kept, [f"odd_one_out(k=2, distance={distance}, of=counts)"], {"c": [f"w{i}" for i in range(members)]}
    )
    assert found[0].value == right


def test_unit_is_gensims_doesnt_match() -> None:
    pytest.importorskip("gensim")
    from gensim.models import KeyedVectors

    draw = np.random.default_rng(3)
    matrix = draw.normal(size=(60, 10)).astype(np.float32)
    kv = KeyedVectors(10)
    words = [f"w{i}" for i in range(60)]
    kv.add_vectors(words, matrix)
    vectors = Vectors.of(dict(zip(words, matrix, strict=True)))
    rows = np.array([draw.permutation(60)[:4] for _ in range(2000)])
    ours = odd_last(vectors, rows, "unit")
    theirs = [kv.doesnt_match([words[i] for i in row]) == words[row[-1]] for row in rows]
    assert ours.tolist() == theirs


def test_sampled_and_exact_agree() -> None:
    draw = np.random.default_rng(5)
    centres = draw.normal(size=(6, 12))
    matrix = np.repeat(centres, 12, axis=0) + draw.normal(size=(72, 12))
    vectors = Vectors.of({f"w{i}": row for i, row in enumerate(matrix)})
    sets = {f"c{c}": [f"w{12 * c + j}" for j in range(12)] for c in range(6)}
    exact = probe(vectors, ["odd_one_out"], sets)[0].value
    for seed in range(5):
        drawn = probe(vectors, [f"odd_one_out(samples=2000, seed={seed})"], sets)[0]
        assert drawn.low is not None
        assert drawn.high is not None
        assert drawn.low <= exact <= drawn.high
        assert abs(drawn.value - exact) < 0.02


def test_what_would_take_hours_is_refused() -> None:
    many = Category("many", np.arange(1_000), 1_000, 1_000)  # 166,167,000 sets of three
    nothing = Vectors.of({"a": [1.0]})
    with pytest.raises(InputError, match=r"'many' .*1,000 .*1\.7e\+14 .*samples=1000"):
        count_exactly(nothing, many, 3, "cosine", "vocabulary", 1_000_000)
