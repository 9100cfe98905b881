"""Reading WN-LMF, the XML of Open English WordNet and the Open Multilingual Wordnet.

https://globalwordnet.github.io/schemas/. The file is read as a stream by expat, which refuses entities that
grow without limit; nothing that the file refers to is fetched.
"""

from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from xml.parsers import expat

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.io.decoding import ensure_within, mark_of, utf8
from lydite.core.languages import known_code
from lydite.core.text import fold
from lydite.knowledge.wordnet.lexicon import POS, Lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable

ALL = "*"  # lexicons, whatever their ids
_COUNT = re.compile(r"[0-9]{1,9}")


def read_lmf(path: str | Path, relations: str | Path | None = None, lexicon: str | None = None) -> Lexicon:
    """Return the lexicon in a WN-LMF file; of several, in several languages, the one of this id.

    Wordnets of the Open Multilingual Wordnet hold words but hardly any relations: ``relations`` is a
    second file, usually English, whose relations between synsets are taken over through the
    interlingual index.
    """
    reader = _read(Path(path), lexicon)
    return reader.lexicon(None if relations is None else _read(Path(relations), ALL))


def is_lmf(path: Path) -> bool:
    """Whether a file is to be read as WN-LMF: it is XML, or an archive that may hold some."""
    marks = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
    return _is_archive(path) or opening.beginning(path, 64).lstrip(marks).startswith(b"<")


def _read(path: Path, wanted: str | None) -> _LmfReader:
    reader = _LmfReader(wanted)
    marked = mark_of(_beginning(path))
    parser = expat.ParserCreate("utf-8" if marked else None)  # else the file declares its encoding
    parser.specified_attributes = True  # without the defaults that a file declares
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text
    try:
        with opening.binary(path) as file:
            _parse(parser, utf8(iter(file), file.name) if marked else file, path)
    except expat.ExpatError as error:
        raise InputError(
            f"not well-formed XML: {expat.ErrorString(error.code)}", path, error.lineno
        ) from error
    except KeyError as error:
        why = f"an element lacks {error} (defaults that a file declares are not read)"
        raise InputError(why, path, parser.CurrentLineNumber) from error
    except _LexiconError as error:
        raise InputError(str(error), path, parser.CurrentLineNumber) from error
    except InputError:
        raise
    except (LookupError, ValueError) as error:  # such as an unknown encoding
        raise InputError(f"cannot be read: {error}", path) from error
    if wanted not in (None, ALL, *reader.lexicons):
        raise InputError(f"no lexicon {wanted!r} here, but: {', '.join(reader.lexicons)}", path)
    reader.finish()
    if not reader.synsets:
        raise InputError("no synset here; expected WN-LMF", path)
    return reader


def _parse(parser: expat.XMLParserType, pieces: Iterable[bytes], path: Path) -> None:
    """Parse piece by piece; expat keeps a tag or comment until it ends, so one too long is refused."""
    given = ended = 0
    for piece in pieces:
        parser.Parse(piece)
        given += len(piece)
        ended = max(ended, parser.CurrentByteIndex)  # -1 while the parser waits for more
        ensure_within(given - ended, "line", str(path), parser.CurrentLineNumber, "tag or comment")
    parser.Parse(b"", True)


class _LexiconError(Exception):
    pass


def _is_archive(path: Path) -> bool:
    return ".tar" in path.suffixes or path.suffix in (".zip", ".tgz")


def _beginning(path: Path) -> bytes:
    if _is_archive(path):
        raise InputError("an archive of several files; unpack it and name the .xml inside", path)
    return opening.beginning(path, 4)


