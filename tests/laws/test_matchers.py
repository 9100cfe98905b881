"""Laws of every matcher, each read from its declaration."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite.core.errors import InputError
from variations import families

MATCHERS = families("matcher")
EXAMPLES = settings(max_examples=40)
phrases = st.text(max_size=20) | st.sampled_from(
    ["cat", "black cats", "dog food", "natural science", "the of", "#tag"]
)


@pytest.mark.parametrize("family", MATCHERS)
@EXAMPLES
@given(data=st.data(), one=phrases, two=phrases)
def test_bounds_and_agreement_of_all_ways_to_ask(
    data: st.DataObject, family: Any, one: str, two: str
) -> None:
    matcher = data.draw(st.sampled_from(family))
    score = matcher.score(one, two)
    assert 0 <= score <= matcher.highest
    assert matcher.graded or score in (0, 1)
    assert matcher.pairs([one, two], [two, one])[0] == pytest.approx(score, abs=1e-12)
    assert matcher.matrix([one, two], [two])[0, 0] == pytest.approx(score, abs=1e-12)
    found = matcher.explain(one, two)
    assert float(found) == pytest.approx(score, abs=1e-12)
    assert found.signature.startswith(matcher.signature())
    assert found.score > 0 or found.note  # a 0 always says why


@pytest.mark.parametrize("family", families("matcher", lambda m: m.identity))
@EXAMPLES
@given(data=st.data(), one=phrases)
def test_identity(data: st.DataObject, family: Any, one: str) -> None:
    matcher = data.draw(st.sampled_from(family))
    assert matcher.score(one, one) == 1


@pytest.mark.parametrize("family", families("matcher", lambda m: m.symmetric))
@EXAMPLES
@given(data=st.data(), one=phrases, two=phrases)
def test_symmetry(data: st.DataObject, family: Any, one: str, two: str) -> None:
    matcher = data.draw(st.sampled_from(family))
    assert matcher.score(one, two) == pytest.approx(matcher.score(two, one), abs=1e-12)


@pytest.mark.parametrize("family", MATCHERS)
def test_nothing_in_nothing_out(family: Any) -> None:
    for matcher in family:
        assert matcher.pairs([], []).shape == (0,)
        assert matcher.matrix([], ["cat"]).shape == (0, 1)
        assert matcher.matrix(["cat"], []).shape == (1, 0)


@pytest.mark.parametrize("family", MATCHERS)
def test_unequal_lengths_are_an_error_and_never_cut(family: Any) -> None:
    for matcher in family:
        with pytest.raises(InputError, match="1 candidate.* 2 reference"):
            matcher.pairs(["cat"], ["cat", "dog"])


@pytest.mark.parametrize("family", MATCHERS)
def test_many_pairs_equal_one_at_a_time(family: Any) -> None:
    for matcher in (family[0], *family[1::4]):  # one at a time takes its time
        words = [
            "cat",
            "Cats",
            "dog",
            "black cat",
            "cat food",
            "natural sciences",
            "natural science",
            "",
            "犬",
        ]
        left, right = zip(*[(a, b) for a in words for b in words], strict=True)
        assert matcher.pairs(left, right) == pytest.approx(
            [matcher.score(a, b) for a, b in zip(left, right, strict=True)]
        )
        assert np.isfinite(matcher.matrix(words, words)).all()
