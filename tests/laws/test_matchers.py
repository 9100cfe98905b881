"""Laws of every matcher, each read from its declaration."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from variations import everything

MATCHERS = everything("matcher")
EXAMPLES = settings(max_examples=20)
phrases = st.text(max_size=20) | st.sampled_from(
    ["cat", "black cats", "dog food", "natural science", "the of", "#tag"]
)


@pytest.mark.parametrize("matcher", MATCHERS, ids=str)
@EXAMPLES
@given(one=phrases, two=phrases)
def test_bounds_and_agreement_of_all_ways_to_ask(matcher: Any, one: str, two: str) -> None:
    score = matcher.score(one, two)
    assert 0 <= score <= matcher.highest
    assert matcher.graded or score in (0, 1)
    assert matcher.pairs([one, two], [two, one])[0] == pytest.approx(score, abs=1e-12)
    assert matcher.matrix([one, two], [two])[0, 0] == pytest.approx(score, abs=1e-12)
    found = matcher.explain(one, two)
    assert float(found) == pytest.approx(score, abs=1e-12)
    assert found.signature.startswith(matcher.signature())


@pytest.mark.parametrize("matcher", [m for m in MATCHERS if m.identity], ids=str)  # type: ignore[attr-defined]
@EXAMPLES
@given(one=phrases)
def test_identity(matcher: Any, one: str) -> None:
    assert matcher.score(one, one) == 1


@pytest.mark.parametrize("matcher", [m for m in MATCHERS if m.symmetric], ids=str)  # type: ignore[attr-defined]
@EXAMPLES
@given(one=phrases, two=phrases)
def test_symmetry(matcher: Any, one: str, two: str) -> None:
    assert matcher.score(one, two) == pytest.approx(matcher.score(two, one), abs=1e-12)


@pytest.mark.parametrize("matcher", MATCHERS, ids=str)
def test_nothing_in_nothing_out(matcher: Any) -> None:
    assert matcher.pairs([], []).shape == (0,)
    assert matcher.matrix([], ["cat"]).shape == (0, 1)
    assert matcher.matrix(["cat"], []).shape == (1, 0)


@pytest.mark.parametrize("matcher", MATCHERS, ids=str)
def test_unequal_lengths_are_an_error_and_never_cut(matcher: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        matcher.pairs(["cat"], ["cat", "dog"])


@pytest.mark.parametrize("matcher", MATCHERS, ids=str)
def test_many_pairs_equal_one_at_a_time(matcher: Any) -> None:
    words = ["cat", "Cats", "dog", "black cat", "cat food", "natural sciences", "natural science", "", "犬"]
    left, right = zip(*[(a, b) for a in words for b in words], strict=True)
    assert matcher.pairs(left, right) == pytest.approx(
        [matcher.score(a, b) for a, b in zip(left, right, strict=True)]
    )
    assert np.isfinite(matcher.matrix(words, words)).all()
