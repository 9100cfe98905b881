"""Statistical matchers: phrases that stand together in a corpus, or that compress well together."""
