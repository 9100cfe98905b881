"""Forms that a corpus may have. One file each; told apart in detecting.py."""
