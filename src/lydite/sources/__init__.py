"""Where meaning comes from."""
