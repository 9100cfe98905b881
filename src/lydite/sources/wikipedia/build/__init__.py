"""From the columns of a dump to a store: nodes, labels, the graph, links, leads, words."""
