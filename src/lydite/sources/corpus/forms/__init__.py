"""Forms that a corpus may have. One file each; detecting.py recognises them."""
