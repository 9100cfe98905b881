"""The cosine of two phrases' vectors."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast
from unicodedata import normalize

import numpy as np

from lydite.core.errors import InputError, MissingExtra, SpecError, quoted
from lydite.core.progress import batches
from lydite.core.spec import Resource, param
from lydite.core.spec.values import Function
from lydite.core.text import fold, words_as_written
from lydite.knowledge.wordnet import open_wordnet
from lydite.matchers.base import Match, Matcher, code_pairs, code_phrases
from lydite.matchers.custom import called, listed
from lydite.vectors import load_vectors
from lydite.vectors.encoders.base import Encoder
from lydite.vectors.encoders.wordllama import Wordllama
from lydite.vectors.static_encoder import open_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from lydite.core.array_types import AnyArray, BoolArray, FloatArray, IntArray
    from lydite.vectors import Vectors


SAMPLE = 2_000  # phrases behind the mean similarity of random pairs
_MODEL = re.compile(r"(?:[\w-]+/)?(?P<name>[\w.-]+)")
_FAMILY = re.compile(r"MiniLM|mpnet|bert|BERT|minilm|e5|bge|gte")
_TILE = 1 << 11  # pairs whose vectors fit into the cache of a core together


@dataclass(frozen=True)
class Cosine(Matcher):
    """The cosine of two phrases' vectors; negative ones count as 0.

    A phrase is the mean of its words' vectors, or what a static sentence encoder gives for it as it is
    written. A word is looked up as written, then in lower case, then folded (case and accents, on both
    sides); unknown words are left out. Unrelated phrases are far from 0 in most spaces; ``rescale`` puts the
    mean cosine of random phrases at 0: (cos − mean) / (1 − mean). Phrases that are equal after folding have
    1; others of which no word is known have 0.
    """

    name = "cosine"
    revision = 3
    reference = "Salton and McGill 1983; rescaling after Zhang et al. 2020 (BERTScore)"

    vectors: Resource | Literal["lydite", "wordllama"] | Encoder | None = param(
        None,
        help="a file of word vectors; lydite, the static encoder of the package (English); wordllama (extra: "
        "encoders); or any other encoder that does not learn, such as transformers(model=FOLDER)",
    )
    rescale: bool = param(False, help="whether the mean cosine of random phrases becomes 0")
    encode: Function | None = param(
        None, help="in place of vectors, a function from texts to vectors (in Python)", later=True
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        given = self.vectors
        if (given is None) == (self.encode is None):
            raise SpecError(
                "cosine needs vectors: cosine(vectors=lydite) or, for a file of vectors, cosine(vectors=FILE)"
                " (in Python encode=FUNCTION, but not both)"
            )
        if isinstance(given, Encoder) and given.learns:
            raise SpecError(f"cosine: {given.name} learns from tweets, and there are none here")
        if isinstance(given, Resource) and _names_model(given.path) and not given.file.exists():
            raise SpecError(
                f"cosine: there is no file {given.path}; sentence encoders are vectors=lydite,"
                " vectors=wordllama and, from a folder with its weights, vectors=transformers(model=FOLDER)"
            )

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a small file of vectors."""
        file = folder / "vectors.txt"
        file.write_text("cat 1 0.5 0\ndog 0.9 0.6 0.1\nmodel 0 0.2 1\nneural 0.1 0 0.8\n", "utf-8")
        return {"vectors": str(file)}

    def sources(self) -> Mapping[str, str]:
        """Return the weights of an encoder, and where random phrases come from; a file is a parameter."""
        sampled = {"wordnet": open_wordnet().identity} if self.rescale else {}
        if isinstance(self.vectors, Resource):
            return sampled
        if isinstance(self.vectors, Encoder) or self.encode is not None:  # parameters that sign themselves
            return sampled
        try:
            return {**self._weights(), **sampled}
        except MissingExtra:  # it can be named, but not used
            return {"weights": "absent", **sampled}

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each candidate with the reference at the same place."""
        return self.score_coded(*code_pairs(candidates, references))

    def score_coded(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        """Return the cosine of each pair of places in a list of distinct phrases."""
        unit, keys = self.unit_vectors(phrases), _keys(phrases)
        cosines = np.empty(len(left))
        for first in range(0, len(left), _TILE):
            tile = slice(first, first + _TILE)
            cosines[tile] = np.einsum("ij,ij->i", unit[left[tile]], unit[right[tile]])
        known = np.asarray(unit.any(axis=1))
        scores = np.where(known[left] & known[right], self._scale(cosines), 0.0)
        return np.where(keys[left] == keys[right], 1.0, scores)

    def matrix(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of every candidate (row) with every reference (column)."""
        phrases, rows, columns = code_phrases(candidates, references)
        unit, keys = self.unit_vectors(phrases), _keys(phrases)
        known = np.asarray(unit.any(axis=1))
        scores = self._scale(unit[rows] @ unit[columns].T) * known[rows][:, None] * known[columns]
        return np.where(keys[rows][:, None] == keys[columns], 1.0, scores)

    def known(self, phrases: Sequence[str]) -> BoolArray:
        """Return which phrases have a vector."""
        has_vector: BoolArray = np.asarray(self.unit_vectors(phrases).any(axis=1))
        return has_vector

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score of a pair; the note says where a phrase has no vector."""
        known = self.known([candidate, reference])
        lost = [p for p, k in zip((candidate, reference), known, strict=True) if not k]
        note = f"no vector for {', '.join(map(repr, lost))}" if lost else ""
        if not lost and self.rescale:
            note = f"mean cosine of random phrases {self.baseline:.4f}"
        return self._match(candidate, reference, self.score(candidate, reference), note=note)

    def unit_vectors(self, phrases: Sequence[str]) -> FloatArray:
        """Return a vector of length 1 for each phrase, zeros where nothing is known."""
        if isinstance(self.vectors, Resource):
            raw = _means(self._table, phrases)
        else:
            texts = [normalize("NFC", p.strip()) for p in phrases]
            raw = (self._encoder if self.encode is None else self._function).encode(texts).astype(np.float64)
        norms = np.linalg.norm(raw, axis=1, keepdims=True)
        unit: FloatArray = raw / np.where(norms > 0, norms, 1.0)
        return unit

    @functools.cached_property
    def baseline(self) -> float:
        """The mean cosine of all pairs of a seeded sample of WordNet's phrases (or of the file's words)."""
        labels = open_wordnet().labels
        drawn = np.random.default_rng(0).permutation(len(labels))[:SAMPLE]
        unit = self.unit_vectors([labels.key(int(i)) for i in drawn])
        unit = unit[unit.any(axis=1)]
        if len(unit) < SAMPLE // 10 and isinstance(self.vectors, Resource):  # not English
            rows = np.random.default_rng(0).permutation(len(self._table))[:SAMPLE]
            unit = self._table.unit(rows)
            unit = unit[unit.any(axis=1)]
        n = len(unit)
        return float((np.square(unit.sum(axis=0)).sum() - n) / (n * (n - 1))) if n > 1 else 0.0

    def _scale(self, cosines: FloatArray) -> FloatArray:
        if self.rescale:
            cosines = (cosines - self.baseline) / max(1 - self.baseline, 1e-12)
        return np.clip(cosines, 0.0, 1.0)

    @functools.cached_property
    def _table(self) -> Vectors:
        return load_vectors(cast("Resource", self.vectors).file)

    def _weights(self) -> Mapping[str, str]:
        """Return what identifies the weights of an encoder that goes by a name."""
        if self.vectors == "lydite":
            return {"weights": open_table().digest}

        return Wordllama().sources()

    @functools.cached_property
    def _function(self) -> EncodedTexts:
        return EncodedTexts(cast("Function", self.encode))

    @functools.cached_property
    def _encoder(self) -> Any:
        if isinstance(self.vectors, Encoder):
            return self.vectors.fit(())
        if self.vectors == "lydite":
            return open_table()

        return Wordllama().fit(())


class EncodedTexts:
    """The vectors that a function of users gave for texts: each text is encoded once."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._seen: tuple[dict[str, int], AnyArray] = {}, np.zeros((0, 0), np.float32)

    def encode(self, texts: Sequence[str]) -> AnyArray:
        """Return the vector of each text; the function is asked only for those that are new."""
        rows, vectors = self._seen
        new = [text for text in dict.fromkeys(texts) if text not in rows]
        blocks = [vectors] if rows else []
        for part in batches(len(new), f"{self._function}: texts"):
            blocks.append(self._encoded(new[part]))
            if len({block.shape[1] for block in blocks}) > 1:
                raise InputError(f"encode: {self._function} returned vectors of different lengths")
        if new:
            vectors = np.concatenate(blocks)
            rows = rows | dict(zip(new, range(len(rows), len(vectors)), strict=True))
            self._seen = rows, vectors  # replaced together: another thread may be reading
        found: AnyArray = vectors[[rows[text] for text in texts]]
        return found

    def _encoded(self, texts: list[str]) -> AnyArray:
        asked = (
            quoted(texts[0])
            if len(texts) == 1
            else f"{len(texts):,} texts, the first of them {quoted(texts[0])}"
        )
        returned = called("encode", self._function, asked, texts)
        raw = listed(f"encode: {self._function}", returned, len(texts), "vector", f"{len(texts):,} texts", 2)
        if raw.dtype.kind not in "biuf" or not np.isfinite(raw).all():
            bad = ~np.isfinite(raw).all(axis=1) if raw.dtype.kind in "biuf" else np.ones(len(raw), np.bool_)
            raise InputError(
                f"encode: {self._function} returned a vector for {quoted(texts[int(bad.argmax())])} that has "
                "NaN, infinity or something else than numbers in it"
            )
        return raw.astype(np.float32)


