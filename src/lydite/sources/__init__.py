"""Where meaning comes from: word nets, wikis, vectors, encoders, hashtags."""
