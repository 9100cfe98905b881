"""Vectors that know nothing: the interval of corrected holds 0, under every probe."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from experiment import load

SEEDS = 6


@pytest.fixture(scope="module")
def experiment() -> ModuleType:
    """The script behind the table of the docs, which takes 200 seeds."""
    return load("probe_chance")


def test_random_and_shuffled_vectors_have_nothing_above_chance(experiment: ModuleType) -> None:
    """At 90%, fewer than 4 of 6 would be 1 in 60 for a probe; the seeds are fixed."""
    probes = [
        "topk", "odd_one_out(pool=100)", "categorise(clusters=best)", "analogy", "similarity", "outlier",
    ]  # fmt: skip
    for name, *figures in experiment.table(experiment.rows_of(None), SEEDS, probes):
        means, held = np.array(figures[::2]), np.array(figures[1::2])
        assert (held >= 4 / SEEDS).all(), (name, held)
        assert (abs(means) < 0.06).all(), (name, means)
