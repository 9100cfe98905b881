"""Wikipedia: from a dump to a memory-mapped store, and what the store knows."""

from lydite.sources.wikipedia.answers import Lead, LeadLink, PageSense
from lydite.sources.wikipedia.store import Wikipedia

__all__ = ["Lead", "LeadLink", "PageSense", "Wikipedia"]
