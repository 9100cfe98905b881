"""Why pairs of phrases matched, in words: asked of the matcher once a pair, many together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.progress import track
from lydite.reporting.readable import escape_control
from lydite.reporting.views.items import account

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.matchers.base import Match, Matcher

MOST = 100_000
"""Pairs whose account is kept: each takes up to a millisecond, and a line of the page."""
_TOGETHER = 1_000


class PairAccounts:
    """The accounts of pairs, each asked for once."""

    def __init__(self, matcher: Matcher, most: int = MOST) -> None:
        self.matcher = matcher
        self.most = most
        self._other = f"not kept in this page; lydite match … --using {matcher} --explain tells it"
        self._texts: dict[tuple[str, str], str] = {}

    def ask(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Ask for the accounts of pairs that are not known yet, as long as there are not too many."""
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._texts][
            : self.most - len(self._texts)
        ]
        starts = range(0, len(new), _TOGETHER)
        for start in track(starts, "accounts of matches"):
            few = new[start : start + _TOGETHER]
            reasons = self.matcher.explain_pairs([c for c, _ in few], [r for _, r in few])
            self._texts |= {pair: _text(why) for pair, why in zip(few, reasons, strict=True)}

    def text(self, candidate: str, reference: str) -> str:
        """Return the account of a pair."""
        return self._texts.get((candidate, reference), self._other)


def _text(why: Match) -> str:
    """Return an account as one text: the aligned words or the path, and notes."""
    aligned = (
        f"{part.candidate or '–'} → {part.reference or '–'} {part.score:.2f} ({part.why})"
        for part in why.parts
    )
    return "; ".join(filter(None, [escape_control("; ".join(aligned)), account(why)]))
