"""Morph: the same words but for their inflection."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.compiled import kernel
from lydite.core.text import fold
from lydite.knowledge.wordnet import base_forms, open_wordnet
from lydite.knowledge.wordnet.lexicon import POS
from lydite.matchers.surface.base import WordMatcher

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.matchers.surface.words import PhraseWords


@dataclass(frozen=True)
class Morph(WordMatcher):
    """Whether the phrases are the same words in the same order, but for grammatical inflection.

    Two words agree where they share a base form by WordNet's rules and exception lists, which is stricter
    than equal stems and finds irregular forms that stemming misses.

    >>> Morph().score("mouse models", "mice model"), Morph().score("general", "generalization")
    (1.0, 0.0)
    """

    name = "morph"
    reference = "Quantifying Substitutability, Section 2.2; Zesch and Gurevych 2009"
    graded = False

    def compare(self, words: PhraseWords, left: IntArray, right: IntArray) -> FloatArray:
        """Return 1 where the words at every place share a base form."""
        numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
        forms = [sorted(numbers[f] for f in self._forms(word)) for word in words.names]
        starts = offsets([len(f) for f in forms])
        flat = np.fromiter(itertools.chain.from_iterable(forms), np.int64, int(starts[-1]))
        out = np.zeros(len(left))
        agree.for_work(len(left))(words.codes, words.starts, flat, starts, left, right, out)
        return out

    def sources(self) -> Mapping[str, str]:
        """Return the WordNet whose rules and exceptions are used."""
        return {"wordnet": open_wordnet().identity}

    def _forms(self, word: str) -> set[str]:
        """Return a word with all its base forms; those of an unknown word as if it were a plural noun."""
        wordnet = open_wordnet()
        forms = {word}
        for code, pos in enumerate(POS):
            for form in base_forms(word, pos, wordnet.exceptions):
                number = wordnet.labels.find(form)
                if number >= 0 and (wordnet.pos[wordnet.labels.senses(number)] == code).any():
                    forms.add(form)
        if len(forms) == 1 and wordnet.labels.find(fold(word)) < 0:
            forms.update(base_forms(word, "n", wordnet.exceptions))
        return forms


@kernel(large=25_000)
def agree(
    codes: IntArray,
    starts: IntArray,
    forms: IntArray,
    form_starts: IntArray,
    left: IntArray,
    right: IntArray,
    out: FloatArray,
) -> None:
    """Write 1 where two phrases have as many words, and those at the same place share a form."""
    for p in range(len(left)):
        a, b = starts[left[p]], starts[right[p]]
        size = starts[left[p] + 1] - a
        same = size == starts[right[p] + 1] - b
        i = 0
        while same and i < size:
            u, v = codes[a + i], codes[b + i]
            same = u == v
            for f in range(form_starts[u], form_starts[u + 1]):
                for g in range(form_starts[v], form_starts[v + 1]):
                    same = same or forms[f] == forms[g]
            i += 1
        out[p] = 1.0 if same else 0.0
