"""Options of commands that put saved runs side by side."""

from __future__ import annotations

from typing import Annotated

import typer

AllowDifferentOption = Annotated[
    bool, typer.Option("--allow-different", help="Also runs that were not made in the same way.")
]
RunSeedOption = Annotated[
    int | None, typer.Option(help="Seed of intervals and tests; that of the first run.", min=0)
]
