"""The command line: one file per command, imported only when it is called.

A command is a row of ``COMMANDS`` and a file of its name with a function ``command``: ``build/wordnet.py`` is
``lydite build wordnet``. Other files are what commands share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.cli.app import COMMANDS
    from lydite.cli.terminal import application, main
else:
    __getattr__ = lazily(
        __name__,
        {
            "app": "COMMANDS Commands",
            "demo": "DemoName",
            "demos": "DEMOS write_files",
            "start": "AFTER CASES first_screen",
            "hop": "strategies",
            "options": "RunWriting Writing",
            "outputs": "keep_inputs",
            "terminal": "application main",
        },
    )

__all__ = [
    "COMMANDS",
    "application",
    "main",
]
