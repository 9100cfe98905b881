"""``lydite compile``: kernels compiled into the installation, so that no command compiles."""

from __future__ import annotations

import tempfile

import typer

NEEDS_ARGUMENTS = False
EXAMPLES = "Examples: lydite compile"


def command() -> None:
    """Compile what soft scoring and probes need into the installation, once, for every processor of its kind.

    For images and read-only installations: there the first soft command, and without this every one,
    takes some ten seconds to compile. Takes about a minute; again after an upgrade of lydite or numba.
    """
    from lydite.cli import _workload
    from lydite.compiled import FOLDER
    from lydite.files import writable
    from lydite.places.base import LostTask, place_of
    from lydite.progress import progress_bar
    from lydite.replacing import ensure_folder

    ensure_folder(FOLDER)
    tasks, made = _workload.commands(), 0
    lost: list[str] = []
    with (
        writable(FOLDER, "cannot be filled"),
        tempfile.TemporaryDirectory() as folder,
        progress_bar("compiling", len(tasks)) as count,
        place_of(1).open(_workload.prepare, folder) as crew,
    ):
        FOLDER.mkdir(exist_ok=True)
        for done, (number, result) in enumerate(crew.map(tasks), 1):
            if isinstance(result, LostTask):  # what others compiled stays of use
                lost.append(f"lydite {' '.join(tasks[number])}: {result}")
            else:
                made += result
            count.update(done)
    there = sum(p.stat().st_size for p in FOLDER.iterdir())
    typer.echo(f"{made} kernels compiled into {FOLDER} ({there / 1e6:.1f} MB)")
    for line in lost:
        typer.echo(f"lydite: not compiled: {line}", err=True)
    if lost:
        raise typer.Exit(1)
