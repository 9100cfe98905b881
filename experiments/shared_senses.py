"""Of the senses of its English translations, how many a word of another language has, by its wordnet.

    python experiments/shared_senses.py FILE.tab...

FILE is a tab file of the Open Multilingual Wordnet. Counted are, for every word of a synset and every English
word of it, the other synsets of that English word that are of the same part of speech and have a word of the
language at all: the share of them that have this word, too. Prints the share for each language, and the
share of use (by WordNet's counts) whose synsets have a word.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np

from lydite.sources.wordnet import open_wordnet
from lydite.sources.wordnet.multilingual import compile_languages, read_languages
from lydite.sources.wordnet.translations import Translations


def shared(store: Path, language: str) -> tuple[float, float]:
    """Return the share of senses that words share with their translations, and the share of use covered."""
    wordnet = open_wordnet(store, language)
    translations = Translations(wordnet)
    english, pos = translations.english, wordnet.pos
    synsets, held, asked = wordnet.labels, 0, 0
    for label in range(len(synsets)):
        own = {synset for synset, _ in wordnet.senses_of_label(label)}
        for synset in own:
            for word in translations.english_words(synset):
                for other, _ in english.senses_of_label(word):
                    if other != synset and translations.words[other] and pos[other] == pos[synset]:
                        asked += 1
                        held += other in own
    use = np.bincount(english.labels.entities, english.counts, len(english.graph))
    return held / asked, float(use[translations.words > 0].sum() / use.sum())


def main(paths: list[str]) -> None:
    """Print a line for each language."""
    with tempfile.TemporaryDirectory() as folder:
        files = read_languages(paths)
        compile_languages(files, Path(folder) / "words")
        for file in files:
            share, use = shared(Path(folder) / "words", file.language)
            print(f"{file.language}  shared {share:.3f}  use covered {use:.3f}")


if __name__ == "__main__":
    main(sys.argv[1:])
