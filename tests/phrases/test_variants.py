"""Variants: spellings of one gold phrase count once; those of a prediction are predictions."""

from __future__ import annotations

import pytest

import lydite


@pytest.mark.parametrize("match", ["exact", "stem", "rouge"])
def test_a_prediction_with_variants_is_several_predictions(match: str) -> None:
    run = {"d": [["cat", "feline"], ["cat"]]}
    for gold in ({"d": ["cat"]}, {"d": [["cat", "kitty"]]}):
        assert lydite.evaluate(gold, run, f"P(match={match})", bootstrap=0)[0].value == 0.5
        assert lydite.evaluate(gold, run, f"R(match={match})", bootstrap=0)[0].value == 1
