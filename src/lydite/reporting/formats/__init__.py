"""How a report is written: one file a format, found by its name.

A format is a module of this package with a function ``render(report, digits, width)``. It may say of itself
``FOR_PEOPLE = True`` (it shows the notes), and have a function ``left_out(report)`` that returns what it has
no place for, to be said elsewhere.
"""
