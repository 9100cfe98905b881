"""SWORDS: substitutes of words in context, each with the labels of three or ten people."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from lydite.core.errors import InputError
from lydite.probes.agreement.questions.marks import CIRCLED, CROSSED, UNMARKED
from lydite.probes.agreement.questions.question import Answer, Question, QuestionSet

KEY = "substitute_labels"
_MARKS = {
    "TRUE": CIRCLED,
    "TRUE_IMPLICIT": CIRCLED,
    "FALSE": CROSSED,
    "FALSE_IMPLICIT": CROSSED,
    "UNSURE": UNMARKED,
}


def convert(content: dict[str, Any], source: str, name: str) -> QuestionSet:
    """Make one question of each target: TRUE is a circle, FALSE a cross, UNSURE leaves unmarked.

    The labels of a substitute are anonymous columns, so the k-th answer is the k-th column; a substitute with
    fewer labels was not shown to it. Phrases are lemmas (Lee et al. 2021), and so is the substitutee.
    """
    try:
        targets, substitutes, labels = (content[k] for k in ("targets", "substitutes", KEY))
        by_target: dict[str, list[str]] = defaultdict(list)
        for identity, one in substitutes.items():
            by_target[one["target_id"]].append(identity)
        questions = []
        for target, those in by_target.items():
            about = targets[target]
            votes = [[_MARKS[label] for label in labels[s]] for s in those]
            answers = [
                Answer(tuple(v[column] if column < len(v) else None for v in votes))
                for column in range(max(map(len, votes)))
            ]
            lemma = about.get("extra", {}).get("coinco_lemma") or about["target"]
            phrases = [substitutes[s]["substitute"] for s in those]
            "".join((lemma, *phrases))  # a TypeError where one of them is no text
            questions.append(Question.of(target, lemma, phrases, answers, {"pos": about["pos"]}))
    except (KeyError, TypeError, AttributeError) as error:
        why = (
            f"{error.args[0]!r:.80} is nowhere" if isinstance(error, KeyError) else "a value of another kind"
        )
        raise InputError(f"is not SWORDS as published: {why}", source) from error
    return QuestionSet(name, tuple(questions))
