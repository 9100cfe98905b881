"""Lexical matchers: phrases compared by their words, without any source of meaning."""
