"""Chance where odd words come from a pool, against all ways there are."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from lydite.probes import examine, odd_last
from lydite.vectors import Vectors

WORDS = [f"w{i}" for i in range(9)]
POOL = 4
CATEGORIES = {"first": ["w0", "w1", "w5", "w6"], "second": ["w4", "w7", "w8"], "third": ["w2", "w6", "no"]}


@pytest.fixture(scope="module")
def vectors() -> Vectors:
    """Words of the pool lie near one another: they are odd less often than one in three."""
    rows = np.random.default_rng(3).normal(size=(9, 4)) + np.array([[1.5]] * POOL + [[0.0]] * 5)
    return Vectors.of(dict(zip(WORDS, rows.tolist(), strict=True)))


def by_hand(vectors: Vectors, words: list[str], k: int, odd: str) -> float:
    """Return the share that is right where words of a category become any others of their kind."""
    places = [WORDS.index(w) for w in words if w in WORDS]
    inside, size = sum(p < POOL for p in places), len(words)
    expected, asked = 0.0, 0
    for chosen in itertools.combinations(range(size), k):
        kinds = [places[c] < POOL if c < len(places) else None for c in chosen]
        own = sum(kind is True for kind in kinds)
        strangers = POOL - (inside if odd == "outside_category" else own)
        asked += strangers
        if None not in kinds:
            rows = [
                (*one, *two, w)
                for one in itertools.combinations(range(POOL), own)
                for two in itertools.combinations(range(POOL, 9), k - own)
                for w in range(POOL)
                if w not in one
            ]
            expected += strangers * float(odd_last(vectors, np.array(rows), "unit").mean())
    return expected / asked


@pytest.mark.parametrize(
    ("odd", "samples"), [("outside_category", "all"), ("outside_sample", "all"), ("outside_category", "400")]
)
def test_the_pool_keeps_its_words(vectors: Vectors, odd: str, samples: str) -> None:
    spec = f"odd_one_out(k=2, pool={POOL}, odd={odd}, samples={samples})"
    (found,) = examine(vectors, [spec], CATEGORIES).statistics[0]
    assert found.chance is not None
    assert found.shuffled is not None
    exact = [by_hand(vectors, CATEGORIES[name], 2, odd) for name in found.ids]
    assert found.chance[:, 0] == pytest.approx(exact, abs=0.008)
    assert found.chance[:, 0].max() < 0.3  # one in three, were all words alike
    (result,) = examine(vectors, [spec], CATEGORIES).results()
    assert result.chance_error == pytest.approx(0.0, abs=0.003)
    assert "65536 draws" in str(result.signature)


def test_a_pool_of_all_words_is_none(vectors: Vectors) -> None:
    whole, pooled = (
        examine(vectors, [f"odd_one_out(k=2{pool})"], CATEGORIES).results()[0] for pool in ("", ", pool=9")
    )
    assert (whole.value, whole.chance) == (pooled.value, pooled.chance)
