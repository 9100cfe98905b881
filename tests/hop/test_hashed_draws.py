"""Draws by hash: uniform, the same for the same keys, other for any other."""

from __future__ import annotations

import numpy as np
import pytest

from lydite.probes.hop import uniform


def test_numbers_look_drawn() -> None:
    drawn = uniform(1, 2, np.arange(100_000))
    assert drawn.mean() == pytest.approx(0.5, abs=0.005)
    assert np.corrcoef(drawn[1:], drawn[:-1])[0, 1] == pytest.approx(0, abs=0.01)
    assert not np.array_equal(drawn, uniform(2, 2, np.arange(100_000)))
    assert np.array_equal(drawn[500:], uniform(1, 2, np.arange(500, 100_000)))


@pytest.mark.parametrize(
    ("seed", "first"),
    [(0, 0xE220A8397B1DCDAF), (1234567, 6457827717110365317), (1234567 - 2**64, 6457827717110365317)],
)
def test_the_mixer_is_splitmix64(seed: int, first: int) -> None:
    """The first number of the generator with this seed, as its authors' program prints it."""
    assert uniform(seed)[0] == (first >> 11) / 2**53


def test_every_key_counts_and_so_does_their_order() -> None:
    one, two = np.meshgrid(np.arange(300), np.arange(300))
    drawn = uniform(0, one, two)
    assert len(np.unique(drawn)) == drawn.size
    counts, _, _ = np.histogram2d(drawn.ravel(), drawn.T.ravel(), bins=10)
    upper = counts.sum() / 100
    assert ((counts - upper) ** 2 / upper).sum() < 250  # 99 degrees of freedom, pairs counted twice
