"""Near misses made of real keyphrases: one word swapped for its opposite, a synonym or a sibling.

Opposites and synonyms are those of tests/data/meaning, written by hand; siblings (co-hyponyms) are drawn from
WordNet, whose matchers can therefore not be surprised by them. No keyphrase is committed: the pairs are the
same wherever the public data is the same, since phrases are taken in the order of their checksums.
"""

from __future__ import annotations

import csv
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.frequencies import zipf
from lydite.core.text import tokens
from lydite.knowledge.wordnet import NOUN, Taxonomy, open_wordnet
from lydite.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HAND = Path(__file__).parent.parent / "tests" / "data" / "meaning"
FILES = [
    *(f"inspec/{part}.{kind}.json" for part in ("train", "dev", "test") for kind in ("contr", "uncontr")),
    *(f"nus/test.{side}.json" for side in ("author", "reader")),
    *(f"semeval2010/train.{side}.json" for side in ("author", "reader")),
]
WORDS = (2, 4)
"""A phrase has from 2 to 4 words."""
EACH = 3
"""Phrases that one word is swapped in."""
SIBLINGS = 600
COMMON = 3.0
"""Siblings are words of at least this frequency on the Zipf scale."""


@dataclass(frozen=True)
class Swap:
    """A keyphrase, the same with one word swapped, and the two words."""

    phrase: str
    swapped: str
    word: str
    other: str


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a set that was written by hand."""
    with (HAND / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def phrases(folder: Path) -> list[tuple[str, ...]]:
    """Return the words of each keyphrase of two words or more, in the order of their checksums."""
    found: set[tuple[str, ...]] = set()
    for file in FILES:
        table = read(folder / "keyphrases" / file)
        found |= {tuple(tokens(phrase)) for phrase in table.words.phrases}
    kept = [words for words in found if WORDS[0] <= len(words) <= WORDS[1]]
    return sorted(kept, key=lambda words: (zlib.crc32(" ".join(words).encode()), words))


def opposites(known: Sequence[tuple[str, ...]]) -> list[Swap]:
    """Return phrases with a word swapped for its opposite, in both directions."""
    pairs = [(row["word"], row["opposite"]) for row in rows("opposites")]
    return list(_swap(known, [*pairs, *((b, a) for a, b in pairs)]))


def synonyms(known: Sequence[tuple[str, ...]]) -> list[Swap]:
    """Return phrases with a word swapped for a synonym."""
    return list(_swap(known, [(row["word"], row["synonym"]) for row in rows("synonyms")]))


def siblings(known: Sequence[tuple[str, ...]], seed: int = 0) -> list[Swap]:
    """Return phrases with a noun swapped for another type of the same thing, by its commonest sense."""
    wordnet = open_wordnet()
    taxonomy = Taxonomy(wordnet)
    nouns = np.flatnonzero(wordnet.pos == NOUN).tolist()
    below: dict[int, list[int]] = {}
    for synset in nouns:
        for parent in taxonomy.parents(synset):
            below.setdefault(parent, []).append(synset)
    opposed = {frozenset((row["word"], row["opposite"])) for row in rows("opposites")}
    generator, found, used = np.random.default_rng(seed), [], dict[str, int]()
    for words in known:
        place = int(generator.integers(len(words)))
        word = words[place]
        senses = [s for s in wordnet.match([word]) if wordnet.pos[s] == NOUN]
        if not senses or used.get(word, 0) >= EACH:
            continue
        near = {s for sense in senses for s in (*taxonomy.above(sense), *below.get(sense, ()))}
        options = sorted(
            {
                name
                for parent in taxonomy.parents(senses[0])
                for synset in below[parent]
                if synset not in near
                for name in wordnet.words(synset)
                if name.isalpha() and name.islower() and frozenset((word, name)) not in opposed
            }
        )
        common = [
            name
            for name, z in zip(options, zipf(options), strict=True)
            if z >= COMMON and not near & set(wordnet.match([name]))
        ]
        if common:
            used[word] = used.get(word, 0) + 1
            found.append(_swapped(words, place, common[int(generator.integers(len(common)))]))
        if len(found) == SIBLINGS:
            break
    return found


def _swap(known: Sequence[tuple[str, ...]], pairs: Iterable[tuple[str, str]]) -> Iterable[Swap]:
    holding: dict[str, list[tuple[str, ...]]] = {}
    for words in known:
        for word in dict.fromkeys(words):
            holding.setdefault(word, []).append(words)
    for word, other in pairs:
        fit = [words for words in holding.get(word, ()) if words.count(word) == 1 and other not in words]
        for words in fit[:EACH]:
            yield _swapped(words, words.index(word), other)


def _swapped(words: tuple[str, ...], place: int, other: str) -> Swap:
    return Swap(" ".join(words), " ".join((*words[:place], other, *words[place + 1 :])), words[place], other)
