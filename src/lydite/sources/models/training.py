"""Training by gensim: one worker, so that a seed decides every number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError, MissingExtra
from lydite.sources.vectors.table import Vectors
from lydite.sources.vectors.words import PackedWords

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.sources.models.base import EmbeddingModel
    from lydite.sources.models.lines import Lines


class NothingToLearn(InputError):  # noqa: N818
    """No word occurs as often as the model demands."""


def train(model: EmbeddingModel, lines: Lines, seed: int) -> Vectors:
    """Train a model on lines and return its vectors."""
    learner = untrained(model, seed, min_count=1)  # rare words are left out before
    if lines.vocabulary is None:
        kept = np.flatnonzero(lines.counts >= model.min_count)
        if not len(kept):
            most = int(lines.counts.max(initial=0))
            raise NothingToLearn(
                f"no word occurs {model.min_count} times in {lines.tokens:,} words (the most is {most}): "
                "lower the minimum count, or give more text"
            )
    else:
        kept = lines.vocabulary
    names, counts = lines.corpus.words, lines.counts
    by_count = kept[np.argsort(-counts[kept], kind="stable")]
    # a word of a given vocabulary may not occur at all; gensim divides by its count
    learner.build_vocab_from_freq({names[i]: max(int(counts[i]), 1) for i in by_count.tolist()})
    learner.train(
        _Sentences(lines),
        total_examples=sum(1 for _ in lines.spans()),
        epochs=model.epochs,
        start_alpha=model.rate,
        end_alpha=learner.min_alpha,
    )
    return _vectors(learner, model)


def untrained(model: EmbeddingModel, seed: int, min_count: int) -> Any:
    """Return gensim's model before it saw any word."""
    try:
        import gensim.models as gensim_models
    except ImportError as error:
        raise MissingExtra("gensim", "train") from error
    kinds = {"word2vec": "Word2Vec", "fasttext": "FastText"}
    return getattr(gensim_models, kinds[model.name])(
        seed=seed + 1, workers=1, sorted_vocab=1, min_count=min_count, **model.settings_of_gensim()
    )


@dataclass
class _Sentences:
    """Lines as gensim takes them: lists of words, which can be gone through again and again."""

    lines: Lines

    def __iter__(self) -> Iterator[list[str]]:
        codes = self.lines.corpus.codes
        words = np.array(self.lines.corpus.words, dtype=object)
        for begin, end in self.lines.spans():
            yield words[codes[begin:end]].tolist()


def _vectors(learner: Any, model: EmbeddingModel) -> Vectors:
    words = learner.wv
    subwords = None
    if model.name == "fasttext":
        from lydite.sources.vectors.subwords import Subwords

        subwords = Subwords(np.asarray(words.vectors_ngrams, np.float32), words.min_n, words.max_n)
    matrix = np.asarray(words.vectors, np.float32)
    if not np.isfinite(matrix).all():
        raise InputError(f"{model} diverged: a number is not finite; a lower rate may help")
    return Vectors(PackedWords.of(words.index_to_key), matrix, str(model), subwords=subwords)
