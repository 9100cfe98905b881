"""What all other packages stand on: options, arrays, text, languages, errors."""
