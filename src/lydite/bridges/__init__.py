"""Other libraries: their values scored here, and our measures among theirs; each file needs its library."""
