"""Build the stores and test sets that meaning is read from."""
