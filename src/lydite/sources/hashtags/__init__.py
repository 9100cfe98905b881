"""Hashtags and what they mean: tweets, a dictionary of embeddings, a thesaurus of synonyms (#REval)."""
