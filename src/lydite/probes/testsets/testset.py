"""A test set: categories of words, analogies, scored pairs or groups with outliers."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lydite.core.errors import InputError
from lydite.core.io.digests import digest_of

Words = tuple[str, ...]


@dataclass(frozen=True)
class TestSet:
    """What probes ask. Most sets have one kind of content; Google's has analogies and categories."""

    __test__ = False  # not a test of pytest

    name: str
    categories: Mapping[str, Words] = field(default_factory=dict)
    analogies: Mapping[str, tuple[Words, ...]] = field(default_factory=dict)
    """By relation: questions a b c d, "a is to b as c is to d"."""
    pairs: tuple[tuple[str, str, float], ...] = ()
    outliers: Mapping[str, tuple[Words, Words]] = field(default_factory=dict)
    """By group: words that belong together, words that do not."""
    ids: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By category, then by word: the id that its source has for it (Q142, FR), the same in all languages."""

    def __post_init__(self) -> None:
        bad = next(((a, b) for a, b, rating in self.pairs if not math.isfinite(rating)), None)
        if bad is not None:
            raise InputError(f"the pair {bad[0]!r:.40}, {bad[1]!r:.40} has no finite number as rating")

    @property
    def contents(self) -> tuple[str, ...]:
        """What it contains."""
        return tuple(k for k in ("categories", "analogies", "pairs", "outliers") if getattr(self, k))

    @functools.cached_property
    def words(self) -> Words:
        """All words that are asked about, each once."""
        every_word = [w for words in self.categories.values() for w in words]
        every_word += [w for questions in self.analogies.values() for q in questions for w in q]
        every_word += [w for a, b, _ in self.pairs for w in (a, b)]
        every_word += [w for groups in self.outliers.values() for words in groups for w in words]
        return tuple(dict.fromkeys(every_word))

    @functools.cached_property
    def digest(self) -> str:
        """What identifies the content in signatures."""
        content: list[Any] = [
            sorted((k, sorted(v)) for k, v in self.categories.items()),
            sorted((k, sorted(v)) for k, v in self.analogies.items()),
            sorted(self.pairs),
            sorted((k, sorted(a), sorted(b)) for k, (a, b) in self.outliers.items()),
        ]
        text = json.dumps(content, ensure_ascii=True)
        return digest_of(text.encode())

    @classmethod
    def of(cls, categories: Mapping[str, Any], name: str = "categories") -> TestSet:
        """Make a test set from a mapping of categories to words; their order does not matter.

        >>> TestSet.of({"b": ["x", "y"], "a": ["z"]}).digest, TestSet.of({"a": ["z"], "b": ["y", "x"]}).digest
        ('d600f79361c8d0c4', 'd600f79361c8d0c4')
        """
        checked = {}
        for category, words in categories.items():
            if isinstance(words, str | Mapping) or not all(isinstance(w, str) for w in words):
                raise InputError(f"category {category!r}: expected a list of words")
            checked[str(category)] = tuple(words)
        return cls(name, categories=checked)

    @classmethod
    def of_items(cls, items: Mapping[str, Mapping[str, Any]], name: str = "categories") -> TestSet:
        """Make a test set from items with ids; an item may have several words.

        >>> made = TestSet.of_items({"countries": {"FR": ["Francia", "Gallia"], "IT": "Italia"}})
        >>> made.categories["countries"], made.ids["countries"]["Gallia"]
        (('Francia', 'Gallia', 'Italia'), 'FR')
        """
        ids: dict[str, dict[str, str]] = {}
        for category, named in items.items():
            owner = ids[str(category)] = {}
            for key, words in named.items():
                for word in [words] if isinstance(words, str) else words:
                    if not isinstance(word, str):
                        raise InputError(f"category {category!r}, {key}: expected a word or a list of words")
                    owner.setdefault(word, str(key))
        return cls(name, categories={c: tuple(owner) for c, owner in ids.items()}, ids=ids)

    @classmethod
    def of_analogies(cls, analogies: Mapping[str, tuple[Words, ...]], name: str) -> TestSet:
        """Make a test set from analogies; each relation also gives two categories (section 3.1 of 002)."""
        categories: dict[str, Words] = {}
        for relation, questions in analogies.items():
            for number, sides in ((1, (0, 2)), (2, (1, 3))):
                words = dict.fromkeys(q[side] for q in questions for side in sides)
                categories[f"{relation} {number}"] = tuple(words)
        return cls(name, categories=categories, analogies=analogies)
