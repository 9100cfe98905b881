"""Wikipedia: from a dump to a memory-mapped store, and what the store knows."""

from lydite.sources.wikipedia.store import Lead, LeadLink, Sense, Wikipedia

__all__ = ["Lead", "LeadLink", "Sense", "Wikipedia"]
