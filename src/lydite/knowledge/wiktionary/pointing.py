"""Which senses of its own entry a relation speaks of: by their numbers, or by the text it quotes."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from lydite.knowledge.wiktionary.entry import texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.knowledge.wiktionary.entry import Form, NamedWord, Sense

LEAST = 0.5  # of the words of a quoted text, the share that its sense must have
_RANGE = re.compile(r"(?<!\d)(\d{1,9}+)(?!\d)([a-z]?)(?:\s*[-–—]\s*(\d{1,9}+)(?!\d))?")
_WORD = re.compile(r"[^\W\d_]{3,}")


def senses_meant(named: NamedWord | Form, senses: Sequence[Sense]) -> list[int]:
    """Return the places of the senses that are spoken of; none where nothing says which.

    Numbers are those that the senses have; where they have none, a text is looked at before the place.
    """
    quoted = texts(getattr(named, "sense", None))
    if named.sense_index is None and not quoted:
        return []
    numbered = any(sense.sense_index is not None for sense in senses)
    by_number = _by_number(named.sense_index, senses, numbered=numbered)
    if numbered and by_number:
        return by_number
    return _by_text(" ".join(quoted), senses) or by_number


class SensesMeant:
    """The senses of one entry that are spoken of; its relations name few of them, many times."""

    def __init__(self, senses: Sequence[Sense]) -> None:
        self.senses = senses
        self._known: dict[object, list[int]] = {}

    def by(self, named: NamedWord) -> list[int]:
        """Return what :func:`senses_meant` says of a word."""
        quoted, index = named.sense, named.sense_index
        if quoted is None and index is None:
            return []
        if isinstance(quoted, list) or isinstance(index, list):
            return senses_meant(named, self.senses)
        key = quoted, index
        places = self._known.get(key)
        if places is None:
            places = self._known[key] = senses_meant(named, self.senses)
        return places


def numbers(index: object) -> list[str]:
    """Return the numbers that are said, ranges in full.

    >>> numbers("1, 3–5"), numbers("[2a]"), numbers(7), numbers(None)
    (['1', '3', '4', '5'], ['2a'], ['7'], [])
    """
    if isinstance(index, list):
        return [number for one in index for number in numbers(one)]
    return [] if index is None else list(_listed(str(index)))


@functools.lru_cache(maxsize=1024)
def _listed(index: str) -> tuple[str, ...]:
    every: list[str] = []
    for first, letter, last in _RANGE.findall(index):
        end = int(last) if last else int(first)
        every += [f"{n}{letter}" for n in range(int(first), min(end, int(first) + 99) + 1)]
    return tuple(every)


def _by_number(index: object, senses: Sequence[Sense], *, numbered: bool) -> list[int]:
    wanted = numbers(index)
    if not wanted:
        return []
    if not numbered:
        return [int(n) - 1 for n in wanted if n.isdigit() and 0 < int(n) <= len(senses)]
    own = [numbers(sense.sense_index)[:1] or [""] for sense in senses]
    return [place for place, (n,) in enumerate(own) if n and (n in wanted or n.rstrip("abcdefgh") in wanted)]


def _by_text(quoted: str, senses: Sequence[Sense]) -> list[int]:
    """Return the sense that shares most words with a text, if it has half of them.

    >>> from lydite.knowledge.wiktionary.entry import Sense
    >>> _by_text("think", [Sense(glosses=["to consider"]), Sense(glosses=["to think, ponder"])])
    [1]
    """
    quoted_words = set(_WORD.findall(quoted.lower()))
    if not quoted_words:
        return []
    shares = [len(quoted_words & words(" ".join(sense.glosses))) / len(quoted_words) for sense in senses]
    best = max(shares, default=0.0)
    return [shares.index(best)] if best >= LEAST else []


def words(text: str) -> set[str]:
    """Return the words of a gloss that may tell it from another."""
    return set(_WORD.findall(text.lower()))
