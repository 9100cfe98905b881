"""Ask people: sheets to fill in, answers gathered, pairs drawn from your own runs."""
