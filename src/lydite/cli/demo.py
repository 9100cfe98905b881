"""``lydite demo``: the main job on small embedded data."""

from __future__ import annotations

from importlib import resources

import typer

from lydite.cli import _options as o

NEEDS_ARGUMENTS = False
MEASURES = ["F1", "F1(match=stem)", "F1(match=wordnet)"]


def command(format: o.FormatOption = o.Format.text, output: o.OutputOption = None) -> None:
    """Score two small systems on embedded data, side by side."""
    from lydite.api import score
    from lydite.runs.run import Run

    folder = resources.files("lydite").joinpath("data/demo")
    with resources.as_file(folder) as files:
        systems = {name: str(files / f"{name}.jsonl") for name in ("speller", "meaner")}
        scored, notes = score(str(files / "gold.jsonl"), systems, MEASURES)
    if format is o.Format.text and output is None:
        typer.echo("Twenty items, gold tags against two systems: one repeats words, one paraphrases.\n")
    o.write(Run.of_scored(scored, notes).comparison(), format, output)
