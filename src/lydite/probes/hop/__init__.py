"""HOP: hops to Philosophy, a test of embeddings and taxonomies alike."""
