"""The names under which columns and keys are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

IDS = ("id", "item", "item_id", "document", "doc", "doc_id", "docid", "tweet_id", "query", "qid", "q_id")
LISTS = ("phrases", "tags", "keyphrases", "hashtags")
SINGLES = ("phrase", "tag", "keyphrase", "hashtag")
SCORES = ("score", "scores")
CANDIDATES = ("candidate", "substitute", "word1", "word 1", "term1", "w1")
REFERENCES = ("reference", "substitutee", "word2", "word 2", "term2", "w2")
GRADES = (
    "rating", "similarity", "score", "human (mean)", "relatedness score", "simlex999", "avg_score", "avg",
    "gold",
)  # fmt: skip


def pick(names: Sequence[str], wanted: Sequence[str]) -> str | None:
    """Return the first wanted name that is there, whatever its case."""
    known = {n.strip().lower(): n for n in reversed(names)}
    return next((known[w] for w in wanted if w in known), None)


def need(names: Sequence[str], wanted: Sequence[str], what: str, source: str, line: int | None = None) -> str:
    """Return the name of a column that must be there."""
    found = pick(names, wanted)
    if found is None:
        there = ", ".join(names) or "nothing"
        raise InputError(f"no {what}: expected one of {', '.join(wanted)}; there is {there}", source, line)
    return found