@dataclass
class _LmfReader:
    """What has been read so far, by the ids of the file."""

    wanted: str | None = None  # the id of a lexicon; all are read for their relations
    lexicons: list[str] = field(default_factory=list)
    skipped: bool = False  # inside a lexicon that is not wanted
    title: str = "wordnet"
    language: str = "en"
    synsets: dict[str, str] = field(default_factory=dict)  # id → part of speech, empty if it is not said
    spoken: dict[str, str] = field(default_factory=dict)  # synset → part of speech of its first word
    ili: dict[str, str] = field(default_factory=dict)  # synset → interlingual index
    words: dict[str, list[str]] = field(default_factory=dict)  # synset → words
    members: dict[str, list[str]] = field(default_factory=dict)  # synset → senses or entries in order
    senses: dict[str, tuple[str, str]] = field(default_factory=dict)  # id → synset, word
    order: dict[tuple[str, str], list[tuple[float, str]]] = field(default_factory=dict)
    forms: dict[str, dict[str, list[str]]] = field(default_factory=lambda: {pos: {} for pos in POS})
    links: list[tuple[str, str, str]] = field(default_factory=list)  # relation, synset, synset
    joined: dict[str, list[tuple[str, str]]] = field(  # relation → sense, sense
        default_factory=lambda: {"derivation": [], "antonym": [], "pertainym": []}
    )
    counts: dict[str, int] = field(default_factory=dict)  # sense → how often it was seen
    counting: list[str] | None = None  # the pieces of a count so far
    owner: dict[str, tuple[str, str]] = field(default_factory=dict)  # (entry or sense) → word
    lemma: str = ""
    pos: str = "x"
    entry: str = ""
    sense: str = ""
    synset: str = ""
    elsewhere: _LmfReader | None = None  # synsets of the other lexicons of the file

    def start(self, name: str, a: dict[str, str]) -> None:
        if name in ("Lexicon", "LexiconExtension"):
            self._begin(name, a)
        elif self.skipped:
            if "Synset" in name and self.elsewhere is not None:
                self.elsewhere.start(name, a)
        elif name == "LexicalEntry":
            self.entry = a["id"]
        elif name == "Lemma":
            self.lemma = a["writtenForm"].replace("_", " ")
            self.pos = _pos(a.get("partOfSpeech", "x"))
        elif name == "Form":
            fold_own = functools.partial(fold, language=known_code(self.language) or "")
            self.forms[self.pos].setdefault(fold_own(a["writtenForm"]), []).append(fold_own(self.lemma))
        elif name == "Sense":
            self.sense = a["id"]
            self.senses[a["id"]] = (a["synset"], self.lemma)
            self.words.setdefault(a["synset"], []).append(self.lemma)
            self.spoken.setdefault(a["synset"], self.pos)
            self.order.setdefault((self.pos, self.lemma), []).append((_rank(a.get("n", "")), a["synset"]))
            self.owner[a["id"]] = self.owner[self.entry] = (a["synset"], self.lemma)
        elif name == "SenseRelation" and a["relType"] in self.joined:
            self.joined[a["relType"]].append((self.sense, a["target"]))
        elif name == "Count" and self.sense:
            self.counting = []
        elif name == "Synset":
            self.synset = a["id"]
            self.synsets[a["id"]] = _pos(a["partOfSpeech"]) if "partOfSpeech" in a else ""
            self.members[a["id"]] = a.get("members", "").split()
            if a.get("ili", "in") not in ("", "in"):
                self.ili[a["id"]] = a["ili"]
        elif name == "ExternalSynset":
            self.synset = a["id"]
        elif name == "SynsetRelation":
            self.links.append((a["relType"], self.synset, a["target"]))

    def _begin(self, name: str, a: dict[str, str]) -> None:
        """Begin a lexicon: languages must not run into one another."""
        self.lexicons.append(a["id"])
        self.skipped = self.wanted not in (None, ALL, a["id"])
        if self.skipped:
            self.elsewhere = self.elsewhere or _LmfReader(ALL)
            return
        if self.wanted is None and len(self.lexicons) > 1:
            several = " and ".join(self.lexicons)
            raise _LexiconError(f"several lexicons here ({several}, …); say which is wanted: --lexicon ID")
        if name == "LexiconExtension" and self.wanted != ALL:
            raise _LexiconError(f"{a['id']} extends another lexicon, and cannot be read without it")
        self.title = f"{a['id']}-{a.get('version', '')}".rstrip("-")
        self.language = a.get("language", "en")

    def text(self, piece: str) -> None:
        if self.counting is not None:
            self.counting.append(piece)

    def end(self, name: str) -> None:
        if name == "Sense":
            self.sense = ""
        elif name == "Count" and self.counting is not None:
            count = "".join(self.counting).strip()
            if not _COUNT.fullmatch(count):
                raise _LexiconError(f"expected a number in a count, found {count[:40]!r}")
            self.counts[self.sense] = self.counts.get(self.sense, 0) + int(count)
            self.counting = None

    def finish(self) -> None:
        """Add what is said elsewhere in the file: a word may name a synset of another language."""
        other = self.elsewhere
        if other is not None and any(s in other.synsets for s in self.words if s not in self.synsets):
            self.synsets = other.synsets | self.synsets
            self.ili = other.ili | self.ili
            self.links += other.links
        for synset, pos in self.synsets.items():
            self.synsets[synset] = pos or self.spoken.get(synset, "x")

    def lexicon(self, expand: _LmfReader | None) -> Lexicon:
        """Return what was read, by number; relations also from another file, through the index."""
        ids = list(self.synsets)
        if expand is not None:
            here = {index: synset for synset, index in self.ili.items()}
            same = {s: here.get(expand.ili.get(s, ""), f"\0{s}") for s in expand.synsets}
            known = set(ids)
            for synset, ours in same.items():
                if ours not in known:
                    ids.append(ours)
                    self.synsets[ours] = expand.synsets[synset]
            self.links += [(kind, same[a], same[b]) for kind, a, b in expand.links if a in same and b in same]
        number = {synset: i for i, synset in enumerate(ids)}
        lexicon = Lexicon(self.title, self.language, [self.synsets[s] for s in ids])
        lexicon.words = [self._ordered(s) for s in ids]
        for kind, a, b in self.links:
            if a in number and b in number:
                _link(lexicon, kind, number[a], number[b])
        at = {id_: (number[s], word) for id_, (s, word) in self.senses.items() if s in number}
        joined = {k: [(*at[a], *at[b]) for a, b in v if a in at and b in at] for k, v in self.joined.items()}
        lexicon.derivations, lexicon.antonyms = joined["derivation"], joined["antonym"]
        lexicon.beside += [(a, b) for a, _, b, _ in joined["pertainym"]]
        for id_, count in self.counts.items():
            if id_ in at:
                sense = (lexicon.label(at[id_][1]), at[id_][0])
                lexicon.counts[sense] = lexicon.counts.get(sense, 0) + count
        for key, many in self.order.items():
            ranked = sorted(many, key=lambda sense: sense[0])  # as they stand in the file where n is not said
            lexicon.senses[key] = [number[s] for _, s in ranked if s in number]
        lexicon.exceptions = {pos: dict(table) for pos, table in self.forms.items()}
        return lexicon

    def _ordered(self, synset: str) -> list[str]:
        """Return the words of a synset, in the order of its ``members`` where it has some."""
        words = dict.fromkeys(self.words.get(synset, ()))
        listed = [self.owner[m][1] for m in self.members.get(synset, ()) if m in self.owner]
        return list(dict.fromkeys(w for w in listed if w in words) | words)


def _rank(n: str) -> float:
    """Return the place of a sense among those of its word (WN-LMF 1.4); last where it is not said."""
    if n and not _COUNT.fullmatch(n):
        raise _LexiconError(f"expected a number in n of a sense, found {n[:40]!r}")
    return int(n) if n else math.inf


def _pos(code: str) -> str:
    return "a" if code == "s" else code if code in POS else "x"


def _link(lexicon: Lexicon, kind: str, here: int, there: int) -> None:
    if kind in ("hypernym", "instance_hypernym"):
        lexicon.hypernyms.append((here, there))
    elif kind in ("hyponym", "instance_hyponym"):
        lexicon.hypernyms.append((there, here))
    elif kind == "similar" and lexicon.pos[here] != "v":  # for verbs it is WordNet's verb group, no likeness
        lexicon.similar.append((here, there))
    elif kind.startswith("mero_"):
        lexicon.parts.append((here, there))
    elif kind.startswith("holo_"):
        lexicon.parts.append((there, here))
    elif kind == "attribute":
        lexicon.beside.append((here, there))
    elif kind == "also":
        lexicon.see_also.append((here, there))