def _means(table: Vectors, phrases: Sequence[str]) -> FloatArray:
    lists = [words_as_written(p) or p.split() for p in phrases]
    codes: dict[str, int] = {}
    index = np.array([codes.setdefault(w, len(codes)) for words in lists for w in words], np.int64)
    names = list(codes)
    rows = table.look_up(names)
    vectors = np.zeros((len(names), table.dimensions))
    vectors[rows >= 0] = table.matrix[rows[rows >= 0]]
    if table.subwords is not None and (rows < 0).any():
        vectors[rows < 0] = table.subwords.compose([names[i] for i in np.flatnonzero(rows < 0).tolist()])
    sums = np.zeros((len(phrases), table.dimensions))
    np.add.at(sums, np.repeat(np.arange(len(phrases)), [len(words) for words in lists]), vectors[index])
    return sums


def _keys(phrases: Sequence[str]) -> IntArray:
    """Return a number for each phrase, the same for those that fold alike."""
    _, keys = np.unique(np.array([fold(p) for p in phrases], dtype=object), return_inverse=True)
    return keys.astype(np.int64)


def _names_model(path: str) -> bool:
    """Whether a path is what sentence encoders are called.

    >>> _names_model("sentence-transformers/all-MiniLM-L6-v2"), _names_model("vectors.vec")
    (True, False)
    """
    name = found["name"] if (found := _MODEL.fullmatch(path)) else ""
    family = _FAMILY.search(name)
    named = family is not None and "." not in name[: family.start()] and "-" in name[family.end() :]
    return named or name.startswith("all-")
