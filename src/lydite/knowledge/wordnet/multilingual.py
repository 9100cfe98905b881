"""One store for many languages: the graph of the embedded WordNet, and a table of words for each language.

A search costs the same in every language, for they all search one graph; a language more is one table more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.core.languages import name_of
from lydite.core.store.saving import save
from lydite.knowledge.wordnet import open_wordnet, part_of
from lydite.knowledge.wordnet.compiling import ALIAS, VERSION, compile_labels, describe_labels
from lydite.knowledge.wordnet.lexicon import POS, Lexicon
from lydite.knowledge.wordnet.offsets import open_offsets, synsets_by_key
from lydite.knowledge.wordnet.spellings import list_spellings
from lydite.knowledge.wordnet.tab import TabFile, read_tab

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.core.array_types import AnyArray, IntArray
    from lydite.knowledge.wordnet import WordNet


def read_languages(paths: Sequence[str | Path]) -> list[TabFile]:
    """Read tab files of the Open Multilingual Wordnet, each of a language of its own; English is there."""
    english = open_wordnet()
    synsets = synsets_by_key(english.store.digest)
    files: dict[str, TabFile] = {}
    for path in paths:
        tab_file = read_tab(path, synsets)
        name = name_of(tab_file.language)
        if tab_file.language == english.language:
            raise InputError("is of English, which every store has from WordNet 3.1 itself", path)
        if tab_file.language in files:
            other = files[tab_file.language].path
            raise InputError(f"is of {name}, as {other} is; join both in one file, or name one", path)
        files[tab_file.language] = tab_file
    return list(files.values())


def compile_languages(files: Sequence[TabFile], path: str | Path) -> None:
    """Write the store of the embedded WordNet with the words of other languages beside those of English."""
    english = open_wordnet()
    counts = _counts(english)
    pos = [POS[code] for code in english.pos.tolist()]
    arrays: dict[str, AnyArray] = {**english.store.arrays, "opposed": open_offsets()["opposites"]}
    languages: dict[str, Any] = {}
    for file in sorted(files, key=lambda file: file.language):
        lexicon = _lexicon(file, pos, counts)
        part = part_of(file.language)
        arrays |= {**compile_labels(lexicon, part)[1], **list_spellings(lexicon, part)}
        languages[file.language] = {**describe_labels(lexicon), "licence": file.licence}
    name = "+".join([english.title, *languages])
    save(path, "wordnet", VERSION, arrays, {**english.store.notes, "name": name, "languages": languages})


def _counts(english: WordNet) -> IntArray:
    """Return how often each synset was seen, by any of its English words."""
    own = english.store["word_places"] != ALIAS
    seen = np.bincount(english.labels.entities[own], english.counts[own], len(english.graph))
    return seen.astype(np.int64)


def _lexicon(file: TabFile, pos: list[str], counts: IntArray) -> Lexicon:
    """Return the words of a file as a lexicon; how likely their senses are is taken over from English."""
    lexicon = Lexicon(name=file.name, language=file.language, pos=pos)
    lexicon.words = [list(file.words.get(i, ())) for i in range(len(pos))]
    lexicon.forms = {i: list(forms) for i, forms in file.forms.items()}
    for table in (file.words, file.forms):
        for i, words in table.items():
            if counts[i]:
                lexicon.counts |= {(lexicon.label(word), i): int(counts[i]) for word in words}
    return lexicon
