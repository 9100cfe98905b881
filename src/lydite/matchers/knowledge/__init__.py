"""Substitutability: how well one phrase stands for another by best paths in a knowledge base."""
