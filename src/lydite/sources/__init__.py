"""Where meaning comes from: graphs of entities, vectors, thesauri."""
