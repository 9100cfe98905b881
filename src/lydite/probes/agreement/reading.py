"""Judgements of people from any file: questions or graded pairs, told by content."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.errors import InputError, did_you_mean
from lydite.core.io import opening
from lydite.probes.agreement.comparisons.reading import is_comparisons, parse_comparisons
from lydite.probes.agreement.pairs.reading import parse_pairs
from lydite.probes.agreement.questions.lexsub import is_gold
from lydite.probes.agreement.questions.reading import EMBEDDED, parse_questions, read_questions

if TYPE_CHECKING:
    from os import PathLike

    from lydite.probes.agreement.comparisons import ComparisonSet
    from lydite.probes.agreement.pairs import PairSet
    from lydite.probes.agreement.questions import QuestionSet


def read_judgements(
    path: str | PathLike[str], encoding: str | None = None
) -> QuestionSet | PairSet | ComparisonSet:
    """Return questions or pairs: ``thesis``, the embedded questions, or what a file holds.

    >>> len(read_judgements("thesis"))
    7
    """
    if str(path) == EMBEDDED:
        return read_questions(path)
    if str(path) != "-" and not Path(path).exists():
        hint = did_you_mean(str(path), [EMBEDDED])
        raise InputError(f"no such file, and no embedded questions (there is {EMBEDDED}){hint}", path)
    text = opening.text(path, encoding)
    source, name = opening.source_name(path), Path(opening.bare_name(path)).stem
    if not text.strip():
        raise InputError("there are no questions or pairs in it", source)
    if text.lstrip().startswith("{") or is_gold(text):
        return parse_questions(text, source, name)
    if is_comparisons(text):
        return parse_comparisons(text, source, name)
    return parse_pairs(text, source, name)
