"""Runs: what a scoring command found, as one file that is merged, compared and read again without scoring."""
