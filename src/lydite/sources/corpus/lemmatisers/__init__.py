"""Lemmatisers: from the form of a word to its dictionary entry. One file each."""
