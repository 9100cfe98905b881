"""Build stores (of a Wikipedia, a wordnet, hashtags, …) and test sets for word vectors."""
