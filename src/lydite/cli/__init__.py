"""The command line: one file per command, imported only when it is called.

A module of this package whose name has no leading underscore and which has a function ``command`` is a
command; a sub-package is a group of commands (``lydite build wordnet``).
"""

from lydite.cli._main import main

__all__ = ["main"]
