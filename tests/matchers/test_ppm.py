"""Prediction by partial matching, against probabilities worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lydite.core.spec import REGISTRIES
from lydite.matchers.statistical import ppm_bits

Ncd = REGISTRIES["matcher"]["ncd"]


@pytest.mark.parametrize(
    ("text", "probabilities"),
    [
        (b"", []),
        (b"a", [1 / 256]),
        (b"aa", [1 / 256, 1 / 2]),  # a once: 1 of 1 + 1
        (b"ab", [1 / 256, 1 / 2, 1 / 255]),  # escape, then any byte but a
        # a after "b" is unknown; without context a and b once each, so 1 of 2 + 2
        (b"aba", [1 / 256, 1 / 2, 1 / 255, 1 / 4]),
        # "a" was followed by b once (1 of 1 + 1)
        (b"abab", [1 / 256, 1 / 2, 1 / 255, 1 / 4, 1 / 2]),
        # escape from "a" (1/2) rules out b; without context only a is left, twice: its escape is 1 of 2 + 1
        (b"abac", [1 / 256, 1 / 2, 1 / 255, 1 / 4, 1 / 2, 1 / 3, 1 / 254]),
    ],
)
def test_bits_by_hand(text: bytes, probabilities: list[float]) -> None:
    assert ppm_bits(text) == pytest.approx(-sum(map(math.log2, probabilities)))


@given(st.binary(max_size=30), st.binary(max_size=3))
def test_probabilities_of_the_next_byte_sum_to_less_than_one(text: bytes, end: bytes) -> None:
    """Some is always kept for the escape, so that a code of these lengths exists (Kraft)."""
    before = ppm_bits(text + end)
    total = sum(2 ** -(ppm_bits(text + end + bytes([b])) - before) for b in range(256))
    assert total <= 1 + 1e-9


def test_what_was_seen_costs_less() -> None:
    text = b"neural network"
    assert ppm_bits(text * 2) - ppm_bits(text) < 0.25 * ppm_bits(text)


def test_ncd_by_ppm_orders_phrases() -> None:
    matcher = Ncd(compressor="ppm")
    same, near, far = matcher.pairs(["neural network"] * 3, ["neural network", "neural networks", "cake"])
    assert 1 > same > near > far >= 0
    assert (matcher.score("", "cake"), matcher.score("", "")) == (0.0, 1.0)
