"""WordNet, embedded, and other wordnets, of one language or many; base forms of words (morphy(7WN))."""

from __future__ import annotations

import functools
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.core.languages import code_of, known_code, name_of, stemmer_of
from lydite.core.lazy import lazily
from lydite.core.store.store import open_store
from lydite.core.text import SPACELESS, fold, pieces, strip_possessives, tokens
from lydite.knowledge.graph import Graph
from lydite.knowledge.labels import LabelBeginnings, Labels
from lydite.knowledge.wordnet.compiling import VERSION
from lydite.knowledge.wordnet.lexicon import POS, plain
from lydite.knowledge.wordnet.naming import SynsetNames
from lydite.knowledge.wordnet.opposites import Opposites, SynsetOpposites
from lydite.knowledge.wordnet.stems import Stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lydite.core.array_types import BoolArray, ByteArray, IntArray
    from lydite.core.store.store import Store
    from lydite.core.text import Accents
    from lydite.knowledge.wordnet.compiling import compile_lexicon
    from lydite.knowledge.wordnet.lexicon import Lexicon
    from lydite.knowledge.wordnet.lmf import read_lmf
    from lydite.knowledge.wordnet.multilingual import compile_languages, read_languages
    from lydite.knowledge.wordnet.offsets import LOST, key_of, open_offsets
    from lydite.knowledge.wordnet.opposites import Opposites
    from lydite.knowledge.wordnet.princeton import read_dict
    from lydite.knowledge.wordnet.taxonomy import NOUN, Taxonomy
    from lydite.knowledge.wordnet.turning import TurningPaths

    Exceptions = Mapping[str, Mapping[str, Sequence[str]]]  # by part of speech: inflected → base forms
    Ranked = tuple[tuple[int, ...], tuple[float, ...]]
else:
    __getattr__ = lazily(
        __name__,
        {
            "compiling": "ALIAS compile_lexicon",
            "lexicon": "Lexicon",
            "lmf": "read_lmf",
            "multilingual": "compile_languages read_languages",
            "offsets": "LOST key_of open_offsets synsets_by_key",
            "opposites": "Opposition",
            "princeton": "read_dict",
            "relations": "relations_of",
            "taxonomy": "NOUN Taxonomy VERB",
            "turning": "TurningPaths",
        },
    )

__all__ = [
    "LOST",
    "NOUN",
    "POS",
    "Lexicon",
    "Taxonomy",
    "TurningPaths",
    "WordNet",
    "base_forms",
    "compile_languages",
    "compile_lexicon",
    "key_of",
    "open_offsets",
    "open_wordnet",
    "part_of",
    "phrase_forms",
    "read_dict",
    "read_languages",
    "read_lmf",
]

AGAIN = "make it again with `lydite build wordnet SOURCE -o STORE`"
EMBEDDED = "data/wordnet/wordnet-3.1.zip"
REMEMBERED = 500_000  # phrases whose synsets are kept
RULES = {
    "n": (
        ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"),
        ("ies", "y")),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"),
          ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")), "r": (), "x": (),
}  # fmt: skip


