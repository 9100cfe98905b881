"""Where work is done: here, on several processes, on a cluster. One file a place."""
