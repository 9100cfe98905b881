"""Documents and the phrases that two sides gave them."""

from lydite.probes.agreement.documents.documents import DocumentSet, MatchedDocuments, read_documents

__all__ = ["DocumentSet", "MatchedDocuments", "read_documents"]
