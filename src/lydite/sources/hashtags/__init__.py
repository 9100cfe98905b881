"""Hashtags and what they mean: tweets, a dictionary of embeddings, a thesaurus of synonyms (#REval)."""

from typing import Literal

Order = Literal["nearest", "csls", "popular", "permuted"]
"""What synonyms are sorted by."""