class WordNet(SynsetNames):
    """An opened wordnet: its graph, its labels, and how phrases find synsets.

    >>> wordnet = open_wordnet()
    >>> [wordnet.name(synset) for synset in wordnet.match(["admires"])]
    ['[admire, look up to]', '[admire]']
    """

    def __init__(self, store: Store, language: str | None = None) -> None:
        self.store = store
        self.graph = Graph.of(store)
        self.pos = store["pos"]
        self.title = str(store.notes["name"])
        self.own = _code(str(store.notes["language"]))
        """The language of the store itself: English where it holds many."""
        self.language = self.own if language is None else code_of(language)
        if self.language not in self.languages:
            held = ", ".join(f"{name_of(code)} ({code})" for code in self.languages)
            raise InputError(
                f"no {name_of(self.language)} ({self.language}) in this wordnet, which has {held}"
            )
        self.part = "" if self.language == self.own else part_of(self.language)
        notes = store.notes if not self.part else store.notes["languages"][self.language]
        self.labels = Labels.of(store, self.part)
        self.counts = store[f"{self.part}label_counts"]
        self.longest = int(notes["longest"])
        self.english = self.language == "en"
        self.stemmer = "porter" if self.english else stemmer_of(self.language)
        self.accents: Accents = "keep" if notes.get("accents") == "keep" else "fold"
        self._meant = functools.lru_cache(REMEMBERED)(self._targets)
        self._likely = functools.lru_cache(REMEMBERED)(self._rank)

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of its languages, its own first."""
        return (self.own, *self.store.notes.get("languages", ()))

    def speaking(self, language: str | None) -> WordNet:
        """Return this wordnet with the words of another of its languages; its own where none is named."""
        same = (self.own if language is None else code_of(language)) == self.language
        return self if same else WordNet(self.store, language)

    @property
    def identity(self) -> str:
        """Name and digest of what was opened."""
        return f"{self.title}:{self.store.digest}"

    def match(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the synsets of a phrase, given as folded words (MATCHTARGETS, section 3.2.1).

        The phrase as it stands counts with all its senses; each base form that it may be an
        inflection of, with those of the part of speech it was inflected as. In English, where accents tell
        hardly any words apart, what is unknown as written is looked for without them.
        """
        return tuple(self._counted(words))

    def targets(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the synsets of a phrase and, in English, of the owners in it: men's is a room, and men."""
        return self._meant(tuple(words))

    def _targets(self, words: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(s for spelling in self._said(words) for s in self._counted(spelling)))

    def ranked(self, words: Sequence[str], pos: int | None = None) -> Ranked:
        """Return the targets of a phrase, likeliest first, and how likely each is.

        p(sense) = (c + 1) / (Σc + n) over all n targets, c how often the phrase was seen to mean that; in a
        wordnet without counts all are equally likely. Among equals the first sense of each part of speech
        comes first. ``pos`` keeps those of one part of speech, by its place in ``POS``.

        >>> synsets, likely = open_wordnet().ranked(["wheat"])
        >>> [(open_wordnet().name(s), p) for s, p in zip(synsets, likely)]
        [('[wheat]', 0.5), ('[wheat, wheat berry]', 0.25), ('[pale yellow, straw, wheat]', 0.25)]
        """
        return self._likely(tuple(words), pos)

    def _rank(self, words: tuple[str, ...], pos: int | None) -> Ranked:
        counts = self.counted(words)
        if pos is not None:
            counts = {s: c for s, c in counts.items() if self.pos[s] == pos}
        codes = [int(self.pos[s]) for s in counts]
        ranks = [codes[:i].count(code) for i, code in enumerate(codes)]
        order = sorted(zip(counts, ranks, codes, strict=True), key=lambda x: (-counts[x[0]], *x[1:]))
        total = sum(counts.values()) + len(counts)
        synsets = tuple(s for s, _, _ in order)
        return synsets, tuple((counts[s] + 1) / total for s in synsets)

    def counted(self, words: Sequence[str]) -> dict[int, int]:
        """Return the targets of a phrase, each with how often the phrase was seen to mean that."""
        counts: dict[int, int] = {}
        for said in self._said(words):
            counts |= {s: max(c, counts.get(s, 0)) for s, c in self._counted(said).items()}
        return counts

    def opposites(
        self, words: Sequence[Any], left: IntArray, right: IntArray, *, across: bool = False
    ) -> ByteArray:
        """Return the surest kind of opposites that pairs of words are (0: none); ``across`` takes synsets."""
        listed = SynsetOpposites(self) if across else self.opposed
        return listed.kinds(words, left, right)

    def have_opposites(self, words: Sequence[str]) -> BoolArray:
        """Return which words have opposites."""
        return self.opposed.some(words)

    def forms(self, words: Sequence[str]) -> list[int]:
        """Return the labels that a phrase is, or may be an inflection of, by number."""
        spelled = [self._joined(words), *(form for pos in POS for form in self._bases(words, pos))]
        numbers = map(self.labels.find, dict.fromkeys(spelled))
        return [number for number in numbers if number >= 0]

    @functools.cached_property
    def opposed(self) -> Opposites:
        """The opposites that it lists."""
        return SynsetOpposites(self) if self.part else Opposites(self)

    def _said(self, words: Sequence[str]) -> Iterable[Sequence[str]]:
        if not self.english or not any("'" in word or "’" in word for word in words):
            return (words,)
        words = [word.replace("’", "'") for word in words]
        return (words, strip_possessives(words))

    def _counted(self, words: Sequence[str]) -> dict[int, int]:
        """Return the synsets of a phrase, each with how often it was seen to mean that."""
        synsets = self._find(words)
        if synsets or self.accents == "keep" or all(map(str.isascii, words)):
            return synsets
        return self._find([fold(word, accents="fold") for word in words])

    @functools.cached_property
    def _beginnings(self) -> LabelBeginnings:
        irregular = frozenset(form for forms in self.exceptions.values() for form in forms if " " in form)
        return LabelBeginnings(
            self.labels, lambda w: (f for p in POS for f in self._bases([w], p)), irregular
        )

    def _find(self, words: Sequence[str]) -> dict[int, int]:
        if len(words) > 1 and self.english and self._stems is None and self._beginnings.begins_none(words):
            return {}
        synsets = dict(self._senses(self._joined(words)) or self._senses(self._loose(words)))
        for code, pos in enumerate(POS):
            for form in self._bases(words, pos):
                for synset, count in self._senses(form):
                    if self.pos[synset] == code:
                        synsets[synset] = max(count, synsets.get(synset, 0))
        if not synsets and self._stems is not None:
            for label in self._stems.find(words):
                synsets |= self.senses_of_label(label)
        return synsets

    def _joined(self, words: Sequence[str]) -> str:
        return ("" if self.language in SPACELESS else " ").join(words)

    def _loose(self, words: Sequence[str]) -> str:
        loose = " ".join(tokens(" ".join(words)))
        return loose if self.english else plain(loose, self.language)

    @functools.cached_property
    def _stems(self) -> Stems | None:
        there = f"{self.part}stem_label_text" in self.store.arrays
        return Stems(self.store, self.part, self.labels, self.stemmer) if there else None

    def pieces(self, phrase: str) -> Sequence[str]:
        """Return what a folded phrase is made of where spaces do not part its words; else nothing."""
        return pieces(phrase, self.language)

    @functools.cached_property
    def exceptions(self) -> dict[str, dict[str, list[str]]]:
        """Irregular inflected forms by part of speech, with their base forms."""
        by_pos: dict[str, dict[str, list[str]]] = {pos: {} for pos in POS}
        raw = self.store[f"{self.part}exceptions"].tobytes()
        for line in raw.decode("utf-8", "surrogatepass").splitlines():
            form, *bases = line[2:].split("|")
            by_pos[line[0]][form] = bases
        return by_pos

    def _bases(self, words: Sequence[str], pos: str) -> Sequence[str]:
        """Return base forms: by rules in English, in other languages those that the wordnet lists."""
        if self.english:
            return phrase_forms(words, pos, self.exceptions)
        return self.exceptions[pos].get(" ".join(words), ())

    def _senses(self, label: str) -> list[tuple[int, int]]:
        number = self.labels.find(label)
        return [] if number < 0 else self.senses_of_label(number)

    def senses_of_label(self, label: int) -> list[tuple[int, int]]:
        """Return the synsets of a label, by number, each with how often the label was seen to mean that."""
        here = slice(self.labels.starts[label], self.labels.starts[label + 1])
        return list(zip(self.labels.entities[here].tolist(), self.counts[here].tolist(), strict=True))


def part_of(language: str) -> str:
    """Return what the arrays of a language begin with in a store of several."""
    return f"{language}_"


def _code(language: str) -> str:
    return language if language == "en" else known_code(language) or language


def open_wordnet(path: str | Path | None = None, language: str | None = None) -> WordNet:
    """Return the embedded WordNet 3.1, or the wordnet in a store that ``lydite build wordnet`` made.

    ``language`` is one of those that the store has, by code or English name; its own where none is named.
    """
    if path is None:
        return _embedded().speaking(language)
    own = WordNet(open_store(Path(path), "wordnet", VERSION, f"{__name__}.checking", AGAIN))
    try:
        return own.speaking(language)
    except InputError as error:
        raise InputError(str(error), path) from error


@functools.cache
def _embedded() -> WordNet:
    with resources.as_file(resources.files("lydite").joinpath(EMBEDDED)) as path:
        return WordNet(open_store(path, "wordnet", VERSION))


def base_forms(word: str, pos: str, exceptions: Exceptions) -> list[str]:
    """Return what one word may be an inflection of; whether such words exist is for the caller to see.

    >>> base_forms("cakes", "n", {}), base_forms("mice", "n", {"n": {"mice": ["mouse"]}})
    (['cake'], ['mouse'])
    """
    known = exceptions.get(pos, {}).get(word)
    if known is not None:
        return list(known)
    if pos == "n" and word.endswith("ful") and len(word) > 3:
        return [f"{stem}ful" for stem in base_forms(word[:-3], pos, exceptions)]
    if pos == "n" and (word.endswith("ss") or len(word) <= 2):
        return []
    return [word[: -len(end)] + new for end, new in RULES[pos] if word.endswith(end) and len(word) > len(end)]


def phrase_forms(words: Sequence[str], pos: str, exceptions: Exceptions) -> list[str]:
    """Return what a phrase may be an inflection of: any one word of it inflected, or all that can be.

    >>> phrase_forms(["attorneys", "general"], "n", {})
    ['attorney general']
    """
    if len(words) == 1:
        return base_forms(words[0], pos, exceptions)
    forms = list(exceptions.get(pos, {}).get(" ".join(words), ()))
    bases = [base_forms(word, pos, exceptions) for word in words]
    for i, options in enumerate(bases):
        forms += [" ".join([*words[:i], base, *words[i + 1 :]]) for base in options]
    if sum(map(bool, bases)) > 1:
        forms.append(
            " ".join(options[0] if options else word for word, options in zip(words, bases, strict=True))
        )
    return forms
