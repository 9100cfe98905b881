"""What a probe asked about an item, and what vectors answered: for looking at, not for scoring."""

from __future__ import annotations

from dataclasses import dataclass

MOST = 50
"""Questions of an item that are kept."""


@dataclass(frozen=True)
class AskedQuestion:
    """One question, the right answer, and what was answered with whether it is right."""

    question: str
    expected: str
    given: tuple[tuple[str, bool], ...]
