"""``lydite bundle codabench``: a competition from a task file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _options as o

EXAMPLES = "Examples: lydite bundle codabench task.toml -o bundle"


def command(
    task: Annotated[str, typer.Argument(metavar="TASK", help="A TOML file: title, gold, measures, kind, …")],
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", help="A new folder; zip what is in it to upload it.", callback=o.writable
        ),
    ],
) -> None:
    """Write a competition bundle: pages, gold, scoring program, validator and a sample submission."""
    from lydite.bundles.codabench import write_bundle
    from lydite.reporting.readable import escape_control

    written = write_bundle(task, output)
    typer.echo("\n".join(escape_control(name) for name in written))
