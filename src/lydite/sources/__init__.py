"""Sources: where meaning comes from."""
