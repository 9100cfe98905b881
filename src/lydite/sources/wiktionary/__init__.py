"""Wiktionary: from wiktextract's JSON lines to a memory-mapped store, and what the store knows."""
