"""Files of word vectors: one reader for each format."""
