"""Measures of phrases: predicted tags, hashtags or keyphrases against gold ones."""
