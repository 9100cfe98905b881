"""Models that learn word vectors from a corpus, one file each."""
