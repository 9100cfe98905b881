"""WordNet, embedded, and other wordnets compiled the same way."""
