"""Learn parameters of a matcher from human judgements, or of word vectors from a test set."""
