"""A run as one page that needs nothing else: verdict, dots, table, items, and how it was made."""
