"""Semantic relatedness by Wikipedia: links, words of articles, categories."""
