"""Tokenisers: from a line of text to its words. One file each."""
