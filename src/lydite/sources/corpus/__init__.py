"""A corpus of text that the user gives: its documents, and an index of which of them hold a phrase."""

from lydite.sources.corpus.documents import documents
from lydite.sources.corpus.index import CorpusIndex, open_index

__all__ = ["CorpusIndex", "documents", "open_index"]
