"""Methods of tuning, one file each."""
