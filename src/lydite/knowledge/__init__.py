"""What every knowledge base is: a graph of typed transitions, labels of entities, a search for best paths."""
