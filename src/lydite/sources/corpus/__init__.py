"""A corpus of text that the user gives: its documents, an index of phrases, and its text prepared."""

from lydite.sources.corpus.documents import documents
from lydite.sources.corpus.index import CorpusIndex, open_index

__all__ = ["CorpusIndex", "documents", "open_index"]
