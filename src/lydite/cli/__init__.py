"""The command line: one file per command, imported only when it is called.

A module of this package whose name has no leading underscore and which has a function ``command`` is a
command; a sub-package is a group of commands (``lydite build wordnet``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.cli._main import main
from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.cli._main import application
else:
    __getattr__ = lazily(
        __name__,
        {
            "_demos": "DEMOS write_files",
            "_first_screen": "AFTER CASES first_screen",
            "_main": "Commands application",
            "_options": "ReportOptions SharedOptions",
            "_outputs": "keep_inputs",
            "demo": "DemoName",
            "hop": "strategies",
        },
    )

__all__ = [
    "application",
    "main",
]
