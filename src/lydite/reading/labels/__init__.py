"""Files, records and columns of labels."""
