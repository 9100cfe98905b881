"""The nearest words, with ruling out, against a full sort."""

from __future__ import annotations

import numpy as np
import pytest

from inner import name_inside, replace_inside
from lydite.vectors import Vectors, find_neighbours


def rows(kind: str, rng: np.random.Generator, n: int, d: int) -> np.ndarray:  # type: ignore[type-arg]
    if kind == "coarse":  # many ties
        return rng.integers(-2, 3, (n, d)).astype(float)
    if kind == "repeated":
        return rng.normal(size=(max(1, n // 4), d))[rng.integers(0, max(1, n // 4), n)]
    if kind == "flat":  # a few directions hold nearly all
        return rng.normal(size=(n, 2)) @ rng.normal(size=(2, d)) + rng.normal(size=(n, d)) * 1e-3
    if kind == "alike":  # cosines that differ by less than float32 can tell
        return 1 + rng.normal(size=(n, d)) * 1e-3
    return rng.normal(size=(n, d))


@pytest.mark.parametrize("large", [0, find_neighbours.__globals__["_LARGE"]])
@pytest.mark.parametrize("kind", ["random", "coarse", "repeated", "flat", "alike"])
def test_equals_a_full_sort(kind: str, large: int, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.vectors", "_LARGE", large)
    rng = np.random.default_rng(0)
    for n, d, k in ((1, 1, 3), (3, 2, 9), (40, 8, 2), (700, 16, 4), (1300, 30, 11)):
        matrix = rows(kind, rng, n, d)
        vectors = Vectors.of({f"w{i}": row for i, row in enumerate(matrix.tolist())})
        asked = np.unique(rng.integers(0, n, 60))
        unit = vectors.unit(np.arange(n))
        cosines = -np.sort(-(unit[asked] @ unit.T), axis=1)[:, :k]
        for likely in (None, asked):
            at, found = find_neighbours(vectors, unit[asked], k, likely)
            np.testing.assert_allclose(found, cosines, rtol=0, atol=2e-12)
            assert all(len(set(one)) == min(k, n) for one in at.tolist())


@pytest.mark.parametrize("outside", [1e-2, 1e-3, 3e-4, 1e-4, 0.0])
def test_what_the_basis_leaves_out_is_never_taken_too_short(outside: float) -> None:
    rng = np.random.default_rng(0)
    whole, _ = np.linalg.qr(rng.normal(size=(300, 300)))
    basis = whole[:, :60].astype(np.float32)
    inside, rest = (x / np.linalg.norm(x, axis=1)[:, None] for x in rng.normal(size=(2, 500, 60)))
    words = np.hstack([inside * np.sqrt(1 - outside**2), rest * outside]) @ whole[:, :120].T
    queries = np.hstack([inside, rest]) @ whole[:, :120].T / np.sqrt(2)
    bounds = [
        name_inside("lydite.vectors", "_bounded")(x.astype(np.float32), basis) for x in (words, queries)
    ]
    short = np.einsum("ij,ij->i", words, queries) - np.einsum("ij,ij->i", *bounds)
    assert short.max() < name_inside("lydite.vectors", "_ROUNDING")


def test_lengths_that_have_no_inverse_in_float32() -> None:
    """The smallest and largest numbers of float32 have directions like any others."""
    vectors = Vectors.of({"a": [1, 2], "tiny": [1e-45, 2.8e-45], "huge": [1.5e38, 3e38], "b": [1, -1]})
    rows, cosines = find_neighbours(vectors, np.array([[1.0, 2.0]]), 4)
    assert rows.tolist() == [[0, 1, 2, 3]]
    assert np.allclose(cosines, [[1, 1, 1, -0.316228]])


@pytest.mark.parametrize("power", [0.0, 0.25, 0.5, 2.0])
def test_neighbours_are_exact_whatever_the_basis_rules_out(power: float) -> None:
    """Isotropic vectors, of which a basis rules out nothing, and others, of which it rules out nearly all."""
    rng = np.random.default_rng(8)
    matrix = rng.normal(size=(9_000, 40)) * np.arange(1, 41) ** -power
    matrix[5_000:5_010] = matrix[3]
    vectors = Vectors.of({f"w{i}": row for i, row in enumerate(matrix.astype(np.float32))})
    asked = rng.choice(9_000, 600, replace=False)
    unit = vectors.unit(np.arange(9_000))
    scores = np.round(unit[asked] @ unit.T, 12)
    wanted = np.argsort(-scores, axis=1, kind="stable")[:, :6]
    found, cosines = find_neighbours(vectors, unit[asked], 6)
    assert cosines == pytest.approx(np.take_along_axis(scores, wanted, 1), abs=1e-11)
    assert (found == wanted).all()
