"""Word vectors: every usual file format, a native store that opens at once, neighbours in tiles."""

from lydite.sources.vectors.load import load_vectors
from lydite.sources.vectors.neighbours import neighbours
from lydite.sources.vectors.store import open_store, save
from lydite.sources.vectors.table import Vectors

__all__ = ["Vectors", "load_vectors", "neighbours", "open_store", "save"]
