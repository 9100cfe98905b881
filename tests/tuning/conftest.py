"""Questions whose answers are known parameters of a matcher."""

from __future__ import annotations

import pytest

from lydite.core.spec import REGISTRIES
from lydite.probes.agreement import QuestionSet
from lydite.probes.agreement.questions import Question, Substitute

WordNetMatcher = REGISTRIES["matcher"]["wordnet"]

PAIRS = [
    ("animal", ["dog", "poodle", "cat", "stone"]), ("dog", ["animal", "poodle", "wolf", "cat"]),
    ("food", ["cake", "bread", "fruit", "table"]), ("car", ["vehicle", "truck", "wheel", "bicycle"]),
    ("happy", ["glad", "happiness", "cheerful", "sad"]), ("walk", ["move", "stroll", "run", "walker"]),
    ("fruit", ["apple", "orange", "food", "tree"]), ("music", ["song", "jazz", "art", "musician"]),
    ("city", ["town", "capital", "place", "village"]), ("money", ["cash", "coin", "currency", "bank"]),
]  # fmt: skip


@pytest.fixture(scope="module")
def questions() -> QuestionSet:
    """Questions whose votes are those of a matcher with parameters that are to be found again."""
    planted = WordNetMatcher(sim=0.3, der=0.8, sp_min=0.4, sp_max=0.9, gn_max=0.6)
    those = []
    for phrase, others in PAIRS:
        scores = planted.pairs(others, [phrase] * len(others))
        voted = [Substitute(o, float(2 * s - 1) * 100, 100.0) for o, s in zip(others, scores, strict=True)]
        those.append(Question(phrase, phrase, tuple(voted)))
    return QuestionSet("planted", tuple(those))
