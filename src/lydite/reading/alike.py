"""Names that are the same but for how they are written: 007 and 7, Doc-7 and doc-7.txt, é twice."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.notes import Note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_ENDING = re.compile(r"\.(txt|key|keys|ann|xml|json|pdf|abstr|md|html?)$")


def looks(name: str) -> str:
    r"""Return what is seen of a name: wide letters as others, no invisible ones, one space between words.

    >>> looks("\uff21B\u200b\u00a0 c")
    'AB c'
    """
    kept = "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")
    return " ".join(kept.split())


def plain_id(name: str) -> str:
    """Return what is left of an id without case, the ending of a file, and zeros around a number."""
    bare = _ENDING.sub("", looks(name).casefold())
    return (bare.removesuffix(".0").lstrip("0") or "0") if bare.removesuffix(".0").isdecimal() else bare


def plain_label(name: str) -> str:
    """Return what is left of a label without case."""
    return looks(name).casefold()


@dataclass(frozen=True)
class TwoWays:
    """How names of gold and of a run are compared, and what is said of those that are written in two ways."""

    what: str
    plain: Callable[[str], str]
    cure: str = "write them alike"
    counted: str = ""
    """What those of gold are, of which it is said how many are concerned."""

    def check(
        self,
        gold: Sequence[str],
        new: Sequence[str],
        sources: tuple[str, str],
        within: Iterable[Sequence[str]],
    ) -> list[Note]:
        """Refuse new names of a run that are some of gold's but for how they are written.

        Where a side (``within``) has two such names itself they are two on purpose, and a note tells it.
        """
        here = {self.plain(name): name for name in reversed(new)}
        same = [name for name in gold if self.plain(name) in here]
        if not same:
            return []
        first, other = same[0], here[self.plain(same[0])]
        ours, theirs = map(ascii if looks(first) == looks(other) else repr, (first, other))
        many = f" ({len(same):,} of {len(gold):,} {self.counted})" if self.counted else ""
        problem = f"{self.what} are written in two ways: {ours} in {sources[0]}, {theirs} here{many}"
        if any(len(set(map(self.plain, side))) < len(side) for side in within):
            sentence = "{problem}; so are others within one file: they are taken as different"
            return [Note(sentence, sources[1], problem=problem)]
        raise InputError(f"{problem}; {self.cure}", sources[1])


IDS = TwoWays("ids", plain_id, counted="items without predictions")
LABELS = TwoWays("labels", plain_label, "write them alike, or name them all (--labels)")
