"""Training by gensim: one worker, so that a seed decides every number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, MissingExtra
from lydite.vectors.subwords import Subwords
from lydite.vectors.table import Vectors
from lydite.vectors.words import PackedWords

if TYPE_CHECKING:
    from lydite.vectors.corpus.prepared import PreparedText
    from lydite.vectors.models.base import EmbeddingModel


def train(model: EmbeddingModel, text: PreparedText, seed: int) -> Vectors:
    """Train a model on a prepared text and return its vectors."""
    learner = untrained(model, seed, model.min_count)
    most = next(iter(text.counts.values()))
    if most < model.min_count:
        raise InputError(
            f"no word occurs {model.min_count} times in {sum(text.counts.values()):,} words (the most is "
            f"{most}): lower the minimum count, or give more text"
        )
    from gensim.models.word2vec import LineSentence

    learner.build_vocab_from_freq(text.counts)
    learner.train(LineSentence(text.file.path), total_examples=text.lines, epochs=model.epochs)
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


def _vectors(learner: Any, model: EmbeddingModel) -> Vectors:
    words = learner.wv
    subwords = None
    if model.name == "fasttext":
        subwords = Subwords(np.asarray(words.vectors_ngrams, np.float32), words.min_n, words.max_n)
    matrix = np.asarray(words.vectors, np.float32)
    if not np.isfinite(matrix).all():
        raise InputError(f"{model} diverged: a number is not finite; a lower rate may help")
    return Vectors(PackedWords.of(words.index_to_key), matrix, str(model), subwords=subwords)
