"""Relatedness by WordNet's is-a hierarchy."""
