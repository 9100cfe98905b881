"""Make what an evaluation platform needs of a shared task."""
