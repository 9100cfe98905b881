"""The scoring program of a bundle, as the platform runs it: gold and a submission in, scores out."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

from lydite.bundles.resources import bundled
from lydite.bundles.task import TaskFile, figures, score_task
from lydite.errors import InputError, LyditeError
from lydite.files import writing

TASK = "task.json"


def main(program: str, source: str, output: str) -> int:
    """Score ``source/res`` against ``source/ref``; write ``scores.json`` and a page with details.

    What is wrong with a submission goes to standard error, where its maker sees it; the status is 1 then.
    Figures without a value are left out: the platform takes numbers alone.
    """
    task = TaskFile(**json.loads((Path(program) / TASK).read_text("utf-8")))
    gold = Path(source) / "ref" / Path(task.gold).name
    try:
        results = score_task(task, gold, submission(Path(source) / "res"), bundled(Path(program)))
    except LyditeError as error:
        sys.stderr.write(f"{error}\n".replace(f"{source}/", ""))
        return 1
    from lydite.reporting import render

    scores = {key: value for result in results for key, value in figures(result).items()}
    if undefined := [key for key, value in scores.items() if not math.isfinite(value)]:
        sys.stderr.write(f"without a value, and left out: {', '.join(undefined)}\n")
        scores = {key: value for key, value in scores.items() if key not in undefined}
    Path(output).mkdir(parents=True, exist_ok=True)
    with writing(Path(output) / "scores.json") as file:
        file.write(json.dumps(scores, allow_nan=False))
    with writing(Path(output) / "detailed_results.html") as file:
        file.write(render(results, "html"))
    return 0


def submission(folder: Path) -> Path:
    """Return the one file that was submitted, whatever folder of the archive it is in."""
    files = [
        p
        for p in sorted(folder.rglob("*"))
        if p.is_file() and not passed_over(p.name) and "__MACOSX" not in p.parts
    ]
    if len(files) != 1:
        names = ", ".join(p.name for p in files[:5]) or "none"
        raise InputError(
            f"a submission is a zip archive with one file in it; there are {len(files)}: {names}"
        )
    return files[0]


def passed_over(name: str) -> bool:
    """Say whether a file is no submission: what the platform lays there itself, and what is hidden."""
    return name in ("metadata", "metadata.yaml") or name.startswith((".", "__"))
