"""Build test sets for probes of word vectors."""
