"""A corpus of text that the user gives: its documents, and an index of which of them hold a phrase."""

from lydite.sources.corpus.documents import documents
from lydite.sources.corpus.index import Index, open_index

__all__ = ["Index", "documents", "open_index"]
