"""Hyperparameters of word vectors, chosen by probes."""

from lydite.tuning.vectors.search import VectorTuning, tune_vectors

__all__ = ["VectorTuning", "tune_vectors"]
