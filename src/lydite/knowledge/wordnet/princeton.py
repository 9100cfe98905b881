"""Reading the `dict` folder of Princeton's WordNet 3.0 and 3.1 (wndb(5WN), wninput(5WN))."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.knowledge.wordnet.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_MARKER = re.compile(r"\((?:a|p|ip)\)$")  # where an adjective may stand: galore(ip)
_VERSION = re.compile(r"WordNet (\d+\.\d+) Copyright")


def read_dict(folder: str | Path) -> Lexicon:
    """Return the lexicon in a ``dict`` folder; exception lists are read where they are there."""
    folder = Path(folder)
    for name in FILES.values():
        for part in ("data", "index"):
            if not (folder / f"{part}.{name}").is_file():
                raise InputError(f"no {part}.{name} here; expected WordNet's dict folder", folder)
    lexicon = Lexicon(name=_name(folder / "data.noun"))
    number = {
        (pos, offset): i
        for i, (pos, offset) in enumerate(
            (pos, fields[0]) for pos, file in FILES.items() for _, fields in _lines(folder / f"data.{file}")
        )
    }
    pointers = []
    for pos, file in FILES.items():
        path = folder / f"data.{file}"
        for line, fields in _lines(path):
            try:
                pointers.append((path, line, _synset(lexicon, pos, fields)))
            except (ValueError, IndexError) as error:
                raise InputError("not a synset of WordNet's data format", path, line) from error
    for here, (path, line, pointed) in enumerate(pointers):
        for symbol, key, source, target in pointed:
            if key not in number or target > len(lexicon.words[number[key]]):
                message = f"a pointer {symbol} leads to {' '.join(key)}, word {target}, which is not there"
                raise InputError(message, path, line)
            if source > len(lexicon.words[here]):
                message = f"a pointer {symbol} comes from word {source}, which is not there"
                raise InputError(message, path, line)
            _point(lexicon, here, number[key], symbol, source, target)
    for pos, file in FILES.items():
        path = folder / f"index.{file}"
        for line, fields in _lines(path):
            try:
                places = [number[pos, offset] for offset in fields[-int(fields[2]) :]]
            except (ValueError, IndexError, KeyError) as error:
                raise InputError(f"not a word of WordNet's index to data.{file}", path, line) from error
            lexicon.senses[pos, fields[0].replace("_", " ")] = places
        lexicon.exceptions[pos] = read_exceptions(folder / f"{file}.exc")
    _count(lexicon, folder / "index.sense", number)
    return lexicon


def read_exceptions(path: Path) -> dict[str, list[str]]:
    """Return inflected form → base forms of one ``.exc`` file; nothing where there is no file."""
    base_forms: dict[str, list[str]] = {}
    if path.is_file():
        for _, (form, *bases) in _lines(path):
            base_forms[form.replace("_", " ")] = [b.replace("_", " ") for b in bases]
    return base_forms


def _count(lexicon: Lexicon, path: Path, number: Mapping[tuple[str, str], int]) -> None:
    """Add how often each sense was tagged in texts (senseidx(5WN)): ``lemma%type:… offset number count``."""
    if not path.is_file():
        return
    for line, fields in _lines(path):
        try:
            key, offset, _, count = fields
            lemma, _, rest = key.partition("%")
            synset = number[" nvara"[int(rest[0])], offset]
            tagged = int(count)
        except (ValueError, IndexError, KeyError) as error:
            raise InputError("not a sense of WordNet's index.sense", path, line) from error
        if tagged:
            lexicon.counts[lexicon.label(lemma.replace("_", " ")), synset] = tagged


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    for number, line in opening.lines(path, otherwise="latin-1"):
        if not line.startswith("  ") and line.strip():
            yield number, line.partition(" | ")[0].split()


def _name(path: Path) -> str:
    found = _VERSION.search(opening.beginning(path, 4096).decode("latin-1"))
    return f"wordnet-{found[1] if found else 'unknown'}"


def _synset(lexicon: Lexicon, pos: str, fields: list[str]) -> list[tuple[str, tuple[str, str], int, int]]:
    """Add one synset; return its pointers: symbol, key, word here, word there (from 1; 0 is the whole)."""
    count = int(fields[3], 16)
    lexicon.pos.append(pos)
    lexicon.words.append([_MARKER.sub("", w).replace("_", " ") for w in fields[4 : 4 + 2 * count : 2]])
    at = 4 + 2 * count
    pointers = []
    for i in range(at + 1, at + 1 + 4 * int(fields[at]), 4):
        symbol, offset, there, words = fields[i : i + 4]
        pointers.append((symbol, (there, offset), *divmod(int(words, 16), 256)))
    return pointers


def _point(lexicon: Lexicon, here: int, there: int, symbol: str, source: int, target: int) -> None:
    if symbol in ("@", "@i"):
        lexicon.hypernyms.append((here, there))
    elif symbol == "&":
        lexicon.similar.append((here, there))
    elif symbol in ("%m", "%s", "%p"):
        lexicon.parts.append((here, there))
    elif symbol in ("#m", "#s", "#p"):
        lexicon.parts.append((there, here))
    elif symbol in ("=", "\\"):
        lexicon.beside.append((here, there))
    elif symbol == "^" and source == 0:
        lexicon.see_also.append((here, there))
    elif symbol in ("+", "!") and source and target:
        ends = (here, lexicon.words[here][source - 1], there, lexicon.words[there][target - 1])
        (lexicon.derivations if symbol == "+" else lexicon.antonyms).append(ends)
