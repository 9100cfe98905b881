"""Reading the tab files of the Open Multilingual Wordnet: words of a language by synset of WordNet 3.0.

A file begins with ``# project <TAB> language <TAB> address <TAB> licence``; each line after it is
``offset-pos <TAB> type <TAB> word``, its type ``lemma``, perhaps behind the language (``ita:lemma``). Plurals
of Arabic (``lemma:brokenplural``) lead to a synset without being one of its words; definitions, examples and
roots are passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.languages import known_code
from lydite.knowledge.wordnet.offsets import LOST, key_of
from lydite.reading.broken import most_broken

if TYPE_CHECKING:
    from collections.abc import Mapping

_SYNSET = re.compile(r"(\d{8})-([nvars])", re.ASCII)
_GAPS = ("GAP!", "PSEUDOGAP!")  # how MultiWordNet marks that Italian has no word for a synset
_PASSED = ("def", "exe")


@dataclass
class TabFile:
    """The words of one language by synset of the embedded WordNet, and what was not taken from the file."""

    path: str
    language: str = ""
    name: str = ""
    licence: str = ""
    words: dict[int, dict[str, None]] = field(default_factory=dict)
    forms: dict[int, dict[str, None]] = field(default_factory=dict)
    lemmas: int = 0
    broken: list[int] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    lost: int = 0
    gaps: int = 0
    repeated: int = 0

    def describe(self) -> str:
        """Say what was read and what was left out, and why."""
        senses = sum(map(len, self.words.values()))
        left = {
            "broken lines": len(self.broken),
            "of offsets that WordNet 3.0 does not have": len(self.unknown),
            "of synsets that WordNet 3.1 does not have": self.lost,
            "marks of gaps": self.gaps,
            "given twice": self.repeated,
        }
        reasons = [f"{n:,} {why}" for why, n in left.items() if n]
        first = f" (the first in line {self.broken[0]:,})" if self.broken else ""
        without = f"; left out: {', '.join(reasons)}{first}" if reasons else ""
        return f"{senses:,} of {self.lemmas:,} lemmas in {len(self.words):,} synsets{without}"


def read_tab(path: str | Path, synsets: Mapping[int, int]) -> TabFile:
    """Return what a tab file says of the synsets of WordNet 3.0, which are given with their numbers in 3.1.

    Broken lines are counted and passed over, up to ten or one in a hundred; so are unknown offsets.
    """
    file = TabFile(opening.source_name(path))
    number = 0
    for number, line in opening.lines(path):
        fields = line.split("\t")
        if line.startswith("#"):
            _head(file, fields, number)
        elif line.strip():
            _line(file, fields, number, synsets)
    _check(file, number)
    return file


def _head(file: TabFile, fields: list[str], number: int) -> None:
    if len(fields) < 2:
        return  # a comment
    code = known_code(fields[1]) if fields[1].strip() else None
    if code is None:
        raise InputError(f"no language {fields[1]!r}; expected an ISO 639 code", file.path, number)
    if file.language not in ("", code):
        raise InputError(
            f"{fields[1]} begins here, after {file.language}: one language a file", file.path, number
        )
    name, licence = fields[0].lstrip("# ").strip(), " ".join(fields[3:]).strip()
    file.language, file.name, file.licence = code, file.name or name, file.licence or licence


def _line(file: TabFile, fields: list[str], number: int, synsets: Mapping[int, int]) -> None:
    """Take the word of one line."""
    at = _SYNSET.fullmatch(fields[0].strip())
    kind = fields[1].strip().split(":") if len(fields) > 2 else [""]
    if at is None or not kind[-1] or not (word := fields[-1].strip().replace("_", " ").strip()):
        file.broken.append(number)
        return
    if kind[0] != "lemma" and "lemma" in kind:
        _head(file, ["", kind[0]], number)
        kind = kind[1:]
    if kind[0] != "lemma":
        if kind[-1] not in _PASSED:
            file.broken.append(number)
        return
    if kind[-1] == "root":
        return
    synset = synsets.get(key_of(at[2], int(at[1])))
    if kind == ["lemma"]:
        file.lemmas += 1
        if word in _GAPS:
            file.gaps += 1
        elif synset is None:
            file.unknown.append(number)
        elif synset == LOST:
            file.lost += 1
        elif word in file.words.setdefault(synset, {}):
            file.repeated += 1
        else:
            file.words[synset][word] = None
    elif synset not in (None, LOST):
        file.forms.setdefault(synset, {})[word] = None


def _check(file: TabFile, lines: int) -> None:
    """Raise where a file is none of this kind, or too much of it is broken."""
    expected = "expected a tab file of the Open Multilingual Wordnet: offset-pos, lemma and word on each line"
    most = most_broken(lines)
    if len(file.broken) > most or (file.broken and not file.lemmas):
        many = f"and {len(file.broken) - 1:,} more of {lines:,} lines" if len(file.broken) > 1 else ""
        where = file.path, file.broken[0]
        raise InputError(
            f"not a line of a wordnet, {many}; at most {most:,} are passed over; {expected}", *where
        )
    if not file.lemmas:
        raise InputError(f"no lemma here; {expected}", file.path)
    if not file.language:
        message = "says nowhere which language it has; expected '# project<TAB>language' in the first line"
        raise InputError(message, file.path)
    if len(file.unknown) > most:
        more = f"and {len(file.unknown) - 1:,} more; at most {most:,} are passed over"
        message = f"an offset that WordNet 3.0 does not have, {more}; its offsets are expected"
        raise InputError(message, file.path, file.unknown[0])
