"""The names under which columns and keys are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

IDS = (
    "id", "item", "item_id", "document", "doc", "doc_id", "docid", "tweet_id", "query", "qid", "q_id",
    "_id", "ids", "identifier", "document_id", "paper_id", "query_id", "text_id", "sample_id", "example_id",
    "guid", "uid", "uri", "url", "file", "filename", "file_name", "doc_name", "idx", "index",
)  # fmt: skip
LISTS = (
    "phrases", "tags", "keyphrases", "hashtags", "keywords", "labels", "subjects", "terms", "concepts",
    "descriptors", "key_phrases", "key_words", "present_keyphrases", "absent_keyphrases",
)  # fmt: skip
SINGLES = (
    "phrase", "tag", "keyphrase", "hashtag", "keyword", "label", "subject", "term", "concept", "descriptor",
)  # fmt: skip
GOLD = ("gold", "gold_keyphrases", "gold_keywords", "gold_phrases", "targets", "target", "references")
PREDICTED = (
    "predictions", "prediction", "predicted", "predicted_keyphrases", "predicted_keywords",
    "predicted_phrases", "pred_keyphrases", "preds", "pred", "outputs", "output",
)  # fmt: skip
TOGETHER = ("extractive_keyphrases", "abstractive_keyphrases")
"""Two halves of one list: phrases that stand in the text, and phrases that do not."""
SCORES = ("score", "scores", "weight", "weights", "confidence", "relevance", "probability")
TEXTS = ("phrase", "keyphrase", "label", "text", "word", "keyword", "tag", "term", "name", "prefLabel")
"""Under which the phrase stands where each one is an object of its own."""
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


def phrase_names(names: Sequence[str], role: str | None = None) -> tuple[str, ...]:
    """Return the columns of phrases among some names; where there are gold and predicted ones, by role.

    >>> names = ["id", "Keywords", "predictions"]
    >>> phrase_names(names), phrase_names(names, "run")
    (('Keywords',), ('predictions',))
    """
    order = {"run": (PREDICTED, LISTS, TOGETHER, SINGLES, GOLD)}.get(
        role or "", (GOLD, LISTS, TOGETHER, SINGLES, PREDICTED)
    )
    for wanted in order:
        if wanted is TOGETHER:
            if both := tuple(n for w in TOGETHER if (n := pick(names, [w])) is not None):
                return both
        elif (one := pick(names, wanted)) is not None:
            return (one,)
    return ()


def need(names: Sequence[str], wanted: Sequence[str], what: str, source: str, line: int | None = None) -> str:
    """Return the name of a column that must be there."""
    found = pick(names, wanted)
    if found is None:
        there = ", ".join(names) or "nothing"
        raise InputError(f"no {what}: expected one of {', '.join(wanted)}; there is {there}", source, line)
    return found
